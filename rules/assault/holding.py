"""Who holds on to what: ladders and ropes that nobody bears any more, that burn, or that have lost their
wall; and what being up on one does to fire and combat.

Implements GUI-10.1.2a (bearers bar nobody's way), GUI-10.1.5a, GUI-10.1.5b, GUI-10.6.3a.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.assault.falling_off import fall
from rules.assault.toppling import throw_down, ways_to_fall
from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.events.ladders import LadderLost, LadderPlaced, Loss
from rules.journal import Journal
from rules.ruleset import Extension, Fight, Result, Ruleset, Turned
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.hexsides import BLANK
from rules.state.ladders import LADDER, ROPE, climber, facing_hex, held_by, wall_hex
from rules.state.storeys import is_there
from rules.state.terrain import hexside_between, terrain_at
from rules.state.works import Ladder
from rules.tactical.harm import wounds


def settle(journal: Journal, rules: Ruleset) -> None:
    """After everything that changes who stands where: whoever is stunned on a ladder falls from
    it (RUL-1011), what has lost its bearers drops, what has lost its wall falls, what burns is
    gone (RUL-1015)."""
    for ladder_id in list(journal.battle.ladders):
        ladder = journal.battle.ladders[ladder_id]
        man = climber(journal.battle, ladder)
        if man is not None and not man.active:
            fall(journal, rules, man.id)
            ladder = journal.battle.ladders[ladder_id]
        if _in_flames(journal.battle, ladder):
            _burn(journal, rules, ladder)
        elif ladder.upright:
            _stands(journal, rules, ladder)
        elif ladder.bearers:
            _borne(journal, ladder)
    _nothing_under_them(journal, rules)


def _nothing_under_them(journal: Journal, rules: Ruleset) -> None:
    """Whoever was on a storey of what is no longer there falls, as from a ladder."""
    for figure in list(journal.battle.figures.values()):
        now = journal.battle.figures[figure.id]
        if now.storey and now.living and now.place is not None and not is_there(journal.battle, now.place):
            fall(journal, rules, now.id)


def _in_flames(battle: Battle, ladder: Ladder) -> bool:
    return any(at in battle.flames for at in ladder.hexes)


def _burn(journal: Journal, rules: Ruleset, ladder: Ladder) -> None:
    """A ladder or rope in a burning hex is lost at once, and who could not leave it falls (RUL-1015)."""
    man = climber(journal.battle, ladder)
    if man is not None:
        fall(journal, rules, man.id)
    journal.record(LadderLost(ladder=ladder.id, why="burnt", rule="RUL-1015", code=Loss.BURNT))


def _stands(journal: Journal, rules: Ruleset, ladder: Ladder) -> None:
    battle = journal.battle
    foot, wall = ladder.hexes[0], wall_hex(battle, ladder)
    if wall is not None and BLANK & hexside_between(battle, foot, wall):
        return
    man = climber(battle, ladder)
    if ladder.kind == ROPE:
        if man is not None:
            fall(journal, rules, man.id)
        lying = replace(journal.battle.ladders[ladder.id], facing=None, since=0)
        journal.record(LadderPlaced(ladder=lying, how="fallen", rule="RUL-1015"))
        return
    anybody = next(iter(battle.figures.values()))
    ways = ways_to_fall(battle, rules, man or anybody, ladder)
    throw_down(journal, rules, ladder, next(iter(ways), ""), "RUL-1015")


def _borne(journal: Journal, ladder: Ladder) -> None:
    battle = journal.battle
    bearers = [battle.figures[f] for f in ladder.bearers]
    if ladder.kind == LADDER:
        if all(f.active and not f.mounted for f in bearers) and {f.hex for f in bearers} == set(ladder.hexes):
            return
        journal.record(LadderPlaced(ladder=replace(ladder, bearers=()), how="dropped", rule="GUI-10.1.2a"))
        return
    (bearer,) = bearers
    if bearer.active:
        return
    at = bearer.hex
    if at is None and bearer.carried_by is not None:
        at = battle.figures[bearer.carried_by].hex
    if at is None:
        journal.record(LadderLost(ladder=ladder.id, why=english("gone with its bearer"), rule="GUI-10.6.2"))
    else:
        lying = replace(ladder, hexes=(at,), bearers=())
        journal.record(LadderPlaced(ladder=lying, how="dropped", rule="GUI-10.6.2"))


# what the seams of the module hold


def bared(battle: Battle, rules: Ruleset, victim: Character | None, at: Hex, shooter: Hex) -> Modifier | None:
    """Up on a ladder nobody has any cover (GUI-10.1.5b). Book silent on ropes. Ruling RUL-1064: nor there."""
    held = held_by(battle, victim) if victim is not None else None
    if held is None:
        return None
    if held.kind == ROPE:
        return Modifier(0, "RUL-1064", english("up on a rope"))
    return Modifier(0, "GUI-10.1.5b", english("up on a ladder"))


def shot_bar(battle: Battle, rules: Ruleset, shooter: Character, weapon: str, aim: Hex) -> Rejection | None:
    """From a ladder a bowman shoots only into the stockade hex before him (GUI-10.1.5a); nobody shoots from a
    rope (RUL-1052)."""
    ladder = held_by(battle, shooter)
    if ladder is None:
        return None
    if ladder.kind == ROPE:
        return Rejection(
            "RUL-1052", english("{shooter} hangs on a rope and cannot shoot", shooter=shooter.name)
        )
    before = facing_hex(battle, shooter)
    if aim == before:
        return None
    return Rejection(
        "GUI-10.1.5a",
        english(
            "{shooter} is up on a ladder: he can only shoot into {before}",
            shooter=shooter.name,
            before=before,
        ),
    )


def tests_nobody(battle: Battle, rules: Ruleset, mover: Character, enemy: Character, at: Hex) -> bool:
    """Who is up on a ladder or rope bars nobody's way (RUL-1008)."""
    return bool(enemy.storey)


