"""The receipt's words for an order that stands: path and MP, tests on the way, cover and odds, columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.language import english, say, say_many, translated
from rules.core.modifier import Modifier
from rules.core.percent import in_words, percents
from rules.core.places import Place
from rules.desk.steps import step_of
from rules.orders.records import IfOrder
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.storeys import on_a_floor, where
from rules.tactical import weapons
from rules.tactical.fighting.odds import Assessment
from rules.tactical.harm import jumping
from rules.tactical.harm.infiltration import Chances
from rules.tactical.moving.planning import ENTERING, Plan
from rules.tactical.shooting.targets import Odds

Tests = tuple[tuple[Hex, tuple[FigureId, ...]], ...]

_WAYS = {
    "about": english("about-face"),
    "about_face": english("about-face"),
    "exit": english("off the board"),
    "back": "backs",
    "climb": "up",
    "down": "down",
}


def name_of(battle: Battle, who: str) -> str:
    found = battle.figures.get(who) or battle.horses.get(who)
    return translated(found.name) or who if found is not None else who


def told_move(battle: Battle, plan: Plan) -> Iterator[str]:
    """The path with its MP, friends passed, and the chances of the infiltration tests on it (GUI-4.3a)."""
    figure = battle.figures[plan.figure]
    if plan.stays:
        yield say("{figure} stays at {hex}.", figure=figure.name, hex=plan.hex)
        return
    stages = [
        Place(leg.hex, leg.storey).label
        if leg.how == "storey"
        else _stage(battle, leg.how, leg.hex, leg.leg.who)
        for leg in plan.legs
    ]
    facing = say(", facing {facing}", facing=plan.facing) if plan.facing else ""
    past = (
        say(", past {friends} (GUI-4.1a)", friends=listed([name_of(battle, f) for f in plan.passes], "and"))
        if plan.passes
        else ""
    )
    way = " > ".join([where(battle, figure) if on_a_floor(battle, figure) else figure.hex or "", *stages])
    yield say(
        "{figure} {way}{facing}{past}: {cost} of {allowance} MP.",
        figure=figure.name,
        way=way,
        facing=facing,
        past=past,
        cost=plan.cost,
        allowance=plan.allowance,
    )
    if plan.tests:
        yield say(
            "Infiltration (GUI-4.3): {tests}.",
            tests=told_tests(battle, plan.tests, english("him"), plan.chances),
        )
    yield from _told_jump(battle, plan)
    for horse in plan.snatches:
        yield say(
            "He snatches at the bridle of {horse}: 60 %, else he goes on without (GUI-4.4.3c).",
            horse=name_of(battle, horse),
        )
    yield from _told_led(battle, plan)


def told_other_way(found: Plan, other: Plan) -> str:
    """What the safest way would have cost or the shortest risked, whichever was not taken; empty where they
    are one."""
    if other.harm < found.harm:
        return say(
            "The safest way takes {more} MP more and brings him through unhurt with {share}: add 'safest'.",
            more=other.cost - found.cost,
            share=unhurt(other),
        )
    if other.cost < found.cost:
        return say(
            "The shortest way takes {less} MP less and brings him through unhurt with {share}: add "
            "'shortest'.",
            less=found.cost - other.cost,
            share=unhurt(other),
        )
    return ""


def unhurt(plan: Plan) -> str:
    """The chance to come through, in words."""
    return percents({True: plan.unhurt, False: 1 - plan.unhurt}).get(True, "0 %")


def _told_led(battle: Battle, plan: Plan) -> Iterator[str]:
    """Where the horses that he leads end (GUI-4.4.3c)."""
    for horse, hexes, hand in plan.led:
        told = {
            "left": english("{horse} ends at his left hand, in {where} (GUI-4.4.3c)."),
            "right": english("{horse} ends at his right hand, in {where} (GUI-4.4.3c)."),
        }.get(hand, english("{horse} ends in {where} (GUI-4.4.3b)."))
        yield say(told, horse=name_of(battle, horse), where="-".join(hexes))


def _told_jump(battle: Battle, plan: Plan) -> Iterator[str]:
    """The odds of the landing, for somebody who comes over a stockade (GUI-9.2.1b, GUI-9.2.2)."""
    hurt = "killed" if battle.figures[plan.figure].wounded else "wounded"
    for leg in plan.legs:
        if leg.lands < 1:
            yield say(
                "He jumps down from the top ({rule}): {odds}.",
                rule=jumping.rule_of(battle, leg.hex),
                odds=in_words({"unhurt": leg.lands, hurt: 1 - leg.lands}),
            )


def told_tests(battle: Battle, tests: Tests, whom: str, chances: Chances) -> str:
    """ "Zahir in 0305 may test him: 70 % nothing, 20 % stopped, 10 % wounded"; ``tests``: where which
    enemies may."""
    who = [
        say("{figures} in {at}", figures=listed([name_of(battle, f) for f in ids], "and"), at=at)
        for at, ids in tests
    ]
    odds = dict(zip(("nothing", "stopped", "wounded", "killed"), chances, strict=True))
    return say("{who} may test {whom}: {odds}", who=listed(who, "and"), whom=whom, odds=in_words(odds))


def _stage(battle: Battle, how: str, at: str, who: str) -> str:
    if how == "over":
        return say("over into {at}", at=at)
    if how in ENTERING:
        return say("{at} (backing)", at=at) if how == "back" else at
    words = translated(_WAYS.get(how, how))
    return f"{words} {name_of(battle, who)}" if who else words


def told_shot(battle: Battle, rules: Ruleset, shooter: Character, weapon: str, found: Odds) -> Iterator[str]:
    """Range, band, cover and the chances of a shot (GUI-5.4a)."""
    sight = found.sight
    cover = say("no cover") if sight.cover == "none" else say("{cover} cover", cover=sight.cover)
    if battle.board.built and sight.cover_why:
        cover += f" ({'; '.join(translated(m.words) for m in sight.cover_why)})"
    opening = say(", from {opening}", opening=sight.opening) if sight.opening else ""
    hexes = say_many("1 hex", "{distance} hexes", sight.distance, distance=sight.distance)
    chances = [f"{share} % {words}" for words, share in found.results.items() if share]
    what = weapons.name_of(rules, weapon)
    yield (
        say(
            "{shooter} at {target} in {aim} with the {what}: {hexes}, {band} range, {cover}{opening}; "
            "{on_target} % on target: {chances}.",
            shooter=shooter.name,
            target=name_of(battle, sight.target),
            aim=sight.aim,
            what=what,
            hexes=hexes,
            band=sight.band,
            cover=cover,
            opening=opening,
            on_target=found.on_target,
            chances=", ".join(chances) or "no harm",
        )
    )


def told_danger(battle: Battle, shots: Mapping[str, Odds]) -> Iterator[str]:
    """Who of one's own may be hurt or driven back by these shots, by the names of the shooters; nothing where
    nobody may (GUI-5.4.1c)."""
    by: dict[str, list[str]] = {}
    for shooter, found in shots.items():
        for friend, share in found.endangered.items():
            chance = f"{share} %" if len(shots) == 1 else f"{shooter} {share} %"
            by.setdefault(name_of(battle, friend), []).append(chance)
    if by:
        friends = listed([f"{friend} ({', '.join(chances)})" for friend, chances in by.items()], "or")
        yield say("A friend may be hit: {friends}.", friends=friends)


def told_attack(battle: Battle, found: Assessment) -> Iterator[str]:
    """Strength less defence, the column and what the die may bring (GUI-6c)."""
    attackers = listed([name_of(battle, f) for f in found.attackers], "and")
    defenders = listed([name_of(battle, f) for f in found.defenders], "and")
    shifts = f" ({'; '.join(_shift(m) for m in found.shifts)})" if found.shifts else ""
    letters = ", ".join(f"{letter} {share} %" for letter, share in found.percent.items() if letter != "-")
    yield (
        say(
            "{attackers} on {defenders}, as planned: {weight}, column {column}{shifts}; {letters}.",
            attackers=attackers,
            defenders=defenders,
            weight=found.weight.words,
            column=found.column,
            shifts=shifts,
            letters=letters or "no effect",
        )
    )


def _shift(shift: Modifier) -> str:
    """A shift of the column; one of no columns says why there is none."""
    words = translated(shift.words)
    return f"{words} {shift.value:+d}" if shift.value else words


def told_facts(battle: Battle, rules: Ruleset, order: IfOrder) -> Iterator[str]:
    """When an IF is looked at, and what happens if it does not hold."""
    when = step_of(rules, battle, order.then).title
    if order.otherwise is None:
        yield say(
            "Looked at when his turn comes in the {when} step; if it does not hold, this order is passed "
            "over.",
            when=when,
        )
    else:
        yield say(
            "Looked at when his turn comes in the {when} step; if it does not hold, the order behind ELSE "
            "counts.",
            when=when,
        )


def unreadable(rules: Ruleset, at_least: str) -> str:
    """What is said of a threshold ("at 2:1 or better") that this book does not write so; "" for one
    that it does."""
    weighing = rules.policies.weighing
    if not at_least or weighing.rank_of(at_least) is not None:
        return ""
    return say(
        "in this game nobody writes {at_least}, but {example}", at_least=at_least, example=weighing.example
    )
