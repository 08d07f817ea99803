"""Cheapest paths and reach, and what holds for any move on any board (GUI-4)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.rejection import Rejection
from rules.events.movement import InfiltrationTested, Moved
from rules.orders.records import Leg, LegKind, MoveOrder
from rules.tactical.harm import infiltration
from rules.tactical.moving import movement, path_finding
from rules.tactical.moving.place_search import Search
from rules.tactical.ways.entry import Ways, entry_cost
from rules.tactical.ways.stacking import cannot_end
from tests.rules.kit import RULES, battle, field, horse, journal, man, rider


def hexes(legs):
    return [leg.hex or leg.kind.value for leg in legs]


def cost_of(made, who, legs):
    plan = movement.plan(made, RULES, MoveOrder(figure=who, path=tuple(legs)))
    assert not isinstance(plan, Rejection), plan
    return plan.cost


def test_round_the_wood_when_that_is_cheaper():
    board = """
    . . . . .
    . t t t .
    . s s s .
    . . . . .
    """
    made = battle(board, man("Robert", "0102"))
    legs = path_finding.cheapest_path(made, RULES, made.figures["robert"], "0502")
    assert cost_of(made, "robert", legs) == 4 and not {"0202", "0302", "0402"} & set(hexes(legs))


@pytest.mark.rule("GUI-4.3a")
def test_among_equally_cheap_ways_the_one_past_fewer_enemies():
    # from 0202 to 0304 in two steps: by 0203 or by 0303
    for zahir, way in (("0402", ["0203", "0304"]), ("0104", ["0303", "0304"])):
        made = battle(field(5, 6), man("Robert", "0202"), man("Zahir", zahir, side="arabs"))
        assert hexes(path_finding.cheapest_path(made, RULES, made.figures["robert"], "0304")) == way


@pytest.mark.rule("GUI-4.3a", "GUI-4.3b")
def test_no_cheapest_way_meets_fewer_enemies_than_the_one_found():
    made = battle(
        field(6, 7),
        man("Robert", "0306"),
        *[man(f"A{i}", at, side="arabs") for i, at in enumerate(("0203", "0403", "0504", "0104"))],
    )
    robert = made.figures["robert"]
    legs = path_finding.cheapest_path(made, RULES, robert, "0302")
    found = movement.plan(made, RULES, MoveOrder(figure="robert", path=tuple(legs)))
    fewest = 99
    for way in _ways(made.board, "0306", "0302", found.cost):
        plan = movement.plan(
            made, RULES, MoveOrder(figure="robert", path=tuple(Leg(LegKind.HEX, hex=at) for at in way))
        )
        if not isinstance(plan, Rejection):
            fewest = min(fewest, sum(len(who) for _, who in plan.tests))
    assert sum(len(who) for _, who in found.tests) == fewest


def _ways(board, start, end, length):
    if length == 0:
        if start == end:
            yield ()
        return
    for at in board.neighbours(start):
        if board.distance(at, end) < length:
            yield from ((at, *rest) for rest in _ways(board, at, end, length - 1))


@pytest.mark.rule("GUI-4.1a", "GUI-4.2")
def test_what_cannot_be_reached_is_refused_with_the_reason():
    made = battle(
        ". . . W\n. . t .\n. . . .",
        rider("Drogo", "0102", "0103"),
        man("Odo", "0202"),
        man("Zahir", "0303", side="arabs"),
    )
    drogo = made.figures["drogo"]
    for to, rule in (("0202", "GUI-4.1a"), ("0303", "GUI-4.1a"), ("0302", "GUI-4.2.1a"), ("0909", "GUI-4")):
        assert path_finding.cheapest_path(made, RULES, drogo, to).rule == rule, to


@pytest.mark.rule("GUI-4.2")
def test_who_or_what_bars_all_ways_is_named():
    lane = "s . . . s"
    robert, gate = man("Robert", "0101"), man("Zahir", "0301", side="arabs")
    barred = battle(lane, robert, gate)
    assert "Zahir would have to be out of the way" in why(barred, "robert", "0501")
    rider_there = battle(". . t . .\n. . t . .", rider("Drogo", "0101", "0102"))
    assert "ground closed to a rider lies between" in why(rider_there, "drogo", "0501")
    far = battle(" ".join("m" * 12), man("Odo", "0101", mp=8))
    plan = movement.plan(far, RULES, MoveOrder(figure="odo", to="1201"))
    assert isinstance(plan, Rejection) and plan.why == "that costs 22 MP, Odo has 8"


@pytest.mark.rule("GUI-4.4.3a")
def test_a_horse_without_room_at_the_end_is_told_so():
    made = battle(
        "W W W W W\n. . . . .\nW W W W W",
        rider("Drogo", "0302", "0202"),
        man("Odo", "0402"),
        man("Ivo", "0102"),
    )
    assert "no room for his horse" in why(made, "drogo", "0502")


def why(made, who, to):
    found = path_finding.cheapest_path(made, RULES, made.figures[who], to)
    assert isinstance(found, Rejection)
    return found.why


@pytest.mark.rule("GUI-4.4.1b")
def test_a_rider_turns_about_when_that_is_cheapest():
    made = battle("\n".join(["s . s"] * 8), rider("Drogo", "0203", "0204"))
    drogo = made.figures["drogo"]
    legs = path_finding.cheapest_path(made, RULES, drogo, "0206")
    assert hexes(legs) == ["about", "0205", "0206"]
    legs = path_finding.cheapest_path(made, RULES, drogo, "0201", "N")
    assert hexes(legs) == ["0202", "0201"]


def test_reach_counts_friends_out_and_the_weapons_limit():
    made = battle(field(5, 5), man("Robert", "0303"), man("Odo", "0302"))
    robert = made.figures["robert"]
    found = path_finding.reach(made, RULES, robert, limit=1)
    assert found == {"0303": 0, "0304": 1, "0402": 1, "0403": 1, "0202": 1, "0203": 1}
    assert path_finding.reach(made, RULES, robert)["0301"] == 2
    assert "0302" not in path_finding.reach(made, RULES, robert)


def test_a_loose_horse_is_no_wall_to_the_search():
    made = battle(field(3, 6), man("Robert", "0205"), horse("Bayard", "0204", "0304"))
    plan = movement.plan(made, RULES, MoveOrder(figure="robert", to="0203"))
    assert plan.cost == 2


# Properties

LETTERS = ".....ssttm/rwWbp"


@st.composite
def fields(draw):
    """A board of six by six with a mover, friends, enemies, dead and a loose horse where there is room."""
    rows = [[draw(st.sampled_from(LETTERS)) for _ in range(6)] for _ in range(6)]
    mounted = draw(st.booleans())
    for column, row in ((2, 2), (2, 3)):
        rows[row][column] = "."
    labels = [
        f"{c:02d}{r:02d}" for c, r in product(range(1, 7), range(1, 7)) if (c, r) not in ((3, 3), (3, 4))
    ]
    places = draw(st.lists(st.sampled_from(labels), min_size=4, max_size=9, unique=True))
    armoured = draw(st.booleans())
    mover = (
        rider("Robert", "0303", "0304", armoured=armoured)
        if mounted
        else man("Robert", "0303", armoured=armoured)
    )
    others = []
    for i, at in enumerate(places):
        side = draw(st.sampled_from(["normans", "arabs"]))
        health = draw(st.sampled_from(["healthy", "healthy", "wounded", "stunned", "dead"]))
        others.append(man(f"F{i}", at, side=side, health=health))
    front, rear = draw(
        st.sampled_from([("0501", "0502"), ("0202", "0302"), ("0404", "0405"), ("0205", "0204")])
    )
    if draw(st.booleans()) and not {front, rear} & set(places):
        others.append(horse("Bayard", front, rear))
    path = draw(st.sampled_from([(), ("0202 0302 0401 0501",), ("0304 0305 0306",)]))
    walls = draw(st.sampled_from([(), (("0302", "N", "wall"), ("0403", "SE", "wall"))]))
    return battle("\n".join(" ".join(row) for row in rows), mover, *others, paths=path, hexsides=walls)


@settings(max_examples=50, deadline=None)
@given(fields())
def test_the_search_knows_the_costs_of_single_steps(made):
    robert = made.figures["robert"]
    ways = Ways(made, RULES, robert)
    for start in made.board.cells:
        for end in made.board.neighbours(start):
            price = entry_cost(made, RULES, robert, start, end)
            assert ways.mp(start, end) == (None if isinstance(price, Rejection) else price[0])


@settings(max_examples=50, deadline=None)
@given(fields())
def test_looking_as_the_crow_flies_first_finds_the_same_ways(made):
    robert, budget = made.figures["robert"], 12

    def way(to, towards):
        search = Search(made, RULES, robert)
        goals = search.run(budget, lambda place: place.hex == to and search.may_end(place), towards)
        return (search.best_legs(goals), search.cost[goals[0]]) if goals else None

    for to in made.board.cells:
        assert way(to, to) == way(to, ""), to


@settings(max_examples=50, deadline=None)
@given(fields())
def test_every_hex_in_reach_can_be_moved_to_for_that_price(made):
    robert = made.figures["robert"]
    for to, mp in path_finding.reach(made, RULES, robert).items():
        plan = movement.plan(made, RULES, MoveOrder(figure="robert", to=to))
        assert not isinstance(plan, Rejection), (to, plan)
        assert plan.cost == mp == sum(leg.mp for leg in plan.legs)
        assert plan.hex == to


@settings(max_examples=50, deadline=None)
@given(fields(), st.data())
def test_a_move_carried_out_without_losses_is_the_move_planned(made, data):
    reach = path_finding.reach(made, RULES, made.figures["robert"])
    to = data.draw(st.sampled_from(sorted(reach)))
    plan = movement.plan(made, RULES, MoveOrder(figure="robert", to=to))
    table = journal(made, named={"GUI-4.3.1a": 1})
    movement.resolve_move(table, RULES, MoveOrder(figure="robert", to=to), lambda who: None)
    robert = table.battle.figures["robert"]
    assert (robert.hex, robert.rear) == (plan.hex, plan.rear)
    assert table.battle.now.spent.get("robert", 0) == plan.cost
    tested = tuple((e.hex, e.enemy) for e in table.events if isinstance(e, InfiltrationTested))
    assert tested == tuple((at, who) for at, whos in plan.tests for who in whos)


@settings(max_examples=100, deadline=None)
@given(
    fields(),
    st.lists(st.sampled_from(range(8)), max_size=9),
    st.lists(st.integers(1, 10), min_size=40, max_size=40),
)
def test_whatever_is_ordered_nobody_ends_on_anybody_and_costs_add_up(made, turns, faces):
    """Random walks, legal or not, with random dice: MP add up, no enemy tests twice, no two living
    share a hex."""
    legs, at = [], "0303"
    for turn in turns:
        near = made.board.neighbours(at)
        if turn >= 6:
            legs.append(Leg(LegKind.ABOUT) if turn == 6 else Leg(LegKind.DISMOUNT))
        else:
            at = near[turn % len(near)]
            legs.append(Leg(LegKind.HEX, hex=at))
    table = journal(made, *faces)
    movement.resolve_move(table, RULES, MoveOrder(figure="robert", path=tuple(legs)), lambda who: None)
    robert = table.battle.figures["robert"]
    assert robert.dead or cannot_end(table.battle, RULES, robert) is None
    spent = table.battle.now.spent.get("robert", 0)
    assert spent >= sum(e.mp for e in table.events if isinstance(e, Moved))
    assert spent <= made.figures["robert"].values.movement + 12
    testers = [e.enemy for e in table.events if isinstance(e, InfiltrationTested)]
    assert len(testers) == len(set(testers))
    for enemy in testers:
        assert made.figures[enemy].active and made.figures[enemy].side == "arabs"


@settings(max_examples=50, deadline=None)
@given(fields(), st.lists(st.integers(0, 5), max_size=6))
def test_chances_are_shares_of_one(made, turns):
    at, way = "0303", []
    for turn in turns:
        near = made.board.neighbours(at)
        at = near[turn % len(near)]
        way.append(at)
    chances = infiltration.risk(made, RULES, made.figures["robert"], way)
    assert sum(chances) == 1 and min(chances) >= 0


@settings(max_examples=40, deadline=None)
@given(fields())
def test_the_same_board_gives_the_same_path(made):
    robert = made.figures["robert"]
    for to in ("0101", "0606", "0304"):
        first = path_finding.cheapest_path(made, RULES, robert, to)
        assert first == path_finding.cheapest_path(made.copy(), RULES, robert, to)
