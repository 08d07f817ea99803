"""Scaling ladders (GUI-10.1): shooting and fighting on them, toppling them, and what becomes of them."""

from __future__ import annotations

import pytest

from rules.assault import falling_off
from rules.core.rejection import Rejection
from rules.desk.briefing.forms import order_form
from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.state.battle import Overlay
from rules.state.figure import Health
from rules.state.works import Flame
from rules.tactical import weapons
from rules.tactical.fighting import odds
from rules.tactical.sight import line_of_fire
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import SIEGE, failures, man, next_phase, play
from tests.rules.ladders_kit import escalade

# fire and combat


@pytest.mark.rule("GUI-10.1.5a", "RUL-1012")
def test_a_bowman_on_a_ladder_shoots_at_the_man_before_him_only():
    at = escalade()
    hugo = at.figures["hugo"]
    assert weapons.may_fire_offensively(at, SIEGE, hugo, "short_bow") is None
    before = line_of_fire.check(at, SIEGE, hugo, "short_bow", "0404", "zahir")
    assert not isinstance(before, Rejection) and before.cover == "heavy"
    aside = line_of_fire.check(at, SIEGE, hugo, "short_bow", "0504", "yusuf")
    assert isinstance(aside, Rejection) and aside.rule == "GUI-10.1.5a"


@pytest.mark.rule("GUI-10.1.5b")
def test_on_a_ladder_nobody_has_cover():
    at = escalade()
    from_below = line_of_fire.check(at, SIEGE, at.figures["omar"], "short_bow", "0405", "hugo")
    assert not isinstance(from_below, Rejection) and from_below.cover == "none"


@pytest.mark.rule("GUI-10.1.5b", "GUI-10.1", "RUL-1010")
def test_face_to_face_over_the_stockade_the_ladder_is_bad_ground():
    at = escalade()
    up = odds.assess(at, SIEGE, ("hugo",), ("zahir",))
    down = odds.assess(at, SIEGE, ("zahir",), ("hugo",))
    assert not isinstance(up, Rejection) and not isinstance(down, Rejection)
    assert [(m.value, m.rule) for m in up.shifts] == [(-1, "GUI-10.1.5b")]
    assert [(m.value, m.rule) for m in down.shifts] == [(1, "GUI-10.1.5b")]
    for pair in (("yusuf", "hugo"), ("hugo", "yusuf"), ("omar", "hugo")):
        refused = odds.assess(at, SIEGE, (pair[0],), (pair[1],))
        assert isinstance(refused, Rejection), pair


@pytest.mark.rule("RUL-1010")
def test_men_on_the_ground_do_not_reach_the_top():
    at = castle(
        man("Hugo", "0405", storey=1),
        man("Zahir", "0406", side="arabs"),
        ladders=(upright(),),
    )
    refused = odds.assess(at, SIEGE, ("zahir",), ("hugo",))
    assert isinstance(refused, Rejection) and refused.rule == "GUI-10.1.3b" and "0404" in refused.why


@pytest.mark.rule("GUI-10.1.3b", "RUL-1009")
@pytest.mark.parametrize(("face", "hurt"), [(1, False), (6, True)])
def test_the_winner_on_the_ladder_advances_over_the_top(face, hurt):
    at = castle(
        man("Hugo", "0405", storey=1, attack=60, armoured=True, mp=6),
        man("Zahir", "0404", side="arabs"),
        ladders=(upright(),),
        standing={"normans": ("ADVANCE always",)},
    )
    done = play(at, named={"GUI-6c": 10, "GUI-9.2.2": face}, normans=("ATTACK Hugo ON Zahir",)).battle
    assert done.figures["hugo"].hex == "0404" and not done.figures["hugo"].storey
    assert done.figures["hugo"].wounded is hurt


@pytest.mark.rule("RUL-1011")
def test_driven_back_he_gives_ground_from_the_foot_and_stunned_he_falls_to_his_death():
    at = castle(
        man("Hugo", "0405", storey=1), man("Zahir", "0404", side="arabs", attack=8),
        ladders=(upright(),), side="arabs", phase=4,
    )  # fmt: skip
    seen = {}
    for face in range(1, 11):
        done = play(at, named={"GUI-6c": face}, arabs=("ATTACK Zahir ON Hugo",))
        letter = next(e.letter for e in done.events if e.kind == "combat_fought")
        seen[letter] = done.battle
    back = next(
        b
        for b in seen.values()
        if b.figures["hugo"].active and not b.figures["hugo"].storey and not b.figures["hugo"].wounded
    )
    assert back.board.adjacent(back.figures["hugo"].hex, "0405") and not back.figures["hugo"].storey
    if "D" in seen:
        assert seen["D"].figures["hugo"].dead


# toppling


