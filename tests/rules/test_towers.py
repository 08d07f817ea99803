"""A place is a hex and a storey: a tower on wheels, made of records alone (tests.rules.tower_kit)."""

from __future__ import annotations

import pytest

from rules.core.places import Place
from rules.core.rejection import Rejection
from rules.desk.briefing import escalade
from rules.desk.receipts.told import told_move
from rules.events import codec
from rules.events.creation import GameCreated
from rules.events.siege_engines import EngineLost
from rules.evolve import evolve
from rules.evolve.fingerprint import digest
from rules.evolve.snapshot import restored, snapshot
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse
from rules.orders.records import Fact, FactKind
from rules.ruleset import Fight
from rules.state.invariants import broken
from rules.state.storeys import where
from rules.state.works import EngineState
from rules.tactical.fighting import odds
from rules.tactical.fighting.hexside import grounds_of
from rules.tactical.formations import aftermath
from rules.tactical.instructions import facts
from rules.tactical.moving import path_finding
from rules.tactical.moving.planning import begun, plan
from rules.tactical.retreating import retreat
from rules.tactical.ways import links, passage
from rules.views.picture import picture
from tests.rules.kit import journal as at_the_table
from tests.rules.kit import man, narrated, refusal
from tests.rules.tower_kit import PUSHERS, TOWER, before_the_wall, ordered, play, tower

# ways


def test_a_man_climbs_from_storey_to_storey_and_is_told_where_he_is() -> None:
    at = before_the_wall(man("Hugo", "0408"))
    done = play(at, normans=("MOVE Hugo 0407 0407/1 0407/2",))
    assert done.battle.figures["hugo"].place == Place("0407", 2)
    assert done.battle.now.spent["hugo"] == 1 + 2 + 2


def test_the_cheapest_way_leads_up_the_stairs_and_along_the_storey() -> None:
    at = begun(before_the_wall(man("Hugo", "0408")), "hugo", 30)
    found = path_finding.cheapest_path(at, TOWER, at.figures["hugo"], "0406", storey=3)
    assert not isinstance(found, Rejection)
    assert [leg.place.label for leg in found] == ["0407", "0407/1", "0407/2", "0407/3", "0406/3"]


def test_down_again_to_the_ground_and_out() -> None:
    at = before_the_wall(man("Hugo", "0407", storey=1))
    done = play(at, normans=("MOVE Hugo 0407 0408",)).battle
    assert done.figures["hugo"].place == Place("0408") and done.now.spent["hugo"] == 1 + 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("MOVE Hugo 0407/9", "there is no storey 0407/9"),
        ("MOVE Hugo to 0407/-1", "there is no storey 0407/-1"),
        ("MOVE Hugo 0406", "0406 is the ground there: on his own storey it is 0406/1"),
        (
            "MOVE Hugo 0407/3",
            "nothing leads from 0407/1 to 0407/3: from there one comes to 0407, 0407/2, 0406/1",
        ),
        ("MOVE Hugo 0408", "nothing leads from 0407/1 to 0408: from there one comes to 0407, 0407/2, 0406/1"),
        ("MOVE Hugo 0408/1", "there is no storey 0408/1"),
        ("MOVE Hugo climb", "no ladder or rope is put up in 0407"),
    ],
)
def test_near_misses_are_told_what_there_is(line: str, why: str) -> None:
    at = before_the_wall(man("Hugo", "0407", storey=1))
    assert refusal(plan(at, TOWER, ordered(at, line))) == why


def test_the_front_of_the_tower_has_no_way_in_on_the_ground() -> None:
    at = before_the_wall(man("Hugo", "0306"))
    assert "nobody enters the hex of an engine" in refusal(plan(at, TOWER, ordered(at, "MOVE Hugo 0406")))


@pytest.mark.parametrize(
    ("man_", "why"),
    [
        (man("Hugo", "0407", carries="odo"), "Hugo has his hands full: the stairs takes both"),
        (man("Hugo", "0407"), ""),
    ],
)
def test_the_table_says_who_may_use_a_link(man_, why: str) -> None:
    odo = man("Odo", None, health="stunned", stunned_in=1, carried_by="hugo")
    at = before_the_wall(man_, odo) if man_.carries else before_the_wall(man_)
    up = links.link_between(at, TOWER, Place("0407"), Place("0407", 1))
    assert up is not None
    found = links.cannot_use(at, TOWER, at.figures["hugo"], up)
    assert found.why == why if found is not None else not why


