"""What TRY tells of an order beyond its receipt, a line each: every hex, every die, and the exact odds of all
that may come of it, from what the asker's seat can see (GUI-4.3a, GUI-5.4a, GUI-6c, GUI-7.2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from rules.core.language import english, say, say_many, translated
from rules.core.modifier import Modifier
from rules.core.percent import in_words, percents
from rules.desk.receipts.told import name_of, unhurt
from rules.narrate.sums import shifts_in_words
from rules.orders.records import RefuseOrder
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical import outlook, weapons
from rules.tactical.fighting.odds import Assessment
from rules.tactical.harm import infiltration
from rules.tactical.moving.planning import ENTERING, Plan, PlannedLeg
from rules.tactical.outlook import UNHURT, Impact, Result, ShotOutlook
from rules.tactical.shooting.missile import OFFENSIVE
from rules.tactical.shooting.shot import Faces
from rules.tactical.sight.line_of_fire import Sight

_NOTHING = english("nothing happens")


# moving


def of_move(battle: Battle, rules: Ruleset, plan: Plan) -> Iterator[str]:
    """What each stage costs and why, each test with its die, and the chance to come through unhurt
    (GUI-4, GUI-4.3)."""
    if plan.legs:
        yield say("MP: {legs}.", legs=", ".join(_stage(leg) for leg in plan.legs))
    figure = battle.figures[plan.figure]
    for leg in plan.legs:
        for enemy in leg.tested_by:
            yield _test(battle, rules, _as_on(figure, leg), battle.figures[enemy], leg.hex)
    if plan.tests:
        yield say("Arrives unhurt: {share}.", share=unhurt(plan))


def _stage(leg: PlannedLeg) -> str:
    where = leg.hex if leg.how in ENTERING else leg.leg.kind.value
    return f"{translated(where)} {leg.mp}{_reasons(leg.costs)}"


def _as_on(figure: Character, leg: PlannedLeg) -> Character:
    """The mover as he comes to a stage: he may have got on or off his horse on the way."""
    if figure.mounted is (leg.rear is not None):
        return figure
    return replace(figure, mount=None if figure.mounted else "a horse", rear=leg.rear)


def _test(battle: Battle, rules: Ruleset, mover: Character, enemy: Character, at: str) -> str:
    die = infiltration.one_die(battle, rules, mover, enemy)
    odds = in_words(
        {"nothing": die.none, "stopped": die.stopped, "wounded": die.wounded, "killed": die.killed}
    )
    added = _added(infiltration.modifiers(battle, rules, mover, enemy))
    return say(
        "{enemy}'s test in {at}: 1D10{added}: {odds}.", enemy=enemy.name, at=at, added=added, odds=odds
    )


# shooting


def of_shot(
    battle: Battle, rules: Ruleset, shooter: Character, weapon: str, sight: Sight, mode: str = OFFENSIVE
) -> Iterator[str]:
    """The line and its cover, both dice, and what may befall everybody who can be hit (GUI-5.4a)."""
    found = outlook.of_shot(battle, rules, shooter, weapon, sight, mode)
    what = weapons.name_of(rules, weapon)
    hexes = say_many("1 hex", "{distance} hexes", sight.distance, distance=sight.distance)
    cover = say("no cover") if sight.cover == "none" else say("{cover} cover", cover=sight.cover)
    yield (
        say(
            "{shooter} at {target} in {aim} with the {what}: {hexes}, {band} range, {cover}{because}.",
            shooter=shooter.name,
            target=name_of(battle, sight.target),
            aim=sight.aim,
            what=what,
            hexes=hexes,
            band=sight.band,
            cover=cover,
            because=_because(sight.cover_why),
        )
    )
    yield say("Line of fire: {line}.", line=line_in_words(battle, shooter, sight.aim))
    yield from _dice_of_shot(battle, found)
    for who, chances in found.chances.items():
        yield f"{_with_relation(battle, shooter, who)}: {_odds(chances)}."


def _with_relation(battle: Battle, shooter: Character, who: str) -> str:
    """The name of somebody who may be hit, and that he is no enemy."""
    name, struck = name_of(battle, who), battle.figures.get(who)
    if struck is None or battle.hostile(shooter.side, struck.side):
        return name
    if battle.friendly(shooter.side, struck.side):
        return say("{name} (a friend)", name=name)
    return say("{name} (neutral)", name=name)


def line_in_words(battle: Battle, shooter: Character, aim: str) -> str:
    """ "0405 > 0506 > 0607 or 0608 > 0709": where it runs along a hexside, both hexes beside it."""
    assert shooter.hex is not None
    stages = battle.board.line(shooter.hex, aim).stages
    return " > ".join([shooter.hex, *(" or ".join(stage) for stage in stages), aim])


def _dice_of_shot(battle: Battle, found: ShotOutlook) -> Iterator[str]:
    if found.point_blank:
        yield say("No impact die so near (GUI-5.4.1b).")
    else:
        falls = "; ".join(f"{_faces(i.faces)} {_falls(battle, i)}" for i in found.impacts)
        yield say(
            "Impact 1D10{added}, by the face thrown: {falls} (GUI-5.4.1).",
            added=_added(found.modifiers),
            falls=falls,
        )
    for impact in found.impacts:
        if impact.victim == found.sight.target:
            letters = ", ".join(f"{_faces(r.faces)} {_letter(r)}" for r in impact.results)
            cover = "no" if impact.cover == "none" else impact.cover
            added = _added(impact.modifiers)
            if impact.shifts:
                yield say("Column of cover: {shifts}.", shifts=shifts_in_words(impact.shifts))
            yield say(
                "Damage in {hex} 1D10{added}, {cover} cover, table {table}: {letters}.",
                hex=impact.hex,
                added=added,
                cover=cover,
                table=impact.table,
                letters=letters,
            )


def _falls(battle: Battle, impact: Impact) -> str:
    if not impact.hex:
        return say("lost")
    return (
        f"{impact.hex} ({name_of(battle, impact.victim)})"
        if impact.victim
        else say("{hex} (nobody)", hex=impact.hex)
    )


# fighting


def of_fight(battle: Battle, rules: Ruleset, found: Assessment) -> Iterator[str]:
    """The die by faces, and the exact odds of what befalls both sides (GUI-6c); who refuses or follows
    up left aside."""
    results = outlook.of_fight(battle, rules, found)
    by_face = (f"{_faces(r.faces)} {_letter(r)}" for r in sorted(results, key=lambda r: r.faces))
    letters = ", ".join(dict.fromkeys(by_face))
    yield say(
        "Die 1D10{added}, table {table}, column {column}: {letters}.",
        added=_added(found.modifiers),
        table=found.table,
        column=found.column,
        letters=letters,
    )
    shares: dict[str, Fraction] = {}
    for result in results:
        words = _fate(battle, result, battle.figures[found.attackers[0]].side)
        shares[words] = shares.get(words, Fraction(0)) + result.share
    odds = "; ".join(f"{share} {words}" for words, share in percents(shares).items())
    yield say("Odds: {odds}.", odds=odds)
    aside = say("Not counted: tests of those who give ground, and who follows up")
    yield (
        say("{aside}; an enemy may refuse to fight (GUI-7.4).", aside=aside)
        if rules.knows(RefuseOrder)
        else f"{aside}."
    )


def _fate(battle: Battle, result: Result, side: str) -> str:
    """As in "Khaled and Zahir driven back"; whom of several it befalls may be for their owner to say
    (GUI-6.2d)."""
    if not result.befallen:
        return _NOTHING
    grouped: dict[str, list[str]] = {}
    for who, words in result.befallen.items():
        grouped.setdefault(words, []).append(name_of(battle, who))
    told = ", ".join(f"{listed(names, 'and')} {translated(words)}" for words, names in grouped.items())
    chosen = battle.figures.get(result.chosen)
    return (
        told
        if chosen is None or chosen.side == side
        else say("{told} (or another of them, as their owner says)", told=told)
    )


# words


def _odds(chances: dict[str, Fraction]) -> str:
    ordered = sorted(chances.items(), key=lambda c: (c[0] == UNHURT, -c[1]))
    return translated(in_words(dict(ordered)))


def _letter(result: Result) -> str:
    return say("no effect") if result.letter == "-" else result.letter


def _faces(faces: Faces) -> str:
    """ "3", "4-6" or "1, 3 and 5-7"."""
    runs: list[list[int]] = []
    for face in sorted(faces):
        if runs and runs[-1][-1] == face - 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return listed([str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs], "and")


def _added(modifiers: Iterable[Modifier]) -> str:
    return "".join(f" {m.value:+d} ({translated(m.words)})" for m in modifiers)


def _reasons(modifiers: Iterable[Modifier]) -> str:
    words = [translated(m.words) for m in modifiers]
    return f" ({', '.join(words)})" if words else ""


def _because(reasons: Iterable[Modifier]) -> str:
    """What gives the cover: the reasons of the highest grade."""
    grades = list(reasons)
    best = max((m.value for m in grades), default=0)
    return (
        f" ({', '.join(dict.fromkeys(translated(m.words) for m in grades if m.value == best))})"
        if best
        else ""
    )
