"""In short: what somebody who has two minutes is to know of a phase and of where it left him. Made of what a
seat knows, like the situation that stands below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rules.core.language import named, say, say_many, translated
from rules.core.rejection import Rejection
from rules.desk.briefing import tidings
from rules.events.base import Event
from rules.phases import victory
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SideId
from rules.tactical import weapons
from rules.tactical.instructions.picking import distance_between
from rules.tactical.sight import line_of_fire
from rules.tactical.ways.passage import in_contact

MOST_NAMES = 10  # in one line
MOST_PAIRS = 5
TRIED = 4  # of one's men a shooter is looked at from, the nearest first


def in_short(
    seen: Battle, before: Battle | None, rules: Ruleset, seat: str | None, shown: Sequence[Event] = ()
) -> tuple[str, ...]:
    """Up to five lines for a seat (None: the public), what matters most first: who fell and was hurt, how the
    walls stand, which of its own orders came to nothing, who threatens whom, turn, points and what changed
    hands. ``before``: where it stood when the reader was last told (None: it is just beginning, and nothing
    has happened yet); ``shown``: what he saw of what came since."""
    own = None if seat is None else seen.seat(seat).side
    lines: list[str] = []
    if before is not None:
        lines += [
            " ".join(_harm(seen, before, own)),
            tidings.of_the_walls(seen, before, shown, lambda figures: _by_side(seen, figures, own)),
            tidings.of_own_orders(seen, shown, seat) if seat is not None else "",
        ]
    if seat is not None and seen.outcome is None and not rules.phase_of(seen).settled:
        lines.append(" ".join(_threats(seen, rules, seat)))
    prizes = _prizes(seen, before) if before is not None else _held_already(seen)
    return (*filter(None, lines), " ".join([_standing(seen, before), *prizes]))


# what happened


def _harm(seen: Battle, before: Battle, own: SideId | None) -> Iterator[str]:
    def new(now: Callable[[Character], bool]) -> str:
        fresh = (f for f in seen.figures.values() if now(f) and not _was(before, f.id, now))
        return _by_side(seen, fresh, own)

    dead = new(lambda f: f.dead)
    hurt = []
    if wounded := new(lambda f: f.wounded):
        hurt.append(say("Wounded: {figures}.", figures=wounded))
    if stunned := new(lambda f: f.stunned):
        hurt.append(say("Stunned: {figures}.", figures=stunned))
    if thrown := _by_side(seen, _unhorsed(seen, before), own):
        hurt.append(say("Thrown from the saddle: {figures}.", figures=thrown))
    if left := new(lambda f: f.left_by is not None):
        hurt.append(say("Left the board: {figures}.", figures=left))
    if dead:
        yield say("Dead: {figures}.", figures=dead)
    if hurt:
        yield " ".join(hurt)
    if not (dead or hurt):
        yield say("Nobody was hurt.")


def _was(before: Battle, figure: FigureId, now: Callable[[Character], bool]) -> bool:
    old = before.figures.get(figure)
    return old is not None and now(old)


def _unhorsed(seen: Battle, before: Battle) -> Iterator[Character]:
    for figure in seen.figures.values():
        old = before.figures.get(figure.id)
        if old is not None and old.mounted and figure.living and not figure.mounted:
            yield figure


def _by_side(battle: Battle, figures: Iterable[Character], own: SideId | None) -> str:
    """ "Leon, Okeanos (yours), Tariq (Arabs)"; one's own first."""
    of: dict[SideId, list[str]] = {side.id: [] for side in battle.setup.sides}
    for figure in figures:
        of[figure.side].append(figure.name)
    sides = sorted((side for side in battle.setup.sides if of[side.id]), key=lambda s: s.id != own)
    return ", ".join(f"{_first(of[s.id])} ({say('yours') if s.id == own else named(s.name)})" for s in sides)


def _first(names: Sequence[str], most: int = MOST_NAMES) -> str:
    if len(names) <= most:
        return ", ".join(names)
    more = len(names) - most
    return say_many(
        "{names} and 1 more", "{names} and {more} more", more, names=", ".join(names[:most]), more=more
    )


# who threatens whom


def _threats(seen: Battle, rules: Ruleset, seat: str) -> Iterator[str]:
    mine = [f for f in seen.figures.values() if f.seat == seat and f.active and f.hex is not None]
    if not mine:
        return
    enemies = [e for e in seen.active_enemies(mine[0].side) if e.hex is not None]
    beside: dict[FigureId, list[str]] = {}
    for figure in mine:
        for enemy in in_contact(seen, rules, figure):
            beside.setdefault(enemy.id, []).append(figure.name)
    if beside:
        yield say("In contact: {pairs}.", pairs=_pairs(seen, beside))
    elif enemies:
        yield _nearest(seen, mine, enemies)
    shooters = [e.name for e in enemies if e.id not in beside and _has_a_shot(seen, rules, e, mine)]
    if shooters:
        yield say("They have a shot at yours: {figures}.", figures=_first(shooters))


