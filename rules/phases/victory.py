"""Who is winning, and whether it is over: the scenario's aims counted on the board.

Implements GUI-2a (a scenario says when it ends). The books leave scoring to each scenario, so kinds of
aim are ours:

- casualties: points for each enemy dead;
- exited: points for each of one's own who left the board by one of the aim's hexes;
- held: points for each of the aim's hexes that a figure of one's own, and no active enemy next to it,
  holds at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules.core.language import english
from rules.phases import sortie_words
from rules.state.battle import Aim, Battle, BattleSetup, Storm, Victory
from rules.state.figure import Character, Hex, SideId
from rules.state.table import Outcome, Relations, Side

EVERYBODY_ELSE = "*"


def score(battle: Battle) -> dict[SideId, int]:
    """The points of each side if the battle ended now."""
    points = {side.id: 0 for side in battle.setup.sides}
    for aim in battle.setup.victory.aims:
        points[aim.side] += _scored(battle, aim)
    return points


def standing_share(battle: Battle, side: SideId) -> int:
    """Percent of a side's figures that are neither dead nor stunned, rounded up; who left the board counts,
    and who is still to come, but no prisoner of the enemy."""
    figures = [f for f in battle.side_figures(side) if not f.bound]
    standing = sum(1 for f in figures if f.active or f.awaited or f.left_by is not None)
    return -(-100 * standing // len(figures)) if figures else 0


def verdict(battle: Battle, at_turn_end: bool) -> Outcome | None:
    """How the battle ended, if it has. A side is broken as soon as no more than its share of figures stands;
    when nobody of a side is left on the board or to come, or after the last turn, the points decide, and a
    lead smaller than the scenario asks for is a draw. A battle without a last turn does not end by itself.

    Books know two sides. Ruling RUL-211: with more of them it goes on as long as two that are left, or not
    broken, are enemies; allies win together.

    A battle without a last turn is a position: nobody wins it, and it does not end by itself."""
    victory = battle.setup.victory
    if not victory.turns:
        return None
    at_war = battle.setup.relations.at_war
    broken = [
        side
        for side in battle.setup.sides
        if side.id in victory.break_at and standing_share(battle, side.id) <= victory.break_at[side.id]
    ]
    unbroken = [side.id for side in battle.setup.sides if side not in broken]
    if not unbroken:
        both = english("both sides are broken") if len(broken) == 2 else english("all sides are broken")
        return _by_points(battle, both)
    if broken and not at_war(unbroken):
        return _broken(battle, broken, unbroken)
    gone = [
        s for s in battle.setup.sides if not any(f.living or f.awaited for f in battle.side_figures(s.id))
    ]
    if gone and not at_war(s.id for s in battle.setup.sides if s not in gone):
        return _by_points(battle, english("none of the {side} is left on the board", side=gone[0].name))
    if at_turn_end and battle.turn >= victory.turns:
        return _by_points(battle, english("turn {turns} is over", turns=victory.turns))
    return None


def in_words(setup: BattleSetup) -> list[str]:
    """The victory conditions in plain words, one sentence each."""
    return conditions_in_words(setup.victory, setup.sides, setup.sequel.title if setup.sequel else "")


def conditions_in_words(victory: Victory, sides: tuple[Side, ...], sequel: str = "") -> list[str]:
    """The same before there is a game. ``sequel``: the title of the battle that decides this one, if one
    does (RUL-208)."""
    if not victory.turns:
        return [*_relations_in_words(sides), english("Nobody wins: it is a position, and does not end.")]
    names = {side.id: side.name for side in sides}
    if victory.storm is not None:
        storm = victory.storm
        return _storm_in_words(storm, names[storm.besieger], names[storm.besieged], victory.turns)
    if victory.sortie is not None:
        sortie = victory.sortie
        return sortie_words.in_words(victory, sortie, names[sortie.besieger], names[sortie.besieged])
    aims = (_aim_in_words(victory, aim, names[aim.side]) for aim in victory.aims)
    lines = [*_relations_in_words(sides), *aims]
    lead = (
        english("by {lead} points or more", lead=victory.lead) if victory.lead > 1 else english("by any lead")
    )
    breaks = [(side.name, victory.break_at[side.id]) for side in sides if side.id in victory.break_at]
    if sequel:
        return [*_as_the_first(sequel, victory.turns, breaks), *lines, _if_alone(lead, bool(breaks))]
    for name, share in breaks:
        lines.append(
            english(
                "The {side} have lost at once when {share} % of them or fewer still stand.",
                side=name,
                share=share,
            )
        )
    lines.append(
        english(
            "Otherwise the points decide after turn {turns}, {lead}; less is a draw.",
            turns=victory.turns,
            lead=lead,
        )
    )
    return lines


def _as_the_first(sequel: str, turns: int, breaks: Sequence[tuple[str, int]]) -> Iterator[str]:
    """When a battle ends that another one decides."""
    yield english(
        "Whoever lives when this battle is over fights on in {battle}, and that one decides both (RUL-208).",
        battle=sequel,
    )
    for name, share in breaks:
        yield english(
            "This battle is over at once when {share} % of the {side} or fewer still stand.",
            side=name,
            share=share,
        )
    yield english("It is over after turn {turns} at the latest.", turns=turns)


def _if_alone(lead: str, breaks: bool) -> str:
    """Who has won it if nobody is left for the other one."""
    if breaks:
        return english(
            "Only if no enemies are left for the next battle does this one decide: who is broken has lost, "
            "else the points decide, {lead}; less is a draw.",
            lead=lead,
        )
    return english(
        "Only if no enemies are left for the next battle does this one decide, by its points, {lead}; less "
        "is a draw.",
        lead=lead,
    )


def _storm_in_words(storm: Storm, besieger: str, garrison: str, turns: int) -> list[str]:
    """When an assault ends, one sentence each."""
    found = [
        english("The {besieger} win as soon as none of the {garrison} is left.", besieger=besieger,
                garrison=garrison),
        english("The {garrison} win as soon as no {besieger} are left on the board or too few of them stand.",
                besieger=besieger, garrison=garrison),
    ]  # fmt: skip
    if storm.halt <= 100:
        found.append(
            english("It also ends, for the {besieger}, when all {garrison} that live are in their refuge and"
                    " {halt} % of the {besieger} or more are lost.",
                    besieger=besieger, garrison=garrison, halt=storm.halt)
            if storm.halt
            else english("It also ends, for the {besieger}, when all {garrison} that live are in their"
                         " refuge.", besieger=besieger, garrison=garrison)
        )  # fmt: skip
    found.append(
        english("After {quiet} turns without hand-to-hand fighting, with walls between all {garrison} and all"
                " {besieger}, or after turn {turns}, it is over and nobody has won.",
                quiet=storm.quiet, besieger=besieger, garrison=garrison, turns=turns)
    )  # fmt: skip
    return found


def _relations_in_words(sides: tuple[Side, ...]) -> Iterator[str]:
    """Who is no enemy of whom; nothing where all are."""
    relations, names = Relations(sides), {side.id: side.name for side in sides}
    for one, other in combinations(names, 2):
        if other in relations.coalition_of(one):
            words = english("The {one} and the {other} are allies and win together.")
        elif other not in relations.enemies_of(one):
            words = english("The {one} and the {other} are neutral to each other.")
        else:
            continue
        yield english(words, one=names[one], other=names[other])


def _broken(battle: Battle, broken: Sequence[Side], unbroken: Sequence[SideId]) -> Outcome:
    """The end when those who are not broken have no enemies left among them: the coalition that stood against
    the broken sides wins; of several the points decide."""
    victors = [s for s in unbroken if any(battle.hostile(s, side.id) for side in broken)]
    beaten = [side for side in broken if any(battle.hostile(side.id, s) for s in victors)]
    reason = english("the {loser} are broken", loser=(beaten or broken)[-1].name)
    if not victors or any(not battle.friendly(victors[0], side) for side in victors):
        return _by_points(battle, reason)
    scores = score(battle)
    return Outcome(winner=max(victors, key=scores.__getitem__), reason=reason, scores=scores)


def _by_points(battle: Battle, reason: str) -> Outcome:
    """Coalitions are compared by the points of all their sides; the side of the first that has most of them
    is named."""
    scores = score(battle)
    sums = [(together, sum(scores[s] for s in together)) for together in battle.setup.relations.coalitions]
    (first, most), (_, fewer), *_ = [*sorted(sums, key=lambda item: -item[1]), ((), 0)]
    won = most - fewer >= max(1, battle.setup.victory.lead)
    return Outcome(winner=max(first, key=scores.__getitem__) if won else "", reason=reason, scores=scores)


def _scored(battle: Battle, aim: Aim) -> int:
    match aim.kind:
        case "casualties":
            enemies = battle.enemies_of(aim.side)
            fallen = (f for f in battle.figures.values() if f.side in enemies and f.dead and not f.bound)
            return sum(_worth(aim, f) for f in fallen)
        case "exited":
            left = (
                f for f in battle.side_figures(aim.side) if f.left_by is not None and f.left_by in aim.hexes
            )
            return sum(_worth(aim, f) for f in left)
        case "held":
            return sum(aim.points.get(EVERYBODY_ELSE, 1) for at in aim.hexes if _held(battle, aim.side, at))
        case _:
            raise ValueError(f"there is no aim of the kind {aim.kind!r}")


def _worth(aim: Aim, figure: Character) -> int:
    """Points for one figure: as a leader, else by its kind, else as everybody else."""
    if figure.leader and "leader" in aim.points:
        return aim.points["leader"]
    return aim.points.get(figure.kind, aim.points.get(EVERYBODY_ELSE, 0))


def holders(battle: Battle) -> dict[Hex, SideId]:
    """Who holds each hex that is fought for, "" for nobody."""
    prizes = dict.fromkeys(at for aim in battle.setup.victory.aims if aim.kind == "held" for at in aim.hexes)
    return {
        at: next((side.id for side in battle.setup.sides if _held(battle, side.id, at)), "") for at in prizes
    }


def held_for_points(battle: Battle) -> dict[SideId, list[Hex]]:
    """Which hexes each side holds that give it points."""
    found: dict[SideId, list[Hex]] = {}
    for aim in battle.setup.victory.aims:
        if aim.kind == "held":
            found.setdefault(aim.side, []).extend(at for at in aim.hexes if _held(battle, aim.side, at))
    return {side: hexes for side, hexes in found.items() if hexes}


def _held(battle: Battle, side: SideId, at: Hex) -> bool:
    """An active figure of the side stands there and no active enemy next to it."""
    if not any(f.side == side and f.active for f in battle.living_at(at)):
        return False
    around = {at, *battle.board.neighbours(at)}
    return not any(around & set(enemy.hexes) for enemy in battle.active_enemies(side))


def called(victory: Victory, at: Hex) -> str:
    """A hex that is fought for by its name: "the yard (1311)", or "1311" where it has none."""
    name = victory.places.get(at)
    return f"{name} ({at})" if name else at


def _aim_in_words(victory: Victory, aim: Aim, name: str) -> str:
    if aim.words:
        return aim.words
    worth = _points_in_words(aim.points)
    match aim.kind:
        case "casualties":
            return english("The {name} score for every enemy dead: {points}.", name=name, points=worth)
        case "exited":
            return english(
                "The {name} score for each of theirs who leaves by {hexes}: {points}.",
                name=name,
                hexes=_listed([called(victory, at) for at in aim.hexes], "or"),
                points=worth,
            )
        case _:
            each = aim.points.get(EVERYBODY_ELSE, 1)
            return english(
                "The {name} score {points} for each of {hexes} that they hold at the end with no enemy next "
                "to it.",
                name=name,
                points=each,
                hexes=_listed([called(victory, at) for at in aim.hexes], "and"),
            )


def _points_in_words(points: dict[str, int]) -> str:
    named = [f"{kind} {worth}" for kind, worth in points.items() if kind != EVERYBODY_ELSE]
    others = points.get(EVERYBODY_ELSE)
    if others is not None:
        named.append(
            english("anybody else {others}", others=others)
            if named
            else english("{others} each", others=others)
        )
    return ", ".join(named)


def _listed(hexes: Sequence[str], joint: str) -> str:
    return hexes[0] if len(hexes) == 1 else f"{', '.join(hexes[:-1])} {joint} {hexes[-1]}"
