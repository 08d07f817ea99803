"""A position file of any siege as it stands.

What words do not say is found by reading them back, and stands in [exact], field by field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from rules.events.umpire import DieRolled
from rules.positions import fields
from rules.positions.form import SIEGE, VERSION
from rules.positions.mornings import lay
from rules.positions.writing import CannotBeWritten
from rules.siege import scenarios
from rules.siege.judging import people, reading
from rules.siege.judging.judging import scale
from rules.state.siege import Siege

ROUNDS = 3  # of writing and reading back


def written(siege: Siege, pages: reading.Pages, about: Sequence[str], dice: Iterable[DieRolled]) -> str:
    """The file. ``about``: lines of comment for its head; ``dice``: those of the phase that is open. Raises
    CannotBeWritten."""
    if siege.setup.scenario not in scenarios.sieges():
        raise CannotBeWritten(f"there is no siege {siege.setup.scenario} to begin from")
    thrown, exact = [_die(die) for die in dice], dict[str, str]()
    papers = list(_orders(siege))
    for _ in range(ROUNDS):
        text = "\n".join(_lines(siege, about, papers, thrown, exact)) + "\n"
        differing = dict(fields.differences(siege, _again(text, pages)))
        if not differing:
            return text
        if differing.keys() & {"standing", "sheets"}:  # the desk would not take a plan as it is
            papers = list(_filed(siege))
        exact |= {name: _json(value) for name, value in differing.items() if name != "standing"}
    raise CannotBeWritten("this siege cannot be written as a position file")


def _again(text: str, pages: reading.Pages) -> Siege:
    """What the file puts up, with all plans on the table."""
    position = reading.read(text, pages)
    siege = position.siege.copy()
    for section in position.phases[0].of("orders", "filed"):
        list(lay(siege, section, scale(position.page).read))
    return siege


def _orders(siege: Siege) -> Iterator[str]:
    """Plans as their owners mailed them, where they did so today."""
    for seat in siege.setup.seats:
        plan = siege.standing.get(seat.id, ())
        if seat.id in siege.sheets:
            yield from ("", f"[orders {seat.id}]", *(plan or siege.sheets[seat.id]))
        elif seat.id in siege.standing:
            yield from ("", f"[filed {seat.id}]", *plan)


def _filed(siege: Siege) -> Iterator[str]:
    """Plans as they stand."""
    for seat, plan in siege.standing.items():
        yield from ("", f"[filed {seat}]", *plan)


def _lines(
    siege: Siege, about: Sequence[str], papers: Sequence[str], dice: Sequence[str], exact: dict[str, str]
) -> Iterator[str]:
    yield f"position {VERSION}"
    yield from (f"# {' '.join(words.split())}" for words in about)
    yield f"{SIEGE} {siege.setup.scenario.removeprefix(scenarios.PREFIX)}"
    yield from _head(siege)
    named = {side for side, _, _ in people.in_words(siege)}
    for side in (one.id for one in siege.setup.sides if one.id not in named):
        yield from ("", f"[men {side}]", people.ONLY)
    for side, lines in groupby(people.in_words(siege), lambda one: one[0]):
        yield from ("", f"[men {side}]", people.ONLY)
        yield from (line for _, _, line in lines)
    if siege.teams:
        yield from ("", "[works]")
        for team in siege.teams:
            yield f"{team.what} {team.worked} {', '.join(siege.men[name].name for name in team.men)}"
    happened = [f"{event} {day}" for event, day in siege.happened.items()]
    happened += [reading.BATTLE] if siege.battle_spent else []
    happened += [reading.REFUGE] if siege.holds else []
    yield from ("", "[happened]", *happened) if happened else ()
    yield from papers
    yield from ("", "[dice]", *dice) if dice else ()
    yield from ("", "[exact]", *(f"{name} {value}" for name, value in exact.items())) if exact else ()


def _head(siege: Siege) -> Iterator[str]:
    setup = siege.setup
    yield f"day {siege.day}"
    yield from (f"phase {siege.phase}",) if siege.phase != siege.day else ()
    yield f"last day {setup.last_day}"
    yield f"late events {setup.late_events.value}"
    yield f"fights {setup.options.fights.value}"
    yield from (f"stores {siege.stores} until {siege.fed_until}",) if siege.stores else ()
    yield from (f"engines {_pairs(siege.engines)}",) if siege.engines else ()
    yield from (f"damage {_pairs(siege.damage)}",) if siege.damage else ()
    yield from (f"lost until {siege.idle_until}",) if siege.idle_until else ()


def _pairs(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


def _die(die: DieRolled) -> str:
    return f"{die.rule} {die.face}"


def _json(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
