"""Missile fire: one shot from the bowstring to whatever it does.

Implements GUI-5.4 (the order of GUI-5.4a), GUI-5.4.1c, GUI-5.4.4a to GUI-5.4.4e (carried out by retreat.py
and wounds.py) and GUI-6.8c for loose horses. What a shot meets is worked out in shot.py; here it is rolled
for. The choice of a target is in targets.py.
"""

from __future__ import annotations

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.modifier import total
from rules.core.rejection import Rejection
from rules.events.missile import DamageRolled, ImpactFound, MissileStopped, ShotFired
from rules.events.movement import AllowanceCut
from rules.events.structures import SideKept
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.tactical.harm import unhorsing, wounds
from rules.tactical.instructions.questions import placed
from rules.tactical.retreating import retreat
from rules.tactical.shooting.damage import Effect, armour_modifier, can_be_slowed
from rules.tactical.shooting.scatter import (
    byzantine_horse_archer_modifier,
    close_range_modifier,
    range_band_modifier,
    wounded_shooter_modifier,
)
from rules.tactical.shooting.shot import (
    DEFENSIVE,
    OFFENSIVE,
    Strike,
    WorkedShot,
    as_ruled,
    once_more,
    work_out,
)
from rules.tactical.shooting.targets import Odds, best_target, choose_target, odds
from rules.tactical.sight.shelter import choice_of, is_shelter, side_in_words
from rules.tactical.weapons import may_fire_defensively, may_fire_offensively

__all__ = [
    "DEFENSIVE",
    "OFFENSIVE",
    "Odds",
    "armour_modifier",
    "best_target",
    "byzantine_horse_archer_modifier",
    "carry_out",
    "choose_target",
    "close_range_modifier",
    "odds",
    "range_band_modifier",
    "resolve_shot",
    "wounded_shooter_modifier",
]


def resolve_shot(
    journal: Journal,
    rules: Ruleset,
    shooter_id: FigureId,
    target_id: FigureId | HorseId,
    aim: Hex,
    weapon: str,
    mode: str,
) -> Rejection | None:
    """One shot, checked once more as things stand now and carried through to its effect (GUI-5.4a).

    ``mode``: offensive or defensive. A Rejection means that no shot was made and nothing was recorded.
    Otherwise: the impact hex (no die within two hexes), whoever stands there, friend or foe, the damage die
    on his own cover and category, and the effect, before anybody else shoots.
    """
    battle = journal.battle
    shooter = battle.figures[shooter_id]
    may_fire = may_fire_offensively if mode == OFFENSIVE else may_fire_defensively
    refused = may_fire(battle, rules, shooter, weapon)
    if refused is not None:
        return refused
    found = work_out(battle, rules, shooter, weapon, target_id, aim, mode)
    if isinstance(found, Rejection):
        return found
    carry_out(journal, rules, found)
    return None


def carry_out(journal: Journal, rules: Ruleset, found: WorkedShot) -> None:
    """Roll for a shot that has been worked out just now, and do what its letters say."""
    sight = found.sight
    journal.record(
        ShotFired(
            shooter=found.shooter.id, weapon=found.weapon, target=sight.target, aim=sight.aim,
            mode=found.mode,
            distance=sight.distance, band=sight.band,
        )
    )  # fmt: skip
    strike = found.strikes.get(_find_impact(journal, found))
    if strike is not None:
        _hit(journal, rules, found, strike)


def _find_impact(journal: Journal, found: WorkedShot) -> Hex:
    """Roll for the hex in which the missile falls and record it; "" for a lost one (GUI-5.4.1a,
    GUI-5.4.1b)."""
    aim = found.sight.aim
    if found.point_blank:
        journal.record(
            ImpactFound(
                shooter=found.shooter.id,
                aim=aim,
                face=0,
                modifiers=(),
                total=0,
                hex=aim,
                rule="GUI-5.4.1b",
            )
        )
        return aim
    face = journal.roll("GUI-5.4.1a", found.shooter.id, found.sight.target)
    at = found.hexes[face - 1]
    journal.record(
        ImpactFound(
            shooter=found.shooter.id, aim=aim, face=face, modifiers=found.modifiers,
            total=face + total(found.modifiers),
            hex=at, rule="GUI-5.4.1a" if at else "GUI-5.4.2a",
        )
    )  # fmt: skip
    return at


def _hit(journal: Journal, rules: Ruleset, found: WorkedShot, strike: Strike) -> None:
    """The damage die against the victim (GUI-5.4.1c, GUI-5.4.3a), and its effect."""
    person = journal.battle.figures.get(strike.victim)
    if person is not None and _choose_side(journal, rules, person, strike.hex):
        strike = once_more(journal.battle, rules, found, strike.hex) or strike
        person = journal.battle.figures[person.id]
    why = strike.stopped
    if why is not None:
        journal.record(
            MissileStopped(
                shooter=found.shooter.id, victim=strike.victim, hex=strike.hex, why=why.words, rule=why.rule
            )
        )
        return
    _note_cross_fire(journal, rules, person, strike.hex)
    assert found.shooter.hex is not None
    fall_upon(journal, rules, strike, found.shooter.id, found.weapon, found.mode, found.shooter.hex)


