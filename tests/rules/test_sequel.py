"""A battle that decides another: who fights it, in what state, and what it comes to (RUL-208)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.dice import KeyedDice
from rules.events.sequence import GameEnded
from rules.evolve import evolve
from rules.phases import sequel
from rules.scenarios.loader import SCENARIOS, ScenarioError, scenario_from_toml
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.invariants import broken
from rules.state.table import Outcome

pytestmark = pytest.mark.rule("RUL-208")


def the_first() -> Battle:
    battle = engine.replay(engine.new_game("reapers"))
    assert isinstance(battle, Battle)
    return battle


def hurt(battle: Battle, **healths: Health) -> None:
    for name, health in healths.items():
        battle.figures[name] = replace(battle.figures[name], health=health)


def over(battle: Battle) -> list[engine.Event]:
    """The last phase of the first battle, with nobody doing anything."""
    last = battle.setup.victory.turns
    battle.turn, battle.side = last, battle.setup.sides[-1].id
    return engine.adjudicate(battle, KeyedDice(b"quiet"))


def the_second(events: list[engine.Event]) -> Battle:
    [called] = [event for event in events if isinstance(event, engine.GameCalled)]
    battle = engine.replay(engine.opening_of(called))
    assert isinstance(battle, Battle)
    return battle


def test_the_dead_are_missing_and_the_living_bring_their_wounds() -> None:
    battle = the_first()
    hurt(battle, odo=Health.DEAD, hugo=Health.WOUNDED, carlo=Health.STUNNED)
    battle.figures["gilbert"] = replace(battle.figures["gilbert"], javelins=1)
    second = the_second(over(battle))
    assert "odo" not in second.figures
    assert second.figures["hugo"].health is Health.WOUNDED
    assert second.figures["carlo"].health is Health.HEALTHY
    assert second.figures["gilbert"].javelins == 1
    assert second.figures["hugo"].hex == "1016"  # where the second scenario has him


def test_whoever_lost_his_horse_comes_on_foot() -> None:
    battle = the_first()
    battle.horses["serlo-horse"] = replace(battle.horses["serlo-horse"], alive=False)
    second = the_second(over(battle))
    serlo, gisulfo = second.figures["serlo"], second.figures["gisulfo"]
    assert (serlo.mount, serlo.hex, serlo.rear) == (None, "2017", None) and "serlo-horse" not in second.horses
    assert gisulfo.mount == "gisulfo-horse" and second.horses["gisulfo-horse"].ridden_by == "gisulfo"


def test_the_first_rests_until_it_is_told_and_ends_as_the_second_did() -> None:
    battle = the_first()
    events = over(battle)
    assert [e.kind for e in events][-3:] == ["game_called", "phase_ended", "phase_opened"]
    for event in events:
        evolve(battle, event)
    assert engine.awaiting(battle).rests == ("sequel",) and engine.awaiting(battle).seats == ()
    second = the_second(events)
    second.outcome = _won("lombards")
    hurt(second, robert=Health.DEAD)
    evolve(battle, engine.told(battle, "sequel", second, name="k", game="g", head="h", events=9))
    assert engine.awaiting(battle).rests == () and battle.figures["robert"].dead
    ended = engine.adjudicate(battle, KeyedDice(b"quiet"))[-1]
    why = "Evening at the fig trees decided it: they stayed"
    assert ended == GameEnded(replace(_won("lombards"), reason=why))


def _won(side: str) -> Outcome:
    return Outcome(winner=side, reason="they stayed", scores={side: 3})


def test_a_captured_horse_does_not_come_back() -> None:
    battle = the_first()
    alone(battle, "serlo")
    battle.horses["serlo-horse"] = replace(battle.horses["serlo-horse"], side="lombards")
    second = the_second(over(battle))
    assert second.figures["serlo"].mount is None and "serlo-horse" not in second.horses


def test_a_horse_that_nobody_took_is_its_masters_again() -> None:
    battle = the_first()
    alone(battle, "serlo")
    second = the_second(over(battle))
    assert second.figures["serlo"].mount == "serlo-horse"
    assert second.figures["serlo"].rear == "2018"
    assert second.horses["serlo-horse"].front is None


def test_who_sits_on_anothers_horse_at_the_end_keeps_it() -> None:
    battle = the_first()
    alone(battle, "serlo")
    alone(battle, "gisulfo")
    battle.horses["gisulfo-horse"] = replace(battle.horses["gisulfo-horse"], alive=False)
    battle.horses["serlo-horse"] = replace(
        battle.horses["serlo-horse"], side="lombards", ridden_by="gisulfo", front=None, rear=None
    )
    battle.figures["gisulfo"] = replace(battle.figures["gisulfo"], mount="serlo-horse", rear="0512")
    second = the_second(over(battle))
    gisulfo, horse = second.figures["gisulfo"], second.horses["serlo-horse"]
    assert (gisulfo.mount, gisulfo.hex, gisulfo.rear) == ("serlo-horse", "1911", "1910")
    assert (horse.ridden_by, horse.side) == ("gisulfo", "lombards")
    assert second.figures["serlo"].mount is None and "gisulfo-horse" not in second.horses
    assert broken(second) == []


def alone(battle: Battle, rider: str) -> None:
    """He has dismounted, and his horse stands where it was."""
    man = battle.figures[rider]
    assert man.mount is not None
    horse = battle.horses[man.mount]
    battle.horses[horse.id] = replace(horse, ridden_by=None, front=man.hex, rear=man.rear)
    battle.figures[rider] = replace(man, mount=None, rear=None, hex="0505" if rider == "serlo" else "0611")


def test_a_thrown_lance_is_thrown() -> None:
    battle = the_first()
    lancers = [f.id for f in battle.figures.values() if f.lance]
    thrower, keeper = lancers[0], lancers[1]
    battle.figures[thrower] = replace(battle.figures[thrower], lance=False)
    second = the_second(over(battle))
    assert not second.figures[thrower].lance and second.figures[keeper].lance


def test_the_report_says_why_the_first_is_over_and_what_decides() -> None:
    battle = the_first()
    hurt(battle, **dict.fromkeys(("carlo", "sandro", "alboino", "arnolfo"), Health.DEAD))
    told = engine.narrate(battle.copy(), over(battle), None)
    [line] = [line for line in told if line.rule == "RUL-208"]
    assert line.text.startswith("This battle is over: the Lombards are broken (standing: Lombards 6 of 10, ")
    assert line.text.endswith("Whoever lives fights on in Evening at the fig trees, and that decides.")


def test_what_is_fought_for_names_the_battle_that_decides_from_the_beginning() -> None:
    battle = the_first()
    said = engine.situation(battle, "normans").victory
    assert said[0].startswith("Whoever lives when this battle is over fights on in Evening at the fig trees")
    assert "It is over after turn 4 at the latest." in said
    assert not any("Otherwise" in sentence or "have lost at once" in sentence for sentence in said)
    lobby = next(info for info in engine.scenarios() if info.slug == "reapers")
    assert lobby.victory == tuple(said) == engine.fought_for(battle, "normans")
    for event in over(battle):
        evolve(battle, event)
    settled = engine.situation(battle, "normans")
    assert settled.victory == ("This battle is fought; Evening at the fig trees decides it (RUL-208).",)
    assert settled.victory == engine.fought_for(battle, "normans")
    assert settled.neighbourhoods == ()


def after_the_second(**healths: Health) -> Battle:
    """The first battle, told that the second left its men like that."""
    battle = the_first()
    events = over(battle)
    for event in events:
        evolve(battle, event)
    second = the_second(events)
    second.outcome = _won("lombards")
    hurt(second, **healths)
    for name in healths:
        if (mount := second.figures[name].mount) is not None:
            second.horses[mount] = replace(second.horses[mount], alive=False, ridden_by=None)
            second.figures[name] = replace(second.figures[name], mount=None, rear=None)
    evolve(battle, engine.told(battle, "sequel", second, name="k", game="g", head="h", events=9))
    return battle


def test_who_falls_in_the_second_lies_on_no_hex_of_the_first() -> None:
    battle = after_the_second(robert=Health.DEAD, serlo=Health.DEAD, hugo=Health.WOUNDED)
    robert, hugo = battle.figures["robert"], battle.figures["hugo"]
    assert robert.dead and robert.hex is None and hugo.wounded and hugo.hex == "1510"
    picture = engine.picture(battle, None)
    assert picture is not None and not any(at.bodies or at.carcasses for at in picture.hexes)
    assert not any(piece.id in ("robert", "serlo", "serlo-horse") for piece in picture.pieces)
    sheet = engine.situation(battle, "normans")
    assert isinstance(sheet, engine.BattleSituation)
    rows = {row.id: row for side in sheet.sides for row in side.rows}
    assert (rows["robert"].place, rows["robert"].state) == ("", "dead (Evening at the fig trees)")
    assert broken(battle) == []


def test_logs_that_do_not_say_that_the_first_is_fought_come_to_what_they_always_did() -> None:
    """Their digests hold where everybody lies."""
    battle = the_first()
    events = over(battle)
    for event in events:
        if event.kind != "battle_fought":
            evolve(battle, event)
    second = the_second(events)
    second.outcome = _won("lombards")
    hurt(second, robert=Health.DEAD)
    evolve(battle, engine.told(battle, "sequel", second, name="k", game="g", head="h", events=9))
    assert battle.figures["robert"].hex == "1508"


def test_the_table_of_the_first_has_the_points_that_decided() -> None:
    battle = after_the_second(robert=Health.DEAD)
    sheet = engine.situation(battle, None)
    assert isinstance(sheet, engine.BattleSituation)
    assert {side.id: side.points for side in sheet.sides} == {"lombards": 3, "normans": 0}


def test_the_second_can_say_what_it_has_from_the_first() -> None:
    battle = the_first()
    hurt(battle, odo=Health.DEAD, hugo=Health.WOUNDED)
    lancer = next(
        f.id for f in battle.figures.values() if f.lance and f.id not in ("odo", "hugo", "serlo", "ivo")
    )
    battle.figures[lancer] = replace(battle.figures[lancer], lance=False)
    battle.horses["serlo-horse"] = replace(battle.horses["serlo-horse"], alive=False)
    setup = battle.setup
    second = the_second(over(battle))
    second.figures["ivo"] = replace(second.figures["ivo"], weapon="javelin", javelins=2)
    said = engine.carried_over(setup, second, "normans")
    assert said == (
        "Fallen before: Odo.",
        "Wounded: Hugo.",
        "On foot, without a horse: Serlo.",
        "Javelins left: Ivo 2.",
        f"Without the lance, which is thrown: {lancer.title()}.",
        "Points and standing orders of the first battle do not count here (RUL-208).",
    )
    quiet = the_second(over(the_first()))
    assert engine.carried_over(setup, quiet, None) == said[-1:]
    assert engine.carried_over(quiet.setup, quiet, None) == ()


def test_a_side_with_nobody_left_fights_no_second_battle() -> None:
    battle = the_first()
    hurt(battle, **{f.id: Health.DEAD for f in battle.side_figures("lombards")})
    assert not sequel.follows(battle)
    assert over(battle)[-1].kind == "game_ended"


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        ("nowhere", "there is no scenario 'nowhere'"),
        ("reapers", "has a sequel itself"),
        ("ford", "has other seats or sides"),
        ("grange", "has a set-up or formations"),
    ],
)
def test_what_cannot_decide_a_battle_is_refused(named: str, fault: str) -> None:
    evening = (SCENARIOS / "evening.toml").read_text("utf-8")
    with pytest.raises(ScenarioError, match=fault):
        scenario_from_toml(f'sequel = "{named}"\n{evening}', "mine")


def test_a_side_has_the_same_colour_in_both_battles_whoever_begins() -> None:
    first, second = the_first(), the_second(over(the_first()))
    assert [side.id for side in first.setup.sides] != [side.id for side in second.setup.sides]
    pictures = [engine.picture(battle, None) for battle in (first, second)]
    colours = [{p.side: p.side_number for p in picture.pieces} for picture in pictures if picture]
    assert colours == [{"normans": 0, "lombards": 1}] * 2
    assert [picture.sides for picture in pictures if picture] == [("Normans", "Lombards")] * 2


@pytest.mark.parametrize(
    ("colours", "fault"),
    [
        ((0, 0), "their colours are 0, 1, each once"),
        ((1, None), "their colours are 0, 1, each once"),
        ((1, 0), "evening has other colours"),
        ((None, None), "evening has other colours"),
    ],
)
def test_colours_that_do_not_fit_are_refused(colours: tuple[int | None, ...], fault: str) -> None:
    text = (SCENARIOS / "reapers.toml").read_text("utf-8")
    for place, colour in enumerate(colours):
        old = f"colour = {place}"
        text = text.replace(old, "" if colour is None else f"colour = 9{colour}", 1)
    with pytest.raises(ScenarioError, match=fault):
        scenario_from_toml(text.replace("colour = 9", "colour = "), "mine")