def from_a_platform(battle: Battle, rules: Ruleset, fight: Fight) -> bool:
    """Whether men on a platform strike at somebody who hangs on a rope (GUI-10.6.3a)."""
    if fight.horse is not None or len(fight.defenders) != 1:
        return False
    rope = held_by(battle, fight.defenders[0])
    return (
        rope is not None
        and rope.kind == ROPE
        and all(f.hex is not None and terrain_at(battle, f.hex) == "platform" for f in fight.attackers)
    )


def rope_shift(battle: Battle, rules: Ruleset, fight: Fight) -> Modifier | None:
    """Two columns to the right (GUI-10.6.3a)."""
    if not battle.ladders or not from_a_platform(battle, rules, fight):
        return None
    columns = rules.tables["grapnels"].number("columns", "value")
    return Modifier(columns, "GUI-10.6.3a", english("struck at on a rope from a platform"))


def on_a_rope(battle: Battle, rules: Ruleset, fight: Fight, result: Result) -> Turned | None:
    """A wound or a stun kills him, a retreat does nothing (GUI-10.6.3a)."""
    if not battle.ladders or not from_a_platform(battle, rules, fight):
        return None
    man = fight.defenders[0]
    if result.harm == "retreat":
        return Turned(english("he hangs on to his rope (GUI-10.6.3a)"), lambda journal, rules: None)
    if result.harm not in ("wounded", "stunned"):
        return None

    def kill(journal: Journal, rules: Ruleset) -> None:
        wounds.kill(journal, rules, man.id, "GUI-10.6.3a", english("thrown from his rope"))

    return Turned(english("the defender is thrown from his rope to his death (GUI-10.6.3a)"), kill)


SEAMS = Extension(
    exposures=(bared,),
    shot_bars=(shot_bar,),
    passage_bars=(tests_nobody,),
    column_shifts=(rope_shift,),
    result_rules=(on_a_rope,),
    aftermaths=(settle,),
)
