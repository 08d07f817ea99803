"""Battles of campaigns on boards beside the one die that decides them otherwise (GUC-17): how much strength
counts for, and who attacks.

    python -m bench.campaign_fights campaign-canne --fights 60

Each group of a campaign's first day meets each group of another side in open ground beside where that stands,
captains of equal temper fight it out on a board, and every face of the die is looked up for the same two. A
line for each ratio of their worth: shares in percent, "board / die"."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import permutations
from typing import NamedTuple

from msgspec.structs import replace

from bench import fuzz
from rules import engine
from rules.campaign import resolving
from rules.campaign.boards import calling
from rules.campaign.guiscard import GUISCARD_CAMPAIGN as PAGE
from rules.campaign.lines import Line, fighters
from rules.campaign.plans.plan import Plan
from rules.campaign.routes import beside
from rules.campaign.scenarios import infos
from rules.campaign.today import Today
from rules.journal import TableJournal
from rules.siege import quick
from rules.state.campaign import Campaign
from rules.state.campaign_counters import Group
from rules.state.table import Fights

ENDS = ("attacker", "drawn", "defender")
DICE = range(1, 11)
RATIOS = (
    (0, "below 60 %"),
    (60, "60 % to 83 %"),
    (84, "about equal"),
    (120, "120 % to 165 %"),
    (166, "more"),
)
"""What the attacker is worth of the defender, from so many percent."""


class Fought(NamedTuple):
    """One battle: what the attacker is worth, in percent of the defender, who won it on the board, and with
    how many faces of the die who would have."""

    ratio: int
    board: str
    die: Counter[str]


def meetings(at: Campaign) -> list[tuple[Group, Group]]:
    own = [group for group in at.groups.values() if group.seat]
    return [(one, other) for one, other in permutations(own, 2) if not at.friendly(one.side, other.side)]


def fight(scenario: str, number: int) -> Fought:
    """The battle of so many of a scenario, from whose meetings each is taken in turn."""
    log = engine.new_game(scenario, options=engine.Options(fights=Fights.BOARD), commitment="")
    at = engine.replay(log)
    assert isinstance(at, Campaign)
    found = random.Random(scenario).sample(meetings(at), len(meetings(at)))
    attacker, defender = found[number % len(found)]
    key = sha256(f"{scenario}/{number}".encode()).digest()
    journal = TableJournal(at, engine.KeyedDice(key, {"umpire": key}))
    today = Today(journal, PAGE, {seat.id: Plan() for seat in at.setup.seats})
    return _fought(today, attacker, defender, number)


def _fought(today: Today, attacker: Group, defender: Group, number: int) -> Fought:
    at = today.at
    open_ground = (h for h in beside(today.land, defender.hex, today.tables["campaign-terrain"]))
    where = next(hex_ for hex_ in open_ground if at.place_in(hex_) is None)
    at.groups[defender.id] = replace(defender, hex=where, came=defender.hex)
    came = next(h for h in today.land.neighbours(where) if h != defender.hex)
    at.groups[attacker.id] = replace(attacker, hex=where, came=came)
    today.marched.add(attacker.id)
    lines = Line((attacker.id,)), Line((defender.id,))
    ours, theirs = (fighters(at, line) for line in lines)
    percent = (0, resolving.ground(today, where, settled=False))
    values = [quick.value(men, False, today.tables) for men in (ours, theirs)]
    die = Counter(
        _of_ends(quick.resolved(ours, theirs, resolving.FIELD, face, today.tables, percent=percent).ends)
        for face in DICE
    )
    calling.call(today, where, *lines)
    called = next(e for e in today.journal.events if isinstance(e, engine.GameCalled))
    opened = engine.opening_of(called)
    players = fuzz.EVEN[number % len(fuzz.EVEN)]
    over = fuzz.played_out(engine.replay(opened), number, players, opened, {"unreadable": 0})
    assert over.outcome is not None
    board = {attacker.side: "attacker", defender.side: "defender"}.get(over.outcome.winner, "drawn")
    return Fought(100 * values[0] // values[1], board, die)


def _of_ends(ends: tuple[str, str]) -> str:
    return "drawn" if all(ends) else "attacker" if ends[1] else "defender"


def lines_of(found: Iterable[Fought]) -> Iterator[str]:
    """A line for each ratio: what the board gave / what the die gives."""
    by_ratio: dict[str, list[Fought]] = defaultdict(list)
    for one in found:
        by_ratio[max(step for step in RATIOS if one.ratio >= step[0])[1]].append(one)
    for _, name in RATIOS:
        if fought := by_ratio[name]:
            board = Counter(one.board for one in fought)
            die = sum((one.die for one in fought), Counter[str]())
            shares = ((end, 100 / len(fought) * board[end], 10 / len(fought) * die[end]) for end in ENDS)
            told = ", ".join(f"{end} {fought_out:.0f} / {diced:.0f}" for end, fought_out, diced in shares)
            yield f"{name} ({len(fought)}): {told}"


def main() -> int:
    known = [info.slug for info in infos()]
    parser = argparse.ArgumentParser(
        prog="python -m bench.campaign_fights",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("scenarios", nargs="*", help=f"of {', '.join(known)}; all, if nothing is said")
    parser.add_argument("--fights", type=int, default=20, help="of each scenario")
    given = parser.parse_args()
    wanted = given.scenarios or known
    print("\n".join(lines_of(fight(one, number) for one in wanted for number in range(given.fights))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
