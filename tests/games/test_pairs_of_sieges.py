"""Sealed plans: until a day is opened nobody can tell what the other side has filed for it, or whether it
has; and then nobody can tell which lines did not come true, or on which terms one did. A leak is found.

Here a sample is played; ``python -m bench.pairs --of sieges`` plays thousands."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from games.seats import seats
from rules import engine
from rules.events import base, umpire
from rules.events.base import Audience, Event
from rules.events.siege import DeedDone
from rules.siege import fights, sheet
from rules.siege.page import SiegePage
from rules.siege.plans.plan import Act
from rules.siege.today import Today
from rules.state.siege import Deed, Siege
from rules.umpires import siege as umpires
from tests.games.pairs import Group, differing, looks
from tests.games.siege_worlds import group
from tests.sampling import some

pytestmark = pytest.mark.django_db

OF_A_GROUP = 3
"""Pairs of a group that are played; their names differ from group to group."""


def told_apart(number: int, *what: str, thorough: bool = False) -> dict[str, list[str]]:
    """What tells the worlds of pairs apart, by what differs."""
    base, others = looks(group(number), what, thorough=thorough)
    assert others, "the game was over, or what differs came true"
    return {what: odd for what, seen in others.items() if (odd := differing(base, seen))}


@pytest.mark.parametrize("number", some(range(3), 3))
def test_what_is_hidden_changes_no_byte(number: int) -> None:
    names = list(group(number).others)
    random.Random(number).shuffle(names)
    assert told_apart(number, *names[:OF_A_GROUP], thorough=number == 0) == {}


def test_every_difference_is_there_and_none_is_always_void() -> None:
    """What ``group`` makes out of forty numbers."""
    made = [group(number) for number in range(40)]
    assert {len(one.others) for one in made} == {13, 14, 15, 16}
    hidden = {one.cast.hider for one in made}
    assert len(hidden) > 3 and any(one.agreed["late"] for one in made)
    firsts = {_first_of(one) for one in made}
    assert {"ASSAULT", "BATTER", "PARLEY", "REST", "SALLY", "SUPPLY", "BATTLE"} <= firsts


def _first_of(made: Group) -> str:
    return str(made.base.days[0][made.cast.hider][0].split()[0])


# leaks


def shows(kind: type[Event]) -> Callable[[pytest.MonkeyPatch], None]:
    """Everybody is shown such events."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(kind, "audience", Audience.ALL)
        base.is_open.cache_clear()

    return plant


def by_whose_orders_are_in(patch: pytest.MonkeyPatch) -> None:
    """As the page of a game had it."""
    patch.setattr(seats, "told_owing", lambda game, reader: seats.owing(game))


def by_who_is_late(patch: pytest.MonkeyPatch) -> None:
    """As the mail about a deadline that was put off had it."""
    patch.setattr(seats, "is_sealed", lambda game: False)


def by_the_sheet(patch: pytest.MonkeyPatch) -> None:
    """Whoever draws up the sheet is given the truth, and counts lines."""
    standing = sheet.standing

    def counting(siege: Siege, *more: SiegePage) -> list[str]:
        return [*standing(siege, *more), f"{sum(map(len, siege.standing.values()))} lines."]

    patch.setattr(sheet, "standing", counting)
    patch.setattr(engine, "_as_known", lambda table, seat: (engine._UMPIRES.of(table), table))


def by_the_name_of_a_die(patch: pytest.MonkeyPatch) -> None:
    roll = Today.roll

    def rolling(self: Today, rule: str, actor: str, target: str = "", sides: int = 10) -> int:
        many = sum(len(plan.lines) for plan in self.plans.values())
        return roll(self, rule, f"{actor}-{many}", target, sides)

    patch.setattr(Today, "roll", rolling)


def by_naming_who_was_named(patch: pytest.MonkeyPatch) -> None:
    """As an assault had it."""
    assault = fights.assault

    def telling(today: Today, act: Act) -> None:
        record = today.record

        def named(event: Event) -> None:
            men = tuple(man.id for man in fights.chosen(today.siege, today.siege.besieger, act))
            record(replace(event, men=men) if isinstance(event, DeedDone) and act.kinds else event)

        patch.setattr(today, "record", named)
        assault(today, act)

    page = umpires.PAGES["guiscard-siege-1"]
    told = [dataclasses.replace(a, carry_out=telling) if a.deed is Deed.ASSAULT else a for a in page.actions]
    patch.setitem(umpires.PAGES, page.id, dataclasses.replace(page, actions=tuple(told)))


@pytest.mark.parametrize(
    ("plant", "number", "what"),
    some(
        [
            (shows(umpire.OrdersAccepted), 0, "another plan"),
            (shows(umpire.DecisionMade), 0, "terms"),
            (shows(umpire.OrderFailed), 0, "refused"),
            (by_whose_orders_are_in, 2, "nothing filed yet"),
            (by_who_is_late, 2, "nothing filed yet"),
            (by_the_sheet, 2, "in vain below"),
            (by_the_name_of_a_die, 2, "in vain above"),
            (by_naming_who_was_named, 31, "as found"),
        ],
        3,
    ),
)
def test_a_leak_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], number: int, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    try:
        assert told_apart(number, what)
    finally:
        monkeypatch.undo()
        base.is_open.cache_clear()
