"""How many mails a game takes: order mails that a player has to send and report mails that he gets, per
player and game turn, with standing orders filed ahead and with every question asked live.

python -m bench.mails --games 2
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from typing import NamedTuple

from rules import engine
from rules.books.guiscard import GUISCARD
from rules.events.asking import AskingChosen, DecisionRequested
from rules.events.umpire import OrdersAccepted
from rules.scenarios.lobby import scenario_infos

_NOT_TAKEN = (engine.Verdict.UNREADABLE, engine.Verdict.ILLEGAL)


class Count(NamedTuple):
    """Mails of one game, all players together. ``orders``: sent because orders were awaited, standing orders
    among them; ``again``: sent once more because a line of the first could not be taken; ``reports``: one
    to whoever is to write next, with all that was played since his last one (games.reports.since), and the
    last one to all; ``phases``: one after each phase to each, as it would be without that; ``questions``:
    each with its answer."""

    player_turns: int
    orders: int
    again: int
    reports: int
    phases: int
    questions: int


def count(scenario: str, seed: int, temper: str, *, asked: bool) -> Count:
    """Play one game of captains and count. ``asked``: nobody has standing orders, and everybody is
    asked everything."""
    battle = engine.replay(engine.new_game(scenario))
    seats = [seat.id for seat in battle.setup.seats]
    if asked:
        kinds = tuple(q.kind for q in GUISCARD.rules().questions)
        battle = engine.replay([AskingChosen(seat=seat, kinds=kinds) for seat in seats], battle)
    orders = again = reports = phases = questions = 0
    while battle.outcome is None:
        for seat in engine.awaiting(battle).seats:
            reading = engine.read_orders(battle, seat, engine.captain_orders(battle, seat, temper))
            orders += 1
            again += any(line.verdict in _NOT_TAKEN for line in reading.lines)
            standing = () if asked else reading.standing
            filed = OrdersAccepted(seat=seat, phase=battle.phase, orders=reading.orders, standing=standing)
            battle = engine.evolve(battle, filed)
        key = hashlib.sha256(f"mails {scenario} {seed} {battle.phase}".encode()).digest()
        answers: dict[str, str] = {}
        while True:
            events = engine.adjudicate(battle, engine.KeyedDice(key), answers)
            last = events[-1]
            if not isinstance(last, DecisionRequested):
                break
            questions += 1
            answers[last.name] = last.default or last.options[0].key
        battle = engine.replay(events, battle)
        phases += len(seats)
        reports += len(seats if battle.outcome else engine.awaiting(battle).seats)
    return Count(len(seats) * battle.turn, orders, again, reports, phases, questions)


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--games", type=int, default=1, help="of each scenario and kind")
    ap.add_argument("--scenario", help="only this one")
    ap.add_argument("--temper", default="bold", help="of the captains: bold or cautious")
    args = ap.parse_args()
    slugs = [s.slug for s in scenario_infos() if args.scenario in (None, s.slug)]
    totals: dict[bool, list[Count]] = {False: [], True: []}
    for slug in slugs:
        line: dict[str, object] = {"scenario": slug}
        for asked in (False, True):
            counts = [count(slug, seed, args.temper, asked=asked) for seed in range(1, args.games + 1)]
            totals[asked] += counts
            line["asked" if asked else "contracts"] = _per_player_turn(counts)
        print(json.dumps(line), flush=True)
    over_all = {
        name: _per_player_turn(totals[asked]) for name, asked in (("contracts", False), ("asked", True))
    }
    print(json.dumps({"scenario": "all", **over_all}))
    return 0


def _per_player_turn(counts: list[Count]) -> dict[str, float]:
    turns = sum(c.player_turns for c in counts)
    sent = sum(c.orders + c.again + c.questions for c in counts)
    return {
        "sent": round(sent / turns, 2),
        "orders": round(sum(c.orders for c in counts) / turns, 2),
        "again": round(sum(c.again for c in counts) / turns, 2),
        "answers": round(sum(c.questions for c in counts) / turns, 2),
        "reports": round(sum(c.reports for c in counts) / turns, 2),
        "one_a_phase": round(sum(c.phases for c in counts) / turns, 2),
    }


if __name__ == "__main__":
    sys.exit(main())
