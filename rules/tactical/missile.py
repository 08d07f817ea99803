"""Missile fire: one shot from the bowstring to whatever it does.

Implements GUI-5.4 (the order of GUI-5.4a), GUI-5.4.1c, GUI-5.4.4a to GUI-5.4.4e (carried out by retreat.py and
wounds.py) and GUI-6.8c for loose horses. The geometry is in line_of_fire.py, the dice in scatter.py and damage.py, the
choice of a target in targets.py.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.missile import DamageRolled, ImpactFound, MissileStopped, ShotFired
from rules.events.movement import AllowanceCut
from rules.events.structures import SideKept
from rules.journal import Journal
from rules.ruleset import Ruleset, Shot
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.tactical import retreat, unhorsing, wounds
from rules.tactical.cover import INFINITE, cover_from, grade
from rules.tactical.damage import (
    Effect,
    armour_modifier,
    category,
    damage_letter,
    damage_modifiers,
    damage_row,
    damage_total,
    effect_of,
    victim_in,
)
from rules.tactical.line_of_fire import check
from rules.tactical.questions import placed
from rules.tactical.scatter import (
    byzantine_horse_archer_modifier,
    close_range_modifier,
    impact_hex,
    impact_modifiers,
    is_point_blank,
    range_band_modifier,
    wounded_shooter_modifier,
)
from rules.tactical.shelter import choice_of, is_shelter, side_in_words
from rules.tactical.targets import Odds, best_target, choose_target, odds
from rules.tactical.weapons import may_fire_defensively, may_fire_offensively

__all__ = [
    "DEFENSIVE",
    "OFFENSIVE",
    "Odds",
    "apply_effect",
    "armour_modifier",
    "best_target",
    "byzantine_horse_archer_modifier",
    "choose_target",
    "close_range_modifier",
    "odds",
    "range_band_modifier",
    "resolve_shot",
    "wounded_shooter_modifier",
]

OFFENSIVE = "offensive"
DEFENSIVE = "defensive"


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

    ``mode``: offensive or defensive. A Rejection means that no shot was made and nothing was recorded. Otherwise: the
    impact hex (no die within two hexes), whoever stands there, friend or foe, the damage die on his own cover and
    category, and the effect, before anybody else shoots.
    """
    battle = journal.battle
    shooter = battle.figures[shooter_id]
    may_fire = may_fire_offensively if mode == OFFENSIVE else may_fire_defensively
    refused = may_fire(battle, rules, shooter, weapon)
    if refused is not None:
        return refused
    sight = check(battle, rules, shooter, weapon, aim, target_id)
    if isinstance(sight, Rejection):
        return sight
    assert shooter.hex is not None
    journal.record(
        ShotFired(
            shooter=shooter_id, weapon=weapon, target=target_id, aim=aim, mode=mode, distance=sight.distance,
            band=sight.band,
        )
    )  # fmt: skip
    shot = Shot(shooter, weapon, target_id, aim, sight.distance, sight.band, mode)
    at = _find_impact(journal, rules, shot, shooter.hex)
    victim = victim_in(battle, at, target_id) if at else None
    if victim is not None:
        _hit(journal, rules, replace(shot, target=victim.id, aim=at), shooter.hex, victim)
    return None


def _find_impact(journal: Journal, rules: Ruleset, shot: Shot, start: Hex) -> Hex:
    """Roll for the hex in which the missile falls and record it; "" for a lost one (GUI-5.4.1a, GUI-5.4.1b)."""
    if is_point_blank(rules, shot.distance):
        journal.record(
            ImpactFound(
                shooter=shot.shooter.id,
                aim=shot.aim,
                face=0,
                modifiers=(),
                total=0,
                hex=shot.aim,
                rule="GUI-5.4.1b",
            )
        )
        return shot.aim
    face = journal.roll("GUI-5.4.1a", shot.shooter.id, shot.target)
    modifiers = impact_modifiers(journal.battle, rules, shot)
    total = face + sum(m.value for m in modifiers)
    at = impact_hex(journal.battle, rules, start, shot.aim, total)
    journal.record(
        ImpactFound(
            shooter=shot.shooter.id, aim=shot.aim, face=face, modifiers=modifiers, total=total, hex=at,
            rule="GUI-5.4.1a" if at else "GUI-5.4.2a",
        )
    )  # fmt: skip
    return at


