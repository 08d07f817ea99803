"""What people write in the words that lines are read in: numbers in words, directions, dates, signs,
courtesy, turns of phrase. Nothing is taken out but courtesy and haste: whatever else is said still stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from rules.campaign.plans.phrases import TURNS
from rules.desk.frames import unframed
from rules.desk.numerals import NUMBERS, TENS, UNITS

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_MONTHS = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_MONTH_NAMES = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
                "October", "November", "December")  # fmt: skip
_BY_DAY = r"(?P<how>from|until|till|up to|before|after|on|since|including)\s+(?:the\s+)?"
_NUMBER = rf"(?:(?:{'|'.join(TENS)})[- ](?:{'|'.join(UNITS[:9])})|{'|'.join((*UNITS, *TENS))})"
_ACT = r"(?:fight|refuse|withdraw|retreat|flee|run away|yield|surrender|slip away)s?\b"
_POINTS = {"north": "N", "south": "S"}

_Change = str | Callable[[re.Match[str]], str]


def _number(found: re.Match[str]) -> str:
    return str(sum(NUMBERS[word] for word in re.split(r"[- ]", found[0].casefold())))


def _ordinal(found: re.Match[str]) -> str:
    said = found["nth"].casefold()
    return f"day {_ORDINALS.index(said) + 1 if said in _ORDINALS else re.sub(r'[a-z]', '', said)}"


def _dated(found: re.Match[str]) -> str:
    month = int(found["month"])
    if not 1 <= month <= len(_MONTH_NAMES):
        return found[0]
    return f"{found['how']} {found['day']} {_MONTH_NAMES[month - 1]}"


def _if_attacked(found: re.Match[str]) -> str:
    """ "If attacked, Drogo fights" with the order first."""
    who = "all" if re.fullmatch(r"everybody|everyone|all(?: of us)?", found["who"], re.I) else found["who"]
    return f"meet {who}: if attacked "


_SAID: tuple[tuple[str, _Change], ...] = (
    # signs
    (r"[\u2019\u2018]", "'"),
    (r"\s*(?:->|=>|\u2192|-->)\s*", " to "),
    (r"\bw/o\b", "without"),
    (r"\bw/\s*|\bw\.\s+", "with "),
    (r"\bmin(?:\.|imum\b|\b)(?:\s+of\b)?", "at least"),
    (r"\bmax(?:\.|imum\b|\b)(?:\s+of\b)?", "at most"),
    (r"\b(\d{1,4})\s?\+(?=\s|$)", r"at least \1"),
    (r"(?<!\d )(?<!hex )(?<!hexes )(?<!the )(?<![\w'.])(?:S|St)\.\s?(?=[^\W\d_]{3})", "San "),
    # courtesy
    (r"^\W*(?:hello|hi|hey|hiya|hallo|bonjour|salut|greetings|good (?:morning|day|afternoon|evening)"
     r"|guten (?:morgen|tag|abend)|dear)(?: (?:dear|there|again|all|everyone|everybody|folks|team|umpire"
     r"|referee|gm|game ?master|server|sirs?|friends?))*\s*(?:[,:!.]|-(?= ))+\s*(?=\S)", ""),
    (r"[,\s]*\b(?:if (?:it|you) pleases?(?: you)?|please|pls|kindly|thank you|thanks|thx)\b"
     r"(?=[\s,.;:!?]|$)(?:\s*(?:very|so) much\b)?", ""),
    (r"^\W*(?:my (?:good |dear )?(?:lords?|liege|friends?)|sire|sirs?|milord|dear)\b[\s,:]*", ""),
    (r"\s*,\s*(?:my (?:good |dear )?(?:lord|liege|friend)|sire|sir|milord)(?=\s*[,.;!?]|\s*$)", ""),
    (r"\bi (?:beg|pray)(?: of)?(?: you)?\b[\s,:]*(?:to\s+)?", ""),
    (r"\bbe so (?:kind|good) as to\s+", ""),
    (r"(?<=\w)[,\s]+(?:as well|too|also|likewise)(?=\s*(?:[.;,!]|$))", ""),
    (r"^(?:as planned|ok(?:ay)?|yes|well|all right)\s*[,;:.]\s*(?:(?:but|and)\s+)?(?=\S)", ""),
    (r"(?<!not)(?<!never)[,\s]+\b(?:immediately|at once|right away|straight ?away|quickly|swiftly|at dawn"
     r"|at first light|with all speed|as (?:fast|quickly|soon) as (?:possible|they can|he can))\b"
     r"(?!\s+(?:as|if))", ""),
    (r"^[\s,]+", ""),
    # numbers
    (r"\bhalf a dozen\b", "6"),
    (r"\b(?:a|one) dozen\b", "12"),
    (rf"(?<!no )\b{_NUMBER}\b(?! a man\b)", _number),
    (r"\b(\d+) and a half\b", r"\1.5"),
    (r"\bhalf a (?=denier|d\b)", "0.5 "),
    (r"\b(?:no|not) (?:less|fewer) than\b", "at least"),
    (r"\b(?:no|not) more than\b", "at most"),
    # odds
    (r"(?<![\w.:])(\d{1,3})(?::| : )(\d{1,3})(?![\d:])", r"\1 to \2"),
    (r"\b(odds|at|if|unless)(?: of)? (\d{1,3})\s?[-/]\s?(\d{1,3})\b", r"\1 \2 to \3"),
    (r"\b(?:at|with) (?:odds (?:of )?)?(?=\d{1,3} to \d)", "if odds "),
    (r"\b(fight|attack)s? (?:>=|at least) (\d{1,3} to \d{1,3})\b", r"\1 if odds \2"),
    (r"\s*,?\s*\bwithout (?:a )?(?:fighting|fights?|battles?)\b", "; never fight; refuse"),
    (r"\bwe (?:are|'re) outnumbered\b", "we are weaker"),
    (r"\bthey (?:are|'re) outnumbered\b", "they are weaker"),
    (r"\bwe outnumber (?:them|the others|the enemy)\b", "we are stronger"),
    (r"\bthey outnumber (?:us|me)\b", "they are stronger"),
    (r"\boutnumbered by\b", "weaker by"),
    # dates
    (rf"\b(?:the )?(?P<nth>\d{{1,3}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)}) day\b", _ordinal),
    (rf"\b{_BY_DAY}(?P<month>{_MONTHS})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b",
     r"\g<how> \g<day> \g<month>"),
    (rf"\b{_BY_DAY}(?P<day>\d{{1,2}})\.\s?(?P<month>\d{{1,2}})\b\.?(?![\d]|\s*d)", _dated),
    (rf"\b(\d{{1,2}}(?:st|nd|rd|th)?\.? (?:of )?{_MONTHS})\.?,? 1\d{{3}}\b", r"\1"),
    (rf"\b(\d{{1,2}})\. (?={_MONTHS})", r"\1 "),
    # directions
    (r"\b(north|south)[ -]?(east|west)(?:ern)?(?:wards?)?\b",
     lambda found: _POINTS[found[1].casefold()] + found[2][0].upper()),
    (r"\b([NS])\.\s?([EW])\b\.?", r"\1\2"),
    (r"\b(north|south)(?:wards?)?\b", lambda found: _POINTS[found[1].casefold()]),
    (r"\b([NS][EW]?) (\d+ hex(?:es)?)\b", r"\2 \1"),
    (r"\b(\d+ hex(?:es)?) to the ([NS][EW]?)\b(?! of)", r"\1 \2"),
    *TURNS,
    # turns of phrase
    (r"^(?:and |then )?(?:as soon as|once|when)(?: (?:they|he|we)(?: are| is|'re|'s)?)?"
     r" (?:there|arrived?|arrives|in place),? (?:then )?(?=(?:be)?siege|attack|assault|storm|summon)",
     ""),
    (r"^([\w']+(?: and [\w']+)*) (?:reach(?:es)?|gets? to|makes? it to) ([\w' ]{2,40}?)"
     r"(?:,? (?:(?:in|within) \d+ days?|today|tonight|by tomorrow|tomorrow))?[\s.?]*$",
     r"march \1 to \2"),
    (r"\b(if|when)(?: (?:they|we) are| (?:he|she|it) is)? attacked\s*,?\s*(?:they|we|he|she|it)\s+"
     r"(?:(?:shall|should|will|must)\s+)?(?:just |simply )?", r"\1 attacked "),
    (rf"^(?:if|when) attacked\s*,\s*(?P<who>[^,;:.]{{1,60}}?)\s+(?:(?:shall|should|will|must)\s+)?"
     rf"(?={_ACT})",
     _if_attacked),
    (r"\b(?:retreats?|withdraws?|retires?|falls? back|pulls? back) (?:back )?(?:in)?to"
     r"(?:wards?)?\b", "march to"),
    (r"\blays? (?:a )?siege (?:to|on|against)\b", "besiege"),
    (r"\b(?:calls?|asks?)(?: (?:on|upon))? ([^,;.:]{2,30}?) to (?:surrender|capitulate|yield|give up"
     r"|open (?:its|the|their) gates?)\b", r"summon \1"),
    (r"\b(?:summons?|demands?) ([^,;.:]{2,30}?) to (?:surrender|capitulate|yield)\b", r"summon \1"),
    (r"\b(?:demands?|calls? for|asks? for) the (?:surrender|capitulation) of\b", "summon"),
    (r"\bpays? (?:the |a |any )?ransom (?:for|of)\b", "ransom"),
    (r"\btakes? no loot\b", "no loot"),
    (r"^recall (?:the )?(?:spy )?(\w+)$", r"spy \1 home"),
    (r"\bsends? (?:a convoy (?:of|with) )?(\d+(?: points?)?) from\b", r"convoy \1 from"),
    (r"\b(quiet (?:for |up to )?)(?:a|1|one) week\b", r"\1 7 days"),
    (r"\bsplits? off\b", "split"),
    (r"\b(?:follow|chase|pursue|shadow)s?\b", "march after"),
    (r"\btakes? the (?:old )?road to\b", "march by road to"),
    (r"\b(?:stays?|keeps?|remains?|be) quiet\b", "quiet"),
    (r"^(\d+) (?:quiet days?|days?(?: of)? quiet)\b", r"quiet \1 days"),
    (r"\bthe wounded (?:of|from) (\w+) (?:are |be |should be )?laid up\b", r"lay wounded of \1"),
    (r"\b(?:leaves?|stations?|puts?|posts?) (\d+(?: [^,;.]{3,30}?)?) (?:of|from) (\w+) in (\w+)"
     r"(?=\s*(?:[,;.]|$))",
     r"garrison \3 with \1 of \2"),
    (r"\bkeeps? (at least \d+)(?: men)? (?:in|at) (\w+)", r"garrison \2 \1"),
)  # fmt: skip
_CHANGES = tuple((re.compile(pattern, re.I), change) for pattern, change in _SAID)
_ASKS_POLITELY = re.compile(
    r"^\W*(?:(?:dear|hello|hi)\b[^,.!?]{0,30}[,.!]\s*)?(?:(?:could|would|will|can)\b.*\bplease\b.*|"
    r"(?:could|would|will|can) you\b.*)\?\s*$",
    re.I,
)
_OF_A_SIEGE = re.compile(r"(?P<head>\W*(?:the )?(?:be)?siege [^:]{2,60}:)(?P<line>.+)", re.I | re.S)


@lru_cache(maxsize=512)
def plainly(line: str) -> str:
    """A line in the words that lines are read in. Behind "SIEGE Acerenza:" stand words of their own."""
    text = " ".join(line.split())
    if found := _OF_A_SIEGE.fullmatch(text):
        return f"{plainly(found['head'])} {found['line'].strip()}"
    if _ASKS_POLITELY.match(text):
        text = text.rstrip(" ?")
    text = unframed(text)
    for pattern, change in _CHANGES:
        text = pattern.sub(change, text)
    return " ".join(text.split())
