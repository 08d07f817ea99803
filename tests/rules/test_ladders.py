"""Scaling ladders (GUI-10.1): carried, put up, climbed and shifted; what is told of them."""

from __future__ import annotations

import pytest

from rules.core.rejection import Rejection
from rules.desk.briefing.forms import order_form
from rules.desk.briefing.situation import situation
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.evolve import replay
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse, print_order
from rules.state.figure import Health
from rules.tactical import weapons
from rules.tactical.fighting import odds
from rules.tactical.moving.planning import plan
from tests.rules.castle_kit import castle, lying, upright
from tests.rules.kit import SIEGE, failures, man, narrated, ordered, play
from tests.rules.ladders_kit import escalade

# carrying


@pytest.mark.rule("GUI-10.1.2a", "RUL-1001")
def test_two_pick_up_a_ladder_and_carry_it_as_one_piece():
    at = castle(man("Hugo", "0408"), man("Fulk", "0409"), ladders=(lying("0408", "0409"),))
    done = play(at, normans=("CARRY LADDER Hugo + Fulk 0407 0406",)).battle
    assert (done.figures["hugo"].hex, done.figures["fulk"].hex) == ("0406", "0407")
    assert done.ladders["ladder-1"].hexes == ("0406", "0407")
    assert done.ladders["ladder-1"].bearers == ("hugo", "fulk")
    assert done.now.left["hugo"] == 8 - 2 - 2


@pytest.mark.rule("GUI-10.1.2a", "RUL-1001")
def test_the_slower_of_the_two_sets_the_pace_and_lacks_two_mp():
    at = castle(man("Hugo", "0408"), man("Fulk", "0409", armoured=True), ladders=(lying("0408", "0409"),))
    far = play(at, normans=("CARRY LADDER Hugo + Fulk 0407 0406 0405 0306 0307",))
    assert ("GUI-10.1.2a", "that costs 5 MP, the two with the ladder have 4") in failures(far)
    near = play(at, normans=("CARRY LADDER Hugo + Fulk 0407 0406 0405 0306",)).battle
    assert near.figures["hugo"].hex == "0306"


@pytest.mark.rule("GUI-10.1.2a")
def test_to_a_hex_they_look_for_a_way_on_which_they_pass_nobody():
    at = castle(
        man("Hugo", "0408"), man("Fulk", "0409"), man("Odo", "0407"), ladders=(lying("0408", "0409"),)
    )
    done = play(at, normans=("CARRY LADDER Hugo + Fulk to 0406",))
    assert failures(done) == [] and done.battle.ladders["ladder-1"].hexes[0] == "0406"
    straight = play(at, normans=("CARRY LADDER Hugo + Fulk 0407 0406",))
    assert failures(straight) == [("GUI-10.1.2a", "0407 is taken: nobody is passed with a ladder")]


@pytest.mark.rule("GUI-10.1.2a")
def test_for_a_hex_too_far_they_are_told_how_far_they_could_come():
    """Fulk is nearer, and goes ahead."""
    at = castle(man("Hugo", "0708", armoured=True), man("Fulk", "0608"), ladders=(lying("0708", "0608"),))
    [(rule, why)] = failures(play(at, normans=("CARRY LADDER Hugo + Fulk to 0107",)))
    assert rule == "GUI-10.1.2a" and "the two with the ladder have 4: now they could come to " in why
    reached = why.rpartition(" ")[2]
    done = play(at, normans=(f"CARRY LADDER Hugo + Fulk to {reached}",))
    assert failures(done) == [] and done.battle.figures["fulk"].hex == reached


@pytest.mark.rule("GUI-5.4.3a", "RUL-528")
def test_a_shot_that_holds_up_one_bearer_holds_up_both():
    """Of 4 MP one is spent when the archer takes 2 from Fulk; one hex more, and the last is too far."""
    at = castle(
        man("Hugo", "0408"), man("Fulk", "0409", armoured=True),
        man("Yusuf", "0208", side="arabs", weapon="short_bow"), ladders=(lying("0408", "0409"),),
        standing={"arabs": ("WATCH Yusuf fire at Fulk",)},
    )  # fmt: skip
    done = play(at, named={"GUI-5.4.3a": 4}, normans=("CARRY LADDER Hugo + Fulk 0407 0406 0405",))
    assert [(e.figure, e.left) for e in done.events if e.kind == "allowance_cut"] == [("fulk", 1)]
    assert (done.battle.figures["hugo"].hex, done.battle.ladders["ladder-1"].hexes[0]) == ("0406", "0406")
    assert failures(done) == [("GUI-10.1.2a", "the next hex costs 1 MP, Hugo has 0")]