# stacking


def test_one_man_to_a_place_and_not_to_a_hex() -> None:
    at = before_the_wall(man("Hugo", "0407"), man("Odo", "0407", storey=1), man("Fulk", "0407", storey=2))
    assert broken(at) == []
    taken = refusal(plan(at, TOWER, ordered(at, "MOVE Hugo 0407/1")))
    assert taken == "Odo is in 0407/1: only one living character may end there"
    past = plan(at, TOWER, ordered(at, "MOVE Hugo 0407/1 0406/1"))
    assert not isinstance(past, Rejection) and past.passes == ("odo",)
    both = before_the_wall(man("Hugo", "0407", storey=1), man("Odo", "0407", storey=1))
    assert broken(both) == ["2 living characters in 0407/1"]


def test_an_enemy_closes_his_storey_and_no_other() -> None:
    at = before_the_wall(man("Hugo", "0407"), man("Zahir", "0407", side="arabs", storey=1))
    assert refusal(plan(at, TOWER, ordered(at, "MOVE Hugo 0407/1"))) == "Zahir holds 0407/1"
    assert not isinstance(plan(at, TOWER, ordered(at, "MOVE Hugo 0408")), Rejection)


# on the move


def test_the_tower_moves_with_those_who_are_in_it() -> None:
    inside = (man("Hugo", "0407", storey=1), man("Odo", "0406", storey=3), man("Fulk", "0407"))
    dead = man("Gui", "0406", storey=2, health="dead")
    at = before_the_wall(*PUSHERS, *inside, dead)
    done = play(at, normans=("PUSH Malvoisine N",)).battle
    assert done.engines["tower"].hexes == ("0405", "0406") and done.engines["tower"].body is not None
    assert [done.figures[f].place for f in ("hugo", "odo", "fulk", "gui")] == [
        Place("0406", 1), Place("0405", 3), Place("0406"), Place("0405", 2)
    ]  # fmt: skip
    assert [done.figures[f].place for f in ("ansel", "drago")] == [Place("0305"), Place("0506")]


def test_they_cross_the_bridge_to_the_wall_when_it_reaches_that_high() -> None:
    near = before_the_wall(man("Hugo", "0405", storey=3), engine=tower("0405", "0406"))
    done = play(near, normans=("MOVE Hugo 0404",)).battle
    assert done.figures["hugo"].place == Place("0404") and done.now.spent["hugo"] == 2
    back = play(
        before_the_wall(man("Hugo", "0404"), engine=tower("0405", "0406")), normans=("MOVE Hugo 0405/3",)
    )
    assert back.battle.figures["hugo"].place == Place("0405", 3)
    far = before_the_wall(man("Hugo", "0406", storey=3))
    assert Place("0405") not in [link.end for link in links.links_from(far, TOWER, Place("0406", 3))]
    edge = before_the_wall(man("Hugo", "0401", storey=3), engine=tower("0401", "0402"))
    assert [link.end.label for link in links.links_from(edge, TOWER, Place("0401", 3))] == ["0402/3"]


def test_who_stands_under_it_pushes_too() -> None:
    under = (*PUSHERS[:3], man("Hugo", "0407"))
    done = play(
        before_the_wall(*under), normans=("PUSH Malvoisine N with Ansel + Bald + Carl + Hugo",)
    ).battle
    assert done.engines["tower"].hexes == ("0405", "0406") and done.figures["hugo"].place == Place("0406")


# fights


def test_who_reaches_whom_is_said_by_the_links() -> None:
    zahir = man("Zahir", "0404", side="arabs")
    at = before_the_wall(
        man("Hugo", "0405", storey=3), man("Odo", "0405", storey=2), man("Fulk", "0406", storey=3), zahir,
        engine=tower("0405", "0406"),
    )  # fmt: skip
    reach = {f: passage.can_reach(at, TOWER, at.figures[f], zahir) for f in ("hugo", "odo", "fulk")}
    assert reach == {"hugo": True, "odo": False, "fulk": False}
    assert [f.id for f in passage.in_contact(at, TOWER, zahir)] == ["hugo"]
    assert [f.id for f in passage.in_contact(at, TOWER, at.figures["hugo"])] == ["zahir"]
    assert passage.in_contact(at, TOWER, at.figures["odo"]) == []


