"""How an assault on a place ends, and who is cut off then.

Implements GUI-11.4.1c, GUI-11.4.1h and GUI-11.4.1k. The book knows no last turn of an assault. Ruling
RUL-1120: it is over with the last turn that was agreed, as if nobody had come to blows, and the besiegers are
taken to leave the map as soon as no more of them stand than they were told to go on with."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.language import english
from rules.phases.victory import score, standing_share
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Storm
from rules.state.figure import Character, FigureId, SideId
from rules.state.table import Outcome
from rules.tactical.moving.place_search import Search

_TAKEN = {False: english("the place is taken"), True: english("what was held is retaken")}
_GONE = {
    False: english("no besieger is left in the assault"),
    True: english("none of the garrison is left in the assault"),
}
_GIVEN_UP = {
    False: english("the besiegers give the assault up"),
    True: english("the garrison gives the assault up"),
}
FAR = 400  # more MP than any way on a board costs


def verdict(battle: Battle, rules: Ruleset, at_turn_end: bool) -> Outcome | None:
    """How an assault ended, if it has: the besieger wins if the place is taken, or only its refuge is left
    and he stops there; the garrison if nobody of the besiegers is left, or too few (GUI-11.4.1k). Nobody does
    if it has died down (GUI-11.4.1c) or the last turn is over."""
    victory = battle.setup.victory
    storm = victory.storm
    assert storm is not None
    if not _left(battle, storm.besieged):
        return _outcome(battle, storm.besieger, _TAKEN[storm.retaking])
    if not _left(battle, storm.besieger):
        return _outcome(battle, storm.besieged, _GONE[storm.retaking])
    if standing_share(battle, storm.besieger) <= victory.break_at.get(storm.besieger, -1):
        return _outcome(battle, storm.besieged, _GIVEN_UP[storm.retaking])
    if battle.turn and halts_at_refuge(battle, storm):
        return _outcome(battle, storm.besieger, english("only the refuge is left to the garrison"))
    if not at_turn_end:
        return None
    if _quiet_turns(battle) >= storm.quiet and is_parted(battle, rules):
        return _outcome(battle, "", english("the assault has died down"))
    if battle.turn >= victory.turns:
        return _outcome(battle, "", english("turn {turns} is over", turns=victory.turns))
    return None


def halts_at_refuge(battle: Battle, storm: Storm) -> bool:
    """Whether the besiegers stop because all defenders who live are in the refuge: at once, never, or once
    they have lost their share (GUI-11.4.1h). They need not wait for the defenders' phase, in which one could
    step out of it."""
    inside = _left(battle, storm.besieged)
    if any(man.hex not in storm.refuge for man in inside):
        return False
    everybody = battle.side_figures(storm.besieger)
    lost = sum(man.dead for man in everybody)
    return 100 * lost >= storm.halt * len(everybody)


def is_parted(battle: Battle, rules: Ruleset) -> bool:
    """Whether a wall, a stockade, a gate or a hex that nobody enters parts every defender from every attacker
    (GUI-11.4.1c). A ladder that leans on it parts them no more."""
    storm = battle.setup.victory.storm
    assert storm is not None
    inside = {man.hex for man in _left(battle, storm.besieged)}
    return not any(
        inside & _reached(battle, rules, man, through_enemies=True)
        for man in _left(battle, storm.besieger)
        if man.active
    )


def prisoners(battle: Battle, rules: Ruleset) -> dict[FigureId, SideId]:
    """The defenders who cannot get to the refuge when an assault has ended with attackers there: they are
    taken without a roll (GUI-11.4.1c). Whoever is not placed yet is cut off from nothing."""
    storm, ended = battle.setup.victory.storm, battle.outcome
    if storm is None or ended is None or ended.winner == storm.besieged:
        return {}
    refuge = frozenset(storm.refuge)
    return {
        man.id: storm.besieger
        for man in _left(battle, storm.besieged)
        if man.hex is not None
        if man.hex not in refuge and not refuge & _reached(battle, rules, man, through_enemies=False)
    }


def _left(battle: Battle, side: SideId) -> tuple[Character, ...]:
    """Who of a side is on the board, or still to come."""
    return tuple(man for man in battle.side_figures(side) if man.living or man.awaited)


def _reached(battle: Battle, rules: Ruleset, man: Character, *, through_enemies: bool) -> frozenset[str]:
    """The hexes to which somebody could walk or climb on foot, in any time."""
    if man.hex is None:
        return frozenset()
    afoot = replace(man, mount=None, rear=None)
    search = Search(battle, rules, afoot, through_enemies=through_enemies)
    search.run(FAR)
    return frozenset(place.hex for place in search.cost)


def _quiet_turns(battle: Battle) -> int:
    """Turns without hand-to-hand fighting up to the end of this one, in a row. Book silent on those in which
    the besiegers come up. Ruling RUL-1124: they count from the first blows on."""
    return 0 if battle.now.attacked or not battle.melee else battle.turn - battle.melee


def _outcome(battle: Battle, winner: SideId, reason: str) -> Outcome:
    return Outcome(winner=winner, reason=reason, scores=score(battle))
