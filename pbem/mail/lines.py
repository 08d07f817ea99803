"""Every line of a mail's text put into a class, with bounded work per line and one pass over the text.

The post office does not know the order language; whoever asks brings a test for lines that look like an
order. No delimiter swallows such a line: behind an end it is told apart as AFTER_END, in a quote as
QUOTED_ORDER.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

import msgspec

from pbem.mail import letters, limits, phrases, remarks
from pbem.mail.flowed import is_soft
from pbem.mail.quotes import QUOTE_MARKS, QUOTED, introductions, is_header
from pbem.mail.remarks import Aside, Why

LooksLikeOrder = Callable[[str], bool]


class LineClass(StrEnum):
    """What a line is to the reader."""

    BLANK = "blank"
    ORDER = "order"
    COMMENT = "comment"
    MARKER = "marker"
    TALK = "talk"
    HEADING = "heading"  # of what is not meant now
    POLITE = "greeting or closing"
    QUOTE = "quote"
    QUOTED_ORDER = "quoted order"
    ATTRIBUTION = "attribution"
    SIGNATURE = "signature"
    FOOTER = "footer"
    ARMOUR = "armour"
    END = "end"
    AFTER_END = "after the end"
    ELSEWHERE = "in an order form of another game or phase"  # for whoever knows what is open
    PRESS = "letter to players"
    ASIDE = "asked back"


class MailLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line as it is read (normalised, joined) and its class. ``joined``: put together from several lines;
    ``why``: what keeps ``order``, the order in it, from being carried out unasked."""

    text: str
    kind: LineClass
    joined: bool = False
    why: Why = ""
    order: str = ""


_BEFORE_HASH = (
    r"^\s*(?:[*+-]\s{1,4})?[*_]{0,2}\\?#\s*"  # what programs put before it that make lists or Markdown
)
_REMARK = r"(?:for|of)\b(?:\D*$|.*\.(?:\s|$))"
_IN_OTHER_WORDS = r"(?:order|befehle?|ordres?|ordini|[óo]rdenes)\b(?=[\s:]+G\d)"
BLOCK = re.compile(
    rf"{_BEFORE_HASH}(?:orders\b(?!\s+{_REMARK})|{_IN_OTHER_WORDS})[\s:]*(.*?)[*_]{{0,2}}$", re.IGNORECASE
)
"""The head of a form, with its label; before a game it may be in the language into which a program, or its
writer, has put it. "# Orders for Robert" is a remark, and so is our own in the forms of campaigns, "# Orders
for 6 May 1057. What is not said ...": no label has a sentence's end in it."""
BLOCK_END = re.compile(rf"{_BEFORE_HASH}(?:end\b|(?:ende|fin|fine)[*_]{{0,2}}\s*$)", re.IGNORECASE)
COMMENT = re.compile(rf"{_BEFORE_HASH}|^\s*;")
_BULLET = re.compile(
    r"^\s*(?:(?:[-*•·+–◦▪●○■□‣⁃➢➤►✓✔§]|o|\[[ x]?\]|\(?\d{1,2}(?:[.):\u20e3]|\s-)|\(?[a-z][.)])\s+){1,2}",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\s?<(?:tel|sms|callto|mailto|https?|x-apple-[a-z-]{1,30}):[^<>\s]{0,500}>", re.IGNORECASE
)
"""What Outlook writes behind a number that it takes for a telephone's."""
_HEX = re.compile(r"[A-Za-z]?\d{4}\b")
_EMPHASIS = re.compile(r"^\s*([*_]{1,2})(.+?)\1\s*$")
_RULE_LINE = re.compile(r"^\s*[-_=*~#]{3,}\s*$")
_OPENING_ENDS = (",", ":", "!", "?", ".", "、", "，")
_TYPED = (LineClass.ORDER, LineClass.TALK, LineClass.ASIDE, LineClass.HEADING, LineClass.POLITE)
_ASKING = frozenset(
    ("can", "could", "would", "will", "should", "may", "might", "is", "are", "does", "do", "did", "has",
     "have", "who", "whom", "which", "what", "where", "when", "why", "how")
)  # fmt: skip
_GOES_ON = re.compile(r"(?:\\|\w\s{0,8}[+&])\s{0,8}$")
"""A backslash, or a sign behind which another name stands."""
_WRAP_FROM = 55
_WRAP_TO = 64


