"""How things stand, for the text of a report: the muster of both sides and what each figure has around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.core.language import english, named, say, say_many, translated
from rules.core.rejection import Rejection
from rules.desk.briefing import escalade
from rules.desk.receipts import fires
from rules.desk.receipts.drills import formation_in_words
from rules.orders.trouble import listed
from rules.phases import victory
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Health, SideId
from rules.state.storeys import where
from rules.state.table import Seat
from rules.state.terrain import terrain_at
from rules.tactical import weapons
from rules.tactical.formations import close_order
from rules.tactical.instructions.picking import distance_between
from rules.tactical.sight import line_of_fire
from rules.tactical.ways.passage import in_contact
from rules.views.records import BattleSituation, MusterRow, MusterSide, Neighbourhood

_DIRECTIONS = (
    english("north"), english("north-north-east"), english("north-east"), english("east"),
    english("south-east"), english("south-south-east"), english("south"), english("south-south-west"),
    english("south-west"), english("west"), english("north-west"), english("north-north-west"),
)  # fmt: skip
NEAR = 2  # enemies told of in a neighbourhood, at most
NEARBY = 6  # hexes: whom nobody is nearer to has no neighbourhood worth a line


def situation(seen: Battle, rules: Ruleset, seat: str | None) -> BattleSituation:
    """How things stand for a seat (None: the public), by the battle as that seat knows it."""
    scores = seen.decided.scores if seen.decided else victory.score(seen)
    settled = rules.phase_of(seen).settled
    own = None if seat is None else seen.seat(seat)
    sides = sorted(seen.setup.sides, key=lambda s: own is not None and _distance(seen, own.side, s.id))
    neighbourhoods = []
    if own is not None and not settled:
        mine = [f for f in seen.figures.values() if f.seat == seat and f.active]
        neighbourhoods = _neighbourhoods(seen, rules, mine)
    works = () if settled else (*escalade.ladders_told(seen, seat), *fires.works_told(seen))
    return BattleSituation(
        title=named(seen.setup.title),
        turn=seen.turn,
        turns=seen.setup.victory.turns,
        phase_title=translated(phase_title(seen, rules)),
        sides=tuple(_muster(seen, rules, side.id, scores.get(side.id, 0), own) for side in sides),
        neighbourhoods=tuple(neighbourhoods),
        text_map=(),
        works=works,
        victory=fought_for(seen, rules),
    )


def fought_for(battle: Battle, rules: Ruleset) -> tuple[str, ...]:
    """What is fought for; of a battle that is fought, where it is decided."""
    if rules.phase_of(battle).settled and battle.setup.sequel:
        title = battle.setup.sequel.title
        return (translated(english("This battle is fought; {battle} decides it (RUL-208).", battle=title)),)
    return tuple(translated(sentence) for sentence in victory.in_words(battle.setup))


def phase_title(battle: Battle, rules: Ruleset) -> str:
    """ "turn 3, Norman phase", with the step of a game played step by step; in English, for the record."""
    phase, adjective = rules.phase_of(battle), _adjective(battle)
    step = next((step for step in phase.steps if step.id == battle.step), None)
    if step is None or battle.outcome is not None:
        return english(phase.title, turn=battle.turn, adjective=adjective)
    return english(phase.title_in_step, turn=battle.turn, adjective=adjective, step=step.title)


def _adjective(battle: Battle) -> str:
    """Whose phase it is; a phase may belong to nobody alone."""
    return battle.side_of(battle.side).adjective if battle.side else ""


def _distance(battle: Battle, own: SideId, other: SideId) -> int:
    """Where a side stands in a reader's muster: his own, his allies, all others."""
    return 0 if other == own else 1 if battle.friendly(own, other) else 2


def _stance(battle: Battle, own: SideId, other: SideId) -> str:
    if other == own or battle.hostile(own, other):
        return ""
    return english("allies") if battle.friendly(own, other) else english("neutral")