@pytest.mark.rule("GUI-10.1.2a")
def test_the_man_behind_goes_ahead_when_the_way_begins_beside_him():
    at = castle(man("Hugo", "0408"), man("Fulk", "0409"), ladders=(lying("0408", "0409"),))
    done = play(at, normans=("CARRY LADDER Hugo + Fulk 0509",)).battle
    assert (done.figures["hugo"].hex, done.figures["fulk"].hex) == ("0408", "0509") or (
        done.figures["hugo"].hex,
        done.figures["fulk"].hex,
    ) == ("0509", "0408")


@pytest.mark.rule("GUI-10.1.2a")
def test_bearers_neither_attack_nor_shoot_nor_bar_anybodys_way():
    at = castle(
        man("Hugo", "0407", weapon="short_bow"),
        man("Fulk", "0408"),
        man("Zahir", "0507", side="arabs"),
        man("Yusuf", "0208", side="arabs"),
        ladders=(lying("0407", "0408", bearers=("hugo", "fulk")),),
    )
    refused = odds.assess(at, SIEGE, ("hugo",), ("zahir",))
    assert isinstance(refused, Rejection) and refused.rule == "GUI-10.1.2a"
    barred = weapons.may_fire_offensively(at, SIEGE, at.figures["hugo"], "short_bow")
    assert barred is not None and barred.rule == "GUI-10.1.2a"
    enemy = castle(*at.figures.values(), ladders=tuple(at.ladders.values()), side="arabs", phase=4)
    way = plan(enemy, SIEGE, parse("MOVE Yusuf 0308 0309", lexicon_of(enemy, "arabs")))
    assert not isinstance(way, Rejection) and way.tests == ()


@pytest.mark.rule("GUI-10.1.2a")
def test_a_hurt_bearer_drops_the_ladder():
    at = castle(
        man("Hugo", "0407"),
        man("Fulk", "0408"),
        man("Zahir", "0507", side="arabs", attack=60),
        ladders=(lying("0407", "0408", bearers=("hugo", "fulk")),),
        side="arabs",
        phase=4,
    )
    done = play(at, named={"GUI-6c": 1}, arabs=("ATTACK Zahir ON Hugo",)).battle
    assert done.figures["hugo"].dead
    assert done.ladders["ladder-1"].bearers == () and done.ladders["ladder-1"].hexes == ("0407", "0408")


@pytest.mark.rule("GUI-10.1.2a")
def test_a_ladder_laid_down_leaves_its_bearers_free():
    at = castle(
        man("Hugo", "0407"), man("Fulk", "0408"), man("Zahir", "0507", side="arabs"),
        ladders=(lying("0407", "0408", bearers=("hugo", "fulk")),),
    )  # fmt: skip
    done = play(at, named={"GUI-6c": 1}, normans=("LAY LADDER Hugo + Fulk", "ATTACK Hugo ON Zahir"))
    assert any(e.kind == "combat_fought" for e in done.events)


@pytest.mark.rule("GUI-10.1.2a")
def test_it_takes_two_who_stand_on_the_ladder():
    at = castle(man("Hugo", "0407"), man("Fulk", "0507"), ladders=(lying("0407", "0408"),))
    (rule, why), *_ = failures(play(at, normans=("CARRY LADDER Hugo + Fulk 0406",)))
    assert rule == "GUI-10.1.2a" and "each must be on one of its two hexes" in why


# raising


@pytest.mark.rule("GUI-10.1.2b", "RUL-1002")
def test_carried_to_the_stockade_it_is_put_up_at_once_without_mp():
    at = castle(man("Hugo", "0407"), man("Fulk", "0408"), ladders=(lying("0407", "0408"),))
    sheet = ("CARRY LADDER Hugo + Fulk 0406 0405", "RAISE LADDER Hugo + Fulk AT 0404")
    done = play(at, normans=sheet).battle
    ladder = done.ladders["ladder-1"]
    assert (
        ladder.hexes == ("0405",) and ladder.facing.value == "N" and ladder.since == 3 and not ladder.bearers
    )