def _hit(journal: Journal, rules: Ruleset, shot: Shot, start: Hex, victim: Character | Horse) -> None:
    """The damage die against the victim (GUI-5.4.1c, GUI-5.4.3a), and its effect."""
    battle = journal.battle
    person = victim if isinstance(victim, Character) else None
    if person is not None:
        person = _choose_side(journal, rules, person, shot.aim)
    cover, cover_why = cover_from(battle, rules, person or victim, shot.aim, shot.shooter, shot.weapon)
    if grade(cover) == INFINITE:
        why = cover_why[0]
        journal.record(
            MissileStopped(
                shooter=shot.shooter.id, victim=victim.id, hex=shot.aim, why=why.words, rule=why.rule
            )
        )
        return
    _note_cross_fire(journal, rules, person, shot.aim)
    which = category(victim)
    face = journal.roll("GUI-5.4.3a", shot.shooter.id, victim.id)
    modifiers = damage_modifiers(battle, rules, shot)
    total = damage_total(face, modifiers)
    row = damage_row(rules, shot.weapon, which, total)
    letter = damage_letter(rules, which, row, cover)
    effect = effect_of(rules, victim, letter)
    journal.record(
        DamageRolled(
            shooter=shot.shooter.id, victim=victim.id, weapon=shot.weapon, category=which, cover=cover,
            cover_why=cover_why, face=face, modifiers=modifiers, total=total, row=row, letter=letter,
            table=f"missile-{which}", effect=effect.words,
        )
    )  # fmt: skip
    apply_effect(journal, rules, victim, effect, shot.mode, start)


def apply_effect(
    journal: Journal, rules: Ruleset, victim: Character | Horse, effect: Effect, mode: str, start: Hex
) -> None:
    """What a letter does to whoever was hit by something that came from ``start`` (GUI-5.4.3a, GUI-6.8c)."""
    if isinstance(victim, Horse):
        _apply_to_horse(journal, rules, victim.id, effect)
    else:
        _apply(journal, rules, victim, effect, mode, start)


def _choose_side(journal: Journal, rules: Ruleset, victim: Character, at: Hex) -> Character:
    """Ask somebody's owner, once a phase, which side he keeps in cross-fire; without an answer his SHELTER or the
    default counts (GUI-8.3.5, GUI-8.3.6, RUL-1062). The victim as he is then."""
    battle = journal.battle
    once = f"cover {victim.id}"
    if (
        journal.waived(victim.seat, once)
        or not journal.asks(victim.seat, "cover")
        or not is_shelter(battle, at)
    ):
        return victim
    choice = choice_of(battle, rules, victim, at)
    if choice is None:
        return victim
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
    return battle.figures[victim.id]


def _note_cross_fire(journal: Journal, rules: Ruleset, victim: Character | None, at: Hex) -> None:
    """Which side somebody in a doorway or at a corner keeps, where there are enemies on both (GUI-8.3.5, GUI-8.3.6)."""
    if victim is None or not is_shelter(journal.battle, at):
        return
    choice = choice_of(journal.battle, rules, victim, at)
    if choice is not None:
        words = side_in_words(choice.kind, choice.kept)
        journal.decided(victim.seat, "cover", english("{victim} keeps covered {words}", victim=victim.name, words=words), choice.rule, figure=victim.id,
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
    """What a letter does to a person (GUI-5.4.3a), second injuries and stunned victims included (GUI-5.4.4e)."""
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
    """What a defensive shot takes from the MP of one who moves, or may still move, in this phase (GUI-5.4.3a).

    ``left``: his MP before the shot. Ruling RUL-511: "two hexes less" is 2 MP; after a wound he keeps half of what he
    had left, rounded down, but no more than his wounded face allows (GUI-4.3c); a rider who is thrown moves no more.
    """
    battle = journal.battle
    now = battle.now
    figure = battle.figures[figure_id]
    if figure.side != battle.side or not figure.active or figure_id in now.staying:
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