def test_an_enemy_on_another_storey_is_not_in_contact_one_beside_him_is() -> None:
    zahir = man("Zahir", "0406", side="arabs", storey=2)
    at = before_the_wall(
        man("Hugo", "0407", storey=2), man("Odo", "0407", storey=1), man("Gui", "0406", storey=1),
        man("Fulk", "0407"),
        man("Ansel", "0306"), zahir,
    )  # fmt: skip
    touched = {
        f for f in ("hugo", "odo", "gui", "fulk", "ansel") if passage.in_contact(at, TOWER, at.figures[f])
    }
    assert touched == {"hugo"}
    assert [f.id for f in passage.in_contact(at, TOWER, zahir)] == ["hugo"]


def test_a_fight_over_the_bridge_is_fought_out() -> None:
    hugo, zahir = man("Hugo", "0405", storey=3, attack=60), man("Zahir", "0404", side="arabs", defence=2)
    at = before_the_wall(hugo, zahir, engine=tower("0405", "0406"))
    done = play(at, otherwise=9, normans=("ATTACK Zahir WITH Hugo",))
    assert any(e.kind == "combat_fought" for e in done.events)
    assert done.battle.figures["hugo"].active


def test_the_desk_says_whom_one_does_not_reach_and_where_links_lead() -> None:
    zahir = man("Zahir", "0404", side="arabs")
    at = before_the_wall(
        man("Odo", "0405", storey=2), man("Hugo", "0405", storey=3), zahir, engine=tower("0405", "0406")
    )
    far = odds.assess(at, TOWER, ("odo",), ("zahir",))
    assert refusal(far) == "Odo in 0405/2 does not reach Zahir in 0404"
    assert not isinstance(odds.assess(at, TOWER, ("hugo",), ("zahir",)), Rejection)
    assert list(escalade.hints(at, TOWER, at.figures["hugo"])) == [
        "From 0405/3 one comes to 0404 (2 MP), 0406/3 (1 MP): MOVE Hugo 0404."
    ]
    assert list(escalade.hints(at, TOWER, zahir)) == [
        "From 0404 one comes to 0405/3 (2 MP): MOVE Zahir 0405/3."
    ]
    beside = [Fact(f, FactKind.NEXT_TO, other="zahir") for f in ("odo", "hugo")]
    assert [facts.holds(at, TOWER, (fact,)) for fact in beside] == [False, True]


def test_on_a_floor_both_sides_fight_on_ground_that_favours_nobody() -> None:
    at = before_the_wall(man("Hugo", "0407", storey=2), man("Zahir", "0406", side="arabs", storey=2))
    fight = Fight((at.figures["hugo"],), (at.figures["zahir"],))
    ours, theirs, _ = grounds_of(at, TOWER, fight)
    assert (ours.name, theirs.name) == ("a floor", "a floor")


def test_the_winner_follows_along_the_storey_or_over_the_bridge() -> None:
    def after(winner, loser, **engine):
        at = before_the_wall(winner, loser, man("Omar", "0101", side="arabs"), **engine)
        orders = (f"ATTACK {loser.name} WITH {winner.name}",)
        return play(at, otherwise=5, normans=orders)

    hugo = man("Hugo", "0407", storey=2, attack=90)
    along = after(hugo, man("Zahir", "0406", side="arabs", storey=2, defence=1))
    assert along.battle.figures["zahir"].dead and along.battle.figures["zahir"].place == Place("0406", 2)
    assert along.battle.figures["hugo"].place == Place("0406", 2)
    over = after(
        man("Hugo", "0405", storey=3, attack=90), man("Zahir", "0404", side="arabs", defence=1),
        engine=tower("0405", "0406"),
    )  # fmt: skip
    assert over.battle.figures["hugo"].place == Place("0404")
    into = after(
        man("Hugo", "0404", attack=90), man("Zahir", "0405", side="arabs", storey=3, defence=1),
        engine=tower("0405", "0406"),
    )  # fmt: skip
    assert into.battle.figures["hugo"].place == Place("0405", 3)


