"""The rules alone: battles of sixty figures in full swing, in the open, at a castle, and with
combat tactics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from bench.castle_battle import moments_at_the_castle
from bench.large_battle import Moment, moments, moments_with_tactics
from bench.measure import Measure, cpu_ms
from rules import engine

ADJUDICATE, READ, ONE_LINE, CAPTAIN = 100, 100, 20, 300  # milliseconds allowed
LINES = 30
TRIED = ("MOVE", "FIRE", "ATTACK")


def measures() -> Iterator[Measure]:
    for where, phases in (
        ("", moments()),
        ("_castle", moments_at_the_castle()),
        ("_tactics", moments_with_tactics()),
    ):
        yield from _over(f"adjudicate_60{where}", phases, adjudicate, ADJUDICATE)
        full = [m for m in phases if len(m.lines) >= LINES]
        yield from _over(f"read_orders_30{where}", full, read_orders, READ)
        yield from _over(f"one_order{where}", phases, read_one_order, ONE_LINE)
        yield from _over(f"one_line_on_full_sheet{where}", phases, read_one_move, ONE_LINE)
        for verb in TRIED:
            asked = [m for m in phases if _first(m, verb)]
            if asked:
                yield from _over(f"try_{verb.lower()}{where}", asked, partial(try_one, verb), ONE_LINE)
        yield from _over(f"captain_60{where}", phases, captain, CAPTAIN)


def adjudicate(moment: Moment) -> object:
    return engine.adjudicate(moment.ready, moment.dice)


def read_orders(moment: Moment) -> object:
    return engine.read_orders(moment.before, moment.seat, moment.lines[:LINES])


def read_one_order(moment: Moment) -> object:
    """The only line of a mail: whether it is legal, and the way of a move by destination."""
    return engine.read_orders(moment.before, moment.seat, [_first(moment, "MOVE") or moment.lines[0]])


def read_one_move(moment: Moment) -> object:
    """One more line behind a mail that has been filed: a move by destination."""
    line = next((line for line in moment.lines if line.startswith("MOVE")), moment.lines[0])
    return engine.read_orders(moment.ready, moment.seat, [line])


def try_one(verb: str, moment: Moment) -> object:
    """What if: the same line once more, with every hex, die and chance, on a sheet that is full."""
    return engine.read_orders(moment.ready, moment.seat, [f"TRY {_first(moment, verb)}"])


def _first(moment: Moment, verb: str) -> str:
    return next((line for line in moment.lines if line.startswith(verb)), "")


def captain(moment: Moment) -> object:
    return engine.captain_orders(moment.before, moment.seat, "bold")


def _over(
    name: str, phases: Sequence[Moment], act: Callable[[Moment], object], allowed: int
) -> Iterator[Measure]:
    """The middle one of some phases and the slowest, each against what is allowed."""
    found = sorted(cpu_ms(partial(act, moment), runs=3) for moment in phases)
    for which, value in (("", found[len(found) // 2]), ("_worst", found[-1])):
        yield Measure(name + which, value, "ms", round(allowed / value, 2), f"{allowed} ms allowed")
