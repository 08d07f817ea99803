"""The safest way to a hex: its harm is what plans say, and no other way does less (GUI-4.3a)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.rejection import Rejection
from rules.desk.read import read_orders
from rules.events.movement import Moved
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse_filed
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.state.figure import Character, Health
from rules.tactical.harm import infiltration
from rules.tactical.harm.weighing import KILLED, STOPPED, WOUNDED
from rules.tactical.moving import movement, path_finding
from rules.tactical.moving.ordered_legs import begun
from rules.tactical.moving.safest import safest_path
from rules.tactical.ways.entry import entry_cost, starting_mp
from rules.tactical.ways.stacking import closed_by_enemy
from tests.rules.kit import RULES, battle, field, journal, man, rider


def hexes(legs):
    return [leg.hex or leg.kind.value for leg in legs]


def plan_of(made, who, legs):
    return movement.plan(made, RULES, MoveOrder(figure=who, path=tuple(legs)))


def safest(made, who, to, facing=""):
    figure = made.figures[who]
    draft = begun(made, who, starting_mp(made, RULES, figure, None))
    return safest_path(draft, RULES, draft.figures[who], to, facing)


def cheapest(made, who, to, facing=""):
    figure = made.figures[who]
    draft = begun(made, who, starting_mp(made, RULES, figure, None))
    return path_finding.cheapest_path(draft, RULES, draft.figures[who], to, facing)


@pytest.mark.rule("GUI-4.3a")
def test_round_the_enemy_where_the_mp_allow_it_and_past_him_where_they_do_not():
    made = battle(field(6, 8), man("Robert", "0205"), man("Zahir", "0303", side="arabs"))
    assert plan_of(made, "robert", cheapest(made, "robert", "0201")).tests
    way = safest(made, "robert", "0201")
    found = plan_of(made, "robert", way)
    assert not found.tests and found.harm == 0 and found.hex == "0201"
    assert found.cost > plan_of(made, "robert", cheapest(made, "robert", "0201")).cost
    short = begun(made, "robert", 4)
    assert safest_path(short, RULES, short.figures["robert"], "0201") == cheapest(made, "robert", "0201")


@pytest.mark.rule("GUI-4.3a")
def test_past_one_enemy_if_not_past_none_and_past_the_weaker_of_two():
    made = battle(
        "w . . . .\nw . . . .\nw . . . .\nw . . . .",
        man("Robert", "0304"),
        man("Hale", "0202", side="arabs"),
        man("Hurt", "0502", side="arabs", health=Health.WOUNDED),
    )
    found = plan_of(made, "robert", safest(made, "robert", "0401"))
    assert [who for _, who in found.tests] == [("hurt",)]


def test_a_way_without_danger_is_the_cheapest_path_to_the_leg():
    made = battle(". t . .\n. . s .\n. . . .\n. . . .", man("Robert", "0101"), rider("Drogo", "0403", "0404"))
    for who, to in (("robert", "0303"), ("drogo", "0102")):
        assert safest(made, who, to) == cheapest(made, who, to)


def test_harm_is_the_chances_weighed():
    made = battle(field(4, 6), man("Robert", "0205"), man("Zahir", "0303", side="arabs"))
    found = plan_of(made, "robert", [Leg(LegKind.HEX, hex=at) for at in ("0204", "0203", "0202")])
    assert found.harm == STOPPED * Fraction(2, 10) + WOUNDED * Fraction(2, 10) + KILLED * Fraction(1, 10)


def test_the_end_is_that_of_the_cheapest_path_with_the_facing_of_the_horse():
    made = battle(field(8, 9), rider("Drogo", "0408", "0409"), man("Zahir", "0505", side="arabs"))
    ends = set()
    for way in (cheapest(made, "drogo", "0403"), safest(made, "drogo", "0403")):
        found = plan_of(made, "drogo", way)
        ends.add((found.hex, found.rear, found.facing))
    assert len(ends) == 1
    turned = plan_of(made, "drogo", safest(made, "drogo", "0403", "SW"))
    assert turned.facing == "SW" and turned.harm == 0


def test_what_cannot_be_reached_is_refused_as_ever_and_what_is_too_far_is_the_cheapest_path():
    made = battle(field(3, 12), man("Robert", "0101"), man("Odo", "0102"), man("Zahir", "0206", side="arabs"))
    refused = safest(made, "robert", "0102")
    assert isinstance(refused, Rejection) and refused == cheapest(made, "robert", "0102")
    assert safest(made, "robert", "0212") == cheapest(made, "robert", "0212")


@pytest.mark.rule("GUI-4.3a")
def test_each_stroke_counts_for_itself_so_that_nobody_seeks_a_first_enemy_to_be_spared_a_second():
    made = battle(
        field(4, 6),
        man("Robert", "0205"),
        man("Zahir", "0303", side="arabs"),
        man("Yusuf", "0102", side="arabs", health=Health.WOUNDED),
    )
    both = plan_of(made, "robert", [Leg(LegKind.HEX, hex=at) for at in ("0204", "0203", "0202", "0201")])
    strokes = [infiltration.one_die(made, RULES, made.figures["robert"], made.figures[e]) for e in ENEMIES]
    assert sorted(e for _, who in both.tests for e in who) == sorted(ENEMIES)
    assert both.harm == sum(STOPPED * d.stopped + WOUNDED * d.wounded + KILLED * d.killed for d in strokes)


ENEMIES = ("zahir", "yusuf")
HEXES = [f"{column:02}{row:02}" for column in range(1, 5) for row in range(1, 6)]


@st.composite
def scenes(draw):
    """A mover in one corner of a small board, up to four enemies somewhere, and a goal."""
    rows = [" ".join(draw(st.sampled_from(".....stw")) for _ in range(4)) for _ in range(5)]
    places = draw(st.permutations(HEXES))
    enemies = [
        man(
            f"A{i}", at, side="arabs", armoured=draw(st.booleans()),
            health=draw(st.sampled_from([Health.HEALTHY, Health.WOUNDED])),
        )
        for i, at in enumerate(places[2 : 2 + draw(st.integers(1, 4))])
    ]  # fmt: skip
    hurt = draw(st.sampled_from([Health.HEALTHY, Health.HEALTHY, Health.WOUNDED]))
    made = battle("\n".join(rows), man("Robert", places[0], health=hurt), *enemies)
    return made, places[1], draw(st.integers(2, 6))


def _all_ways(draft, to, way=()):
    """Every way within the MP that enters no hex twice."""
    robert = draft.figures["robert"]
    at = way[-1] if way else robert.hex
    if at == to:
        yield way
        return
    for near in draft.board.neighbours(at):
        if near not in way and near != robert.hex:
            legs = tuple(Leg(LegKind.HEX, hex=label) for label in (*way, near))
            if _within(draft, legs):
                yield from _all_ways(draft, to, (*way, near))


def _within(draft, legs):
    robert, spent, at = draft.figures["robert"], 0, draft.figures["robert"].hex
    for leg in legs:
        cost = entry_cost(draft, RULES, robert, at, leg.hex)
        if isinstance(cost, Rejection) or closed_by_enemy(draft, robert.side, leg.hex) is not None:
            return False
        spent, at = spent + cost[0], leg.hex
    return spent <= draft.now.left["robert"]


@settings(max_examples=120, deadline=None)
@given(scenes())
def test_no_way_within_the_mp_does_less_harm_and_none_as_safe_is_cheaper(scene):
    made, to, mp = scene
    draft = begun(made, "robert", mp)
    way = safest_path(draft, RULES, draft.figures["robert"], to)
    if isinstance(way, Rejection):
        return
    chosen = plan_of(made, "robert", way)
    if isinstance(chosen, Rejection) or chosen.cost > mp:
        return
    others = [
        plan_of(made, "robert", [Leg(LegKind.HEX, hex=at) for at in other]) for other in _all_ways(draft, to)
    ]
    best = min((other.harm, other.cost) for other in others if not isinstance(other, Rejection))
    assert (chosen.harm, chosen.cost) == best


@st.composite
def rides(draw):
    """A rider, led about a wider board with enemies on foot and mounted."""
    rows = [" ".join(draw(st.sampled_from("......s.t")) for _ in range(8)) for _ in range(8)]
    enemies: list[Character] = []
    for i in range(draw(st.integers(1, 4))):
        at = f"{draw(st.integers(1, 8)):02}{draw(st.integers(1, 6)):02}"
        if at not in [f.hex for f in enemies]:
            enemies.append(man(f"A{i}", at, side="arabs", hoplite=draw(st.booleans())))
    made = battle("\n".join(rows), rider("Drogo", "0407", "0408", side="normans"), *enemies)
    to = f"{draw(st.integers(1, 8)):02}{draw(st.integers(1, 4)):02}"
    return made, to, draw(st.sampled_from(["", "N", "SE", "SW"]))


@settings(max_examples=60, deadline=None)
@given(rides())
def test_a_rider_ends_as_by_the_cheapest_path_with_no_more_harm_and_within_his_mp(scene):
    made, to, facing = scene
    plain = cheapest(made, "drogo", to, facing)
    if isinstance(plain, Rejection) or isinstance(plan_of(made, "drogo", plain), Rejection):
        return
    one, other = plan_of(made, "drogo", plain), plan_of(made, "drogo", safest(made, "drogo", to, facing))
    assert not isinstance(other, Rejection)
    assert (one.hex, one.rear, one.facing) == (other.hex, other.rear, other.facing)
    assert (other.harm, other.cost) <= (one.harm, one.cost)
    assert other.harm < one.harm or plain == [leg.leg for leg in other.legs]


# at the desk, and carried out

ROUND = "MOVE Robert to 0201 safest"


def before_zahir():
    return battle(field(6, 8), man("Robert", "0205"), man("Zahir", "0303", side="arabs"))


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("MOVE Robert to 0201", ROUND),
        ("go Robert 0201", ROUND),
        ("Robert to 0201 by the safest way", ROUND),
        ("MOVE Robert safely to 0201", ROUND),
        ("MOVE Robert to 0201 shortest", "MOVE Robert to 0201 shortest"),
        ("Robert 0201 by the shortest way", "MOVE Robert to 0201 shortest"),
        ("MOVE Robert to 0201 facing N shortest", "MOVE Robert to 0201 shortest facing N"),
        (
            "IF Zahir is down THEN MOVE Robert to 0201 ELSE MOVE Robert to 0202 shortest",
            "IF Zahir is down THEN MOVE Robert to 0201 safest ELSE MOVE Robert to 0202 shortest",
        ),
        ("MOVE Robert 0204 0203", "MOVE Robert 0204 0203"),
    ],
)
def test_what_is_written_now_is_filed_with_its_way_and_says_the_same_when_it_is_sent_again(line, filed):
    reading = read_orders(before_zahir(), RULES, "normans", [line])
    assert reading.orders == (filed,)
    assert read_orders(before_zahir(), RULES, "normans", reading.orders).orders == (filed,)


def test_the_receipt_tells_what_the_other_way_would_have_cost_or_risked_where_they_differ():
    def told(line):
        [answer] = read_orders(before_zahir(), RULES, "normans", [line]).lines
        return " ".join(answer.message)

    assert "shortest way takes 1 MP less and brings him through unhurt with 50 %" in told("Robert to 0201")
    assert "safest way takes 1 MP more and brings him through unhurt with 100 %" in told(
        "MOVE Robert to 0201 shortest"
    )
    assert " way takes" not in told("MOVE Robert to 0203")


@pytest.mark.parametrize(
    ("order", "way"),
    [
        ("MOVE Robert to 0201", ["0204", "0203", "0202", "0201"]),  # as it stands in logs from before
        ("MOVE Robert to 0201 shortest", ["0204", "0203", "0202", "0201"]),
        (ROUND, ["0204", "0104", "0103", "0102", "0201"]),
    ],
)
def test_what_stands_is_carried_out_by_the_way_that_it_names(order, way):
    made = before_zahir()
    filed = parse_filed(order, lexicon_of(made, "normans"))
    table = journal(made, 1)
    movement.resolve_move(table, RULES, filed, lambda mover: None)
    assert [e.hex for e in table.events if isinstance(e, Moved)] == way