def _muster(battle: Battle, rules: Ruleset, side: SideId, points: int, reader: Seat | None) -> MusterSide:
    figures = battle.side_figures(side)
    return MusterSide(
        id=side,
        name=battle.side_of(side).name,
        rows=tuple(_row(battle, rules, f) for f in figures),
        standing=sum(1 for f in figures if f.active or f.awaited),
        total=len(figures),
        points=points,
        stance=_stance(battle, reader.side, side) if reader is not None else "",
    )


def _row(battle: Battle, rules: Ruleset, figure: Character) -> MusterRow:
    values, reserve = figure.values, battle.reserves.get(figure.id)
    return MusterRow(
        id=figure.id,
        name=figure.name,
        kind=figure.kind,
        place=where(battle, figure),
        state=_fell_elsewhere(battle, figure)
        or state_of(figure, in_reserve=reserve is not None and not reserve.optional),
        attack=values.attack if figure.active or figure.awaited else 0,
        defence=values.defence if figure.living or figure.awaited else 0,
        movement=values.movement if figure.active or figure.awaited else 0,
        awaited=figure.awaited,
        armoured=figure.armoured,
        weapon=_weapon(figure),
        remarks=", ".join(filter(None, _remarks(battle, rules, figure))),
    )


def _fell_elsewhere(battle: Battle, figure: Character) -> str:
    """Of somebody who fell in the battle that decided this one: "dead (Evening at the fig trees)"."""
    if not (figure.dead and figure.hex is None and battle.decided and battle.setup.sequel):
        return ""
    return english("dead ({battle})", battle=battle.setup.sequel.title)


