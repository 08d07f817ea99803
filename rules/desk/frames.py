"""What is said around an order and adds nothing to it, in plans of campaigns and of sieges: what is said to a
telephone, haste, courtesy, and why somebody orders something."""

from __future__ import annotations

import re

_TAKES_BACK = (
    r"(?:(?:change of plans?|correction|(?:no|oh|sorry|oops)[\s,]+wait|(?:sorry|oops)(?!\s+[\w']+,)"
    r"|on second thoughts?|(?:scrap|scratch|forget) (?:that|it|this))\b|no,\s)"
)
"""What was said last is not meant: another line takes its place. "Sorry Drogo, ..." begs his pardon."""
_FRAMES = (
    # said to a telephone
    (r"\s*\b(?:full stop|period)(?=\s*$|\s+(?!of\b))", "."),
    (r"\s*\bsemicolon\b", ";"),
    (r"\s*\bcomma\b", ","),
    (r"[\s,.]*\bnew (?:line|paragraph)\b", ". "),
    (r"[\s,]+\b(?:um+|uh+|erm|hmm+)\b,?", " "),
    (r"^[\s,.]+", ""),
    (r"(?<=\w\w\w)\s+(?=[.,;](?:\s|$))", ""),
    # around an order
    (r"^(?:oh|ah|p\.? ?s\.?)(?:,? (?:and|yes|also))*\b[\s,:.]*(?=\S)(?!no\b|wait\b|sorry\b)", ""),
    (r"^(?:please|kindly)\b[\s,]+(?=\S)", ""),
    (r"\bought to\b", "should"),
    (r"^(?:actually|after all)\b[\s,]+(?=\S)", ""),
    (r"( and [\w']+\b[^;.]*?) together$", r"\1"),
    (r"^(?:ok(?:ay)?|al+ ?right|well|right)(?:,? (?:so|then|now)\b)[\s,]*", ""),
    (r"^(?:let'?s see|let me see)\b[\s,:.]*(?=\S)", ""),
    (rf"^(?:{_TAKES_BACK}[\s,:.;!-]*(?:and |but )?)+(?=\S)", ""),
    (r"^(?:sop|standing orders?)\b(?: for)?[\s:]+(?=\S)", ""),
    (r"^(?:if (?:it is |it's |at all |that is )?(?:at all )?possible|if (?:you|he|they|we) can|whenever"
     r" possible)"
     r"[\s,]+(?=\S)", ""),
    (r"^(i|we)(?:'d| should) (?=like\b|be\b)", r"\1 would "),
    (r"^(?:i|we) would be (?:very |most |so )?(?:grateful|glad|happy|obliged|pleased)(?: to you)? if "
     r"([^,;.]{1,60}?) (?:could|would|can|might) ", r"\1 "),
    (r"^(?:could|can|would|will) (every(?:body|one)|all of (?:us|them)|all) (?=\w)", r"\1 "),
    (r"^(?:please )?(?:let|have|make) (?=(?:all )?(?:the )?(?:rest|others?|other groups)\b)", ""),
    (r"^(?:make sure|see to it|ensure|take care)(?: that)? (?=\S)", ""),
    (r"\b(?:with|and) (?:all (?:of )?)?(?:his|their|its) (?:men|people|troops|force|band)\b(?! and\b)", ""),
)  # fmt: skip
_REASONS = (
    r"^(?:since|because|as|seeing that)\b"
    r"(?! (?:soon|long|planned|before|far as|if|for|to|of|from|day|the \d|\d)"
    r")[^,;:.]{3,90}, *(?:then )?(?=\S)",
    r"[\s,]*\bbecause\b(?![^.;]*\band\b)[^,;:.]{3,90}$",
)
"""Why somebody orders something: before the order or behind it, and left out."""

FRAMES = tuple((re.compile(pattern, re.I), said) for pattern, said in _FRAMES)
REASONS = tuple(re.compile(pattern, re.I) for pattern in _REASONS)
_CORRECTS = re.compile(rf"\W*{_TAKES_BACK}", re.I)


def takes_back(line: str) -> bool:
    """Whether a line begins with words that take back what was said last: "no wait, ..."."""
    return _CORRECTS.match(line) is not None


def unframed(line: str) -> str:
    """A line without reasons, haste and what was said to a telephone."""
    text, _ = without_reason(line)
    text = text.rstrip(" .!")
    for pattern, said in FRAMES:
        text = pattern.sub(said, text)
    return text


def without_reason(line: str) -> tuple[str, str]:
    """A line without why somebody orders something, and that reason as he wrote it; "" where none is
    given."""
    text = " ".join(line.split()).strip()
    for pattern in REASONS:
        if found := pattern.search(text.rstrip(" .!")):
            return text[: found.start()] + text[found.end() :].lstrip(), found[0].strip(" ,.!")
    return text, ""