class Known(NamedTuple):
    """What somebody who knows more says of lines, by their numbers: they are quotes, whatever stands
    before them; they are ours, and asked back; they are orders, though they stand in a quote (with the
    order that each is); they begin with somebody's name or with an order word of their game, so that they are
    not the rest of another line."""

    quoted: frozenset[int] = frozenset()
    ours: frozenset[int] = frozenset()
    meant: Mapping[int, str] = {}
    named: frozenset[int] = frozenset()


class _Scan:
    """One pass over the lines: remembers whether a quote, a signature, armour or the end has begun."""

    def __init__(self, lines: list[str], looks_like_order: LooksLikeOrder, known: Known = Known()) -> None:
        self.lines = lines
        self.like = looks_like_order
        self.known = known
        self.found: list[MailLine] = []
        self.attributions, self.original_from = introductions(lines, looks_like_order)
        inert = known.quoted | known.ours
        self.has_block = any(
            "#" in t and BLOCK.match(t)
            for n, t in enumerate(lines)
            if n < self.original_from and n not in inert
        )
        self.in_block = False
        self.in_signature = False
        self.in_armour = False
        self.armour_is_signed_text = False
        self.ordered = False
        self.ended = False
        self.commented = remarks.commented(lines)
        self.for_later = False
        """Below a heading of what is not meant now, down to the next heading."""

    def run(self) -> list[MailLine]:
        for number, text in enumerate(self.lines):
            self.found.append(self._line(number, text))
        return self.found

    def _line(self, number: int, text: str) -> MailLine:
        if number in self.known.meant:
            return MailLine(self.known.meant[number], LineClass.ORDER)
        if number in self.known.ours:
            inner = bare(QUOTE_MARKS.sub("", text), self.like)
            if self.like(inner) and not COMMENT.match(inner):
                return MailLine(text.strip(), LineClass.ASIDE, why="ours", order=inner)
            return MailLine(text.rstrip(), LineClass.QUOTE if text.strip() else LineClass.BLANK)
        kind = self._class(number, text)
        aside = self._aside(number, text) if kind is LineClass.ORDER else None
        if aside is not None:
            return MailLine(text.strip(), LineClass.ASIDE, why=aside.why, order=aside.order)
        return MailLine(text.rstrip() if not is_soft(text) else text, kind)

    def _aside(self, number: int, text: str) -> Aside | None:
        """What keeps a line that reads like an order from being one."""
        if found := remarks.aside(text, self.like):
            return found
        if number in self.commented:
            return Aside(text.strip(" /*<!->"), "remark")
        return Aside(bare(text, self.like), "plan") if self.for_later and self.like(text) else None

    def _class(self, number: int, text: str) -> LineClass:
        if number in self.attributions:
            self.in_signature = False
            return LineClass.ATTRIBUTION
        if number >= self.original_from or number in self.known.quoted or QUOTED.match(text):
            self.in_signature = False
            header = is_header(self.lines, self.original_from, number)
            return LineClass.QUOTE if header else self._quoted(text)
        if not text.strip():
            return LineClass.BLANK
        if number in self.commented and not self.like(text):
            return LineClass.COMMENT
        return self._armour(text) or self._delimiter(text) or self._plain(text)

    def _quoted(self, text: str) -> LineClass:
        inner = QUOTE_MARKS.sub("", text).strip()
        if inner and not COMMENT.match(inner) and self.like(bare(inner, self.like)):
            return LineClass.QUOTED_ORDER
        return LineClass.QUOTE

    def _armour(self, text: str) -> LineClass | None:
        if text.startswith("-----BEGIN PGP "):
            self.in_armour = True
            self.armour_is_signed_text = text.startswith("-----BEGIN PGP SIGNED")
            return LineClass.ARMOUR
        if text.startswith("-----END PGP "):
            self.in_armour = False
            return LineClass.ARMOUR
        if not self.in_armour:
            return None
        if self._signed_text_begins(text):
            self.in_armour = False
            return None
        return LineClass.ARMOUR

    def _signed_text_begins(self, text: str) -> bool:
        """The text of a signed message follows its blank line; encrypted blocks and signatures
        hold no text."""
        previous = self.found[-1].kind if self.found else LineClass.BLANK
        return self.armour_is_signed_text and previous is LineClass.BLANK and not text.startswith("Hash:")

    def _delimiter(self, text: str) -> LineClass | None:
        marked = "#" in text
        if marked and BLOCK.match(text):
            self.in_block, self.in_signature, self.for_later = True, False, False
            return LineClass.MARKER
        if marked and BLOCK_END.match(text):
            ending = self.in_block or self.ordered
            self.in_block = False
            self.ended = self.ended or (ending and not self.has_block)
            return LineClass.END
        if text.rstrip() == "--" or text.rstrip() == "- --":
            self.in_signature, self.in_block = True, False
            return LineClass.SIGNATURE
        if phrases.FOOTER.match(text):
            return LineClass.FOOTER
        if _RULE_LINE.match(text):
            return LineClass.TALK
        if self.ordered and not self.in_block and text.strip().strip(".!,").lower() in phrases.TERMINATORS:
            self.ended = True
            return LineClass.END
        return None

    def _plain(self, text: str) -> LineClass:
        stripped = text.strip()
        if remarks.is_for_later(stripped) and not (self.in_block and COMMENT.match(stripped)):
            self.for_later = True
            return LineClass.HEADING
        if COMMENT.match(stripped):
            return LineClass.COMMENT
        if remarks.is_heading(stripped):
            self.for_later = False
        like = self.like(bare(stripped, self.like)) or remarks.aside(stripped, self.like) is not None
        if self.in_block:
            return LineClass.ORDER
        if self.in_signature:
            begins = like and self.like(" ".join(stripped.split()[:3]))  # no postal code further back
            return LineClass.AFTER_END if begins else LineClass.SIGNATURE
        if self.ended or self.has_block:
            return LineClass.AFTER_END if like else LineClass.TALK
        if like:
            self.ordered = True
            return LineClass.ORDER
        polite = phrases.GREETING.match(stripped) or phrases.CLOSING.match(stripped)
        return LineClass.POLITE if polite else LineClass.TALK


