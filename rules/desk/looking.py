"""What is answered to a question about how things stand, from what the seat knows, by the functions that play
asks too. Nothing is ordered by it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.core.language import english, say, say_many, translated
from rules.core.rejection import Rejection
from rules.desk.desk import Desk
from rules.desk.looks import Kind, Look
from rules.orders.lexicon import PEOPLE, Found, Lexicon
from rules.orders.text import Token, written
from rules.orders.trouble import Misread
from rules.state.figure import Character, Hex
from rules.state.storeys import where
from rules.tactical import weapons
from rules.tactical.instructions.picking import distance_between
from rules.tactical.moving import path_finding
from rules.tactical.sight import line_of_fire
from rules.tactical.sight.elevation import trace
from rules.tactical.sight.obstacles import first_bar
from rules.tactical.ways.entry import allowance

MOST_MEN = 3  # of a question, each with a sentence
MOST_NAMED = 6  # in a sentence
MOST_REASONS = 3
EFFORT, EFFORT_OF_WAYS = 20, 100  # of one question; a mail asks for so much and no more
_AND = re.compile(r"\s*(?:,|&|\+|\band\b|\bor\b)\s*", re.IGNORECASE)


class Place(NamedTuple):
    """A hex that was named, or the man who stands in it."""

    hexes: tuple[Hex, ...]
    man: Character | None = None
    called: str = ""


def answer(desk: Desk, lexicon: Lexicon, look: Look) -> tuple[str, ...]:
    """The sentences that answer it; none if nobody knows of whom or what it speaks."""
    ones = [_place(desk, lexicon, text) for text in _AND.split(look.one)[:MOST_MEN]]
    other = _place(desk, lexicon, look.other) if look.other else None
    if None in ones or (look.other and other is None) or desk.tired:
        return ()
    desk.effort += EFFORT_OF_WAYS if look.kind is Kind.REACH else EFFORT
    return tuple(said for one in ones if one is not None for said in _said(desk, look.kind, one, other))


def _said(desk: Desk, kind: Kind, one: Place, other: Place | None) -> Iterator[str]:
    match kind, one.man, other:
        case Kind.REACH, _, _:
            yield _who_reaches(desk, one)
        case Kind.FAR, _, Place():
            yield _how_far(desk, one, other)
        case Kind.WHERE, Character(), _:
            yield _where(desk, one.man)
        case Kind.AIMS, Character(), _:
            yield from _aims(desk, one.man)
        case Kind.AIMED_AT, Character(), _:
            yield _aimed_at(desk, one.man)
        case Kind.SEES, Character(), Place(man=Character() as seen):
            yield _sees(desk, one.man, seen)
        case Kind.SEES, Character(), Place():
            yield _sees_into(desk, one.man, other.called)


def _place(desk: Desk, lexicon: Lexicon, text: str) -> Place | None:
    """Who stands, or what lies, there; None where that is not known, or nobody's name."""
    words = written(text).words
    if not words:
        return None
    if len(words) == 1 and words[0].kind == "hex":
        at = _hex(lexicon, words[0])
        return Place((at,), called=at) if at else None
    found = lexicon.find(words, PEOPLE)
    man = (
        desk.battle.figures.get(found.id) if isinstance(found, Found) and found.length == len(words) else None
    )
    return Place(man.hexes, man, man.name) if man is not None and man.hexes else None


def _hex(lexicon: Lexicon, token: Token) -> Hex:
    try:
        return lexicon.hex(token)
    except Misread:
        return ""


# sentences


def _who_reaches(desk: Desk, place: Place) -> str:
    """Which of the seat's men could end a move there, or beside him, as things stand."""
    battle = desk.battle
    side = battle.seat(desk.seat).side
    enemy = place.man is not None and battle.hostile(side, place.man.side)
    beside = place.man is not None
    goals = (
        {at for half in place.hexes for at in battle.board.neighbours(half)} if beside else set(place.hexes)
    )
    found: list[tuple[int, int, str]] = []
    for figure in battle.figures.values():
        if figure.seat != desk.seat or not figure.active or figure is place.man:
            continue
        costs = path_finding.reach(battle, desk.rules, figure)
        mp = min((costs[at] for at in goals if at in costs), default=None)
        if mp is not None:
            found.append((mp, allowance(battle, desk.rules, figure), figure.name))
    if not found:
        if beside:
            return say(
                "None of yours can end a move next to {place} from where they stand.", place=place.called
            )
        return say("None of yours can end a move in {place} from where they stand.", place=place.called)
    men = _named(
        say("{name} ({mp} of {all} MP)", name=name, mp=mp, all=whole) for mp, whole, name in sorted(found)
    )
    if enemy or beside:
        return say("Next to {place} can come: {men}.", place=place.called, men=men)
    return say("{place} can be reached by {men}.", place=place.called, men=men)


def _how_far(desk: Desk, one: Place, other: Place) -> str:
    away = min(desk.battle.board.distance(a, b) for a in one.hexes for b in other.hexes)
    return say_many(
        "From {one} to {other} it is 1 hex.",
        "From {one} to {other} it is {away} hexes.",
        away,
        one=_called(one),
        other=_called(other),
        away=away,
    )


def _called(place: Place) -> str:
    return f"{place.called} ({place.hexes[0]})" if place.man is not None else place.called


def _where(desk: Desk, man: Character) -> str:
    return say(
        "{name} is in {place}, {state}.",
        name=man.name,
        place=where(desk.battle, man),
        state=translated(man.health.value),
    )


