"""Is what the desk tells of a move what becomes of it? Random mails are read and then played with nobody
interfering, and the plan of each man is held against what he did.

python -m bench planner --mails 5000

The positions come out of played random games of all scenarios; the mails are those of the random player and
of captains, without conditions, and one in four comes in two halves, so that lines stand from before. Nobody
interferes: dice do nothing (nobody is stopped, hit or thrown), and no standing orders are in force. Where
something befell somebody all the same, the mail is counted as disturbed and left out. Compared are, for each
man with a move: the end hex, the facing, the storey and the MP; whether the line was taken; and the answers
of a mail with TRY on top. A line that was refused is filed all the same, in its place, and must not be
carried out to its end. A move that the receipt says cannot be made, because of another order for the same
man, must not be made.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unittest import mock

from bench.fuzz import pairings
from rules import engine
from rules.books.registry import rules_of
from rules.captains.random_player import random_orders
from rules.core.modules import SETUP
from rules.desk import moves
from rules.desk.reading import LineReading, Verdict
from rules.events.base import Event
from rules.events.missile import ShotFired
from rules.events.movement import MoveEnded
from rules.evolve import evolve
from rules.orders.lexicon import Lexicon, lexicon_of
from rules.orders.parser import parse, print_order
from rules.orders.records import ChargeOrder, IfOrder, MoveOrder
from rules.orders.trouble import Trouble
from rules.state.battle import Battle
from rules.state.figure import FigureId
from rules.tactical import weapons
from rules.tactical.moving.planning import Plan

BAD = (Verdict.ILLEGAL, Verdict.AMBIGUOUS, Verdict.UNREADABLE)
# What befalls people and horses: none of it is foreseen.
BEFALLS = frozenset(
    {
        "wounded", "killed", "stunned", "displaced", "stopped_as_ordered", "horse_killed", "unhorsed",
        "allowance_cut", "slowed", "recoiled",
    }
)  # fmt: skip


EVERY = 250  # mails, and it says how far it is
CANNOT = "after that this cannot be done"


class Position(NamedTuple):
    """A battle with somebody on move."""

    name: str
    battle: Battle
    seat: str


class End(NamedTuple):
    """Where a move leads, and what it takes."""

    hex: str
    rear: str
    storey: int
    mp: int


class Finding(NamedTuple):
    position: str
    line: str
    kind: str
    told: str
    played: str


class QuietDice:
    """Dice that do nothing to anybody: he lands well, catches the bridle, is not stopped; shots go wide."""

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        passing = "GUI-4.3.1a" in name or "GUI-4.4.3c" in name
        return 1 if passing else sides


def positions(seed: int, most: int) -> Iterator[Position]:
    """Moments of random games, all scenarios in turn."""
    slugs = [info.slug for info in engine.scenarios()]
    players = pairings()
    for number in range(most):
        dice = random.Random(f"{seed}/{number}")
        slug = slugs[number % len(slugs)]
        yield from _of_a_game(slug, number, players[dice.randrange(len(players))], dice)


def _of_a_game(slug: str, seed: int, players: Sequence[str], dice: random.Random) -> Iterator[Position]:
    battle = engine.replay(engine.new_game(slug, commitment=""))
    while isinstance(battle, Battle) and battle.outcome is None:
        awaiting = engine.awaiting(battle)
        if awaiting.rests or awaiting.settled or not awaiting.seats:
            return
        for seat in awaiting.seats:
            if battle.phase_name != SETUP.id:
                yield Position(f"{slug}/{seed}/{battle.phase}/{seat}", battle, seat)
        for seat in awaiting.seats:
            kind = players[dice.randrange(len(players))]
            lines = (
                random_orders(engine.view_for(battle, seat), rules_of(battle), seat, dice.random().hex())
                if kind == "random"
                else engine.captain_orders(battle, seat, kind)
            )
            accepted = engine.accept_orders(battle, seat, engine.read_orders(battle, seat, lines))
            battle = engine.evolve(battle, accepted)
        key = dice.randbytes(32)
        battle = engine.replay(engine.adjudicate(battle, engine.KeyedDice(key)), battle)


def mail(at: Position, dice: random.Random) -> list[str]:
    """Orders without conditions, by the random player or a captain."""
    known = engine.view_for(at.battle, at.seat)
    kind = dice.choice(("random", "random", "random", "bold", "cautious"))
    if kind != "random":
        return list(engine.captain_orders(at.battle, at.seat, kind))
    lexicon = lexicon_of(at.battle, at.seat)
    lines = []
    for line in random_orders(known, rules_of(at.battle), at.seat, dice.random().hex()):
        order = parse(line, lexicon)
        if not isinstance(order, Trouble) and order.standing:
            continue
        lines.append(print_order(order.then, lexicon) if isinstance(order, IfOrder) else line)
    if dice.random() < 0.3:
        dice.shuffle(lines)
    return lines


class Answered(NamedTuple):
    """What the desk said of a mail, and the plan behind each of its answers to a move."""

    battle: Battle
    reading: engine.Reading
    plans: dict[FigureId, Plan]


def answered(battle: Battle, seat: str, lines: Sequence[str]) -> Answered:
    plans: dict[FigureId, Plan] = {}
    tell = moves.told_move

    def noted(at: Battle, plan: Plan) -> Iterator[str]:
        plans[plan.figure] = plan
        return tell(at, plan)

    with mock.patch.object(moves, "told_move", noted):
        reading = engine.read_orders(battle, seat, lines)
    return Answered(battle, reading, plans)


class Played(NamedTuple):
    ends: dict[FigureId, End]
    reasons: dict[FigureId, str]
    shooters: set[FigureId]
    disturbed: str


def played(battle: Battle, seat: str, orders: Sequence[str]) -> Played:
    """What comes of orders when nobody interferes, up to the combats."""
    alone = battle.copy()
    alone.sheets = {seat: tuple(orders)}
    alone.standing, alone.asked = {}, {}
    at, ends, reasons, disturbed = alone.copy(), {}, {}, ""
    shooters: set[FigureId] = set()
    for event in engine.adjudicate(alone, QuietDice()):
        if event.kind in ("combats_declared", "combat_fought", "phase_ended"):
            break
        evolve(at, event)
        if isinstance(event, ShotFired) and event.mode == "offensive":
            shooters.add(event.shooter)
        if isinstance(event, MoveEnded):
            figure = at.figures[event.figure]
            ends[event.figure] = End(
                figure.hex or "", figure.rear or "", figure.storey, at.now.spent.get(event.figure, 0)
            )
            if event.reason:
                reasons[event.figure] = event.reason
        if _befalls(event):
            disturbed = disturbed or event.kind
    return Played(ends, reasons, shooters, disturbed)


def _befalls(event: Event) -> bool:
    return event.kind in BEFALLS


def compared(at: Position, lines: Sequence[str], counts: Counter[str]) -> Iterator[Finding]:
    """The differences that a mail shows."""
    told = answered(at.battle, at.seat, lines)
    tried = engine.read_orders(at.battle, at.seat, ["TRY", *lines])
    yield from _otherwise_tried(at, told.reading, tried)
    done = played(told.battle, at.seat, told.reading.orders)
    counts["mails"] += 1
    if done.disturbed:
        counts["disturbed"] += 1
        counts[f"disturbed by {done.disturbed}"] += 1
        return
    lexicon = lexicon_of(at.battle, at.seat)
    standing = {}
    for text in told.reading.orders:
        order = parse(text, lexicon)
        if isinstance(order, MoveOrder):
            standing[order.figure] = text
        if isinstance(order, ChargeOrder):
            standing[order.figure] = ""
    for answer in told.reading.lines:
        for order in _moves(answer, lexicon):
            if order.figure in standing and standing[order.figure] == print_order(order, lexicon):
                counts["moves"] += 1
                yield from _of_a_move(at, answer, order, told, done)
            elif answer.verdict in BAD and order.figure not in standing:
                counts["refused"] += 1
                yield from _of_a_refusal(at, answer, order, told)


def _moves(answer: LineReading, lexicon: Lexicon) -> Iterator[MoveOrder]:
    if answer.verdict in BAD and answer.code != "E-302":
        return
    text = answer.canonical or answer.line
    for part in text.split("; "):
        order = parse(part, lexicon)
        if isinstance(order, MoveOrder):
            yield order


def _of_a_move(
    at: Position, answer: LineReading, order: MoveOrder, told: Answered, done: Played
) -> Iterator[Finding]:
    plan = told.plans.get(order.figure)
    if plan is None:
        yield Finding(at.name, answer.line, "no plan told", "", "")
        return
    figure = at.battle.figures[order.figure]
    start = End(figure.hex or "", figure.rear or "", figure.storey, 0)
    real, reason = done.ends.get(order.figure, start), done.reasons.get(order.figure, "")
    storey = plan.legs[-1].storey if plan.legs else figure.storey
    foreseen = End(plan.hex, plan.rear or "", storey, plan.cost)
    barred = any(CANNOT in sentence for sentence in answer.message)
    limit = _limit(told, order.figure) if order.figure in done.shooters else None
    if limit is not None and plan.cost > limit:  # the receipt says that he goes as far as they carry him
        if real.mp > limit:
            yield Finding(at.name, answer.line, "farther than told", str(limit), str(real))
        return
    if barred:
        if real != start:
            yield Finding(at.name, answer.line, "made though told it could not be", "", str(tuple(real)))
        return
    if foreseen != real or (reason and not plan.stays):
        yield Finding(at.name, answer.line, "otherwise", str(tuple(foreseen)), f"{tuple(real)} {reason}")


def _limit(told: Answered, figure: FigureId) -> int | None:
    """MP that his shot leaves him."""
    return weapons.movement_limit(
        told.battle, rules_of(told.battle), told.battle.figures[figure], fired=True, watching=False
    )


def _of_a_refusal(at: Position, answer: LineReading, order: MoveOrder, told: Answered) -> Iterator[Finding]:
    """A refused move filed in its place: play must not carry it out either."""
    lexicon = lexicon_of(at.battle, at.seat)
    before = []
    for other in told.reading.lines:
        if other is answer:
            break
        before += other.canonical.split("; ")
    orders = list(told.reading.orders)
    place = max((i + 1 for i, text in enumerate(orders) if text in before), default=_old(orders, told))
    orders.insert(place, print_order(order, lexicon))
    done = played(at.battle, at.seat, orders)
    if done.disturbed or order.figure in done.reasons or order.figure not in done.ends:
        return
    if not order.facing or _facing(at.battle, done.ends[order.figure]) in ("", order.facing):
        yield Finding(
            at.name,
            answer.line,
            "refused for nothing",
            " ".join(answer.message),
            str(done.ends[order.figure]),
        )


def _facing(battle: Battle, end: End) -> str:
    facing = battle.board.facing(end.rear, end.hex) if end.rear else None
    return facing.value if facing is not None else ""


def _old(orders: Sequence[str], told: Answered) -> int:
    new = {text for line in told.reading.lines for text in line.canonical.split("; ")}
    return next((i for i, text in enumerate(orders) if text in new), len(orders))


def _otherwise_tried(at: Position, told: engine.Reading, tried: engine.Reading) -> Iterator[Finding]:
    """TRY says of each line what the receipt says, and more."""
    for one, other in zip(told.lines, tried.lines[1:], strict=False):
        if (one.line, one.code, one.canonical) != (other.line, other.code, other.canonical):
            yield Finding(
                at.name, one.line, "tried otherwise", one.canonical or one.code, other.canonical or other.code
            )


def run(mails: int, seed: int = 1, every: int = 1) -> tuple[Counter[str], list[Finding]]:
    counts: Counter[str] = Counter()
    found: list[Finding] = []
    dice = random.Random(seed)
    for at in positions(seed, mails):
        if every > 1 and dice.randrange(every):
            continue
        lines = mail(at, dice)
        if dice.random() < 0.25:  # in two mails
            half = len(lines) // 2
            first = engine.accept_orders(
                at.battle, at.seat, engine.read_orders(at.battle, at.seat, lines[:half])
            )
            after = engine.evolve(at.battle.copy(), first)
            assert isinstance(after, Battle)
            again = [line for line in lines[:half] if dice.random() < 0.3]
            at, lines = at._replace(battle=after), [*again, *lines[half:]]
        found += compared(at, lines, counts)
        if counts["mails"] % EVERY == 0:
            print(f"{counts['mails']} mails, {len(found)} findings", file=sys.stderr, flush=True)
        if counts["mails"] >= mails:
            break
    return counts, found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench planner", description=__doc__)
    parser.add_argument("--mails", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="how many findings of each kind are printed")
    given = parser.parse_args(arguments)
    began = time.perf_counter()
    counts, found = run(given.mails, given.seed)
    kinds = Counter(finding.kind for finding in found)
    told = {**dict(counts), "findings": dict(kinds), "seconds": round(time.perf_counter() - began)}
    print(json.dumps(told), flush=True)
    shown: Counter[str] = Counter()
    for finding in found:
        shown[finding.kind] += 1
        if shown[finding.kind] <= given.show:
            print(" | ".join(finding), flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
