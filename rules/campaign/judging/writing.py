"""A position file of any campaign as it stands: what is not as it was on its first morning stands in [exact],
field by field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules.campaign import scenarios
from rules.campaign.judging import reading
from rules.campaign.judging.judging import scale
from rules.events.umpire import DieRolled
from rules.positions import fields
from rules.positions.form import CAMPAIGN, VERSION
from rules.positions.mornings import lay
from rules.positions.writing import CannotBeWritten
from rules.state.campaign import Campaign

ROUNDS = 3  # of writing and reading back


def written(at: Campaign, pages: reading.Pages, about: Sequence[str], dice: Iterable[DieRolled]) -> str:
    """The file. ``about``: lines of comment for its head; ``dice``: those of the phase that is open. Raises
    CannotBeWritten."""
    if at.setup.scenario not in scenarios.campaigns():
        raise CannotBeWritten(f"there is no campaign {at.setup.scenario} to begin from")
    thrown, exact = [f"{die.rule} {die.face}" for die in dice], dict[str, str]()
    papers = list(_orders(at))
    for _ in range(ROUNDS):
        text = "\n".join(_lines(at, about, papers, thrown, exact)) + "\n"
        differing = dict(fields.differences(at, _again(text, pages)))
        if not differing:
            return text
        if differing.keys() & {"standing", "sheets"}:  # the desk would not take a plan as it is
            papers = list(_filed(at))
        exact |= {name: _json(value) for name, value in differing.items() if name != "standing"}
    raise CannotBeWritten("this campaign cannot be written as a position file")


def _again(text: str, pages: reading.Pages) -> Campaign:
    """What the file puts up, with all orders on the table."""
    position = reading.read(text, pages)
    at = position.at.copy()
    for section in position.phases[0].of("orders", "filed"):
        list(lay(at, section, scale(position.page).read))
    return at


def _orders(at: Campaign) -> Iterator[str]:
    """Orders as their owners mailed them, where they did so today."""
    for seat in at.setup.seats:
        plan = at.standing.get(seat.id, ())
        if seat.id in at.sheets and plan:
            yield from ("", f"[orders {seat.id}]", *plan)
        elif seat.id in at.standing:
            yield from ("", f"[filed {seat.id}]", *plan)


def _filed(at: Campaign) -> Iterator[str]:
    for seat, plan in at.standing.items():
        yield from ("", f"[filed {seat}]", *plan)


def _lines(
    at: Campaign, about: Sequence[str], papers: Sequence[str], dice: Sequence[str], exact: dict[str, str]
) -> Iterator[str]:
    yield f"position {VERSION}"
    yield from (f"# {' '.join(words.split())}" for words in about)
    yield f"{CAMPAIGN} {at.setup.scenario.removeprefix(scenarios.PREFIX)}"
    yield f"day {at.day}"
    yield from (f"phase {at.phase}",) if at.phase != at.day else ()
    yield f"last day {at.setup.last_day}"
    yield f"fights {at.setup.options.fights.value}"
    yield from (f"ahead {at.setup.options.days_ahead}",) if at.setup.options.days_ahead else ()
    yield from (f"season {at.season}",) if at.season else ()
    yield from papers
    yield from ("", "[dice]", *dice) if dice else ()
    yield from ("", "[exact]", *(f"{name} {value}" for name, value in exact.items())) if exact else ()


def _json(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)
