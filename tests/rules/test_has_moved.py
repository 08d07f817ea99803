"""Who has moved, or done something else, before what only the idle may do (RUL-1066)."""

from __future__ import annotations

import pytest

from rules.assault import fire
from rules.assault.grapnels import thrown
from rules.core.facing import Facing
from rules.core.rejection import Rejection
from rules.orders.records import HaulOrder, ThrowOrder
from rules.state.terrain import stood_a_turn
from rules.state.works import Engine, Flame, Ladder
from rules.tactical.moving import bodies
from rules.works.turns import cannot_work
from tests.rules.castle_kit import castle, lying, rope_of, upright
from tests.rules.kit import SIEGE, failures, man, play, rider


def before_a_fire(hugo, *more, **ladders):
    at = castle(
        hugo, man("Fulk", "0406"), *more, man("Zahir", "0404", side="arabs", health="stunned", stunned_in=1),
        **ladders
    )  # fmt: skip
    at.flames["0305"] = Flame(side="arabs", since=1)
    return at


@pytest.mark.rule("GUI-10.2.3", "RUL-1066")
@pytest.mark.parametrize("order", ["MOVE Hugo 0307 0306", "MOVE Hugo stay"])
def test_who_goes_to_and_fro_has_moved_and_who_stays_has_not(order):
    journal = play(before_a_fire(man("Hugo", "0306")), normans=(order, "DOUSE Hugo 0305"))
    tried = [e.figure for e in journal.events if e.kind == "fire_fought"]
    assert ("hugo" in tried) is ("stay" in order)
    assert bool(failures(journal)) is ("stay" not in order)


@pytest.mark.rule("GUI-10.2.3", "RUL-1066")
def test_who_has_dismounted_puts_out_no_fire():
    at = before_a_fire(rider("Hugo", "0407", "0408"))
    at.flames = {"0306": Flame(side="arabs", since=1)}
    journal = play(at, normans=("MOVE Hugo dismount 0307", "DOUSE Hugo 0306"))
    assert journal.battle.figures["hugo"].hex == "0307" and journal.battle.now.moved["hugo"] == 0
    assert ("GUI-10.2.3", "Hugo has moved: who puts out a fire stands where he is") in failures(journal)
    assert not any(e.kind == "fire_fought" and e.figure == "hugo" for e in journal.events)


@pytest.mark.rule("GUI-10.2.3", "GUI-10.1.4", "RUL-1066")
def test_who_has_shifted_a_ladder_puts_out_no_fire_neither_ordered_nor_unasked():
    shifted = ("SHIFT LADDER Hugo + Odo AT 0604",)
    at = before_a_fire(man("Hugo", "0506"), man("Odo", "0605"), ladders=(upright("0505", "N"),))
    at.flames = {"0507": Flame(side="arabs", since=1)}
    for sheet in ((*shifted, "DOUSE Hugo 0507"), shifted):
        journal = play(at, normans=sheet)
        assert any(e.kind == "ladder_placed" and e.how == "shifted" for e in journal.events)
        assert not any(e.kind == "fire_fought" and e.figure == "hugo" for e in journal.events)


@pytest.mark.rule("GUI-10.2.3", "RUL-1066")
def test_who_was_driven_about_has_not_moved():
    at = before_a_fire(man("Hugo", "0306"))
    at.now.reduced["hugo"] = 3
    assert fire.may_douse(at, SIEGE, at.figures["hugo"], "0305") is None


MEN = {"Hugo": "0706", "Fulk": "0707", "Odo": "0606", "Milo": "0607"}


ROPE_ON_THE_GROUND = Ladder("rope-2", "rope", ("0606",))