def _remarks(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    yield battle.charge_mark(figure.id)
    yield _in_formation(battle, rules, figure)
    for module in rules.modules:
        for remark in module.remarks:
            yield remark(battle, rules, figure)


def _in_formation(battle: Battle, rules: Ruleset, figure: Character) -> str:
    """Whether he stands in a formation (GUI-7.3.1a), and whether his pikes are broken."""
    formation = close_order.formation_of(battle, rules, figure.id)
    if formation is None:
        return ""
    words = english("under the shields of a tortoise") if formation.tortoise else english("in formation")
    return english("{words}, pikes broken", words=words) if figure.id in formation.opened else words


def state_of(figure: Character, *, in_reserve: bool = False) -> str:
    """ "healthy", "mounted, wounded", "stunned", "dead", "left the board", "to be placed", "in reserve"; in
    English, like all that a row holds."""
    if figure.left_by is not None:
        return english("left the board")
    if figure.awaited:
        return english("in reserve") if in_reserve else english("to be placed")
    if not figure.living or figure.stunned:
        return figure.health.value
    words = [english("mounted")] if figure.mounted else []
    if figure.health is not Health.HEALTHY or not words:
        words.append(figure.health.value)
    return ", ".join(words)


def _weapon(figure: Character) -> str:
    if figure.weapon == "javelin" and figure.javelins:
        return say("javelin x{javelins}", javelins=figure.javelins)
    if figure.weapon and figure.weapon != "javelin":
        return figure.weapon.replace("_", " ")
    return "lance" if figure.lance else ""


def _neighbourhoods(battle: Battle, rules: Ruleset, figures: list[Character]) -> list[Neighbourhood]:
    """A line for each figure with enemies about, and one for all the others; the order form
    tells long shots."""
    told: list[Neighbourhood] = []
    lonely: dict[FigureId, list[Away]] = {}
    active = {side: battle.active_enemies(side) for side in {figure.side for figure in figures}}
    for figure in figures:
        enemies = _by_distance(battle, figure, active[figure.side])
        if enemies and enemies[0].hexes <= NEARBY:
            told.append(Neighbourhood(figure.id, neighbourhood(battle, rules, figure, enemies)))
        else:
            lonely[figure.id] = enemies
    if lonely:
        told.append(Neighbourhood("", _far_from_all(battle, lonely)))
    return told


def _far_from_all(battle: Battle, enemies: Mapping[FigureId, Sequence[Away]]) -> str:
    """ "No enemy within 10 hexes of Drogo and Odo; the nearest is Khaled, 14 hexes north-east of Odo." """
    figures = [battle.figures[name] for name in enemies]
    text = say(
        "No enemy within {nearby} hexes of {figures}",
        nearby=NEARBY,
        figures=listed([f.name for f in figures], "and"),
    )
    pairs = [(nearest, figure) for figure in figures for nearest in enemies[figure.id][:1]]
    if not pairs:
        return f"{text}."
    (away, enemy), figure = min(pairs, key=lambda pair: pair[0].hexes)
    whom = say(" of {figure}", figure=figure.name) if len(figures) > 1 else ""
    return say(
        "{text}; the nearest is {enemy}, {away} hexes {direction}{whom}.",
        text=text,
        enemy=enemy.name,
        away=away,
        direction=_direction(battle, figure, enemy),
        whom=whom,
    )


class Away(NamedTuple):
    """An enemy, and how many hexes away."""

    hexes: int
    enemy: Character


def _by_distance(battle: Battle, figure: Character, active: Iterable[Character]) -> list[Away]:
    """Measured once for each: there are as many pairs as men on both sides multiplied."""
    enemies = [Away(distance_between(battle, figure, enemy), enemy) for enemy in active]
    return sorted(enemies, key=lambda away: (away.hexes, away.enemy.id))


def _direction(battle: Battle, figure: Character, enemy: Character) -> str:
    assert figure.hex is not None and enemy.hex is not None
    return translated(_DIRECTIONS[battle.board.bearing(figure.hex, enemy.hex)])


def neighbourhood(battle: Battle, rules: Ruleset, figure: Character, enemies: Sequence[Away]) -> str:
    """What a figure has around it: its ground, enemies in contact, the nearest enemies near by (the nearest
    of all if there is none) with distance, direction and, for a shooter, whether a shot is possible
    and into what cover."""
    assert figure.hex is not None
    ground = translated(rules.tables["terrain"].text(terrain_at(battle, figure.hex), "name").lower())
    parts = [f"{figure.name} ({where(battle, figure)}, {ground})"]
    formation = close_order.formation_of(battle, rules, figure.id)
    if formation is not None:
        parts.append(formation_in_words(battle, rules, formation))
    contact = in_contact(battle, rules, figure)
    if contact:
        parts.append(say("in contact with {enemies}", enemies=", ".join(e.name for e in contact)))
    near = [away.enemy for away in enemies if away.hexes <= NEARBY or away is enemies[0]]
    touching = {e.id for e in contact}
    others = [e for e in near if e.id not in touching][:NEAR]
    parts += [_enemy(battle, rules, figure, e, first=n == 0) for n, e in enumerate(others)]
    around = (at for half in figure.hexes for at in battle.board.neighbours(half))
    friends = [
        f.name
        for f in battle.figures.among(around)
        if battle.friendly(figure.side, f.side)
        and f.active
        and f.id != figure.id
        and distance_between(battle, figure, f) == 1
    ]
    if friends and contact:
        parts.append(say("beside {friends}", friends=", ".join(friends)))
    return f"{parts[0]}: {'; '.join(parts[1:])}." if len(parts) > 1 else f"{parts[0]}."


def _enemy(battle: Battle, rules: Ruleset, figure: Character, enemy: Character, *, first: bool) -> str:
    """One of the nearest; that distances are in hexes is said of the first, whether there is a shot only
    where no order form says it, and that there is none only of those who carry more than a lance to throw."""
    assert figure.hex is not None and enemy.hex is not None
    away = distance_between(battle, figure, enemy)
    hexes = say_many("1 hex", "{distance} hexes", away, distance=away) if first else str(away)
    direction = _direction(battle, figure, enemy)
    text = say("{enemy} {hexes} {direction}", enemy=enemy.name, hexes=hexes, direction=direction)
    weapon = weapons.weapon_of(battle, rules, figure)
    if weapon and figure.seat not in {seat.id for seat in battle.seats_in_phase}:
        sight = line_of_fire.check(battle, rules, figure, weapon, enemy.hex, enemy.id)
        if isinstance(sight, Rejection):
            return text if weapon.startswith("lance") else say("{text}, no shot", text=text)
        text += say(
            ", {band} range, {cover} cover",
            band=sight.band,
            cover=sight.cover if sight.cover != "none" else "no",
        )
    return text
