"""Events survive storage, and old versions are lifted or refused."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import engine
from rules.events import codec
from rules.events.base import Event
from rules.events.campaign import CampaignCreated
from rules.events.codec import EVENT_TYPES, UnknownEvent, decode, encode
from rules.events.creation import GameCreated
from rules.events.ladders import Loss
from rules.events.movement import Ending
from rules.events.sequence import StepBegan
from rules.events.siege import SiegeCreated
from rules.events.umpire import OrdersAccepted
from rules.events.upcasting import Upcaster, faults
from rules.evolve.registry import HANDLERS
from rules.state.battle import Battle
from rules.state.campaign import Campaign
from rules.state.families import Returned
from rules.state.siege import Siege
from rules.state.table import Outcome
from tests.rules import payloads
from tests.rules.kit import is_visible

WORDS = st.text(max_size=12)
SCORES = st.dictionaries(WORDS, st.integers(-99, 99), max_size=3)
st.register_type_strategy(Outcome, st.builds(Outcome, winner=WORDS, reason=WORDS, scores=SCORES))


st.register_type_strategy(
    StepBegan, st.builds(StepBegan, step=st.from_regex("[a-z]+(-[a-z]+)?", fullmatch=True))
)

BY_SEAT = st.dictionaries(WORDS, WORDS, max_size=2)
RETURNED = st.builds(
    Returned,
    prisoners=BY_SEAT,
    stores=st.dictionaries(WORDS, st.integers(0, 99), max_size=2),
    damage=st.dictionaries(WORDS, st.integers(0, 9), max_size=2),
)


def structs(cls: Any, seen: set[type] | None = None) -> set[type[msgspec.Struct]]:
    """``cls`` and every structure in its fields, in theirs and so on."""
    found = set() if seen is None else seen
    if isinstance(cls, type) and issubclass(cls, msgspec.Struct):
        if cls not in found:
            found.add(cls)
            for field in msgspec.structs.fields(cls):
                structs(field.type, found)
    else:
        for inner in get_args(cls):
            structs(inner, found)
    return found


def with_its_factories(cls: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Hypothesis takes the default of a signature; msgspec names a factory there, not what it makes."""
    made = {
        field.name: st.from_type(field.type)
        for field in msgspec.structs.fields(cls)
        if field.default_factory is not msgspec.NODEFAULT
    }
    return st.builds(cls, **made)


st.register_type_strategy(Returned, RETURNED)
for event_type in EVENT_TYPES.values():
    for struct in structs(event_type) - {Outcome, StepBegan, Returned}:
        if any(f.default_factory is not msgspec.NODEFAULT for f in msgspec.structs.fields(struct)):
            st.register_type_strategy(struct, with_its_factories(struct))


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
    applied = {*HANDLERS[Battle], *HANDLERS[Siege], *HANDLERS[Campaign]}
    assert set(EVENT_TYPES.values()) == {*applied, GameCreated, SiegeCreated, CampaignCreated}


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


