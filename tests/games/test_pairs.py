"""Whoever cannot tell two worlds apart gets the same bytes of both; a leak of any hidden field is found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from rules.events import base, kinds
from rules.events.base import Audience, Event, is_open
from rules.state.audience import To
from rules.views.records import Situation
from tests.games import veiled_rules
from tests.games.pairs import differing, looks
from tests.games.veiled_table import KINDS, Counter, Veiled
from tests.games.veiled_worlds import DIFFERENCES, group
from tests.sampling import some

pytestmark = pytest.mark.django_db


def found(number: int, what: str, days: int = 1) -> list[str]:
    """What tells the two worlds of a pair apart."""
    base, others = looks(group(number, days), [what], thorough=False)
    return differing(base, others[what])


@pytest.mark.parametrize("number", some(range(4), 4))
def test_what_is_hidden_changes_no_byte(number: int) -> None:
    """A world, and one for each thing that may differ."""
    base, others = looks(group(number, days=1 + number % 2))
    assert set(others) == set(DIFFERENCES)
    assert {what: odd for what, seen in others.items() if (odd := differing(base, seen))} == {}


# what is kept from a seat stays so whatever is told of what it knows


def telling(table: Veiled, seat: str | None) -> Situation:
    """A sheet that tells everything that somebody is given who answers a seat."""
    told = {name: value for name, value in msgspec.to_builtins(table).items() if name != "setup"}
    return msgspec.structs.replace(tells_little(table, seat), notes=(repr(told),))


tells_little = veiled_rules.situation


@pytest.fixture
def all_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(veiled_rules, "situation", telling)


def test_whoever_answers_a_seat_is_given_nothing_else_to_tell(all_is_told: None) -> None:
    base, others = looks(group(4))
    assert {what: odd for what, seen in others.items() if (odd := differing(base, seen))} == {}


ELSEWHERE = {"calls"}  # nobody calls another game here: tests/games/test_families*.py


def hidden_fields() -> Iterator[tuple[type, str]]:
    """The fields of a veiled table of which not everybody may know, by the records that have them."""
    for kind in (Veiled, Counter):
        for name, audience in kind.audiences.items():
            if audience not in (To.ALL, To.WITHIN) and name not in ELSEWHERE:
                yield kind, name


@pytest.mark.parametrize(
    ("kind", "field"), [pytest.param(*found, id=found[1]) for found in some(list(hidden_fields()), 3)]
)
def test_a_field_that_is_open_by_mistake_is_found(
    kind: Any, field: str, all_is_told: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert field in DIFFERENCES, f"no pair of worlds differs in {field}"
    monkeypatch.setitem(kind.audiences, field, To.ALL)
    assert found(0, field)


TELLS = {
    "veiled_created": "name",
    "spied": "lore",
    "shifted": "amount",
    "fought": "strength",
    "spoils_taken": "answer",
    "foraged": "closed dice",
    "umpires_purse_filled": "closed dice",
    "orders_accepted": "sheets",
    "die_rolled": "closed dice",
    "decision_made": "answer",
    "decision_answered": "answer",
    "standing_order_used": "progress",
    "standing_order_spent": "spent_orders",
}
"""By a kind of event of which not everybody is shown all: what would tell two worlds apart if he were."""


def test_every_kind_of_which_not_all_is_shown_is_tried() -> None:
    assert {kind.kind for kind in KINDS.events if not is_open(kind)} <= set(TELLS)


@pytest.mark.parametrize("name", some(list(TELLS), 3))
def test_an_event_that_is_shown_to_all_by_mistake_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    [kind] = [kind for kind in (*KINDS.events, *kinds.TABLE.events) if kind.kind == name]
    monkeypatch.setattr(kind, "audience", Audience.ALL)
    monkeypatch.setattr(kind, "seen_by", Event.seen_by)
    monkeypatch.setattr(kind, "by_knowledge", False)
    base.is_open.cache_clear()
    try:
        assert found(3, TELLS[name])
    finally:
        base.is_open.cache_clear()


# and by other ways than fields and events


def by_a_count_of_events(patch: pytest.MonkeyPatch) -> None:
    """As the content ids of maps had it."""
    from games.reports import enclosed

    patch.setattr(enclosed, "_cid", lambda facts: f"map-{facts.game.version}@here")


def by_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """Whoever answers is given the truth, and says more than he should."""
    from rules import engine

    refusal = veiled_rules.refusal

    def saying_all(table: Veiled, seat: str, words: Any) -> str:
        why = refusal(table, seat, words)
        return f"{why} {table.counters}" if why else ""

    patch.setattr(veiled_rules, "refusal", saying_all)
    patch.setattr(engine, "_as_known", lambda table, seat: (engine._UMPIRES.of(table), table))


def by_the_names_of_commands(patch: pytest.MonkeyPatch) -> None:
    from games.proof import seat_files

    records = seat_files._records
    patch.setattr(seat_files, "_records", lambda link, seen: records(link, link.audiences))


@pytest.mark.parametrize(
    ("plant", "what"),
    [
        (by_a_count_of_events, "progress"),
        (by_a_refusal, "strength"),
        (by_the_names_of_commands, "times written"),
    ],
)
def test_another_leak_is_found(plant: Any, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert found(0, what)