def _pairs(seen: Battle, beside: Mapping[FigureId, Sequence[str]]) -> str:
    """ "Hamza with Bardas, Harald; Bilal with Stephanos"; who has most of them about him first."""
    ordered = sorted(beside, key=lambda enemy: -len(beside[enemy]))
    told = [
        say("{enemy} with {figures}", enemy=seen.figures[enemy].name, figures=", ".join(beside[enemy]))
        for enemy in ordered[:MOST_PAIRS]
    ]
    if len(ordered) > MOST_PAIRS:
        told.append(_more(len(ordered) - MOST_PAIRS))
    return "; ".join(told)


def _more(number: int) -> str:
    return say_many("and 1 more", "and {more} more", number, more=number)


def _nearest(seen: Battle, mine: Sequence[Character], enemies: Sequence[Character]) -> str:
    away, figure, enemy = min(
        ((distance_between(seen, f, e), f, e) for f in mine for e in enemies),
        key=lambda found: (found[0], found[1].id, found[2].id),
    )
    if away == 1:
        return say(
            "No enemy can strike at yours where they stand, not even {enemy} beside {figure}.",
            enemy=enemy.name,
            figure=figure.name,
        )
    return say(
        "No enemy can strike at yours where they stand; the nearest is {enemy}, {away} hexes from {figure}.",
        enemy=enemy.name,
        figure=figure.name,
        away=away,
    )


def _has_a_shot(seen: Battle, rules: Ruleset, enemy: Character, mine: Sequence[Character]) -> bool:
    """At one of the nearest, from where he stands."""
    weapon = weapons.weapon_of(seen, rules, enemy)
    if not weapon:
        return False
    near = sorted(mine, key=lambda f: (distance_between(seen, enemy, f), f.id))[:TRIED]
    return any(
        f.hex is not None
        and not isinstance(line_of_fire.check(seen, rules, enemy, weapon, f.hex, f.id), Rejection)
        for f in near
    )


# the score


def _held_already(seen: Battle) -> Iterator[str]:
    """Why a side has points before anything has happened: which hexes that are fought for it holds."""
    for side, hexes in victory.held_for_points(seen).items():
        yield say(
            "The {side} hold from the beginning, and that counts already: {hexes}.",
            side=named(seen.side_of(side).name),
            hexes=", ".join(translated(victory.called(seen.setup.victory, at)) for at in hexes),
        )


def _prizes(seen: Battle, before: Battle) -> Iterator[str]:
    """Which hexes that are fought for have changed hands."""
    then, changed = victory.holders(before), dict[SideId, list[str]]()
    for at, side in victory.holders(seen).items():
        if then.get(at) != side:
            changed.setdefault(side, []).append(translated(victory.called(seen.setup.victory, at)))
    for side, hexes in changed.items():
        held = ", ".join(hexes)
        if side:
            yield say("Held by the {side} now: {hexes}.", side=named(seen.side_of(side).name), hexes=held)
        else:
            yield say("Held by nobody any more: {hexes}.", hexes=held)


def _standing(seen: Battle, before: Battle | None) -> str:
    scores = seen.decided.scores if seen.decided else victory.score(seen)
    old = victory.score(before) if before is not None and not seen.decided else scores
    points = ", ".join(
        f"{named(side.name)} {scores.get(side.id, 0)}{_gained(scores.get(side.id, 0) - old.get(side.id, 0))}"
        for side in seen.setup.sides
    )
    turns = seen.setup.victory.turns
    if turns and not seen.turn:
        turn = say("Before turn 1 of {turns}", turns=turns)
    elif turns:
        turn = say("Turn {turn} of {turns}", turn=seen.turn, turns=turns)
    else:
        turn = say("Turn {turn}", turn=seen.turn)
    if seen.setup.of_siege:
        return say("{turn}; dead: {dead}.", turn=turn, dead=_dead(seen))
    if not seen.setup.victory.aims:
        return f"{turn}."
    return say("{turn}; points: {points}.", turn=turn, points=points)


def _dead(seen: Battle) -> str:
    """In a fight of a siege nobody scores: it is men who count."""
    sides = ((named(side.name), seen.side_figures(side.id)) for side in seen.setup.sides)
    return ", ".join(
        say("{side} {dead} of {all}", side=side, dead=sum(m.dead for m in men), all=len(men))
        for side, men in sides
    )


def _gained(points: int) -> str:
    return f" ({points:+d})" if points else ""
