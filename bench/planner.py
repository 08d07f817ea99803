"""Is what the desk tells of a move what becomes of it? Random mails are read and then played with nobody
interfering, and the plan of each man is held against what he did.

python -m bench planner --mails 5000
python -m bench planner --from 400 --mails 500      the games from number 400 on
python -m bench planner --at spears/21/2/normans    one mail: what it says, what is told, what is played

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
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unittest import mock

from bench.planner_mails import Position, positions, written
from rules import engine
from rules.books.registry import rules_of
from rules.desk.reading import LineReading, Verdict
from rules.desk.receipts import moves
from rules.events.base import Event
from rules.events.burning import FlamingArrowShot
from rules.events.missile import ShotFired
from rules.events.movement import MoveEnded
from rules.evolve import evolve
from rules.orders.lexicon import Lexicon, lexicon_of
from rules.orders.parser import parse, print_order
from rules.orders.records import ChargeOrder, MoveOrder
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
CARRIED = re.compile(r"They carry him to (\w+);")
STAYS = "He stays where he is, or does not shoot"


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
    """Dice that do nothing to anybody: he lands well, catches the bridle, is not stopped; shots go wide,
    nothing catches fire."""

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        passing = "GUI-4.3.1a" in name or "GUI-4.4.3c" in name or "GUI-10.3/" in name
        return 1 if passing else sides


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
        if isinstance(event, FlamingArrowShot) or (
            isinstance(event, ShotFired) and event.mode == "offensive"
        ):
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
            stands = standing.get(order.figure) == print_order(order, lexicon)
            if stands and answer.verdict not in BAD:
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
    if limit is not None and plan.cost > limit:  # the receipt says how far they carry him
        ends = CARRIED.search(" ".join(answer.message))
        end = ends[1] if ends else start.hex if STAYS in " ".join(answer.message) else foreseen.hex
        if real.mp > limit or real.hex != end:
            yield Finding(at.name, answer.line, "shot first, and otherwise than told", end, str(real))
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
    without = played(at.battle, at.seat, [text for i, text in enumerate(orders) if i != place])
    if without.ends.get(order.figure) == done.ends[order.figure]:  # led there by others, in close order
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


def run(mails: int, seed: int = 1, every: int = 1, first: int = 0) -> tuple[Counter[str], list[Finding]]:
    """So many mails of the games from number ``first`` on; of so many positions one is looked at."""
    counts: Counter[str] = Counter()
    found: list[Finding] = []
    dice = random.Random(seed)
    for at in positions(seed, mails, first):
        if every > 1 and dice.randrange(every):
            continue
        found += compared(*written(at, seed), counts)
        if counts["mails"] % EVERY == 0:
            print(f"{at.name}: {counts['mails']} mails, {len(found)} findings", file=sys.stderr, flush=True)
        if counts["mails"] >= mails:
            break
    return counts, found


def shown(name: str, seed: int = 1) -> Iterator[str]:
    """One mail by the name of its position: its lines, what is told of them, what is played, the findings."""
    number = int(name.split("/")[1])
    at = next(at for at in positions(seed, 1, number) if at.name == name)
    at, lines = written(at, seed)
    yield "stood before: " + " | ".join(at.battle.sheets.get(at.seat, ()))
    told = answered(at.battle, at.seat, lines)
    for line in told.reading.lines:
        yield f"{line.verdict.value} {line.line} | {line.canonical} | {' '.join(line.message)}"
    done = played(told.battle, at.seat, told.reading.orders)
    for figure, end in done.ends.items():
        yield f"{figure}: {tuple(end)} {done.reasons.get(figure, '')}"
    if done.disturbed:
        yield f"disturbed: {done.disturbed}"
    yield from (" | ".join(finding) for finding in compared(at, lines, Counter()))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench planner",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--mails", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first game")
    parser.add_argument("--at", default="", help="the name of one position, as findings have it")
    parser.add_argument("--show", type=int, default=10, help="how many findings of each kind are printed")
    given = parser.parse_args(arguments)
    if given.at:
        for line in shown(given.at, given.seed):
            print(line)
        return 0
    began = time.perf_counter()
    counts, found = run(given.mails, given.seed, first=given.first)
    kinds = Counter(finding.kind for finding in found)
    told = {**dict(counts), "findings": dict(kinds), "seconds": round(time.perf_counter() - began)}
    print(json.dumps(told), flush=True)
    printed: Counter[str] = Counter()
    for finding in found:
        printed[finding.kind] += 1
        if printed[finding.kind] <= given.show:
            print(" | ".join(finding), flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