def classify(
    text: str, looks_like_order: LooksLikeOrder, known: Known = Known()
) -> tuple[list[MailLine], str | None]:
    """(the lines with their classes, the label of an #ORDERS block or None if there is none)."""
    lines = lines_of(text)
    found = _scan(lines, looks_like_order, known)
    label = next((BLOCK.match(x.text) for x in found if x.kind is LineClass.MARKER), None)
    joined = _join(found, looks_like_order, known.named)
    if label is None:
        joined = _talk_between(joined)
    return joined, label[1].strip() if label else None


def lines_of(text: str) -> list[str]:
    """The lines of a text as far as they are read."""
    return [line[: limits.LINE_CHARS] for line in text.split("\n")[: limits.TEXT_LINES]]


_NO_PRESS = (LineClass.ATTRIBUTION, LineClass.QUOTE, LineClass.QUOTED_ORDER, LineClass.SIGNATURE,
             LineClass.FOOTER,
             LineClass.ARMOUR, LineClass.MARKER)  # fmt: skip


def _scan(lines: list[str], looks_like_order: LooksLikeOrder, known: Known) -> list[MailLine]:
    """The lines with their classes; letters to players are cut out before anything else is looked for."""
    blocks = letters.closed_blocks(lines)
    if blocks:
        original_from = _Scan(letters.without(lines, blocks), looks_like_order).original_from
        blocks = [block for block in blocks if block.start < original_from]
    rest = letters.without(lines, blocks)
    found = _Scan(rest, looks_like_order, known).run()
    theirs = {number for block in blocks for number in block}
    for begins in letters.beginnings(rest):
        theirs.update(_endless(found, begins, theirs))
    for number in theirs:
        found[number] = MailLine(lines[number].rstrip(), LineClass.PRESS)
    return found


def _endless(found: list[MailLine], begins: int, letters: set[int]) -> Iterator[int]:
    """The lines of a letter without an end: down to the next one, or to what is certainly no part of it."""
    for number in range(begins, len(found)):
        if number in letters or found[number].kind in _NO_PRESS:
            return
        yield number


def bare(text: str, looks_like_order: LooksLikeOrder) -> str:
    """A line without list bullets, numbering and *emphasis*, where what remains looks like an order."""
    text = text.strip()
    emphasised = _EMPHASIS.match(text) if text[:1] in ("*", "_") else None
    candidate = emphasised[2].strip() if emphasised else text
    candidate = _BULLET.sub("", candidate, count=1)
    return candidate if candidate != text and looks_like_order(candidate) else text


def _join(found: list[MailLine], looks_like_order: LooksLikeOrder, named: frozenset[int]) -> list[MailLine]:
    """Order lines that a mail program broke put together again; bullets removed from order lines."""
    joined: list[MailLine] = []
    physical = ""
    reach = max((line.text.rstrip().rfind(" ") for line in found if line.kind in _TYPED), default=0)
    for number, line in enumerate(found):
        above = joined[-1] if joined else None
        if above is not None and _continues(
            above, physical, line, looks_like_order, reach=reach, named=number in named
        ):
            text = above.text.rstrip().removesuffix("\\").rstrip() + " " + line.text.strip()
            joined[-1] = MailLine(text[: limits.LINE_CHARS], LineClass.ORDER, True)
        else:
            joined.append(line)
        physical = line.text
    return [_finished(line, looks_like_order) for line in joined]