def test_who_is_beaten_on_a_storey_gives_ground_along_its_links() -> None:
    hugo, zahir = man("Hugo", "0407", storey=2), man("Zahir", "0406", side="arabs", storey=2)
    at = before_the_wall(hugo, zahir)
    routes = retreat.ways_back(at, TOWER, hugo, 1)
    assert not isinstance(routes, Rejection)
    assert {route.end.label for route in routes} == {"0407/1", "0407/3"}
    table = at_the_table(at, otherwise=5)
    retreat.resolve_retreat(table, TOWER, ("hugo",), 1, "combat")
    assert table.battle.figures["hugo"].place in {Place("0407", 1), Place("0407", 3)}
    full = before_the_wall(hugo, zahir, man("Odo", "0407", storey=1), man("Fulk", "0407", storey=3))
    assert isinstance(retreat.ways_back(full, TOWER, hugo, 1), Rejection)


# falling


def test_when_the_tower_is_gone_those_on_it_fall() -> None:
    at = before_the_wall(man("Hugo", "0407", storey=2), man("Fulk", "0310"))
    table = at_the_table(at, otherwise=5)
    table.record(EngineLost(engine="tower", rule="GUI-10.4.4", words="it is broken up"))
    assert table.battle.engines["tower"].state is EngineState.DESTROYED
    aftermath.settle(table, TOWER)
    hugo = table.battle.figures["hugo"]
    assert hugo.place is not None and hugo.place.storey == 0 and hugo.wounded
    assert broken(table.battle) == []


# what is kept


def test_state_and_digest_hold_storeys_and_come_back() -> None:
    at = before_the_wall(man("Hugo", "0407", storey=2))
    made = GameCreated(
        setup=at.setup, figures=tuple(at.figures.values()), horses=(), engines=tuple(at.engines.values())
    )
    back = restored(made, snapshot(at))
    assert back == at and back.figures["hugo"].place == Place("0407", 2) and digest(back) == digest(at)
    record = codec.encode(made)
    assert codec.decode(*record) == made
    other = before_the_wall(man("Hugo", "0407", storey=1))
    assert digest(other) != digest(at)
    evolve(other, EngineLost(engine="tower", rule="", words=""))
    assert links.links_from(other, TOWER, Place("0407", 1)) == ()


# what is told and drawn


def test_reports_orders_and_pictures_name_the_storey() -> None:
    at = before_the_wall(man("Hugo", "0408"), man("Odo", "0407", storey=1), man("Fulk", "0407", storey=3))
    assert where(at, at.figures["odo"]) == "0407/1"
    order = ordered(at, "MOVE Hugo 0407 0407/1 0406 / 1")
    assert [leg.place.label for leg in order.path] == ["0407", "0407/1", "0406/1"]
    assert "Hugo 0408 > 0407 > 0407/1 > 0406/1, past Odo (GUI-4.1a): 4 of 8 MP." in " ".join(
        told_move(at, plan(at, TOWER, order))  # type: ignore[arg-type]
    )
    done = play(at, normans=("MOVE Hugo 0407 0407/1 0406/1",))
    lines = [line.text for line in narrated(at, done.events, "normans")]
    assert any("0408 > 0407 > 0407/1 > 0406/1" in line for line in lines), lines
    drawn = picture(done.battle, None)
    assert {piece.id: piece.place for piece in drawn.pieces if piece.storey} == {
        "hugo": "0406/1", "odo": "0407/1", "fulk": "0407/3"
    }  # fmt: skip


def test_a_storey_where_only_a_hex_can_stand_is_told() -> None:
    at = before_the_wall(man("Hugo", "0408"))
    found = parse("HAUL Hugo bodies 0407/1 TO 0406", lexicon_of(at, "normans"))
    assert "without a storey" in found.message


def test_when_it_burns_down_the_dead_in_it_lie_on_the_ground() -> None:
    dead = man("Bald", "0407", storey=2, health="dead")
    at = before_the_wall(dead, man("Hugo", "0508"))
    evolve(at, EngineLost(engine="tower", rule="GUI-10.2.5", words="destroyed by fire"))
    assert (at.figures["bald"].hex, at.figures["bald"].storey) == ("0407", 0)
    assert broken(at) == []