def fall_upon(
    journal: Journal, rules: Ruleset, strike: Strike, by: str, weapon: str, mode: str, start: Hex
) -> None:
    """The damage die of an arrow, or of an engine's stone, that has come from ``start`` (GUI-5.4.3a,
    GUI-10.4.4)."""
    victim = journal.battle.figures.get(strike.victim) or journal.battle.horses[strike.victim]
    face = journal.roll("GUI-5.4.3a", by, strike.victim)
    line = strike.die.lines[face - 1]
    letter = journal.ruled("shot", (by, strike.victim), line.letter)
    if letter != line.letter:
        line = as_ruled(rules, victim, line, letter)
    journal.record(
        DamageRolled(
            shooter=by, victim=strike.victim, weapon=weapon, category=strike.category, cover=strike.cover,
            cover_why=strike.cover_why, face=face, modifiers=strike.modifiers, total=line.total, row=line.row,
            letter=line.letter, table=strike.table, effect=line.effect.words, shifts=strike.shifts,
        )
    )  # fmt: skip
    if isinstance(victim, Horse):
        _apply_to_horse(journal, rules, victim.id, line.effect)
    else:
        _apply(journal, rules, victim, line.effect, mode, start)


def _choose_side(journal: Journal, rules: Ruleset, victim: Character, at: Hex) -> bool:
    """Ask somebody's owner, once a phase, which side he keeps in cross-fire; without an answer his SHELTER or
    the default counts (GUI-8.3.5, GUI-8.3.6, RUL-1062). Whether he has answered."""
    battle = journal.battle
    once = f"cover {victim.id}"
    if (
        journal.waived(victim.seat, once)
        or not journal.asks(victim.seat, "cover")
        or not is_shelter(battle, at)
    ):
        return False
    choice = choice_of(battle, rules, victim, at)
    if choice is None:
        return False
    journal.waive(victim.seat, once)
    answer = journal.ask(
        victim.seat,
        "cover",
        choice.kept,
        choice.rule,
        english("{victim} is shot at from two sides: which does he keep covered?", victim=placed(victim)),
        lambda: [
            Choice(side, english("he keeps covered {side}", side=side_in_words(choice.kind, side)))
            for side in choice.sides
        ],
        figure=victim.id,
        order=choice.order,
    )
    if answer:
        journal.decided(victim.seat, "cover", answer, choice.rule, figure=victim.id, answered=True)
        journal.record(SideKept(figure=victim.id, side=choice.sides[answer], answered=True))
    return bool(answer)


def _note_cross_fire(journal: Journal, rules: Ruleset, victim: Character | None, at: Hex) -> None:
    """Which side somebody in a doorway or at a corner keeps, where there are enemies on both
    (GUI-8.3.5, GUI-8.3.6)."""
    if victim is None or not is_shelter(journal.battle, at):
        return
    choice = choice_of(journal.battle, rules, victim, at)
    if choice is not None:
        words = side_in_words(choice.kind, choice.kept)
        journal.decided(victim.seat, "cover",
                        english("{victim} keeps covered {words}", victim=victim.name, words=words),
                        choice.rule, figure=victim.id,
                        order=choice.order)  # fmt: skip


def _apply_to_horse(journal: Journal, rules: Ruleset, horse_id: HorseId, effect: Effect) -> None:
    """A loose horse is killed or driven straight back (GUI-6.8c)."""
    if effect.horse_killed:
        unhorsing.kill_horse(journal, rules, horse_id, "GUI-6.8c")
    elif effect.retreat:
        retreat.resolve_horse_retreat(journal, rules, horse_id, effect.retreat)


def _apply(
    journal: Journal, rules: Ruleset, victim: Character, effect: Effect, mode: str, start: Hex
) -> None:
    """What a letter does to a person (GUI-5.4.3a), second injuries and stunned victims included
    (GUI-5.4.4e)."""
    left = journal.battle.now.left.get(victim.id, _to_begin_with(journal, victim))
    words = effect.words
    if effect.harm == "killed":
        mount = victim.mount
        wounds.kill(journal, rules, victim.id, "GUI-5.4.3a", words, by_die=True)
        if effect.horse_killed and mount is not None:
            unhorsing.kill_horse(journal, rules, mount, "GUI-6.8c")
        return
    if effect.horse_killed and victim.mount is not None:
        unhorsing.kill_horse(journal, rules, victim.mount, "GUI-6.8c")
    elif effect.thrown:
        unhorsing.unhorse(journal, rules, victim.id, "GUI-6.8a")
    if effect.harm == "wounded":
        wounds.wound(journal, rules, victim.id, "GUI-5.4.3a", words, by_die=True)
    if mode == OFFENSIVE:
        if effect.retreat:
            retreat.resolve_retreat(
                journal, rules, (victim.id,), effect.retreat, cause="missile", shot_from=start
            )
    else:
        _slow(journal, victim.id, effect, left)


def _to_begin_with(journal: Journal, victim: Character) -> int:
    return journal.battle.now.reduced.get(victim.id, victim.values.movement)


def _slow(journal: Journal, figure_id: FigureId, effect: Effect, left: int) -> None:
    """What a defensive shot takes from the MP of one who moves, or may still move, in this phase
    (GUI-5.4.3a).

    ``left``: his MP before the shot. Ruling RUL-511: "two hexes less" is 2 MP; after a wound he keeps half of
    what he had left, rounded down, but no more than his wounded face allows (GUI-4.3c); a rider who is thrown
    moves no more.
    """
    battle = journal.battle
    now = battle.now
    figure = battle.figures[figure_id]
    if not can_be_slowed(battle, figure):
        return
    if effect.thrown:
        journal.record(
            AllowanceCut(figure=figure_id, left=0, rule="RUL-511", words=english("thrown from the saddle"))
        )
    elif effect.half:
        still = min(left // 2, max(0, figure.values.movement - now.spent.get(figure_id, 0)))
        journal.record(
            AllowanceCut(figure=figure_id, left=still, rule="GUI-5.4.3a", words=english("wounded by a shot"))
        )
    elif effect.less:
        still = max(0, left - effect.less)
        journal.record(
            AllowanceCut(figure=figure_id, left=still, rule="GUI-5.4.3a", words=english("held up by a shot"))
        )