@pytest.mark.rule("GUI-10.1.6a", "GUI-10.1.6b", "GUI-10.1.6c")
@pytest.mark.parametrize(("face", "falls"), [(6, True), (7, False)])
def test_toppled_from_the_platform_on_one_to_six(face, falls):
    at = castle(
        man("Hugo", "0405", storey=1), man("Zahir", "0404", side="arabs"),
        ladders=(upright(),), side="arabs", phase=4,
    )  # fmt: skip
    done = play(at, named={"GUI-10.1.6a": face}, arabs=("TOPPLE LADDER Zahir 0405",)).battle
    hugo, ladder = done.figures["hugo"], done.ladders["ladder-1"]
    assert hugo.wounded is falls and bool(hugo.storey) is not falls
    assert ladder.upright is not falls
    if falls:
        assert ladder.hexes == ("0405", "0406") and done.board.adjacent("0405", hugo.hex)


@pytest.mark.rule("GUI-10.1.6a")
def test_without_an_order_who_stands_above_topples_it():
    at = castle(
        man("Hugo", "0405", storey=1), man("Zahir", "0404", side="arabs"), man("Yusuf", "0504", side="arabs"),
        ladders=(upright(),), side="arabs", phase=4,
    )  # fmt: skip
    done = play(at, named={"GUI-10.1.6a": 1})
    assert not done.battle.ladders["ladder-1"].upright
    chosen = [(e.about, e.figure) for e in done.events if e.kind == "decision_made"]
    assert ("topple", "zahir") in chosen
    empty = castle(
        man("Hugo", "0409"), man("Zahir", "0404", side="arabs"), ladders=(upright(),), side="arabs", phase=4
    )
    assert play(empty).battle.ladders["ladder-1"].upright


@pytest.mark.rule("GUI-10.1.7")
def test_toppled_from_below():
    at = castle(
        man("Hugo", "0406"),
        man("Zahir", "0405", side="arabs", storey=1),
        ladders=(upright(),),
    )
    done = play(at, named={"GUI-10.1.7": 6}, normans=("TOPPLE LADDER Hugo 0405 TOWARD 0505",)).battle
    assert done.ladders["ladder-1"].hexes == ("0405", "0505") and done.figures["zahir"].wounded
    far = castle(man("Hugo", "0407"), ladders=(upright(),))
    assert failures(play(far, normans=("TOPPLE LADDER Hugo 0405",)))[0][0] == "GUI-10.1.6a"


@pytest.mark.rule("GUI-10.1.7")
def test_who_stands_under_a_ladder_does_not_topple_it():
    zahir = man("Zahir", "0405", side="arabs", storey=1)
    under = castle(man("Hugo", "0405"), man("Odo", "0406"), zahir, ladders=(upright(),))
    (failed,) = failures(play(under, normans=("TOPPLE LADDER Hugo 0405",)))
    assert failed[0] == "GUI-10.1.6a" and "nor beside its foot" in failed[1]
    (answer,) = read_orders(under, SIEGE, "normans", ["TOPPLE LADDER Hugo 0405"]).lines
    assert answer.verdict is Verdict.NOTE and "nor beside its foot" in answer.message[0]
    form = " ".join(order_form(under, SIEGE, "normans").replace("# ", "").split())
    assert "TOPPLE LADDER Odo 0405" in form and "TOPPLE LADDER Hugo 0405" not in form


@pytest.mark.rule("GUI-10.1.6a")
@pytest.mark.parametrize(("wall", "foot", "falls"), [("0204", "0205", True), ("0104", "0105", False)])
def test_from_the_ground_behind_a_stockade_nobody_topples_it(wall, foot, falls):
    """0204 is a platform, 0104 bare ground behind the same stockade: neither on order nor unasked, and nobody
    proposes it."""
    at = castle(
        man("Hugo", foot, storey=1), man("Zahir", wall, side="arabs"),
        ladders=(upright(foot),), side="arabs", phase=4,
    )  # fmt: skip
    line = f"TOPPLE LADDER Zahir {foot}"
    for sheet in ((line,), ()):
        journal = play(at, named={"GUI-10.1.6a": 1}, arabs=sheet)
        assert journal.battle.ladders["ladder-1"].upright is not falls
        assert ("GUI-10.1.6a" in [rule for rule, _ in failures(journal)]) is bool(sheet and not falls)
    (answer,) = read_orders(at, SIEGE, "arabs", [line]).lines
    assert ("no platform" in answer.message[0]) is not falls
    assert (line in order_form(at, SIEGE, "arabs")) is falls
    (tried,) = read_orders(at, SIEGE, "arabs", ["TRY TOPPLE any ladder with an enemy on it"]).lines
    assert any("stands above the ladder" in told for told in tried.details) is falls


@pytest.mark.rule("GUI-10.1.6a")
def test_it_takes_the_place_of_shooting_and_attacking():
    at = castle(
        man("Hugo", "0405", storey=1), man("Zahir", "0404", side="arabs"),
        ladders=(upright(),), side="arabs", phase=4,
    )  # fmt: skip
    sheet = ("TOPPLE LADDER Zahir 0405", "ATTACK Zahir ON Hugo")
    journal = play(at, named={"GUI-10.1.6a": 9}, arabs=sheet)
    assert failures(journal) and not any(e.kind == "combat_fought" for e in journal.events)


