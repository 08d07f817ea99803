"""Play many games with captains and random orders, and check everything that must always hold.

python -m bench.fuzz --games 500 --processes 2
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from itertools import chain, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.campaign.invariants import broken as broken_campaign
from rules.campaign.invariants import misdeeds as misdeeds_of_campaign
from rules.campaign.invariants import unbalanced
from rules.campaign.plans.at_random import careless_orders
from rules.campaign.scenarios import infos as campaign_infos
from rules.captains.random_player import random_orders
from rules.events.campaign import CampaignCreated
from rules.events.siege import DayBegan
from rules.scenarios.lobby import scenario_infos
from rules.siege.invariants import broken as broken_siege
from rules.siege.invariants import misdeeds
from rules.siege.plans.at_random import careless_plan
from rules.siege.scenarios import infos as siege_infos
from rules.state.campaign import Campaign
from rules.state.invariants import broken
from rules.state.siege import Siege
from rules.umpires.siege import page_of
from rules.views.masking import view_for

PLAYERS = ("bold", "cautious", "random")
EVEN = (("bold", "bold"), ("cautious", "cautious"))
ON_BOARDS = 10  # of so many sieges or campaigns one fights out all its fights
NEWS = 0.7  # of the days of a siege on which somebody who plays at random files a plan
CAMPAIGN_DAYS = 30  # those that are shipped end sooner


class Played(NamedTuple):
    """One game: how it ended, how long it took, and what went wrong (empty if nothing)."""

    scenario: str
    seed: int
    players: tuple[str, ...]
    winner: str
    turns: int
    phases: int
    events: int
    unreadable: int
    seconds: float
    fault: str


def play(scenario: str, seed: int, players: tuple[str, ...], keep: bool = False) -> Played:
    """Play one game to its end. Never raises: a fault is told in the result."""
    began = time.perf_counter()
    log: list[engine.Event] = []
    state: dict[str, Any] = {"unreadable": 0}
    try:
        battle = _play(scenario, seed, players, log, state)
        winner = battle.outcome.winner or "draw" if battle.outcome else "?"
        fault = ""
    except Exception:
        winner, fault = "?", traceback.format_exc()
    turns = max((e.day if isinstance(e, DayBegan) else getattr(e, "turn", 0) for e in log), default=0)
    phases = sum(1 for e in log if e.kind == "phase_ended")
    return Played(
        scenario,
        seed,
        players,
        winner,
        turns,
        phases,
        len(log),
        state["unreadable"],
        time.perf_counter() - began,
        fault,
    )


def _play(
    scenario: str, seed: int, players: tuple[str, ...], log: list[engine.Event], state: dict[str, Any]
) -> engine.Battle:
    on_boards = seed % ON_BOARDS == 0
    fights = engine.Fights.BOARD if on_boards else engine.Fights.QUICK
    log += lasting(engine.new_game(scenario, options=engine.Options(fights=fights), commitment=""))
    return played_out(engine.replay(log), seed, players, log, state)


def lasting(first: list[engine.Event]) -> list[engine.Event]:
    """The first events of a game; a campaign goes on for so many days, however soon it was to end."""
    return [
        replace(event, setup=replace(event.setup, last_day=CAMPAIGN_DAYS))
        if isinstance(event, CampaignCreated)
        else event
        for event in first
    ]


def played_out(
    battle: engine.Battle, seed: int, players: tuple[str, ...], log: list[engine.Event], state: dict[str, Any]
) -> engine.Battle:
    """A game from its first events to its end, and the games that it calls before it."""
    scenario = battle.setup.scenario
    sides = [side.id for side in battle.setup.sides]
    while battle.outcome is None:
        awaiting = engine.awaiting(battle)
        for call in awaiting.rests:
            told = _told(battle, call, seed, players, log, state)
            log.append(told)
            battle = engine.evolve(battle, told)
        for seat in battle.setup.seats:
            if seat.id not in awaiting.seats:
                continue
            player = players[sides.index(seat.side) % len(players)]
            lines = _orders(battle, seat.id, player, seed)
            reading = engine.read_orders(battle, seat.id, lines)
            bad = [line.line for line in reading.lines if line.verdict == engine.Verdict.UNREADABLE]
            state["unreadable"] += len(bad)
            if player != "random" and bad:
                raise AssertionError(f"a captain's lines cannot be read: {bad}")
            accepted = engine.accept_orders(battle, seat.id, reading)
            log.append(accepted)
            battle = engine.evolve(battle, accepted)
        key = sha256(f"{scenario}/{seed}/{battle.phase}/{engine.sheets_digest(battle)}".encode()).digest()
        events = engine.adjudicate(battle, engine.KeyedDice(key, {"umpire": sha256(key).digest()}))
        log += events
        before = battle.copy()
        battle = engine.replay(events, battle)
        if faults := _faults(before, events, battle):
            raise AssertionError(f"phase {battle.phase}: {faults}")
    again = engine.replay(engine.decode(*engine.encode(event)) for event in log)
    if engine.digest(again) != engine.digest(battle):
        raise AssertionError("replay does not lead to the same battle")
    setups = sum(1 for e in log if e.kind == "phase_opened" and e.turn == 0)  # type: ignore[attr-defined]
    waits = sum(1 for e in log if e.kind == "game_called")
    if battle.phase > len(sides) * _most_turns(battle) + setups + waits:
        raise AssertionError("the game went on after its last turn")
    return battle


def _told(
    battle: engine.Battle,
    call: str,
    seed: int,
    players: tuple[str, ...],
    log: list[engine.Event],
    state: dict[str, Any],
) -> engine.GameTold:
    """The end of a game that was called, played out here."""
    called = next(e for e in log if isinstance(e, engine.GameCalled) and e.call == call)
    of_child = engine.opening_of(called)
    child = engine.replay(of_child)
    order = [side.id for side in battle.setup.sides]
    theirs = tuple(players[order.index(side.id) % len(players)] for side in child.setup.sides)
    child = played_out(child, seed, theirs, of_child, state)
    return engine.told(battle, call, child, name="k", game="", head="k", events=len(of_child))


def _orders(battle: engine.Battle, seat: str, player: str, seed: int) -> list[str]:
    if isinstance(battle, Siege):
        return _plans(battle, seat, player, seed)
    if isinstance(battle, Campaign):
        return _campaign_lines(battle, seat, player, seed)
    if player == "random":
        return random_orders(
            engine.view_for(battle, seat), rules_of(battle), seat, seed * 1000 + battle.phase
        )
    return engine.captain_orders(battle, seat, player)


def _form_reads(table: engine.Table, seat: str) -> None:
    """A form must read as it stands."""
    form = engine.read_orders(table, seat, engine.order_form(table, seat).splitlines())
    if bad := [(line.line, line.message) for line in form.lines if line.code]:
        raise AssertionError(f"lines of the form cannot be read: {bad}")


def _campaign_lines(at: Campaign, seat: str, player: str, seed: int) -> list[str]:
    """The lines of a captain, or some at random."""
    _form_reads(at, seat)
    if player != "random":
        return engine.captain_orders(at, seat, player)
    chance = random.Random(f"{seed}/{at.phase}/{seat}")
    return careless_orders(view_for(at, seat), seat, chance)


def _plans(siege: Siege, seat: str, player: str, seed: int) -> list[str]:
    """The lines of a captain, or now and then some at random."""
    _form_reads(siege, seat)
    if player != "random":
        return engine.captain_orders(siege, seat, player)
    chance = random.Random(f"{seed}/{siege.phase}/{seat}")
    besieging = siege.besieges(next(one.side for one in siege.setup.seats if one.id == seat))
    return careless_plan(chance, besieging) if chance.random() < NEWS else []


def _faults(before: engine.Table, events: list[engine.Event], table: engine.Table) -> list[str]:
    """What is wrong after a phase."""
    if isinstance(table, Campaign) and isinstance(before, Campaign):
        _told_to_all(before, events, table)
        evening = [] if table.fights else broken_campaign(table)  # else the day is not over
        return [*misdeeds_of_campaign(before, events), *unbalanced(events), *evening]
    if not isinstance(table, Siege) or not isinstance(before, Siege):
        return broken(table)
    evening = table.copy()
    evening.turn = table.days[-1].day if table.days else table.turn
    _told_to_all(before, events, table)
    if table.fight is not None:  # the day is not over
        return list(misdeeds(before, events))
    return [*misdeeds(before, events), *broken_siege(evening, page_of(table))]


def _told_to_all(before: engine.Table, events: list[engine.Event], table: engine.Table) -> None:
    """What everybody is told can be told."""
    for seat in (None, *(seat.id for seat in table.setup.seats)):
        shown = engine.seen(before, events, seat)
        engine.narrate(before, shown, seat)
        engine.in_short(table, seat, before, shown)
        engine.situation(table, seat)


def _most_turns(table: engine.Table) -> int:
    return table.setup.last_day if isinstance(table, Siege | Campaign) else table.setup.victory.turns


def pairings() -> list[tuple[str, ...]]:
    """Who plays whom, in turn: captains of equal temper in two games of three, which tell how even a battle
    is; in the third each of the other pairings, random orders among them."""
    others = [pair for pair in product(PLAYERS, repeat=2) if pair not in EVEN]
    return list(chain.from_iterable((*EVEN, pair) for pair in others))


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--games", type=int, default=20, help="of each scenario")
    ap.add_argument("--scenario", help="only this one")
    ap.add_argument(
        "--players",
        help=(
            "two of bold, cautious, random, e.g. bold,bold (default: all pairings, of equal temper twice in "
            "three)"
        ),
    )
    ap.add_argument("--first", type=int, default=1, help="first seed")
    ap.add_argument("--processes", type=int, default=2)
    args = ap.parse_args()
    slugs = [
        s.slug
        for s in (*scenario_infos(), *siege_infos(), *campaign_infos())
        if args.scenario in (None, s.slug)
    ]
    pairs = [tuple(args.players.split(","))] if args.players else pairings()
    faults = 0
    with ProcessPoolExecutor(args.processes) as pool:
        for slug in slugs:
            jobs = [
                pool.submit(play, slug, seed, pairs[seed % len(pairs)])
                for seed in range(args.first, args.first + args.games)
            ]
            results = []
            for done, job in enumerate(as_completed(jobs), start=1):
                results.append(job.result())
                if sys.stderr.isatty():
                    print(f"\r{slug}: {done}/{len(jobs)}", end="", file=sys.stderr, flush=True)
            faults += _report(slug, results)
    return 1 if faults else 0


def _report(slug: str, results: list[Played]) -> int:
    bad = [r for r in results if r.fault]
    line = {
        "scenario": slug,
        "games": len(results),
        "faults": len(bad),
        "winners": dict(Counter(r.winner for r in results)),
        "winners_of_equal_temper": dict(Counter(r.winner for r in results if r.players in EVEN)),
        "phases": sum(r.phases for r in results),
        "turns_each": round(sum(r.turns for r in results) / len(results), 2),
        "events": sum(r.events for r in results),
        "unreadable_lines": sum(r.unreadable for r in results),
        "seconds_each": round(sum(r.seconds for r in results) / len(results), 2),
    }
    print(json.dumps(line), flush=True)
    for result in bad[:3]:
        print(f"--- {slug} seed {result.seed}\n{result.fault}", flush=True)
    return len(bad)


if __name__ == "__main__":
    sys.exit(main())
