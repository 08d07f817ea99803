"""The men of a position of a siege: who is there, how he fares, and what he builds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.positions.faults import PositionError, unknown
from rules.positions.form import Line, Phase
from rules.positions.names import named
from rules.scenarios.rosters import plain_name, roster_figures
from rules.siege.page import SiegePage, tables_of
from rules.siege.today import successor
from rules.state.figure import Character, FigureId, Health, SideId
from rules.state.siege import NEVER, Siege, Team

ONLY = "only"
STATES = ("wounded", "wounded until 9", "dead", "prisoner", "on foot", "commands")


def put(siege: Siege, first: Phase) -> dict[FigureId, int]:
    """Put the men of [men ...] into a siege; on which line each stands. Raises PositionError."""
    known = {side.id for side in siege.setup.sides}
    sections = list(first.of("men"))
    for section in sections:
        if section.about not in known:
            raise unknown(section.number, "side", section.about, known)
    begun = siege.copy()
    cleared = {s.about for s in sections if any(line.text.strip().lower() == ONLY for line in s.lines)}
    gone = {man.id for side in cleared for man in siege.men_of(side)}
    siege.men = {name: man for name, man in siege.men.items() if name not in gone}
    lines: dict[FigureId, int] = {}
    for section in sections:
        for line in section.lines:
            if line.text.strip().lower() != ONLY:
                name = _put(siege, section.about, begun, line)
                if name in lines:
                    raise PositionError(
                        line.number, f"{siege.men[name].name} stands in line {lines[name]} too"
                    )
                lines[name] = line.number
    for side in cleared:
        if siege.commanders.get(side) not in siege.men:
            heir = successor(siege, side, tables_of(siege))
            siege.commanders.pop(side, None)
            siege.commanders |= {side: heir.id} if heir is not None else {}
    return lines


def _put(siege: Siege, side: SideId, begun: Siege, line: Line) -> FigureId:
    called, *states = [part.strip() for part in line.text.split(",")]
    name = plain_name(" ".join(called.split()))
    ours = {one.id: one for one in begun.men_of(side)}
    man = ours.get(name) or (None if name in begun.men else _of_roster(siege, side, name))
    if man is None:
        raise unknown(line.number, f"man of the {side} called", called, ours)
    for state in states:
        man = _in_state(siege, man, " ".join(state.lower().split()), line)
    siege.men[name] = man
    return name


def _of_roster(siege: Siege, side: SideId, name: FigureId) -> Character | None:
    figure = roster_figures().get(name)
    if figure is None:
        return None
    man = figure.figure(side, siege.seat_of(side))
    return replace(man, mount=f"{man.id}-horse" if figure.rides else None)


def _in_state(siege: Siege, man: Character, state: str, line: Line) -> Character:
    match state.split():
        case ["wounded"]:
            siege.recovers[man.id] = NEVER
            return replace(man, health=Health.WOUNDED)
        case ["wounded", "until", day] if day.isdecimal():
            siege.recovers[man.id] = int(day)
            return replace(man, health=Health.WOUNDED)
        case ["dead"]:
            return replace(man, health=Health.DEAD, mount=None)
        case ["prisoner"]:
            siege.captured[man.id] = siege.enemy_of(man.side)
        case ["on", "foot"]:
            return replace(man, mount=None)
        case ["commands"]:
            siege.commanders[man.side] = man.id
        case _:
            raise unknown(line.number, "state of a man", state, STATES)
    return man


def set_to_work(siege: Siege, page: SiegePage, first: Phase) -> None:
    """The builders of [works]. Raises PositionError."""
    things = {thing.id for thing in page.things}
    size = tables_of(siege)["siege-figures"].number("builders", "value")
    for line in (line for section in first.of("works") for line in section.lines):
        what, *rest = line.words
        if what.lower() not in things:
            raise unknown(line.number, "thing that is built", what, things)
        worked = int(rest.pop(0)) if rest and rest[0].isdecimal() and len(rest[0]) < 3 else 0
        men = tuple(named(line.number, rest, siege.men, "man called"))
        able = {man.id for man in siege.men_of(siege.besieger)}
        if not able.issuperset(men) or not 1 <= len(men) == len(set(men)) <= size:  # fewer where some died
            raise PositionError(line.number, f"{size} men of the {siege.besieger} build together")
        siege.teams = (*siege.teams, Team(what.lower(), men, worked))


def in_words(siege: Siege) -> Iterator[tuple[SideId, FigureId, str]]:
    """Side, id and line of each man of a roster, in the order in which they stand in the siege."""
    for name, man in siege.men.items():
        if name not in roster_figures():
            continue
        words = [man.name]
        if man.dead:
            words.append("dead")
        elif man.wounded:
            until = siege.recovers.get(name, NEVER)
            words.append(f"wounded until {until}" if until else "wounded")
        words += ["prisoner"] if name in siege.captured else []
        horse = roster_figures()[name].rides and not man.dead
        words += ["on foot"] if horse and man.mount is None else []
        words += ["commands"] if siege.commanders.get(man.side) == name else []
        yield man.side, name, ", ".join(words)
