"""Games that end by the word of their players, whatever stands on the board."""

from __future__ import annotations

import pytest

from rules import engine
from rules.events.sequence import GameEnded, PhaseOpened
from tests.rules.kit import man
from tests.rules.three_sides import ALLIED, HOSTILE, NEUTRAL, three


def begun(sides=ALLIED):
    men = [man("Robert", "0303"), man("Melo", "0404", side="lombards"), man("Zahir", "0808", side="arabs")]
    return three(*men, sides=sides)


def test_a_coalition_that_gives_up_leaves_the_others_as_winners() -> None:
    outcome = engine.agreed.surrender(begun(), ("normans", "lombards"))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("arabs", "the Normans + Lombards have given up")


def test_who_is_left_wins_with_his_allies() -> None:
    outcome = engine.agreed.surrender(begun(), ("arabs",))
    assert outcome is not None and outcome.winner == "normans"
    assert begun().winners_by(outcome) == ("normans", "lombards")


@pytest.mark.parametrize("sides", [HOSTILE, ALLIED], ids=["all enemies", "an ally left"])
def test_a_surrender_that_leaves_enemies_ends_nothing(sides) -> None:
    assert engine.agreed.surrender(begun(sides), ("lombards",)) is None


def test_neutrals_who_are_left_do_not_fight_on() -> None:
    assert engine.agreed.surrender(begun(NEUTRAL), ("arabs",)) is not None


def test_what_is_agreed_is_played_at_once_and_nobody_is_awaited() -> None:
    battle = engine.replay(engine.new_game("orchard"))
    assert engine.awaiting(battle).seats
    said = engine.EndAgreed(seat="normans", outcome=engine.agreed.draw())
    battle = engine.evolve(battle, said)
    assert engine.awaiting(battle).seats == ()
    played = engine.adjudicate(battle, engine.KeyedDice(bytes(32)))
    assert [event.kind for event in played] == ["phase_ended", "game_ended"]
    assert isinstance(played[-1], GameEnded)
    assert (played[-1].outcome.winner, set(played[-1].outcome.scores)) == ("", {"normans", "lombards"})


def test_an_offer_stands_through_the_next_turn_and_a_refusal_ends_all() -> None:
    battle = engine.evolve(engine.replay(engine.new_game("orchard")), engine.DrawOffered(seat="normans"))
    turn = battle.turn

    def opens(later: int) -> dict[str, int]:
        opened = PhaseOpened(number=9, turn=turn + later, side="normans")
        return engine.evolve(battle.copy(), opened).draw_offers

    assert opens(1) == {"normans": turn} and opens(2) == {}
    refused = engine.evolve(battle.copy(), engine.DrawRefused(seat="lombards"))
    assert refused.draw_offers == {} and battle.draw_offers != {}


def test_the_digest_of_a_game_in_which_nothing_was_offered_is_what_it_was() -> None:
    before = engine.replay(engine.new_game("orchard"))
    offered = engine.evolve(before.copy(), engine.DrawOffered(seat="normans"))
    taken_back = engine.evolve(offered.copy(), engine.DrawRefused(seat="normans"))
    assert engine.digest(before) == engine.digest(taken_back) != engine.digest(offered)
