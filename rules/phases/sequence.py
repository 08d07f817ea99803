"""The sequence of play of open battle, as the books of this family print it: turns in which each side has a
player phase, in the order of the scenario, and the steps of such a phase. Before them, where a scenario has a
set-up, each side that places its men has a phase for it.

Implements GUI-2a, GUI-2.1, GUI-2.1g.
"""

from __future__ import annotations

from rules.core.language import english
from rules.core.modules import SETUP
from rules.journal import Journal
from rules.phases import deploying, sequel, skirmish
from rules.ruleset import Opening, Phase, Ruleset, Sequence, Step
from rules.state.battle import Battle
from rules.state.figure import SeatId

FIRE = Step("fire", english("fire"), skirmish.offensive_fire)
CHARGES = Step("charges", english("charges"), skirmish.charges)
MOVEMENT = Step("movement", english("movement"), skirmish.movement_with_defensive_fire)
COMBAT = Step("combat", english("combat"), skirmish.close_combat)
RECOVERY = Step("stunned", english("stunned"), skirmish.recovery)


PLACING = Step("setup", english("set-up"), deploying.place)


def able_seats(battle: Battle) -> tuple[SeatId, ...]:
    """The seats whose phase it is and who have anybody left to give orders to. Whoever has reserves counts,
    so that nobody learns from it when they come."""
    able = {f.seat for f in battle.figures.values() if f.active or f.awaited}
    return tuple(seat.id for seat in battle.seats_in_phase if seat.id in able)


def player_phase_ends(journal: Journal, rules: Ruleset) -> None:
    """What the modules in force bring when a player phase is over."""
    for module in rules.modules:
        for end in module.phase_ends:
            end(journal, rules)


PLAYER_PHASE = Phase(
    name="",
    steps=(FIRE, CHARGES, MOVEMENT, COMBAT, RECOVERY),
    owes=able_seats,
    ends=(player_phase_ends,),
)


SETUP_PHASE = Phase(
    name=SETUP.id,
    steps=(PLACING,),
    owes=deploying.seats_that_place,
    title=english("{adjective} set-up"),
    title_in_step=english("{adjective} set-up"),
    short="{adjective} set-up",
    key="setup-{side}",
)


SEQUEL_PHASE = Phase(
    name=sequel.NAME,
    steps=(Step("sequel", english("sequel"), sequel.fought),),
    owes=lambda battle: (),
    rests=lambda battle: tuple(battle.calls),
    title=english("the battle that decides"),
    title_in_step=english("the battle that decides"),
    short=english("the battle that decides"),
    key="sequel",
    settled=True,
)


def first_side(battle: Battle) -> Opening:
    """The side that the scenario names first begins turn 1 (GUI-2a), once all that place their men
    have done so."""
    placing = deploying.sides_that_place(battle)
    if placing:
        return Opening(turn=0, side=placing[0], name=SETUP.id)
    return _first_turn(battle)


def _first_turn(battle: Battle) -> Opening:
    return Opening(turn=1, side=battle.setup.sides[0].id)


def next_side(battle: Battle) -> Opening:
    """The sides take their phases in turn; a turn is over when each has had one (GUI-2.1g). Set-ups come
    before turn 1, in the order of the scenario (GUI-2a)."""
    if battle.phase_name == SETUP.id:
        placing = deploying.sides_that_place(battle)
        after = placing[placing.index(battle.side) + 1 :]
        return Opening(turn=0, side=after[0], name=SETUP.id) if after else _first_turn(battle)
    sides = [side.id for side in battle.setup.sides]
    if is_last_side(battle):
        return Opening(turn=battle.turn + 1, side=sides[0])
    return Opening(turn=battle.turn, side=sides[sides.index(battle.side) + 1])


def is_last_side(battle: Battle) -> bool:
    """Whether the phase that is open is the last of its turn; a set-up belongs to none."""
    return not battle.phase_name and battle.side == battle.setup.sides[-1].id


OPEN_BATTLE = Sequence(
    phases=(PLAYER_PHASE, SETUP_PHASE, SEQUEL_PHASE),
    begins=first_side,
    follows=next_side,
    turn_ends=is_last_side,
)
