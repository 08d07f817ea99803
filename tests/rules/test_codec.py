"""Events survive storage, and old versions are lifted or refused."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import codec
from rules.events.base import Event, is_visible
from rules.events.codec import EVENT_TYPES, UnknownEvent, check_upcasters, decode, encode
from rules.events.umpire import DieRolled, OrdersAccepted
from rules.evolve.registry import HANDLERS
from rules.state.battle import Outcome

WORDS = st.text(max_size=12)
SCORES = st.dictionaries(WORDS, st.integers(-99, 99), max_size=3)
st.register_type_strategy(Outcome, st.builds(Outcome, winner=WORDS, reason=WORDS, scores=SCORES))


@settings(max_examples=300)
@given(st.data())
def test_every_event_type_survives_storage(data: st.DataObject) -> None:
    cls = data.draw(st.sampled_from([t for t in EVENT_TYPES.values() if t.kind != "game_created"]))
    event = data.draw(st.from_type(cls))
    record = encode(event)
    assert record.type == cls.kind
    assert decode(*record) == event
    assert encode(decode(*record)) == record


def test_every_event_type_is_applied_by_somebody() -> None:
    assert set(EVENT_TYPES.values()) == set(HANDLERS)


def test_stored_names_are_no_import_paths() -> None:
    assert all("." not in kind and kind == kind.lower() for kind in EVENT_TYPES)


def test_unknown_types_versions_and_broken_bytes_are_refused() -> None:
    for kind, version, data in (
        ("no_such_event", 1, b"{}"),
        ("die_rolled", 2, b"{}"),
        ("die_rolled", 0, b"{}"),
        ("die_rolled", 1, b"{"),
        ("die_rolled", 1, b'{"name": 7}'),
    ):
        with pytest.raises(UnknownEvent):
            decode(kind, version, data)


class Second(Event, frozen=True):
    kind = "die_rolled"
    version = 2
    name: str
    sides: int
    face: int
    rule: str
    colour: str


def test_an_old_version_is_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EVENT_TYPES, "die_rolled", Second)
    monkeypatch.setitem(codec._versions, "die_rolled", 2)
    monkeypatch.setitem(codec._decoders, "die_rolled", msgspec.json.Decoder(Second))
    monkeypatch.setitem(codec.UPCASTERS, ("die_rolled", 1), lambda old: {**old, "colour": "bone"})
    old = msgspec.json.encode({"name": "n", "sides": 10, "face": 3, "rule": "GUI-6c"})
    assert decode("die_rolled", 1, old) == Second("n", 10, 3, "GUI-6c", "bone")


def test_a_gap_in_the_upcasters_stops_the_server() -> None:
    with pytest.raises(UnknownEvent, match="no upcaster for die_rolled version 1"):
        check_upcasters({"die_rolled": Second}, {})
    with pytest.raises(UnknownEvent, match="leads nowhere"):
        check_upcasters({"die_rolled": DieRolled}, {("die_rolled", 1): lambda old: old})


def test_orders_are_seen_by_their_seat_alone() -> None:
    orders = OrdersAccepted(seat="normans", phase=1, orders=("MOVE Robert stay",), standing=())
    assert is_visible(orders, "normans")
    assert not is_visible(orders, "arabs")
    assert not is_visible(orders, None)
