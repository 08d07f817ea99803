"""Hand-to-hand combat from the roll to the last man who follows up (GUI-6).

Implements GUI-6b to GUI-6d, GUI-6.2d, GUI-6.2e, GUI-6.3b, GUI-6.4, GUI-6.5a, GUI-6.8.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.language import english
from rules.core.modifier import total
from rules.core.rejection import Rejection
from rules.events.combat import CombatFought
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, HorseId
from rules.state.storeys import held_places
from rules.tactical.fighting import advance, odds, refusing, results
from rules.tactical.fighting.odds import Assessment
from rules.tactical.fighting.pairing import best_combats as best_combats
from rules.tactical.fighting.results import Blow
from rules.tactical.formations import aftermath, keeping
from rules.tactical.harm import stunning, surrounded, unhorsing, wounds
from rules.tactical.horses import bridle
from rules.tactical.instructions.standing import who_takes_it
from rules.tactical.retreating import retreat


class Ground(NamedTuple):
    """What a result gives the winners to advance into: the places given up, by their labels, and by whom."""

    winners: tuple[FigureId, ...]
    vacated: tuple[str, ...]
    losers: tuple[FigureId, ...]


def resolve_combat(
    journal: Journal,
    rules: Ruleset,
    attackers: tuple[FigureId, ...],
    defenders: tuple[FigureId | HorseId, ...] | HorseId,
) -> Rejection | None:
    """Fight one combat to its end: roll, effects, retreats, advance. Everything is checked against the
    present state; an attack that is not allowed now is refused and leaves no trace."""
    found = permitted(journal.battle, rules, attackers, defenders)
    if isinstance(found, Rejection):
        return found
    attackers, defenders = refusing.stand_or_go(journal, rules, found)
    if not defenders:
        return None
    if (attackers, defenders) != (found.attackers, found.defenders):
        found = permitted(journal.battle, rules, attackers, defenders)
        if isinstance(found, Rejection):
            return found
    fight(journal, rules, found)
    return None


def fight(journal: Journal, rules: Ruleset, found: Assessment, *, followed_up: bool = True) -> None:
    """Fight a combat whose odds have been found just now. ``followed_up``: the winners may advance."""
    for figure_id in (*found.attackers, *found.defenders):
        if figure_id in journal.battle.figures:
            bridle.lose_in_fight(journal, figure_id)
    face = journal.roll("GUI-6c", "+".join(found.attackers), "+".join(found.defenders))
    modified = face + total(found.modifiers)
    letter = journal.ruled("combat", (*found.attackers, *found.defenders), found.letters[face - 1])
    blow = results.blow_of(journal.battle, rules, found, letter)
    journal.record(
        CombatFought(
            attackers=found.attackers,
            defenders=found.defenders,
            weight=found.weight,
            shifts=found.shifts,
            column=found.column,
            face=face,
            modifiers=found.modifiers,
            total=modified,
            letter=letter,
            table=found.table,
            effect=results.in_words(journal.battle, found, blow),
            raised=found.raised,
        )
    )
    ground = _apply(journal, rules, found, blow)
    if ground is not None and followed_up:
        advance.resolve_advance(journal, rules, *ground)
    surrounded.check(journal, rules)
    aftermath.settle(journal, rules)
    keeping.check(journal, rules)


def permitted(
    battle: Battle,
    rules: Ruleset,
    attackers: tuple[FigureId, ...],
    defenders: tuple[FigureId | HorseId, ...] | HorseId,
) -> Assessment | Rejection:
    """The odds of an attack that may be made in this phase, or why it may not (GUI-6a)."""
    found = odds.assess(battle, rules, attackers, defenders)
    if isinstance(found, Rejection):
        return found
    side = battle.figures[found.attackers[0]].side
    if side != battle.side:
        return Rejection(
            "GUI-6a",
            english("this is not the phase of {side}: they defend", side=battle.side_of(side).name),
        )
    return found


def _apply(journal: Journal, rules: Ruleset, found: Assessment, blow: Blow) -> Ground | None:
    """Carry a result out; the ground that the winners may advance into, if they may (GUI-6.6a)."""
    if blow.on == results.NOBODY:
        return None
    ours = blow.on == results.ATTACKERS
    if found.horse is not None and not ours:
        return _apply_to_horse(journal, rules, found, blow.loose, blow.hexes)
    losers, winners = (found.attackers, found.defenders) if ours else (found.defenders, found.attackers)
    before = {i: journal.battle.figures[i] for i in losers}
    if blow.turned is not None:
        blow.turned.carry_out(journal, rules)
    elif blow.drives_back:
        enemies = frozenset(winners)
        retreat.resolve_retreat(journal, rules, losers, blow.hexes, "combat", enemies)
    else:
        victim = _victim(journal, rules, losers, spare_armour=not ours)
        _harm(journal, rules, victim, blow.harm(victim), blow.mount)
    surrounded.check(journal, rules)
    after = journal.battle.figures
    if found.horse is None and any(_beaten(was, after[i], blow.drives_back) for i, was in before.items()):
        held_before = {at for was in before.values() for at in held_places(journal.battle, was)}
        return Ground(winners, given_up(journal.battle, held_before, losers), losers)
    return None


def _beaten(was: Character, now: Character, driven_back: bool) -> bool:
    """Whether what befell one of the losers lets the winner advance: he gave ground, was stunned or died
    (GUI-6.6a). A mere wound, or a fall that only wounds, does not."""
    if now.dead:
        return True
    return (now.stunned and not was.stunned) or (driven_back and now.hex != was.hex)


def _victim(journal: Journal, rules: Ruleset, side: tuple[FigureId, ...], *, spare_armour: bool) -> Character:
    """Who of several takes the blow: his owner's choice (GUI-6.2d), of defenders one without armour if there
    is one (GUI-6.3b)."""
    candidates = [journal.battle.figures[i] for i in side]
    unarmoured = [f for f in candidates if not f.armoured]
    if spare_armour and unarmoured and len(unarmoured) < len(candidates):
        return who_takes_it(journal, rules, unarmoured, "GUI-6.3b")
    return who_takes_it(journal, rules, candidates)


def _harm(journal: Journal, rules: Ruleset, victim: Character, harm: str, mount: str) -> None:
    """Horse first, then man: the rider is thrown before he is hurt (GUI-6.8a, GUI-6.8b)."""
    rule = "GUI-6c"
    if victim.mount is not None:
        if harm == "killed":
            # laid down rather than thrown, so that the dead need no room
            horse_id = victim.mount
            wounds.kill(journal, rules, victim.id, rule)
            if mount == "killed":
                unhorsing.kill_horse(journal, rules, horse_id, rule)
            return
        if mount == "killed":
            unhorsing.kill_horse(journal, rules, victim.mount, rule)
        elif mount == "lost":
            unhorsing.unhorse(journal, rules, victim.id, rule)
    match harm:
        case "wounded":
            wounds.wound(journal, rules, victim.id, rule)
        case "stunned":
            stunning.stun(journal, rules, victim.id, rule)
        case "killed":
            wounds.kill(journal, rules, victim.id, rule)


def _apply_to_horse(
    journal: Journal, rules: Ruleset, found: Assessment, harm: str, hexes: int
) -> Ground | None:
    """What befalls a riderless horse (GUI-6.8c); whoever drove it off or killed it may follow
    up (GUI-6.6a)."""
    assert found.horse is not None
    before = set(journal.battle.horses[found.horse].hexes)
    if harm == "killed":
        unhorsing.kill_horse(journal, rules, found.horse, "GUI-6.8c")
    elif harm == "retreat":
        retreat.resolve_horse_retreat(journal, rules, found.horse, hexes)
    horse = journal.battle.horses[found.horse]
    vacated = before if not horse.alive else before - set(horse.hexes)
    return Ground(found.attackers, tuple(sorted(vacated)), ()) if vacated else None


def given_up(battle: Battle, before: set[str], losers: tuple[FigureId, ...]) -> tuple[str, ...]:
    """The places that an advance may enter first: those that the losers no longer hold, and those in which a
    stunned or dead one lies (GUI-6.6a)."""
    held = {at for i in losers for at in held_places(battle, battle.figures[i]) if battle.figures[i].active}
    fallen = {
        at
        for i in losers
        for at in held_places(battle, battle.figures[i])[:1]
        if not battle.figures[i].active
    }
    return tuple(sorted((before - held) | fallen))
