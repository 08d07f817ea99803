"""Scaling ladders toppled, by orders and unasked, from a platform or from beside their foot.

Implements GUI-10.1.6a to GUI-10.1.6c, GUI-10.1.7.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.assault.falling_off import fall, has_fought, unfit
from rules.assault.unasked import wished
from rules.core.choices import Choice
from rules.core.facing import FACINGS
from rules.core.language import english
from rules.core.places import GROUND
from rules.core.rejection import Rejection
from rules.events.ladders import LadderPlaced, LadderTried
from rules.journal import Journal
from rules.orders.records import ToppleOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.board import Board
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.state.ladders import LADDER, against, climber, upright_at, wall_hex
from rules.state.terrain import terrain_at
from rules.state.works import Ladder
from rules.tactical.instructions.questions import placed
from rules.tactical.instructions.standing import topple_choice
from rules.tactical.ways.ground import passable
from rules.tactical.ways.passage import barred


def below_platform(battle: Battle, at: Hex) -> list[Ladder]:
    """The ladders whose top whoever is on a platform faces; on the ground behind a stockade nobody does
    (GUI-10.1.6a)."""
    if terrain_at(battle, at) != "platform":
        return []
    return [la for la in against(battle, at) if la.kind == LADDER]


def within_push(battle: Battle, rules: Ruleset, figure: Character, foot: Hex = "") -> Ladder | Rejection:
    """The ladder that somebody could topple from where he is, that at ``foot`` if he named one, else one with
    an enemy on it first: from the platform behind the stockade on which it leans (GUI-10.1.6a), or from a hex
    next to its foot (GUI-10.1.7): who stands in that very hex, under it, cannot."""
    assert figure.hex is not None
    found = below_platform(battle, figure.hex)
    for at in battle.board.neighbours(figure.hex):
        ladder = upright_at(battle, at)
        if ladder is None or ladder.kind != LADDER or ladder in found:
            continue
        if barred(battle, rules, figure, figure.hex, at) is None:
            found.append(ladder)
    named = [la for la in found if foot in ("", la.hexes[0])]
    if not named and any(
        la.kind == LADDER and foot in ("", la.hexes[0]) for la in against(battle, figure.hex)
    ):
        return Rejection(
            "GUI-10.1.6a",
            english(
                "{figure} in {hex} stands on no platform: from there he does not reach the top of a ladder",
                figure=figure.name,
                hex=figure.hex,
            ),
        )
    if not named:
        what = english("the ladder in {foot}", foot=foot) if foot else english("any ladder")
        return Rejection(
            "GUI-10.1.6a",
            english(
                "{figure} in {hex} is neither behind the top of {what} nor beside its foot",
                figure=figure.name,
                hex=figure.hex,
                what=what,
            ),
        )

    def rank(ladder: Ladder) -> bool:
        man = climber(battle, ladder)
        return man is None or not battle.hostile(figure.side, man.side)

    return min(named, key=rank)


def can_topple(battle: Battle, rules: Ruleset, order: ToppleOrder) -> Ladder | Rejection:
    """The ladder, or why he cannot try to topple it now (GUI-10.1.6a, GUI-10.1.7)."""
    figure = battle.figures[order.figure]
    rule = "GUI-10.1.6a"
    refusal = unfit(battle, figure, rule) or has_fought(battle, figure, rule)
    if refusal is not None:
        return refusal
    ladder = within_push(battle, rules, figure, order.foot)
    if isinstance(ladder, Rejection) or not order.toward:
        return ladder
    if order.toward not in ways_to_fall(battle, rules, figure, ladder):
        return Rejection("GUI-10.1.6b", english("the ladder cannot fall into {toward}", toward=order.toward))
    return ladder


def topple(journal: Journal, rules: Ruleset, seat: SeatId, order: ToppleOrder) -> Rejection | None:
    """One die: on 1 to 6 the ladder falls, with whoever is on it (GUI-10.1.6a to GUI-10.1.6c)."""
    battle = journal.battle
    ladder = can_topple(battle, rules, order)
    if isinstance(ladder, Rejection):
        return ladder
    figure = battle.figures[order.figure]
    foot, above = ladder.hexes[0], wall_hex(battle, ladder) == figure.hex
    rule = "GUI-10.1.6a" if above else "GUI-10.1.7"
    face = journal.roll(rule, figure.id, ladder.id)
    done = face <= rules.tables["ladders"].number("topple", "value")
    journal.record(
        LadderTried(
            what="topple", figures=(figure.id,), ladder=ladder.id, at=foot, face=face, done=done, rule=rule
        )
    )
    if done:
        toward = order.toward or _which_way(journal, rules, figure, ladder)
        throw_down(journal, rules, ladder, toward, "GUI-10.1.6b")
    return None


def _which_way(journal: Journal, rules: Ruleset, figure: Character, ladder: Ladder) -> Hex:
    """Where its other half falls: the choice of him who toppled it (GUI-10.1.6b); "" if it
    stays in its hex."""
    ways = ways_to_fall(journal.battle, rules, figure, ladder)
    if not ways:
        return ""
    found = topple_choice(journal.battle, rules, figure)
    ordered = found is not None and found[0].toward in ways
    return journal.decide(
        figure.seat,
        "topple",
        found[0].toward if found is not None and ordered else ways[0],
        "GUI-10.1.6b",
        question=english(
            "{figure} topples the ladder in {hex}: which way does it fall?",
            figure=placed(figure),
            hex=ladder.hexes[0],
        ),
        options=lambda: [Choice(at, english("towards {at}", at=at)) for at in ways],
        figure=figure.id,
        told=not ordered,
    )


def throw_down(journal: Journal, rules: Ruleset, ladder: Ladder, toward: Hex, rule: str) -> None:
    """An upright ladder falls: half of it stays in its hex. It harms nobody under it; who is on it falls
    (GUI-10.1.6b, GUI-10.1.6c)."""
    man = climber(journal.battle, ladder)
    hexes = tuple(at for at in (ladder.hexes[0], toward) if at)
    lying = replace(ladder, hexes=hexes, facing=None, since=0)
    journal.record(LadderPlaced(ladder=lying, how="fallen", rule=rule))
    if man is not None:
        fall(journal, rules, man.id)


def ways_to_fall(battle: Battle, rules: Ruleset, figure: Character, ladder: Ladder) -> list[Hex]:
    """Where the other half of a ladder may come to lie: straight away from the stockade first, then
    clockwise; never through it or over closed ground (GUI-10.1.6b)."""
    foot = ladder.hexes[0]
    assert ladder.facing is not None
    walker = replace(figure, hex=foot, storey=GROUND, armoured=False)
    return [at for at in _clockwise(battle.board, foot, ladder) if passable(battle, rules, walker, foot, at)]


def _clockwise(board: Board, foot: Hex, ladder: Ladder) -> list[Hex]:
    assert ladder.facing is not None
    away = ladder.facing.opposite
    turned = (board.neighbour(foot, away.turned(turn)) for turn in range(len(FACINGS)))
    return [at for at in turned if at is not None]


def topple_unasked(journal: Journal, rules: Ruleset, busy: frozenset[FigureId]) -> None:
    """When all orders of the combat step are carried out, men of the side in phase who have no attack to make
    throw down the ladders before them: by their standing orders, by default those on which enemies stand
    (GUI-10.1.6a)."""
    for figure in list(journal.battle.side_figures(journal.battle.side)):
        now = journal.battle.figures[figure.id]
        if now.id in busy or now.id in journal.battle.now.engaged or not now.active or now.hex is None:
            continue
        for ladder in below_platform(journal.battle, now.hex):
            order = ToppleOrder(now.id, ladder.hexes[0])
            if isinstance(can_topple(journal.battle, rules, order), Rejection):
                continue
            if wished(
                journal, now, ladder, "topple", "GUI-10.1.6a", topple_choice(journal.battle, rules, now)
            ):
                topple(journal, rules, now.seat, order)
                break