def coloured(old: dict[str, Any]) -> dict[str, Any]:
    return {**old, "colour": "bone"}


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice have got a colour; a die was once called a cast."""
    monkeypatch.setitem(EVENT_TYPES, "die_rolled", Second)
    monkeypatch.setitem(codec._versions, "die_rolled", 2)
    monkeypatch.setitem(codec._decoders, "die_rolled", msgspec.json.Decoder(Second))
    monkeypatch.setitem(codec.UPCASTERS, ("die_rolled", 1), Upcaster(("die_rolled", 2), coloured))
    monkeypatch.setitem(
        codec.UPCASTERS, ("cast", 1), Upcaster(("die_rolled", 1), lambda old: {**old, "rule": "-"})
    )


def test_an_old_version_is_lifted(second_version: None) -> None:
    old = msgspec.json.encode({"name": "n", "sides": 10, "face": 3, "rule": "GUI-6c"})
    assert decode("die_rolled", 1, old) == Second("n", 10, 3, "GUI-6c", "bone")
    assert codec.readable("die_rolled", 1) and codec.readable("die_rolled", 2)
    assert not codec.readable("die_rolled", 3)


def test_a_type_that_has_another_name_now_is_lifted_through_all_steps(second_version: None) -> None:
    old = msgspec.json.encode({"name": "n", "sides": 10, "face": 3})
    assert decode("cast", 1, old) == Second("n", 10, 3, "-", "bone")


@pytest.mark.parametrize("data", [b"[]", b"{", b'{"name": 1}', b"{}"])
def test_old_data_that_cannot_be_lifted_is_refused(second_version: None, data: bytes) -> None:
    with pytest.raises(UnknownEvent):
        decode("die_rolled", 1, data)


def test_folding_stored_events_lifts_old_ones_and_refuses_what_cannot_be_read(
    second_version: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = [tuple(encode(event)) for event in engine.new_game("ford")]
    battle = engine.fold(stored)
    assert battle == engine.replay(engine.new_game("ford")) and engine.fold([]) is None
    seen: list[Event] = []
    monkeypatch.setitem(HANDLERS[Battle], Second, lambda battle, event: seen.append(event))
    old = msgspec.json.encode({"name": "n", "sides": 10, "face": 3})
    assert engine.fold([("cast", 1, old)], battle) is battle
    assert seen == [Second("n", 10, 3, "-", "bone")]
    for kind, version, data in (("moved", 1, b"{"), ("moved", 2, b"{}"), ("no_such_event", 1, b"{}")):
        with pytest.raises(UnknownEvent, match=kind):
            engine.fold([(kind, version, data)], battle)


def test_upcasters_with_gaps_and_circles_are_refused() -> None:
    def to(kind: str, version: int) -> Upcaster:
        return Upcaster((kind, version), dict)

    assert faults({"die": 1}, {}) == []
    assert faults({"die": 3}, {("die", 1): to("die", 2), ("die", 2): to("die", 3)}) == []
    assert faults({"die": 3}, {("die", 1): to("die", 3), ("die", 2): to("die", 3)}) == []
    assert faults({"die": 2}, {("cast", 1): to("die", 1), ("die", 1): to("die", 2)}) == []
    for present, steps, words in (
        ({"die": 2}, {}, "no upcaster leads from die version 1"),
        ({"die": 3}, {("die", 1): to("die", 2)}, "no upcaster leads from die version 2"),
        ({"die": 1}, {("die", 1): to("die", 2)}, "from die version 1 leads nowhere"),
        ({"die": 1}, {("die", 2): to("die", 1)}, "from die version 2 leads nowhere"),
        ({"die": 1}, {("cast", 1): to("gone", 1)}, "no upcaster leads from gone version 1"),
        (
            {"die": 3},
            {("die", 1): to("die", 2), ("die", 2): to("die", 1)},
            "in a circle: die version 1 > die version 2 > die version 1",
        ),
        ({"die": 1}, {("cast", 1): to("cast", 1)}, "in a circle: cast version 1 > cast version 1"),
    ):
        assert any(words in fault for fault in faults(present, steps)), words


def test_orders_are_seen_by_their_seat_alone() -> None:
    orders = OrdersAccepted(seat="normans", phase=1, orders=("MOVE Robert stay",), standing=())
    assert is_visible(orders, "normans")
    assert not is_visible(orders, "arabs")
    assert not is_visible(orders, None)


def test_a_stored_event_of_every_type_and_version_is_kept_and_can_be_read() -> None:
    kept = payloads.stored()
    assert not payloads.lacking(), "run python -m tests.rules.payloads, and keep every line there is"
    wanted = {(kind, version) for kind, cls in EVENT_TYPES.items() for version in range(1, cls.version + 1)}
    assert wanted <= {(payload.type, payload.version) for payload in kept}
    for payload in kept:
        event = decode(*payload)
        if (payload.type, payload.version) == (event.kind, event.version):
            assert encode(event).data == payload.data, "stored bytes are canonical and stay so"


@pytest.mark.parametrize(
    ("kind", "stored", "code"),
    [
        ("move_ended", {"reason": "stopped as ordered: fired at"}, Ending.AS_ORDERED),
        ("move_ended", {"reason": "Hugo was stopped in 0505", "rule": "GUI-4.3.1a"}, Ending.OPPOSED),
        ("move_ended", {"reason": "Hugo is dead", "rule": "GUI-1.2g"}, Ending.PLAIN),
        ("move_ended", {}, Ending.PLAIN),
        ("wounded", {"rule": "GUI-5.4.3a", "words": "wounded"}, True),
        ("killed", {"rule": "GUI-5.4.3a"}, True),
        ("killed", {"rule": "GUI-6.5e", "words": "wounded"}, False),  # a second injury: said once more
        ("stunned", {"rule": "GUI-6c"}, False),
        ("ladder_lost", {"why": "cut", "rule": "GUI-10.6.4"}, Loss.CUT),
        ("ladder_lost", {"why": "burnt", "rule": "RUL-1015"}, Loss.BURNT),
        ("ladder_lost", {"why": "left in the breach", "rule": "GUI-10.6.5a"}, Loss.BREACH),
        ("ladder_lost", {"why": "gone with its bearer", "rule": "GUI-10.6.2"}, Loss.GONE),
    ],
)
def test_what_older_logs_said_by_rules_and_words_is_read_as_a_code(
    kind: str, stored: dict[str, str], code: object
) -> None:
    whom = {"ladder": "a rope"} if kind == "ladder_lost" else {"figure": "hugo"}
    event: Any = decode(kind, 1, msgspec.json.encode(whom | stored))
    assert (event.by_die if isinstance(code, bool) else event.code) is code
    assert decode(*encode(event)) == event