@pytest.mark.rule("GUI-10.1.2a", "GUI-10.1.6a")
@pytest.mark.parametrize("done", ["fired", "attacked"])
def test_who_is_refused_is_told_what_he_has_done(done):
    at = castle(man("Zahir", "0404", side="arabs"), ladders=(upright(),), side="arabs", phase=4)
    setattr(at.now, done, {"zahir": 1} if isinstance(getattr(at.now, done), dict) else {"zahir"})
    refused = falling_off.has_fought(at, at.figures["zahir"], "GUI-10.1.6a")
    assert refused.why == f"Zahir has {'shot' if done == 'fired' else done} in this phase"


@pytest.mark.rule("GUI-10.1.6b")
def test_it_does_not_fall_through_the_stockade():
    at = castle(
        man("Zahir", "0404", side="arabs"), man("Hugo", "0409"), ladders=(upright(),), side="arabs", phase=4
    )
    assert failures(play(at, arabs=("TOPPLE LADDER Zahir 0405 TOWARD 0404",)))[0][0] == "GUI-10.1.6b"


def crowded(**health):
    """A ladder whose foot has enemies or friends all round it, so that who falls comes down on somebody."""
    names = {"0305": "Odo", "0306": "Milo", "0406": "Fulk", "0506": "Gui", "0505": "Drogo"}
    men = [man(name, at, health=health.get(name, "healthy"),
               stunned_in=3 if health.get(name) == "stunned" else 0)
           for at, name in names.items()]  # fmt: skip
    return castle(
        man("Hugo", "0405", storey=1, health=health.get("Hugo", "healthy")), *men,
        man("Zahir", "0404", side="arabs"), ladders=(upright(),), side="arabs", phase=4,
    )  # fmt: skip


@pytest.mark.rule("GUI-10.1.6c", "RUL-1013", "RUL-1014")
def test_who_falls_on_somebody_stuns_him_and_shares_his_hex_until_he_gets_off():
    journal = play(crowded(), named={"GUI-10.1.6a": 1}, arabs=("TOPPLE LADDER Zahir 0405",))
    hugo = journal.battle.figures["hugo"]
    under = journal.battle.figures[hugo.atop]
    assert hugo.wounded and under.stunned and under.hex == hugo.hex
    mine = next_phase(journal)
    later = play(mine)
    assert later.battle.figures["hugo"].hex != under.hex
    assert later.battle.figures[under.id].hex == under.hex


@pytest.mark.rule("GUI-10.1.6c")
def test_a_fall_kills_whoever_was_hurt_before():
    done = play(crowded(Hugo="wounded"), named={"GUI-10.1.6a": 1}, arabs=("TOPPLE LADDER Zahir 0405",)).battle
    assert done.figures["hugo"].dead
    hurt = dict.fromkeys(("Odo", "Milo", "Fulk", "Gui", "Drogo"), "wounded")
    both = play(crowded(**hurt), named={"GUI-10.1.6a": 1}, arabs=("TOPPLE LADDER Zahir 0405",)).battle
    assert both.figures["hugo"].wounded
    assert sum(f.dead for f in both.figures.values()) == 1


@pytest.mark.rule("GUI-10.1.6b")
def test_a_falling_ladder_hurts_nobody_under_it():
    at = castle(
        man("Fulk", "0405"), man("Odo", "0406"), man("Zahir", "0404", side="arabs"), ladders=(upright(),),
        side="arabs", phase=4,
    )  # fmt: skip
    done = play(at, named={"GUI-10.1.6a": 1}, arabs=("TOPPLE LADDER Zahir 0405",)).battle
    assert not done.ladders["ladder-1"].upright
    assert all(done.figures[f].health is Health.HEALTHY for f in ("fulk", "odo"))


# what becomes of it


@pytest.mark.rule("RUL-1015")
def test_a_ladder_in_flames_is_lost_and_who_is_on_it_gets_off_or_falls():
    at = castle(man("Hugo", "0405", storey=1), ladders=(upright(),))
    at.flames["0405"] = Flame(side="arabs", since=2)
    done = play(at).battle
    assert "ladder-1" not in done.ladders
    assert not done.figures["hugo"].storey and done.figures["hugo"].hex != "0405"


@pytest.mark.rule("RUL-1015")
def test_a_ladder_falls_with_the_stockade_it_leans_on():
    ruin = Overlay(
        id="ruin-0404",
        kind="broken stockade",
        hexes=("0404",),
        terrain="stockade_down",
        level=-1,
        removes=("stockade",),
    )
    at = castle(man("Hugo", "0405", storey=1), ladders=(upright(),), overlays=(ruin,))
    done = play(at).battle
    assert done.figures["hugo"].wounded and not done.ladders["ladder-1"].upright
