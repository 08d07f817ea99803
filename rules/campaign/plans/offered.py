"""What stands perhaps for a line that cannot be read. It is offered, never carried out by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.campaign.calendar import MONTHS, on
from rules.campaign.plans.plan import March, Order
from rules.campaign.plans.reading import Reader
from rules.campaign.plans.spelling import MOST_WRONG, is_near, mended
from rules.campaign.plans.tongues import in_english
from rules.orders.trouble import Misread

Reads = Callable[[str], tuple[Order, ...] | None]
_AND_SET_UPON = re.compile(
    r"(?P<march>.+?)\s*[,;]?\s+(?:and|then|to)?\s*(?:then\s+)?(?:attack|fight|engage)s?\s+"
    r"(?:the\s+)?(?:group\s+)?(?P<foe>\w+)[\s.!]*",
    re.I,
)
"""A march, and behind it a group that is attacked."""


_AND_STAYS = re.compile(
    r"(?P<march>.+?)\s*,?\s+(?:and|then|and then)\s+(?:stay|hold|wait|remain|rest|camp)s?(?: put)?"
    r"(?: there)?[\s.!]*",
    re.I,
)
"""A march, and behind it that they stay where it has led them, which they do in any case unless wounded are
to be brought home."""


_BY_DATE = re.compile(
    r"\W*(?P<how>from|until|till|after|before|on)\s+"
    r"(?P<day>(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:\s+[a-z]{3,9})??)"
    r"(?:\s+on(?:wards)?)?,?\s+(?P<order>(?!day\b).+)",
    re.I,
)
"""When, and behind it what."""
_WAY = re.compile(
    r"(?:march )?(?P<who>[\w']+):?(?: \(\d+ men[^)]*\))?:?(?: (?:march|marches|goes|go))?"
    r" (?P<way>[\w']+(?: > [\w']+)+)",
    re.I,
)
_JOINS = re.compile(
    r"(?:please )?(?:tell |let |have )?(?P<who>\w+) (?:to )?joins?(?: up)?(?: with)? (?P<whom>\w+)(?: "
    r"(?:at|in) \w+)?[\s.!]*",
    re.I,
)
_RATHER = re.compile(
    r"(?:do not|don'?t|never) (?:fight|attack)(?: anybody| anyone)?"
    r"(?P<flee>,? ?(?:but |just |and |only )*(?:run(?: away)?|flee|refuse|withdraw))?[\s.!]*",
    re.I,
)
_NTH = re.compile(
    r"\b(from|until|till|after|before|on)\s+the\s+(\d{1,2})(?:st|nd|rd|th)\b(?! (?:day|of)\b)", re.I
)
"""A day of the month."""
_CONDUCTS = re.compile(r"(?P<word>\w+)\s+(?P<place>[^:]{2,40}?)\s*:\s*(?P<said>.+)", re.I)


def perhaps(line: str, reader: Reader, read: Reads, own_first: bool) -> tuple[str, ...]:
    """The orders that a line was perhaps meant for: a march without TO, one up to a group that is attacked,
    one behind which they stay, an order in another language, one of a siege or any other with misspelt
    words. ``own_first``: it begins with one of the seat's own."""
    words = re.findall(r"[\w']+", line)
    if len(words) > 1 and own_first and reader.known.land.named(words[1]):
        then = re.fullmatch(r"(\w+) (?:and )?then(?: to)? (\w+)", " ".join(words[1:]), re.I)
        goal = f"{then[2]} via {then[1]}" if then else re.sub(r"^\W*[\w']+\W+", "", line)
        if found := _texts(read(f"march {words[0]} to {goal}")):
            return found
    if (way := _WAY.fullmatch(line.strip(" .!"))) and (found := _texts(read(_by_way(way)))):
        return found
    if (joins := _JOINS.fullmatch(line)) and (found := _joining(joins, reader, read)):
        return found
    if run := _RATHER.fullmatch(line):
        return _texts(read("meet all: never fight; refuse" if run["flee"] else "meet all: fight never"))
    if found := _setting_upon(line, reader, read):
        return found
    if stays := _AND_STAYS.fullmatch(line):
        marching = read(stays["march"]) or ()
        if marching and all(isinstance(order, March) for order in marching):
            return _texts(marching)
    if found := _dated(line, reader, read):
        return found
    if (order := in_english(line)) and (found := _texts(read(order))):
        return found
    if found := _of_a_siege(line, reader, read):
        return found
    meant = mended(line, reader.known, lambda one: read(one) is not None)
    return tuple(order.text for order in reader.read(meant)) if meant else ()


def _setting_upon(line: str, reader: Reader, read: Reads) -> tuple[str, ...]:
    """For "Drogo march to Barletta and attack n3" the order that has him march up to n3 and fight."""
    found = _AND_SET_UPON.fullmatch(line)
    marching = read(found["march"]) if found else None
    if found is None or not marching:
        return ()
    known, foe = reader.known, found["foe"].casefold()
    whom = foe if foe in known.at.groups else known.counter_of(foe)
    lines = [
        f"attack {whom} with {known.called(order.group)}" for order in marching if isinstance(order, March)
    ]
    return tuple(text for one in lines for text in _texts(read(one))) if whom else ()


def _by_way(found: re.Match[str]) -> str:
    """ "Robert Melfi > 3924 > Canosa", as reports have it: from where he is, by places, to where."""
    _, *between, goal = re.split(r"\s*>\s*", found["way"])
    return f"march {found['who']} to {goal}{' via ' if between else ''}{', '.join(between)}"


def _joining(joins: re.Match[str], reader: Reader, read: Reads) -> tuple[str, ...]:
    """For "Drogo joins Robert" that they become one, or that he marches there, as far as they are apart."""
    at, known = reader.known.at, reader.known
    try:
        who, whom = known.group(joins["who"]), known.group(joins["whom"])
    except Misread:
        return ()
    together = at.where_is(who) == at.where_is(whom)
    line = "merge {} with {}" if together else "march {} toward {}"
    return _texts(read(line.format(known.called(who), known.called(whom))))


def _dated(line: str, reader: Reader, read: Reads) -> tuple[str, ...]:
    """For "From the 6th on Drogo may fight" the order with its date behind it, and the month of the day that
    is open with "the 6th"."""
    found = _BY_DATE.fullmatch(line)
    said = f"{found['order'].rstrip(' .!')} {found['how']} {found['day']}" if found else line
    at = reader.known.at
    month = MONTHS[on(at.setup, at.day).month - 1]
    said = _NTH.sub(rf"\1 \2 {month}", said)
    return _texts(read(said)) if said != line else ()


def _of_a_siege(line: str, reader: Reader, read: Reads) -> tuple[str, ...]:
    """A line about how a siege goes on, with SIEGE and what is done put right, as the desk would have it."""
    found = _CONDUCTS.fullmatch(line)
    if found is None or not is_near(found["word"], "siege"):
        return ()
    place, said = found["place"], found["said"]
    for _ in range(MOST_WRONG):
        try:
            return _texts(reader.filed(f"siege {place}: {said}"))
        except Misread as misread:
            meant = misread.trouble.suggestion
        wrong = next((word for word in re.findall(r"[^\W\d_]+", said) if is_near(word, meant)), "")
        if not meant or not wrong:
            break
        said = re.sub(rf"\b{wrong}\b", meant, said, count=1)
    return ()


def _texts(orders: tuple[Order, ...] | None) -> tuple[str, ...]:
    return tuple(order.text for order in orders or ())