@pytest.mark.rule("GUI-10.1.2b")
def test_it_stands_in_the_hex_asked_for():
    at = castle(
        man("Hugo", "0505"), man("Fulk", "0405"), ladders=(lying("0505", "0405", bearers=("hugo", "fulk")),)
    )
    assert play(at, normans=("RAISE LADDER Hugo + Fulk AT 0404",)).battle.ladders["ladder-1"].hexes == (
        "0505",
    )
    other = play(at, normans=("RAISE LADDER Hugo + Fulk AT 0404 IN 0405",)).battle
    assert other.ladders["ladder-1"].hexes == ("0405",)


@pytest.mark.rule("GUI-10.1.1")
@pytest.mark.parametrize(("traits", "walls"), [(("tower 0404",), ()), ((), ("wall 0306",))])
def test_a_ladder_reaches_a_stockade_only(traits, walls):
    at = castle(
        man("Hugo", "0405"), man("Fulk", "0406"), traits=traits, walls=walls,
        ladders=(lying("0405", "0406", bearers=("hugo", "fulk")),),
    )  # fmt: skip
    target = "0404" if traits else "0306"
    assert failures(play(at, normans=(f"RAISE LADDER Hugo + Fulk AT {target}",)))[0][0] == "GUI-10.1.1"
    (answer,) = read_orders(at, SIEGE, "normans", [f"RAISE LADDER Hugo + Fulk AT {target}"]).lines
    assert answer.verdict is Verdict.ILLEGAL and answer.rule == "GUI-10.1.1"


@pytest.mark.parametrize("line", ["RAISE LADDER Hugo + Fulk AT 0404", "TRY RAISE LADDER Hugo + Fulk AT 0404"])
def test_who_raises_a_ladder_is_warned_of_the_enemy_who_may_throw_it_down(line):
    bearers = (man("Hugo", "0405"), man("Fulk", "0406"), man("Yusuf", "0303", side="arabs"))
    ladders = (lying("0405", "0406", bearers=("hugo", "fulk")),)
    warning = "Zahir may throw it down instead of attacking, and whoever is on it falls: 1D10, 6 or less"
    above = castle(*bearers, man("Zahir", "0404", side="arabs"), ladders=ladders)
    [answer] = read_orders(above, SIEGE, "normans", [line]).lines
    assert answer.warned and warning in " ".join(answer.message)
    away = castle(*bearers, man("Zahir", "0304", side="arabs"), ladders=ladders)
    [answer] = read_orders(away, SIEGE, "normans", [line]).lines
    assert not answer.warned and "may throw it down" not in " ".join(answer.message)


@pytest.mark.rule("RUL-1003")
def test_a_hex_has_room_for_one_upright_ladder():
    at = castle(
        man("Hugo", "0405"), man("Fulk", "0406"),
        ladders=(lying("0405", "0406", bearers=("hugo", "fulk")), upright(kind="rope")),
    )  # fmt: skip
    assert failures(play(at, normans=("RAISE LADDER Hugo + Fulk AT 0404",)))[0][0] == "RUL-1003"


# climbing


@pytest.mark.rule("GUI-10.1.3a", "GUI-10.1.3b", "GUI-10.1.3c", "GUI-10.1")
def test_worked_example_eight_mp_take_a_man_up_and_on_to_the_platform():
    """EX-10.1.3-1: 3 up, 4 over, 1 left, on a ladder put up in an earlier turn."""
    at = castle(man("Hugo", "0405"), ladders=(upright(since=1),))
    done = play(at, named={"GUI-9.2.2": 5}, normans=("MOVE Hugo climb 0404",)).battle
    hugo = done.figures["hugo"]
    assert (hugo.hex, hugo.storey, hugo.health) == ("0404", 0, Health.HEALTHY)
    assert done.now.left["hugo"] == 1 and not done.figures["hugo"].storey


@pytest.mark.rule("GUI-10.1.3c")
def test_worked_example_not_in_the_turn_in_which_it_was_put_up():
    """EX-10.1.3-2."""
    at = castle(man("Hugo", "0405"), ladders=(upright(since=3),))
    journal = play(at, normans=("MOVE Hugo climb 0404",))
    assert failures(journal) == [("GUI-10.1.3c", "the ladder in 0405 was put up in this very turn")]
    assert journal.battle.figures["hugo"].hex == "0405"


