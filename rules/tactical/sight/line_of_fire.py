"""Whether a shot can reach its target, over how many hexes and into what cover.

Implements GUI-5.4a, GUI-5.4b, GUI-5.5.1a, GUI-5.5.1b, GUI-5.5.1c, GUI-5.5.2.2a, GUI-5.5.2.3a, GUI-5.5.2.3d,
GUI-5.5.2.4a, GUI-5.5.3a, GUI-5.5.3b, GUI-5.5.3.1a to GUI-5.5.3.1c, GUI-5.5.5 and GUI-9.3.4d; what is built
stops lines in obstacles.py, and openings.py knows where they may begin.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rules.core.language import english
from rules.core.modifier import Modifier
from rules.core.rejection import Rejection
from rules.ruleset import Extension, Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex, Horse, HorseId
from rules.state.storeys import structure_at
from rules.state.terrain import WATER, Works, level_at, terrain_at, works_of
from rules.tactical.sight.cover import LIGHT, cover_on_line, grade
from rules.tactical.sight.elevation import Trace, in_view, passes_below, trace
from rules.tactical.sight.obstacles import Bar, first_bar, open_ways, overlooked
from rules.tactical.sight.openings import Course, courses, height_of
from rules.tactical.sparing import spared
from rules.tactical.weapons import BANDS, band_at, name_of, weapon_data


class Sight(msgspec.Struct, frozen=True):
    """A shot that can be made: hexes to the hex aimed at, range band, the target's cover there and why.
    ``opening``: through which the shooter sends it, in words; empty if from the middle of his hex."""

    target: FigureId | HorseId
    aim: Hex
    distance: int
    band: str
    cover: str
    cover_why: tuple[Modifier, ...] = ()
    opening: str = ""


def check(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, aim: Hex, target_id: FigureId | HorseId
) -> Sight | Rejection:
    """The shot of a figure at an enemy (or a riderless horse, GUI-6.8c) in a hex, or the first thing that
    forbids it: target, range, trees, slopes, people in the way. Whether the shooter may shoot at all is asked
    of weapons.py.

    Book silent on which of a rider's hexes he shoots from. Ruling RUL-508: the front half.
    """
    target = battle.figures.get(target_id) or battle.horses.get(target_id)
    start = shooter.hex
    if start is None or target is None:
        return Rejection(
            "GUI-5.5.1a",
            english("{target} is no target", target=target_id)
            if start
            else english("{shooter} is off the board", shooter=shooter.name),
        )
    refused = _no_target(battle, shooter, target, aim)
    if refused is not None:
        return refused
    distance = battle.board.distance(start, aim)
    band = band_at(rules, weapon, distance)
    if not band:
        farthest = weapon_data(rules.tables, weapon).reach[-1]
        why = english(
            "{target} in {aim} is {distance} hexes away; a {weapon} reaches {farthest}",
            target=target.name,
            aim=aim,
            distance=distance,
            weapon=name_of(rules, weapon),
            farthest=farthest,
        )
        return Rejection("GUI-5.4a", why)
    for bar in rules.seams.shot_bars:
        refused = bar(battle, rules, shooter, weapon, aim)
        if refused is not None:
            return refused
    found = [
        _along(battle, rules, shooter, weapon, target, band, course)
        for course in courses(
            battle,
            start,
            aim,
            shooter=shooter,
            target=target if isinstance(target, Character) else None,
            weapon=weapon,
        )
    ]
    shots = [sight for sight in found if isinstance(sight, Sight)]
    return min(shots, key=lambda sight: grade(sight.cover)) if shots else found[0]


def _along(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    target: Character | Horse,
    band: str,
    course: Course,
) -> Sight | Rejection:
    """The shot along one line, or what stops it there."""
    line = course.line
    if course.bar is not None:
        return _stopped(course.bar, shooter, target)
    victim = target if isinstance(target, Character) else None
    stages = open_ways(battle, line)
    passes = _passes_over_people(rules, weapon, band)
    cover = cover_on_line(battle, rules, victim, line, stages, weapon) if passes else None
    if cover is None or grade(cover[0]) > LIGHT:
        people = _in_the_way(battle, rules, shooter, target, line, weapon)
        free = tuple(tuple(way for way in ways if way.hex not in people) for ways in stages)
        if not all(free):
            man = next(people[ways[0].hex] for ways, left in zip(stages, free, strict=True) if not left)
            return _blocked_by(rules, weapon, band, cover[0] if cover else "", man)
        if cover is None or free != stages:
            cover = cover_on_line(battle, rules, victim, line, free, weapon)
    distance = battle.board.distance(line.start, line.end)
    return Sight(target.id, line.end, distance, band, *cover, course.words)


def _no_target(battle: Battle, shooter: Character, target: Character | Horse, aim: Hex) -> Rejection | None:
    if isinstance(target, Character):
        if (refused := spared(battle, shooter.side, target, "GUI-5.5.1a")) is not None:
            return refused
        if not target.living:
            return Rejection(
                "GUI-5.5.1a",
                (
                    english("{target} is dead", target=target.name)
                    if target.dead
                    else english("{target} is not on the board", target=target.name)
                ),
            )
        if target.carried_by is not None:
            return Rejection("GUI-4.2.4", english("{target} is on somebody's back", target=target.name))
    elif not target.loose:
        state = english("has a rider: shoot at him") if target.alive else english("is dead")
        return Rejection("GUI-6.8c", f"{target.name} {state}")
    if aim not in target.hexes:
        return Rejection("GUI-5.4b", english("{target} is not in {aim}", target=target.name, aim=aim))
    return None


def _stopped(found: Bar, shooter: Character, target: Character | Horse) -> Rejection:
    """A bar, with the names of those whom it parts."""
    if not found.blind:
        return Rejection(found.rule, found.words, found.code)
    lower, upper = (target, shooter) if found.down else (shooter, target)
    why = english(
        "{targets} hides them: {lower} below is nearer to it than {upper} above",
        targets=found.words,
        lower=lower.name,
        upper=upper.name,
    )
    return Rejection(found.rule, why, found.code)


def _passes_over_people(rules: Ruleset, weapon: str, band: str) -> bool:
    """Whether people in the way do not matter while the target has light cover at most: bow or javelin,
    medium or long range (GUI-5.5.3b)."""
    return weapon_data(rules.tables, weapon).over and band != BANDS[0]


def clear_view(battle: Battle, rules: Ruleset, rider: Character, other: Character) -> Rejection | None:
    """Why a rider cannot see an enemy; None if he sees either half of him. Sight runs like a shot, but only
    riders are tall enough to hide people from a rider (GUI-7.2.1b; ruling RUL-703: from his front half,
    horses hide nobody)."""
    assert rider.hex is not None
    hidden: Rejection | None = None
    for aim in other.hexes:
        line = trace(battle, rider.hex, aim)
        stopped = first_bar(battle, line)
        if stopped is not None:
            hidden = _stopped(stopped, rider, other)
            continue
        stages = open_ways(battle, line)
        people = _riders_in_the_way(battle, rules, rider, other, line)
        shut = next((ways for ways in stages if all(way.hex in people for way in ways)), None)
        if shut is None:
            return None
        hidden = Rejection("GUI-7.2.1b", english("{people} is in the way", people=people[shut[0].hex]))
    return hidden


def _riders_in_the_way(
    battle: Battle, rules: Ruleset, rider: Character, other: Character, line: Trace
) -> dict[Hex, str]:
    people = _in_the_way(battle, rules, rider, other, line, "")
    return {at: name for at, name in people.items() if any(f.mounted for f in battle.living_at(at))}


def _in_the_way(
    battle: Battle, rules: Ruleset, shooter: Character, target: Character | Horse, line: Trace, weapon: str
) -> dict[Hex, str]:
    """The hexes of a line that somebody blocks, and who: living people and animals (GUI-5.5.3a).

    Not in the way: the stunned, whoever stands in water (GUI-5.5.3.1a), whoever the shooter cannot see
    (GUI-5.5.3.1c), friends on foot beside a horse archer (GUI-5.5.3.1b; ruling RUL-509: beside either half
    of him), and those just below a target uphill (GUI-5.5.5). A riderless horse blocks as an animal, a rider
    in both hexes.
    """
    crossed = {way.hex for ways in line.between for way in ways}
    blockers: dict[Hex, str] = {}
    for figure in battle.figures.among(crossed):
        if figure.id in (shooter.id, target.id) or not figure.living or figure.carried_by is not None:
            continue
        if figure.stunned and not rules.policies.stunned_block_fire:
            continue
        if _on_another_storey(battle, shooter, target, figure):
            continue
        for at in figure.hexes:
            if at in crossed and not _shot_over(battle, rules, shooter, weapon, line.end, figure, at):
                blockers.setdefault(at, figure.name)
    for horse in battle.horses.among(crossed):
        if horse.loose and horse.id != target.id:
            for at in horse.hexes:
                if at in crossed:
                    blockers.setdefault(at, horse.name)
    return {
        at: english("{name} in {at}", name=name, at=at)
        for at, name in blockers.items()
        if terrain_at(battle, at) not in WATER
        and not passes_below(battle, line, at)
        and _seen(battle, line.start, at)
    }


def _on_another_storey(
    battle: Battle, shooter: Character, target: Character | Horse, figure: Character
) -> bool:
    """Whether somebody in a structure is above or below the line of those who shoot out of it or into it."""
    tower = structure_at(battle, figure.hex) if figure.hex is not None else None
    if tower is None:
        return False
    ends = [end for end in (shooter, target) if isinstance(end, Character) and end.hex in tower.hexes]
    return bool(ends) and all(end.storey != figure.storey for end in ends)


def _seen(battle: Battle, start: Hex, at: Hex) -> bool:
    """Whether neither a slope nor a wall hides what stands in a hex from somebody in another
    (GUI-5.5.3.1c)."""
    known = _known_seen(battle.board, works_of(battle))
    if (start, at) not in known:
        hidden = battle.board.built and overlooked(battle, start, at)
        known[start, at] = in_view(battle, start, at) and not hidden
    return known[start, at]


@lru_cache(maxsize=64)
def _known_seen(board: Board, works: Works) -> dict[tuple[Hex, Hex], bool]:
    """Filled as shooters aim; what it holds depends on nothing but these two."""
    return {}


def _shot_over(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    aim: Hex,
    figure: Character,
    at: Hex,
) -> bool:
    """A horse archer sits higher than the friends on foot who stand right beside him (GUI-5.5.3.1b); an
    advanced module may know others."""
    if any(over(battle, rules, shooter, weapon, aim, figure, at) for over in rules.seams.shots_over):
        return True
    return (
        shooter.mounted
        and shooter.weapon.endswith("_bow")
        and not battle.hostile(shooter.side, figure.side)
        and not figure.mounted
        and any(battle.board.adjacent(own, at) for own in shooter.hexes)
    )


def _blocked_by(rules: Ruleset, weapon: str, band: str, cover: str, man: str) -> Rejection:
    name = name_of(rules, weapon)
    if not weapon_data(rules.tables, weapon).over:
        return Rejection(
            "GUI-5.5.3a", english("{man} is in the way: a {name} cannot pass over people", man=man, name=name)
        )
    if band == BANDS[0]:
        return Rejection(
            "GUI-5.5.3b",
            english(
                "{man} is in the way: at short range a {name} cannot pass over people", man=man, name=name
            ),
        )
    return Rejection(
        "GUI-5.5.3b",
        english("{man} is in the way: the target has {cover} cover, more than light", man=man, cover=cover),
    )


def lance_upwards(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, aim: Hex
) -> Rejection | None:
    """No lance is thrown up at somebody on higher ground (GUI-9.3.4d; ruling RUL-907: on any, not on
    platforms only)."""
    if not weapon.startswith("lance") or shooter.hex is None:
        return None
    if level_at(battle, aim) <= level_at(battle, shooter.hex) + height_of(battle, shooter):
        return None
    return Rejection(
        "GUI-9.3.4d",
        english(
            "{aim} lies higher than {shooter}: a lance is not thrown upwards", aim=aim, shooter=shooter.name
        ),
    )


CASTLES = Extension(shot_bars=(lance_upwards,))


def sights(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    target_id: FigureId | HorseId,
    half: str = "",
) -> list[Sight | Rejection]:
    """The shots at each half of a target, the best for the shooter first: less cover, then nearer, then the
    front half (GUI-5.4b). ``half``: "front" or "rear" leaves only that one. Never empty."""
    target = battle.figures.get(target_id) or battle.horses.get(target_id)
    places = target.hexes if target is not None else ()
    if half and len(places) == 2:
        places = places[:1] if half == "front" else places[1:]
    if not places:
        name = target.name if target is not None else target_id
        return [Rejection("GUI-5.5.1a", english("{name} is not on the board", name=name))]
    found = [check(battle, rules, shooter, weapon, at, target_id) for at in places]
    return sorted(
        found, key=lambda s: (1, 0, 0) if isinstance(s, Rejection) else (0, grade(s.cover), s.distance)
    )


def best_sight(
    battle: Battle,
    rules: Ruleset,
    shooter: Character,
    weapon: str,
    target_id: FigureId | HorseId,
    half: str = "",
) -> Sight | Rejection:
    """The shot at the better half of a target, or why neither can be made (GUI-5.4b)."""
    return sights(battle, rules, shooter, weapon, target_id, half)[0]


def at_half(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, sight: Sight, half: str
) -> Sight:
    """The shot at the half of a rider that an order names; at the better one where it names none or that half
    cannot be shot at (GUI-5.4b)."""
    asked = best_sight(battle, rules, shooter, weapon, sight.target, half) if half else sight
    return sight if isinstance(asked, Rejection) else asked