def _finished(line: MailLine, looks_like_order: LooksLikeOrder) -> MailLine:
    text = line.text.rstrip()
    if line.kind is LineClass.ORDER:
        text = bare(_LINK.sub("", line.text) if "<" in text else line.text, looks_like_order)
    return line if text == line.text else msgspec.structs.replace(line, text=text)


def _continues(
    above: MailLine,
    physical: str,
    line: MailLine,
    looks_like_order: LooksLikeOrder,
    *,
    reach: int,
    named: bool,
) -> bool:
    """Whether a line is the rest of the order above, whose last physical line is given. ``reach``: how far to
    the right a last word begins in what was typed, which shows where no program breaks lines; ``named``: the
    line begins with somebody's name, or with an order word of the game."""
    if above.kind is not LineClass.ORDER or line.kind not in (LineClass.ORDER, LineClass.TALK):
        return False
    if _GOES_ON.search(physical):
        return not _RULE_LINE.match(line.text)
    if _RULE_LINE.match(line.text):
        return False
    words, next_words = physical.split(), line.text.split()
    open_above = words[-1].lower() in phrases.CONNECTIVES or words[-1].endswith(",")
    if not open_above and (named or _stands_alone(line.text)):
        return False
    continuing = next_words[0].lower() in phrases.CONNECTIVES and not _is_another_if(above.text, line.text)
    continuing = continuing or bool(_HEX.match(next_words[0]))  # no order begins with a hex
    open_end = (
        words[-1].lower() in phrases.CONNECTIVES or continuing or _ends_in_verb(words, looks_like_order)
    )
    if is_soft(physical):
        return open_end or not _begins_order(line.text, looks_like_order)
    length = len(physical.rstrip())
    if length < _WRAP_FROM or length + 1 + len(next_words[0]) <= _WRAP_TO:
        return False
    if reach > length + len(next_words[0]):
        return False  # a program that broke this line would have broken that one, too
    return open_end or (line.kind is LineClass.TALK and not next_words[0][0].isupper())


def _stands_alone(text: str) -> bool:
    """A line of a list, or a question: never the rest of an order."""
    first = text.split(maxsplit=1)[0].lower()
    listed = _BULLET.match(text) is not None and first not in phrases.CONNECTIVES
    return listed or (text.rstrip().endswith("?") and first in _ASKING)


def _ends_in_verb(words: list[str], looks_like_order: LooksLikeOrder) -> bool:
    """The order breaks off behind the word that says what to do ("... THEN FIRE")."""
    begun = len(words) > 1 and words[-2].lower() in ("then", "else")
    return begun and words[-1].isalpha() and looks_like_order(words[-1])


def _is_another_if(above: str, text: str) -> bool:
    """A conditional order of its own, not the condition at the end of the order above ("ADVANCE
    ... if alone"): in a sentence that goes on nobody writes "If"."""
    words = text.lower().split()
    of_its_own = text.startswith("If ") or "then" in words or above.lower().startswith("if ")
    return words[0] == "if" and of_its_own


def _begins_order(text: str, looks_like_order: LooksLikeOrder) -> bool:
    """The first two words alone look like an order: this line is not the rest of the one above."""
    return looks_like_order(" ".join(bare(text, looks_like_order).split()[:2]))


def _talk_between(lines: list[MailLine]) -> list[MailLine]:
    """Text that does not look like an order but stands between orders, or directly at one, is read like one:
    whoever knows the names may find that it is one."""
    orders = [n for n, line in enumerate(lines) if line.kind is LineClass.ORDER]
    if not orders:
        return lines
    answered: list[MailLine] = []
    for kind, group in groupby(enumerate(lines), key=lambda pair: pair[1].kind):
        run = list(group)
        if kind is LineClass.TALK:
            begin, end = run[0][0], run[-1][0]
            between = orders[0] < begin < orders[-1]
            above = end + 1 == orders[0] and not run[-1][1].text.endswith(_OPENING_ENDS)
            below = begin - 1 == orders[-1] and " " in run[0][1].text.strip()  # one word is a name
            answered.extend(_answerable(line) if between or above or below else line for _, line in run)
        else:
            answered.extend(line for _, line in run)
    return answered


def _answerable(line: MailLine) -> MailLine:
    return line if _RULE_LINE.match(line.text) else msgspec.structs.replace(line, kind=LineClass.ORDER)