@pytest.mark.rule("GUI-10.1.3b", "GUI-9.2.2", "GUI-9.2.1b")
@pytest.mark.parametrize(
    ("foot", "facing", "wall", "rule"),
    [("0405", "N", "0404", "GUI-9.2.2"), ("0705", "N", "0704", "GUI-9.2.1b")],
)
@pytest.mark.parametrize(
    ("armoured", "face", "hurt"), [(False, 5, False), (False, 6, True), (True, 5, True), (True, 4, False)]
)
def test_over_the_top_he_jumps_and_may_be_hurt(foot, facing, wall, rule, armoured, face, hurt):
    at = castle(man("Hugo", foot, armoured=armoured, mp=8), ladders=(upright(foot, facing),))
    done = play(at, named={rule: face}, normans=(f"MOVE Hugo climb {wall}",)).battle
    assert done.figures["hugo"].wounded is hurt and done.figures["hugo"].hex == wall


@pytest.mark.rule("GUI-10.1.3a")
def test_foot_and_top_are_two_places_and_a_third_man_finds_none():
    """Of three who want to be at one ladder, one is up, one at its foot; the third is told why he
    cannot go up."""
    at = castle(
        man("Hugo", "0405", storey=1), man("Fulk", "0405"), man("Odo", "0406"),
        ladders=(upright(),),
    )  # fmt: skip
    assert play(at).battle.figures["fulk"].hex == "0405"
    refused = plan(at, SIEGE, ordered(at, "MOVE Odo 0405 climb"))
    assert isinstance(refused, Rejection)
    assert refused == Rejection("GUI-10.1.3a", "Hugo is on the ladder in 0405: it bears one man")
    assert failures(play(at, normans=("MOVE Odo to 0405",)))[0][0] == "GUI-4.1a"


@pytest.mark.rule("GUI-10.1.3a")
def test_down_again_past_whoever_stands_at_the_foot():
    at = castle(man("Hugo", "0405", storey=1), man("Fulk", "0405"), ladders=(upright(),))
    stuck = plan(at, SIEGE, ordered(at, "MOVE Hugo down"))
    assert isinstance(stuck, Rejection) and stuck.rule == "GUI-4.1a"
    done = play(at, normans=("MOVE Hugo down 0406",)).battle
    assert done.figures["hugo"].hex == "0406" and done.now.left["hugo"] == 8 - 3 - 1
    assert play(at, normans=("MOVE Hugo to 0406",)).battle.figures["hugo"].hex == "0406"


@pytest.mark.rule("GUI-10.1.3b", "RUL-1007")
def test_a_way_to_a_hex_uses_the_ladder_both_ways():
    at = castle(man("Hugo", "0406"), ladders=(upright(),))
    way = plan(at, SIEGE, ordered(at, "MOVE Hugo to 0404"))
    assert not isinstance(way, Rejection)
    assert [leg.leg.kind.value for leg in way.legs] == ["hex", "climb", "hex"] and way.cost == 1 + 3 + 4
    back = castle(man("Hugo", "0404"), ladders=(upright(),))
    down = plan(back, SIEGE, ordered(back, "MOVE Hugo to 0405"))
    assert not isinstance(down, Rejection)
    assert [leg.leg.kind.value for leg in down.legs] == ["down", "down"] and down.cost == 4 + 3
    assert play(back, normans=("MOVE Hugo to 0405",)).battle.figures["hugo"].hex == "0405"


@pytest.mark.rule("GUI-10.1.3a", "RUL-1006")
def test_nobody_climbs_with_his_hands_full():
    at = castle(
        man("Hugo", "0405"), man("Fulk", "0406"),
        ladders=(upright(), lying("0405", "0406", bearers=("hugo", "fulk")).__class__(
            "ladder-2", "ladder", ("0405", "0406"), bearers=("hugo", "fulk"))),
    )  # fmt: skip
    refused = plan(at, SIEGE, ordered(at, "MOVE Hugo climb"))
    assert isinstance(refused, Rejection) and "carries a ladder" in refused.why


