"""Lines about places of others: what a group does there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.campaign.plans import terms
from rules.campaign.plans.lines.scope import Scope, form
from rules.campaign.plans.plan import (
    ALWAYS,
    NEVER,
    Attack,
    Bargain,
    Besiege,
    Conduct,
    Loot,
    March,
    Meeting,
    Order,
    Summon,
)
from rules.campaign.sieges.laying import expected
from rules.campaign.sieges.page import sieges_of
from rules.campaign.sieges.record import awaited, conducts
from rules.core.language import english
from rules.orders.trouble import Code, Misread, Trouble
from rules.siege.plans.plan import Line
from rules.siege.plans.reading import Reader
from rules.siege.plans.writing import wish_in_words
from rules.state.campaign_counters import GroupId

_ON_TERMS = re.compile(
    r"[\s,;.!:(-]*\b(?:but\s+)?(?:only\s+)?(?:(?P<how>if|when|unless|provided(?: that)?|as long as)\b"
    r"|with (?=at least \d+ men\b|\d+ men or more\b)"
    r"|(?P<day>(?:not (?=before|after|on))?(?:from|until|till|before|after|since|on|between)"
    r" (?=(?:the |day )*\d)))",
    re.I,
)
"""Behind what an attack is, on what it hangs."""
_WITH_BEHIND = re.compile(r"\s+(?:with|by) (?P<who>(?!at (?:least|most)\b|\d|an? |no )[^,;:()]{1,60})$", re.I)
_COUNTER = re.compile(r"(?:the )?(?:(?:group|convoy) )?[a-z]{1,2}\d{1,4}\b", re.I)
_OF_HIM = r"(?:'s|'re|'ve|\s+(?:is|are|has|have|be))\s+"


def named_place(scope: Scope, verb: str, text: str) -> tuple[str, tuple[GroupId, ...]]:
    """A place and the groups that are to do something there: named, or the only one there could be."""
    found = scope.fits(
        verb, text, form(r"{place}(?: (?:with|by) {group})?"), form(r"(?:with|by) {group}:? {place}")
    )
    place = scope.known.place(found["place"])
    if found["group"]:
        return place.id, scope.known.groups(found["group"])
    own = scope.known.own_groups()
    bound = [group for group in own if scope.at.groups[group].hex == place.hex]
    bound += [
        march.group for march in scope.plan.of(March) if march.to == place.hex and march.group not in bound
    ]
    if len(bound) == 1 or len(own) == 1:
        return place.id, tuple((bound or own)[:1])
    message = english("say with whom: {verb} {place} with {group}", verb=verb.upper(), place=place.name,
                      group=scope.known.called(own[0]) if own else "Robert")  # fmt: skip
    raise Misread(Trouble(Code.INCOMPLETE, message, candidates=tuple(map(scope.known.called, own))))


def at_place(scope: Scope, rest: str, kind: type[Summon] | type[Besiege]) -> Iterable[Order]:
    verb = "summon" if kind is Summon else "siege"
    text = re.sub(r"^(?:siege |to )*(?:to |of )?", "", subject_last(scope, rest), flags=re.I)
    place, groups = named_place(scope, verb, text)
    return [kind(group=group, place=place) for group in groups]


def siege(scope: Scope, rest: str) -> Iterable[Order]:
    """A siege is begun; or, with a colon, how that of a place is conducted."""
    head, colon, line = rest.partition(":")
    if not colon or not line.strip():
        return at_place(scope, rest, Besiege)
    if by := re.search(r"\s(?:with|by)\s", head, re.I):
        laid = at_place(scope, head, Besiege)
        return [*laid, *siege(scope, f"{head[: by.start()]}: {line}")]
    at, seat = scope.at, scope.known.seat
    found = scope.known.place(re.sub(r"^(?:of|the) +", "", head.strip(), flags=re.I))
    if found.kind not in sieges_of(at).walls:
        message = english("{place} can be starved, and nothing else is done there", place=found.name)
        raise Misread(Trouble(Code.RULE, message))
    place = found.id
    table = awaited(at, place) if conducts(at, place, seat) else expected(at, place, seat)
    said = Reader(table, at.seat(seat).side, sieges_of(at).page).read(line)
    if isinstance(said, Line):
        return [Conduct(place=place, line=said.text)]
    if said.army or said.quiet or said.relief.choice:
        message = english("armies come over the map alone, and the days of a siege are the campaign's")
        raise Misread(Trouble(Code.RULE, message))
    return [Conduct(place=place, line=one) for one in wish_in_words(said)]


def subject_last(scope: Scope, rest: str) -> str:
    """ "Robert Trani" as "Trani with Robert", "Robert b2" as "b2 with Robert", for who names the group
    first."""
    words = rest.strip(" .").split()
    for cut in range(1, len(words)):
        try:
            groups = scope.known.groups(" ".join(words[:cut]))
            target = " ".join(words[cut:]).removeprefix("to ")
            if not _COUNTER.fullmatch(target):
                scope.known.place(target)
        except Misread:
            continue
        who = " and ".join(map(scope.known.called, groups))
        return f"{target} with {who}"
    return rest


def hangs(rest: str) -> bool:
    """Whether an attack has terms."""
    return _ON_TERMS.search(rest) is not None


def attack(scope: Scope, rest: str) -> Iterable[Order]:
    found = _ON_TERMS.search(rest)
    head = rest[: found.start()] if found else rest
    word = (found["how"] or found["day"] or "if") if found else ""
    said = rest[found.start("day") if found["day"] else found.end() :].strip(" .,;:!()") if found else ""
    if (behind := _WITH_BEHIND.search(said)) and not re.search(r"\s(?:with|by)\s", head, re.I):
        head, said = f"{head} with {behind['who']}", said[: behind.start()]
    head = subject_last(scope, head.strip(" .,;:!()-"))
    unless = word.casefold() == "unless"
    cases = terms.read(_of_us(head, said, unless=unless), scope.at.setup, denied=unless) if found else ALWAYS
    cases = terms.negated(cases) if unless else cases
    if found and cases == NEVER:
        message = english("{words!r} is never: leave the line out", words=rest[found.start() :].strip(" ,"))
        raise Misread(Trouble(Code.CONDITION, message))
    if found := form(r"{target}(?: (?:with|by) {group})?").fullmatch(head.strip(" .,")):
        target = found["target"]
        if _COUNTER.fullmatch(target):
            toward = scope.known.quarry(target)
            groups = (scope.known.group(found["group"]),) if found["group"] else scope.only()
            counter = scope.at.groups.get(toward) or scope.at.convoys.get(toward)
            if counter is None or scope.at.friendly(counter.side, scope.known.side):
                message = english("{place} is of your own side", place=scope.known.called(toward))
                raise Misread(Trouble(Code.WRONG_TARGET, message))
            return [March(group=group, toward=toward, meeting=Meeting(fight=cases)) for group in groups]
    place, groups = named_place(scope, "attack", head)
    return [Attack(group=group, place=place, terms=cases) for group in groups]


def _of_us(head: str, said: str, *, unless: bool) -> str:
    """Terms of an attack in which whoever attacks is called by his name, HE or YOU, as our own. HE may be
    anybody where a group is attacked, where several attack, or where he is to be the weaker one."""
    who = ["you"]
    found = re.search(r"\swith (?P<who>[\w' ]+)$", head, re.I)
    alone = found is None or not re.search(r"\band\b|^(?:all|every)", found["who"], re.I)
    if alone and not _COUNTER.match(head) and (unless or not re.search(r"weaker|outnumbered", said, re.I)):
        who += ["he", "she"]
    if found and alone:
        who.append(re.escape(found["who"].strip()))
    return re.sub(rf"\b(?:{'|'.join(who)}){_OF_HIM}", "we are ", said, flags=re.I)


def loot(scope: Scope, rest: str) -> Iterable[Order]:
    text = re.sub(r"\b(?:points?|deniers?|at most|up to)\b", " ", rest, flags=re.I)
    found = scope.fits(
        "loot",
        text,
        form(r"(?P<n>\d{1,4}|all|everything|nothing|none)?\s*(?:(?:with|by|for) )?(?P<group>.*)"),
    )
    said = (found["n"] or "all").casefold()
    points = None if said in ("all", "everything") else 0 if said in ("nothing", "none") else int(said)
    named = found["group"].strip(" ,:;")
    return [Loot(group=scope.known.group(named) if named else "", points=points)]


def bargain(scope: Scope, rest: str, *, never: bool) -> Iterable[Order]:
    text = re.sub(r"^(?:for|in|about|with|over)\s+", "", rest.strip(), flags=re.I)
    scope.fits("bargain", text, form(r".+"))
    return [Bargain(place=scope.known.place(text).id, never=never)]
