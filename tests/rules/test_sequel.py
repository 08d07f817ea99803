"""A battle that decides another: who fights it, in what state, and what it comes to (RUL-208)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.dice import KeyedDice
from rules.evolve import evolve
from rules.phases import sequel
from rules.scenarios.loader import SCENARIOS, ScenarioError, scenario_from_toml
from rules.state.battle import Battle
from rules.state.figure import Health
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
    assert ended.kind == "game_ended" and getattr(ended, "outcome", None) == _won("lombards")


def _won(side: str) -> Outcome:
    return Outcome(winner=side, reason="they stayed", scores={side: 3})


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
