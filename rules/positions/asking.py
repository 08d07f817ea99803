"""What can be asked about a position, and who answers it: always the functions that play asks.

::

    [ask]
    odds Hugo + Odo ON Alboino
    line of fire Yani -> Robert             also cover, range, impact, damage: one answer
    line of fire 0402 -> 0808               nobody need stand there
    legal MOVE Drogo 0508 0607
    try IF Robert is within 2 THEN FIRE Yani at Robert
    cost Drogo 0508 0607
    reach Drogo
    places for RETREAT Hugo 2 from Alboino
    places for ADVANCE Hugo into 0405
    values Hugo
    hex 0404                                what it is now, works included
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.desk import read
from rules.desk.reading import LineReading, Verdict
from rules.desk.receipts import tried
from rules.positions import line_of_fire, places
from rules.positions.asked import HEX, Asked
from rules.positions.faults import PositionError, unknown
from rules.positions.findings import Finding
from rules.positions.form import Line
from rules.positions.papers import at_the_desk
from rules.positions.states import state_of
from rules.ruleset import Ruleset
from rules.scenarios.rosters import plain_name
from rules.state.battle import Battle
from rules.tactical.fighting import advance, odds
from rules.tactical.moving import path_finding
from rules.tactical.retreating import ways_back

MOST = 200
FARTHEST = 8  # hexes of a retreat: every way is looked at
REFUSED = frozenset({Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.ILLEGAL, Verdict.TALK})


def answer(battle: Battle, rules: Ruleset, line: Line) -> Iterator[Finding]:
    """The answer to one line. Raises PositionError for a question that is none."""
    text = line.text.strip()
    for opening, answers in QUESTIONS.items():
        if text.lower().startswith(opening) and (text[len(opening) :][:1] in ("", " ", ":")):
            yield from answers(Asked(battle, rules, line, text[len(opening) :].lstrip(": ").rstrip("?")))
            return
    first = " ".join(text.split()[:3])
    raise unknown(line.number, "question that begins", first, QUESTIONS)


# fighting


def _odds(asked: Asked) -> Iterator[Finding]:
    """The column, the letters by face, and what may come of it (GUI-6.2)."""
    ours, on, theirs = (
        re.split(r"\b(on|against)\b", asked.rest, maxsplit=1, flags=re.IGNORECASE)
        if re.search(r"\b(on|against)\b", asked.rest, re.IGNORECASE)
        else (asked.rest, "", "")
    )
    if not on:
        raise PositionError(asked.number, "odds of whom on whom? odds Hugo + Odo ON Alboino")
    attackers, defenders = asked.names(ours), asked.names(theirs)
    against: Any = defenders[0] if defenders[0] in asked.battle.horses else defenders
    found = odds.assess(asked.battle, asked.rules, attackers, against)
    if isinstance(found, Rejection):
        yield asked.refused(found)
        return
    told = (
        f"{found.weight.rank:+d}, column {found.weight.column}"
        f"{_changed(found.shifts, 'column')}: column {found.column}, table {found.table}"
    )
    details = list(tried.of_fight(asked.battle, asked.rules, found))
    yield asked.answer(
        " ".join([f"{told}.", *details]),
        "GUI-6.2a",
        rank=found.weight.rank,
        first_column=found.weight.column,
        column=found.column,
        shifts=[(m.value, m.rule, m.words) for m in found.shifts],
        modifiers=[(m.value, m.rule, m.words) for m in found.modifiers],
        letters=list(found.letters),
        table=found.table,
    )


def _changed(shifts: Sequence[Modifier], what: str) -> str:
    return "".join(f", {m.value:+d} {what} ({m.words}, {m.rule})" for m in shifts)


# orders


def _seat_of(asked: Asked, line: str) -> str:
    """Whose order it is: the seat of the first of its words that names a man."""
    for word in re.split(r"[\s,+:]+", line):
        figure = asked.battle.figures.get(plain_name(word)) if word else None
        if figure is not None:
            return figure.seat
    return asked.battle.seats_in_phase[0].id


def _read(asked: Asked, line: str) -> Iterator[Finding]:
    battle = at_the_desk(asked.battle).copy()
    seat = _seat_of(asked, line)
    reading = read.read_orders(battle, asked.rules, seat, [line], as_filed=True)
    for told in reading.lines:
        if told.verdict is not Verdict.COMMENT:
            yield _told(told, asked.number)


def _told(told: LineReading, number: int) -> Finding:
    """What the order desk says of a line, as an answer."""
    talk = ("this reads as talk, not as an order",) if told.verdict is Verdict.TALK else ()
    words = " ".join([*(told.message or talk), *told.details])
    verdict = "no" if told.verdict in REFUSED else "not now" if told.barred else "yes"
    said = f"{verdict}: {words}" if words else f"{verdict}."
    return Finding("answer", said, number, told.rule, told.code, data=data_of(told))


def data_of(told: LineReading) -> dict[str, Any]:
    """The same for machines."""
    return {
        "verdict": told.verdict.value,
        "legal": told.verdict not in REFUSED and not told.barred,
        "canonical": told.canonical,
        "suggestion": told.suggestion,
        "details": list(told.details),
    }


def _legal(asked: Asked) -> Iterator[Finding]:
    """Whether an order may be given, as the order desk answers (any order). One that the desk takes in case
    things change, and that could not be carried out as they are, is not legal."""
    yield from _read(asked, asked.rest)


def _try(asked: Asked) -> Iterator[Finding]:
    yield from _read(asked, f"TRY {asked.rest}")


def _cost(asked: Asked) -> Iterator[Finding]:
    """What each hex of a way costs (GUI-4)."""
    yield from _read(asked, f"TRY MOVE {asked.rest}")


def _reach(asked: Asked) -> Iterator[Finding]:
    """Every hex that somebody can move to now, with the MP that it takes (GUI-4)."""
    figure = asked.figure(asked.rest)
    found = path_finding.reach(asked.battle, asked.rules, figure)
    ways = sorted(found.items(), key=lambda item: (item[1], item[0]))
    listed = ", ".join(f"{at} {mp}" for at, mp in ways)
    yield asked.answer(
        f"{figure.name} reaches {len(ways)} hexes: {listed}." if ways else "nowhere",
        "GUI-4",
        hexes=dict(ways),
    )


# giving ground and following up


def _retreats(asked: Asked) -> Iterator[Finding]:
    """The places in which a retreat of so many hexes (1 if no number is given) may end (GUI-6.5,
    GUI-5.4.4)."""
    rest, _, enemies = asked.rest.partition(" from ")
    words = rest.replace(",", " ").split()
    written = next((word for word in words if word.isdecimal()), "1")
    hexes = int(written[:3])
    if not 1 <= hexes <= FARTHEST:
        raise PositionError(asked.number, f"a retreat is of 1 to {FARTHEST} hexes here, not {written[:9]}")
    figure = asked.figure(
        " ".join(w for w in words if not w.isdecimal() and w.lower() not in ("hex", "hexes", "shot"))
    )
    shot_from = enemies.strip().upper() if HEX.fullmatch(enemies.strip()) else None
    if shot_from:
        asked.hexes(shot_from)
    foes = frozenset(asked.names(enemies)) if enemies and not shot_from else frozenset[str]()
    for foe in foes:
        piece = asked.battle.figures.get(foe) or asked.battle.horses[foe]
        if not any(asked.battle.board.adjacent(ours, his) for ours in figure.hexes for his in piece.hexes):
            where = "-".join(piece.hexes) or "nowhere"
            apart = f"{piece.name} ({where}) does not touch {figure.name}: if he shot, write from and his hex"
            raise PositionError(asked.number, apart)
    found = ways_back.ways_back(
        asked.battle, asked.rules, figure, hexes, enemies=foes, shot_from=shot_from, by_rope=not shot_from
    )
    if isinstance(found, Rejection):
        yield asked.refused(found, places=[])
        return
    ways = [[place.label for place in route.places] for route in found]
    told = ", ".join(" > ".join(way) for way in ways)
    yield asked.answer(
        f"{figure.name} may fall back by {told}; the first if nothing is said.", "GUI-6.5a", ways=ways
    )


def _advances(asked: Asked) -> Iterator[Finding]:
    """The places to which winners may follow up into ground given up (GUI-6.6a)."""
    who, into, where = asked.rest.partition(" into ")
    if not into:
        raise PositionError(asked.number, "into which hexes? places for ADVANCE Hugo into 0405")
    winners, vacated = asked.names(who), asked.hexes(where)
    battle = asked.battle.copy()  # whoever is still there has given ground
    losers = [f for at in vacated for f in battle.living_at(at) if f.id not in winners]
    for figure in losers:
        battle.figures[figure.id] = replace(figure, hex=None, rear=None)
    found = advance.possible_advances(battle, asked.rules, winners, vacated, frozenset(f.id for f in losers))
    ways = [(one.figure, [stride.place.label for stride in one.path]) for one in found]
    told = ", ".join(f"{asked.battle.figures[name].name} to {' > '.join(way)}" for name, way in ways)
    yield asked.answer(f"{told}." if told else "nobody may advance.", "GUI-6.6a", ways=ways)


def _values(asked: Asked) -> Iterator[Finding]:
    for name in asked.names(asked.rest):
        words, data = state_of(asked.battle, name)
        yield asked.answer(words, "", **data)


QUESTIONS: dict[str, Callable[[Asked], Iterator[Finding]]] = {
    "odds": _odds,
    "line of fire": line_of_fire.asked,
    "line of sight": line_of_fire.asked,
    "cover": line_of_fire.asked,
    "range": line_of_fire.asked,
    "impact": line_of_fire.asked,
    "damage": line_of_fire.asked,
    "shot": line_of_fire.asked,
    "legal": _legal,
    "try": _try,
    "cost": _cost,
    "reach": _reach,
    "places for retreat": _retreats,
    "places for advance": _advances,
    "values": _values,
    "hex": places.asked,
}
