"""Playing a phase: its steps one after another as the book in play prints them, then its end, then
what follows it.

Implements GUI-2.1g. Nothing here knows how many sides there are or which steps there may be.
"""

from __future__ import annotations

from rules.events.sequence import GameEnded, PhaseEnded, PhaseOpened, StepBegan
from rules.evolve.fingerprint import digest
from rules.journal import Journal
from rules.phases import sallying, sequel, storming
from rules.phases.victory import verdict
from rules.ruleset import Opening, Phase, Ruleset, Step
from rules.state.battle import Battle
from rules.state.table import Outcome, Pace
from rules.tactical.formations import aftermath
from rules.tactical.harm import surrounded
from rules.tactical.instructions.terms import attend


def play_phase(journal: Journal, rules: Ruleset) -> bool:
    """Play the open phase from where it stands. True when the phase is over; False when a game played step
    by step stops for the orders of its next step, which has then begun (GUI-2.1g: no step starts before the
    last is done).
    """
    attend(journal, rules).begin()
    battle = journal.battle
    phase, resumed = rules.phase_of(battle), battle.step
    for step in _steps_from(phase, resumed):
        if step.id != resumed:
            journal.record(StepBegan(step=step.id))
            if step is not phase.steps[0] and _stops_before(battle, rules, step):
                return False
        step.act(journal, rules)
        surrounded.check(journal, rules)
        aftermath.settle(journal, rules)
        if _verdict(battle, rules, at_turn_end=False) is not None:
            return True
    for end in phase.ends:
        end(journal, rules)
    return True


def close_phase(journal: Journal, rules: Ruleset) -> None:
    """End a phase that is over with the state's digest, then open the next or end the game (GUI-2.1g)."""
    battle = journal.battle
    outcome = sequel.decided(battle) or _verdict(battle, rules, rules.sequence.turn_ends(battle))
    goes_on = outcome is not None and sequel.follows(battle)
    if outcome is not None and goes_on:
        sequel.call(journal, outcome)
    journal.record(PhaseEnded(number=battle.phase, digest=digest(battle)))
    if outcome is not None and not goes_on:
        journal.record(GameEnded(outcome=outcome))
        return
    following = sequel.waiting(battle) if goes_on else rules.sequence.follows(battle)
    journal.record(phase_opened(following, battle.phase + 1))


def _verdict(battle: Battle, rules: Ruleset, at_turn_end: bool) -> Outcome | None:
    """How the battle ended, if it has: as the fights of a siege do, or by what its scenario asks for."""
    if battle.setup.victory.storm is not None:
        return storming.verdict(battle, rules, at_turn_end)
    if battle.setup.victory.sortie is not None:
        return sallying.verdict(battle, at_turn_end)
    return verdict(battle, at_turn_end)


def phase_opened(opening: Opening, number: int) -> PhaseOpened:
    """The event that opens the phase of this number."""
    return PhaseOpened(number=number, turn=opening.turn, side=opening.side, name=opening.name)


def _steps_from(phase: Phase, resumed: str | None) -> tuple[Step, ...]:
    """The steps still to be played: all, or those from the one at which the phase stopped for orders."""
    if resumed is None:
        return phase.steps
    return phase.steps[[step.id for step in phase.steps].index(resumed) :]


def _stops_before(battle: Battle, rules: Ruleset, step: Step) -> bool:
    return battle.setup.options.pace is Pace.STEP and bool(rules.orders_in(step.id))