@pytest.mark.rule("GUI-10.6.5a", "GUI-10.1.2a", "RUL-1058", "RUL-1066")
@pytest.mark.parametrize(
    ("order", "ladder", "why"),
    [
        ("MOVE Milo 0608 0607", None, "Milo has moved"),
        ("SHIFT LADDER Hugo + Odo TO 0505 AT 0504", upright("0605", "N"), "Hugo has moved"),
        ("LAY LADDER Odo + Milo", lying("0606", "0607", bearers=("odo", "milo")), "Odo has done other work"),
        ("COIL ROPE Odo", ROPE_ON_THE_GROUND, "Odo has done other work"),
    ],
)
def test_four_who_pull_have_done_nothing_else(order, ladder, why):
    ladders = (upright("0705", "N", kind="rope"), *([ladder] if ladder is not None else []))
    at = castle(*(man(name, at) for name, at in MEN.items()), ladders=ladders)
    pulls = "PULL ROPE Hugo + Fulk + Odo + Milo"
    idle = play(at, normans=(pulls,))
    if ladder is not None and ladder.bearers:
        assert ("GUI-10.1.2a", "Odo carries a ladder himself") in failures(idle)
    else:
        assert any(e.kind == "ladder_tried" for e in idle.events)
    journal = play(at, normans=(order, pulls))
    assert [w.split(":")[0] for rule, w in failures(journal) if rule == "GUI-10.6.5a"] == [why]
    assert not any(e.kind == "ladder_tried" for e in journal.events)


@pytest.mark.rule("GUI-4.2.3a", "GUI-10.6.1a", "GUI-10.2.1", "RUL-1066")
def test_a_shifted_ladder_is_movement_for_all_that_takes_a_whole_turn():
    dead = man("Norman", "0406", health="dead")
    men = (man("Hugo", "0306"), man("Odo", "0406"), dead)
    at = castle(*men, ladders=(upright("0405", "N"), rope_of("hugo")))
    at.last.stands["hugo"] = at.now.stands["hugo"] = "0306"
    haul, throw = HaulOrder(("hugo", "odo"), "0406", "0407"), ThrowOrder("hugo", at="0205")
    assert bodies.check_haul(at, SIEGE, haul) is None
    assert stood_a_turn(at, at.figures["hugo"]) and cannot_work(at, at.figures["hugo"], "GUI-8.5.2b") is None
    after = play(at, normans=("SHIFT LADDER Hugo + Odo TO 0305 AT 0304",)).battle
    assert after.ladders["ladder-1"].hexes == ("0305",)
    after.now.busy.clear()
    refused = bodies.check_haul(after, SIEGE, haul)
    assert refused is not None and "something else" in refused.why
    refused = thrown(after, SIEGE, throw)
    assert isinstance(refused, Rejection) and "has moved" in refused.why
    assert not stood_a_turn(after, after.figures["hugo"])
    assert cannot_work(after, after.figures["hugo"], "GUI-8.5.2b") is not None


@pytest.mark.rule("GUI-4.2.3a", "GUI-10.2.1", "GUI-10.1.2a")
def test_bearers_of_a_ladder_neither_haul_nor_light_a_fire_before_they_lay_it_down():
    catapult = Engine("cat", "stone_thrower", "Catapult", "arabs", ("0507",), Facing.N)
    at = castle(
        man("Hugo", "0407"), man("Odo", "0408"), man("Norman", "0508", health="dead"), engines=(catapult,),
        ladders=(lying("0407", "0408", bearers=("hugo", "odo")),),
    )  # fmt: skip
    at.last.stands["hugo"] = at.now.stands["hugo"] = "0407"
    for line in ("HAUL Hugo + Odo bodies 0508 TO 0608", "LIGHT Hugo 0507"):
        journal = play(at, normans=(line,))
        assert failures(journal) == [("GUI-10.1.2a", "Hugo carries a ladder himself")]
        assert journal.battle.figures["norman"].hex == "0508" and not journal.battle.flames
    laid = play(at, normans=("LAY LADDER Hugo + Odo", "LIGHT Hugo 0507"))
    assert "0507" in laid.battle.flames