def _aims(desk: Desk, man: Character) -> Iterator[str]:
    """Whom he has a line of fire to, and what stops it to the nearest of the others."""
    battle, rules = desk.battle, desk.rules
    enemies = sorted(battle.active_enemies(man.side), key=lambda e: (distance_between(battle, man, e), e.id))
    weapon = weapons.weapon_of(battle, rules, man)
    if not weapon:
        yield _unarmed(desk, man, enemies)
        return
    targets: list[str] = []
    stopped: dict[str, list[str]] = {}  # by what stops it
    far = 0
    for enemy in enemies:
        sight = line_of_fire.best_sight(battle, rules, man, weapon, enemy.id)
        if not isinstance(sight, Rejection):
            targets.append(_target(enemy.name, sight))
        elif not weapons.band_at(rules, weapon, distance_between(battle, man, enemy)):
            far += 1
        else:
            stopped.setdefault(f"{translated(sight.why)}, {sight.rule}", []).append(enemy.name)
    if targets:
        yield say("{name} has a line of fire to {targets}.", name=man.name, targets=_named(targets))
    else:
        yield say("{name} has a line of fire to nobody.", name=man.name)
    if stopped:
        reasons = [f"{_named(names)} ({why})" for why, names in stopped.items()]
        more = sum(map(len, [*stopped.values()][MOST_REASONS:]))
        yield say("None to {stopped}.", stopped=_named(reasons, MOST_REASONS, more))
    if far:
        yield say_many("Out of range: 1 enemy.", "Out of range: {far} enemies.", far, far=far)
    barred = weapons.may_fire_offensively(battle, rules, man, weapon)
    if barred is not None and man.seat == desk.seat:
        yield say("He cannot shoot now: {why} ({rule}).", why=translated(barred.why), rule=barred.rule)


def _unarmed(desk: Desk, man: Character, enemies: list[Character]) -> str:
    """Of somebody who does not shoot: the nearest."""
    near = [
        say_many("{name} (1 hex)", "{name} ({hexes} hexes)", hexes, name=enemy.name, hexes=hexes)
        for enemy in enemies[:MOST_REASONS]
        for hexes in (distance_between(desk.battle, man, enemy),)
    ]
    if not near:
        return say("{name} has nothing to shoot with.", name=man.name)
    return say(
        "{name} has nothing to shoot with; nearest to him: {enemies}.", name=man.name, enemies=_named(near)
    )


def _target(name: str, sight: line_of_fire.Sight) -> str:
    return say_many(
        "{name} ({distance} hex, {cover} cover)",
        "{name} ({distance} hexes, {cover} cover)",
        sight.distance,
        name=name,
        distance=sight.distance,
        cover="no" if sight.cover == "none" else sight.cover,
    )


def _aimed_at(desk: Desk, man: Character) -> str:
    """Which of those who may shoot at him have a line of fire to him."""
    battle, rules = desk.battle, desk.rules
    found = []
    for shooter in battle.figures.values():
        if not (shooter.active and shooter.hexes and battle.hostile(shooter.side, man.side)):
            continue
        weapon = weapons.weapon_of(battle, rules, shooter)
        sight = line_of_fire.best_sight(battle, rules, shooter, weapon, man.id) if weapon else None
        if isinstance(sight, line_of_fire.Sight):
            found.append((sight.distance, _target(shooter.name, sight)))
    if not found:
        return say("Nobody has a line of fire to {name}.", name=man.name)
    shooters = _named(text for _, text in sorted(found))
    return say("With a line of fire to {name}: {shooters}.", name=man.name, shooters=shooters)


def _sees(desk: Desk, man: Character, other: Character) -> str:
    """Whether a shot of his would reach the other; of somebody who does not shoot, whether anything stands
    between them."""
    battle, rules = desk.battle, desk.rules
    weapon = weapons.weapon_of(battle, rules, man)
    if weapon and battle.hostile(man.side, other.side):
        sight = line_of_fire.best_sight(battle, rules, man, weapon, other.id)
        if not isinstance(sight, Rejection):
            return say(
                "{name} has a line of fire to {targets}.", name=man.name, targets=_target(other.name, sight)
            )
        return _barred(english("{name} has no line of fire to {other}: {why} ({rule})."), man, other, sight)
    hidden = line_of_fire.clear_view(battle, rules, man, other)
    if hidden is not None:
        return _barred(english("{name} does not see {other}: {why} ({rule})."), man, other, hidden)
    return say("{name} sees {other}: nothing stands between them.", name=man.name, other=other.name)


def _barred(told: str, man: Character, other: Character, bar: Rejection) -> str:
    """``told``: in English, with {why} and {rule} in it."""
    return say(told, name=man.name, other=other.name, why=translated(bar.why), rule=bar.rule)


def _sees_into(desk: Desk, man: Character, at: Hex) -> str:
    """Whether anything stands between him and a hex; whoever stands there is left out."""
    bar = min(
        (first_bar(desk.battle, trace(desk.battle, start, at)) for start in man.hexes),
        key=lambda found: found is not None,
    )
    if bar is None:
        return say("{name} sees {other}: nothing stands between them.", name=man.name, other=at)
    return say(
        "{name} does not see {other}: {why} ({rule}).",
        name=man.name,
        other=at,
        why=translated(bar.words),
        rule=bar.rule,
    )


def _named(names: Iterable[str], most: int = MOST_NAMED, more: int = 0) -> str:
    """The first of them, and how many more there are: as many as are left, or ``more``."""
    found = list(names)
    if len(found) <= most:
        return ", ".join(found)
    left = more or len(found) - most
    return say_many(
        "{names} and 1 more", "{names} and {more} more", left, names=", ".join(found[:most]), more=left
    )
