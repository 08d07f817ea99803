"""How a fight of a siege before the walls ends, or a battle of a campaign, who is taken then, and what it
brings in.

Implements GUI-11.4.2b, GUI-11.4.3b, GUI-11.4.4c and, for campaigns, GUC-14.6a to GUC-14.6d. The books know no
last turn of a fight before walls. Ruling RUL-1130: who has nobody able to act left, on the board or to come,
has left it; who has too few unhurt, or too few standing, withdraws; with the last turn that was agreed the
men of the place are taken to be at home. Whoever lies stunned when his side has gone is taken, if an enemy is
there to do it, and so is a horse that nobody holds.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english
from rules.phases.victory import score, standing_share
from rules.state.battle import RUIN, Battle, Errand, Sortie
from rules.state.figure import Character, FigureId, Horse, SideId
from rules.state.ladders import LADDER
from rules.state.table import Outcome
from rules.state.works import Engine, EngineState

NEVER = -1  # so few are never left
TENTS = ("tent", "tent_opening")
PACKHORSE = "packhorse-"
"""How the ids of horses begin that carry stores."""


def verdict(battle: Battle, at_turn_end: bool) -> Outcome | None:
    """How it ended, if it has. Against the camp: it belongs to whoever is left, to nobody if the party went
    home. For stores: the party has won if any of it crossed the board."""
    sortie = _sortie(battle)
    for side in (sortie.besieged, sortie.besieger):
        name = battle.side_of(side).name
        if not _able(battle, side):
            return _outcome(battle, side, english("none of the {side} is left on the board", side=name))
        if _withdraws(battle, side):
            return _outcome(battle, side, english("the {side} withdraw", side=name))
    turns = battle.setup.victory.turns
    if at_turn_end and battle.turn >= turns:
        reason = english("turn {turns} is over", turns=turns)
        return Outcome(winner="", reason=reason, scores=score(battle))
    return None


def _outcome(battle: Battle, gone: SideId, reason: str) -> Outcome:
    """Whoever stays has won, but for parties that had no more to do there."""
    sortie = _sortie(battle)
    winner = _enemy_of(sortie, gone)
    if sortie.came_out(gone) and _got_home(battle):
        if sortie.errand is Errand.SUPPLY:
            winner, reason = gone, english("the supply party is through")
        elif sortie.errand is Errand.CAMP:
            winner, reason = "", english("the raiders have gone home")
    return Outcome(winner=winner, reason=reason, scores=score(battle))


def prisoners(battle: Battle) -> dict[FigureId, SideId]:
    """Those who lie stunned when their side has gone and enemies are there."""
    sortie = _sortie(battle)
    return {
        man.id: taker
        for side in (sortie.besieged, sortie.besieger)
        if (taker := _who_takes(battle, side))
        for man in battle.side_figures(side)
        if man.living and man.stunned
    }


def horses(battle: Battle) -> tuple[Horse, ...]:
    """All horses, each with the side that has it in the end: those that stand about when their side has gone
    are left to the enemies who are there (RUL-1130)."""
    return tuple(_with_its_owner(battle, horse) for horse in battle.horses.values())


def _with_its_owner(battle: Battle, horse: Horse) -> Horse:
    hand = battle.figures.get(horse.ridden_by or horse.led_by or "")
    held = hand is not None and (hand.active or hand.left_by is not None)
    on_board = horse.front is not None or (hand is not None and hand.living)
    taker = _who_takes(battle, horse.side) if horse.alive and on_board and not held else ""
    return replace(horse, side=taker) if taker else horse


def _who_takes(battle: Battle, side: SideId) -> SideId:
    """The enemies of a side that has gone when it is over, if any of them are there; "" otherwise."""
    enemy = _enemy_of(_sortie(battle), side)
    over = battle.outcome is not None and _is_gone(battle, side)
    return enemy if over and any(man.active for man in battle.side_figures(enemy)) else ""


def _is_gone(battle: Battle, side: SideId) -> bool:
    """Whether a side has left, withdraws, or goes home because the last turn is over."""
    sortie = _sortie(battle)
    if not _able(battle, side) or _withdraws(battle, side):
        return True
    over = battle.turn >= battle.setup.victory.turns
    return over and sortie.came_out(side) and sortie.errand.goes_home


def spoils(battle: Battle) -> dict[str, int]:
    """Tents that are burnt or still burn, engines that are whole, packhorses that were led home,
    and patrols that never came."""
    board = battle.board
    gone = {at for overlay in battle.overlays.values() if overlay.id.startswith(RUIN) for at in overlay.hexes}
    tents = sum(board.terrain(at) in TENTS for at in gone | battle.flames.keys())
    sortie = _sortie(battle)
    home = [man for man in battle.side_figures(sortie.besieged) if man.left_by in sortie.home]
    horses = sum(horse.startswith(PACKHORSE) for man in home for horse in man.leads)
    whole = [engine for engine in battle.engines.values() if _is_whole(battle, engine)]
    ladders = sum(ladder.kind == LADDER for ladder in battle.ladders.values())
    waiting = {reserve.patrol for reserve in battle.reserves.values()} - {0}
    return {
        "tents": tents,
        "packhorses": horses,
        "patrols_waiting": len(waiting),
        "thrower": len(whole),
        "ladder": ladders,
    }


def _is_whole(battle: Battle, engine: Engine) -> bool:
    burns = any(at in battle.flames for at in engine.hexes)
    return engine.state is not EngineState.DESTROYED and not burns


def _withdraws(battle: Battle, side: SideId) -> bool:
    """Whether too few of a side are unhurt, or too few stand (GUI-11.4.4c)."""
    victory = battle.setup.victory
    if _sortie(battle).stand.get(side, NEVER) >= _unhurt(battle, side):
        return True
    return victory.break_at.get(side, NEVER) >= standing_share(battle, side)


def _sortie(battle: Battle) -> Sortie:
    sortie = battle.setup.victory.sortie
    assert sortie is not None
    return sortie


def _enemy_of(sortie: Sortie, side: SideId) -> SideId:
    return sortie.besieger if sortie.came_out(side) else sortie.besieged


def _able(battle: Battle, side: SideId) -> list[Character]:
    return [man for man in battle.side_figures(side) if man.active or man.awaited]


def _unhurt(battle: Battle, side: SideId) -> int:
    """How many of a side are neither dead, stunned nor wounded, wherever they are."""
    return sum(not (man.dead or man.stunned or man.wounded) for man in battle.side_figures(side))


def _got_home(battle: Battle) -> bool:
    return any(man.left_by is not None for man in battle.side_figures(_sortie(battle).besieged))