@pytest.mark.rule("GUI-10.1.3b")
def test_from_the_top_one_only_goes_over_or_down():
    at = castle(man("Hugo", "0405", storey=1), ladders=(upright(),))
    refused = plan(at, SIEGE, ordered(at, "MOVE Hugo 0406"))
    assert isinstance(refused, Rejection) and refused.rule == "GUI-10.1.3b"
    assert "0404" in refused.why and "'down' first" in refused.why


@pytest.mark.rule("GUI-10.1.3b")
def test_an_enemy_behind_the_stockade_keeps_him_out():
    at = castle(man("Hugo", "0405"), man("Zahir", "0404", side="arabs"), ladders=(upright(),))
    journal = play(at, normans=("MOVE Hugo climb 0404",))
    assert failures(journal)[0][0] == "GUI-4.2"


@pytest.mark.rule("GUI-10.1.3a")
@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("Hugo climbs down", "MOVE Hugo down"),
        ("MOVE Hugo climb down", "MOVE Hugo down"),
        ("Hugo climbs up the ladder", "MOVE Hugo climb"),
        ("Hugo climb 0404", "MOVE Hugo climb 0404"),
        ("Hugo descend", "MOVE Hugo down"),
        ("MOVE Hugo down at 0405 then 0406", "MOVE Hugo down at 0405 0406"),
        ("Hugo and Fulk carry the ladder to 0406", "CARRY LADDER Hugo + Fulk to 0406"),
        ("Hugo + Fulk raise the ladder against 0404", "RAISE LADDER Hugo + Fulk AT 0404"),
        ("turn ladder Hugo + Fulk at 0604", "SHIFT LADDER Hugo + Fulk AT 0604"),
        ("Hugo topples the ladder in 0405", "TOPPLE LADDER Hugo 0405"),
        ("Hugo throws the grapnel at N", "THROW GRAPNEL Hugo AT N"),
        ("Hugo pulls up the rope", "COIL ROPE Hugo"),
    ],
)
def test_what_players_write_is_understood(line, canonical):
    at = castle(man("Hugo", "0405"), man("Fulk", "0407"))
    assert print_order(ordered(at, line), lexicon_of(at, "normans")) == canonical


# shifting


@pytest.mark.rule("GUI-10.1.4", "RUL-1005")
def test_two_shift_an_upright_ladder_for_two_mp_each():
    at = castle(man("Hugo", "0406"), man("Fulk", "0505"), ladders=(upright(),))
    done = play(at, normans=("SHIFT LADDER Hugo + Fulk TO 0505 AT 0504", "MOVE Hugo 0407"))
    ladder = done.battle.ladders["ladder-1"]
    assert ladder.hexes == ("0505",) and ladder.facing.value == "N" and ladder.since == 1
    assert done.battle.figures["hugo"].hex == "0407" and done.battle.now.left["hugo"] == 8 - 2 - 1


@pytest.mark.rule("GUI-10.1.4")
def test_it_is_turned_in_its_hex():
    at = castle(man("Hugo", "0406"), man("Fulk", "0605"), ladders=(upright("0505", "N"),))
    assert failures(play(at, normans=("SHIFT LADDER Hugo + Fulk AT 0604",)))[0][0] == "GUI-10.1.4"
    at = castle(man("Hugo", "0506"), man("Fulk", "0605"), ladders=(upright("0505", "N"),))
    assert (
        play(at, normans=("TURN LADDER Hugo + Fulk AT 0604",)).battle.ladders["ladder-1"].facing.value == "NE"
    )


@pytest.mark.rule("GUI-10.1.2c", "RUL-1067")
def test_a_ladder_with_a_man_on_it_or_an_enemy_at_its_foot_stays():
    on_it = castle(
        man("Hugo", "0406"),
        man("Fulk", "0505"),
        man("Odo", "0405", storey=1),
        ladders=(upright(),),
    )
    assert failures(play(on_it, normans=("SHIFT LADDER Hugo + Fulk TO 0505 AT 0504",)))[0][0] == "GUI-10.1.2c"
    below = castle(
        man("Hugo", "0406"), man("Fulk", "0505"), man("Zahir", "0306", side="arabs"), ladders=(upright(),)
    )
    assert failures(play(below, normans=("SHIFT LADDER Hugo + Fulk TO 0505 AT 0504",)))[0][0] == "GUI-10.1.2c"


