"""What each man of a battle has lived through."""

from __future__ import annotations

from rules import engine
from rules.core.dice import KeyedDice
from rules.events.base import Event
from rules.events.creation import GameCreated
from rules.events.harm import Killed, Wounded
from rules.journal import Journal
from rules.state.battle import Battle
from rules.tactical.harm import wounds
from rules.views.lived import lives
from tests.rules.combat_kit import FLAT, duel, fight
from tests.rules.kit import RULES, battle, journal, man

WOUNDS = 1  # of a die on the column of twelve against two


def told_of(at: Battle, j: Journal) -> dict[str, list[str]]:
    """What each has lived through in the events of a journal, which began with this battle."""
    first = GameCreated(setup=at.setup, figures=tuple(at.figures.values()), horses=tuple(at.horses.values()))
    events: list[Event] = [first, *j.events]
    found = lives(events, None)
    assert all(events[entry.event] in j.events for life in found for entry in life.entries)
    return {life.figure: [entry.words for entry in life.entries] for life in found}


def test_a_duel_is_told_of_both() -> None:
    at = duel(attack=12, defence=2)
    told = told_of(at.copy(), fight(at, ["robert"], ["zahir"], WOUNDS))
    assert told == {
        "robert": ["Attacked Zahir.", "Wounded Zahir."],
        "zahir": ["Attacked by Robert.", "Wounded by Robert."],
    }


def test_who_strikes_together_has_done_it_together() -> None:
    at = battle(FLAT, man("Robert", "0504"), man("Hugo", "0404"), man("Zahir", "0505", side="arabs"))
    told = told_of(at.copy(), fight(at, ["robert", "hugo"], ["zahir"], otherwise=10))
    assert told["robert"][0] == "Attacked Zahir together with Hugo."
    assert told["zahir"][0] == "Attacked by Robert and Hugo."


def test_harm_that_follows_from_no_blow_is_nobody_s_deed() -> None:
    at = duel()
    j = journal(at.copy())
    wounds.wound(j, RULES, "zahir", "GUI-4.2.1d", "the rocks")
    wounds.kill(j, RULES, "zahir", "GUI-4.2.1d", drowned=True)
    assert told_of(at, j) == {"zahir": ["Wounded.", "Drowned."]}


def test_horses_have_no_lives() -> None:
    at = duel()
    assert told_of(at, journal(at.copy())) == {}


def test_whoever_falls_in_a_played_battle_has_it_in_his_life() -> None:
    log = engine.new_game("orchard")
    at = engine.replay(log)
    for phase in range(10):
        for seat in engine.awaiting(at).seats:
            reading = engine.read_orders(at, seat, engine.captain_orders(at, seat, "bold"))
            log.append(engine.accept_orders(at, seat, reading))
            at = engine.evolve(at, log[-1])
        new = engine.adjudicate(at, KeyedDice(f"lived/{phase}".encode()))
        log += new
        at = engine.replay(new, at)
    found = {life.figure: life for life in engine.lives(at, log, None)}
    fell = {event.figure: place for place, event in enumerate(log) if isinstance(event, Killed)}
    hurt = [(event.figure, place) for place, event in enumerate(log) if isinstance(event, Wounded)]
    assert fell and hurt
    for figure, place in (*fell.items(), *hurt):
        assert any(entry.event == place for entry in found[figure].entries), (figure, place)
    assert {found[figure].now for figure in fell} == {"dead"}
    deeds = [entry.words for life in found.values() for entry in life.entries]
    assert any(words.startswith("Killed ") and not words.startswith("Killed by") for words in deeds)