@pytest.mark.rule("GUI-10.1.2c", "RUL-1067")
@pytest.mark.parametrize(
    ("at", "more", "stays"),
    [
        ("0306", {}, True),
        ("0306", {"health": "stunned", "stunned_in": 2}, False),
        ("0405", {}, True),
        ("0404", {}, False),
        ("0304", {}, False),
    ],
)
def test_an_enemy_on_the_platform_above_does_not_hold_the_ladder_as_one_beside_its_foot_does(at, more, stays):
    board = castle(
        man("Hugo", "0406"), man("Fulk", "0505"), man("Zahir", at, side="arabs", **more), ladders=(upright(),)
    )
    done = play(board, normans=("SHIFT LADDER Hugo + Fulk TO 0505 AT 0504",))
    assert (done.battle.ladders["ladder-1"].hexes == ("0405",)) is stays
    assert ([rule for rule, _ in failures(done)] == ["GUI-10.1.2c"]) is stays


# receipts, reports, replay


def test_the_receipt_tells_the_way_up_the_jump_and_its_odds():
    at = castle(man("Hugo", "0405", armoured=True, mp=8), ladders=(upright(),))
    (answer,) = read_orders(at, SIEGE, "normans", ["MOVE Hugo climb the ladder 0404"]).lines
    assert answer.canonical == "MOVE Hugo climb 0404"
    text = " ".join(answer.message)
    assert "0405 > up > over into 0404" in text and "7 of 8 MP" in text
    assert "67 % unhurt, 33 % wounded" in text and "GUI-9.2.2" in text


def test_the_receipt_of_a_ladder_knows_the_orders_above_it():
    at = castle(man("Hugo", "0407"), man("Fulk", "0409"), ladders=(lying("0407", "0408"),))
    lines = ["MOVE Fulk 0408", "CARRY LADDER Hugo + Fulk 0406 0405", "RAISE LADDER Hugo + Fulk AT 0404"]
    reading = read_orders(at, SIEGE, "normans", lines)
    assert [a.verdict for a in reading.lines] == [Verdict.OK] * 3, [a.message for a in reading.lines]
    assert len(reading.orders) == 3


def test_report_and_form_say_where_ladders_are_and_what_can_be_done_with_them():
    at = escalade()
    assert list(situation(at, SIEGE, None).works) == ["A ladder stands in 0405, against 0404, Hugo on it."]
    mine, theirs = order_form(at, SIEGE, "normans"), order_form(in_phase(at, "arabs"), SIEGE, "arabs")
    assert "MOVE Hugo 0404 goes over the top" in " ".join(mine.replace("# ", "").split())
    assert "A ladder, Hugo on it, leads up to him: TOPPLE LADDER Zahir 0405." in " ".join(
        theirs.replace("# ", "").split()
    )


def in_phase(at, side):
    at = at.copy()
    at.side = side
    return at


def test_an_escalade_is_told_and_replays():
    at = castle(
        man("Hugo", "0405"), man("Fulk", "0406"), man("Zahir", "0504", side="arabs"), ladders=(upright(),)
    )
    journal = play(at, named={"GUI-9.2.2": 6}, normans=("MOVE Hugo climb 0404",))
    lines = [line.text for line in narrated(at, journal.events, None)]
    assert any("goes up the ladder in 0405, 3 MP" in line for line in lines)
    assert any("goes over the top" in line for line in lines)
    assert replay(journal.events, at.copy()).figures == journal.battle.figures


def test_who_is_to_raise_a_ladder_that_he_does_not_carry_is_told_what_comes_first():
    at = castle(man("Hugo", "0406"), man("Fulk", "0407"), ladders=(lying("0407", "0408"),))
    lines = ["RAISE LADDER Hugo + Fulk AT 0404"]
    (answer,) = read_orders(at, SIEGE, "normans", lines).lines
    text = " ".join(answer.message)
    assert "First comes CARRY LADDER Hugo + Fulk" in text and "one lies in 0407-0408" in text
    carried = castle(
        man("Hugo", "0407"), man("Fulk", "0408"), ladders=(lying("0407", "0408", bearers=("hugo", "fulk")),)
    )
    (answer,) = read_orders(carried, SIEGE, "normans", lines).lines
    assert "First comes" not in " ".join(answer.message)
