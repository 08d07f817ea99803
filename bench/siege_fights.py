"""Fights of sieges on boards beside their quick resolution, for the same sieges: what house tables come to.

    python -m bench siege_fights --fights 500
    python -m bench siege_fights --kind sally supply --scenario siege-castle --fights 50 --processes 1

Sieges are played by captains of both tempers, their fights resolved quickly; in the morning of a day drawn by
lot one fight is fought out on a board by captains, and resolved quickly with every face of its die. ``gate``:
an assault on a place whose gate has been opened. Each scenario has a line for each kind: "board / tables",
shares in percent, losses in percent of those who came, tents and engines as a mean.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import NamedTuple

from rules import engine
from rules.core.dice import KeyedDice
from rules.core.tables import Tables
from rules.siege import battering, fights, quick
from rules.siege.boards import assault as storm
from rules.siege.boards import outside, sally, supply
from rules.siege.captain import PARTIES, the_quick
from rules.siege.guiscard import GUISCARD_SIEGE as PAGE
from rules.siege.page import tables_of
from rules.siege.plans.plan import Act, Order
from rules.siege.scenarios import sieges
from rules.state.battle import Battle
from rules.state.families import Returned
from rules.state.figure import Character, FigureId
from rules.state.siege import Deed, Siege
from rules.umpires.battle import BATTLE

KINDS = ("assault", "gate", "sally", "supply", "battle")
TEMPERS = ("bold", "cautious")
DICE = range(1, 11)
TRIES = 40  # sieges looked through for a day on which a fight is possible
SHOWN_EVERY = 25

Figures = dict[str, float]


class Fought(NamedTuple):
    """One fight: what it came to on the board, and by the tables; figures by their names. ``number``: of the
    column of the table of results and the letters, for a fight that house tables follow."""

    kind: str
    scenario: str
    day: int
    seconds: float
    board: Figures
    quick: Figures
    letters: tuple[str, ...]


class Parties(NamedTuple):
    attackers: tuple[Character, ...]
    defenders: tuple[Character, ...]
    inside: tuple[FigureId, ...] = ()


# one fight


def fight(kind: str, scenario: str, number: int) -> Fought:
    """The fight of this kind and number. Raises LookupError where no siege has a day for it."""
    began = time.perf_counter()
    chance = random.Random(f"{kind} {scenario} {number}")
    siege = _morning(kind, scenario, chance)
    tempers = {seat.id: chance.choice(TEMPERS) for seat in siege.setup.seats}
    dice = KeyedDice(f"{kind} {scenario} {number}".encode())
    found = chance.randint(1, tables_of(siege)["siege-figures"].number("packhorses", "value"))
    deed, parties = _deed(kind), _parties(siege, kind, Act(_deed(kind)))
    act = Act(deed, men=the_quick(siege, deed) if deed in PARTIES else ())
    chosen = _parties(siege, kind, act)
    ended = _played(engine.replay(_opening(siege, kind, act, chosen, found)), tempers, dice)
    board = _on_board(siege, kind, chosen, ended, found)
    by_table, letters = _by_tables(siege, kind, parties, found, chance)
    seconds = time.perf_counter() - began
    return Fought(kind, scenario, siege.day, seconds, board, by_table, letters)


def _morning(kind: str, scenario: str, chance: random.Random) -> Siege:
    """A siege on a day on which the fight is possible."""
    for _ in range(TRIES):
        at = engine.replay(engine.new_game(scenario))
        assert isinstance(at, Siege)
        tempers = [chance.choice(TEMPERS) for _ in at.setup.seats]
        dice = KeyedDice(chance.randbytes(16))
        mornings = []
        while at.outcome is None:
            if _is_possible(at, kind):
                mornings.append(at.copy())
            for seat, temper in zip(at.setup.seats, tempers, strict=True):
                reading = engine.read_orders(at, seat.id, engine.captain_orders(at, seat.id, temper))
                at = engine.replay([engine.accept_orders(at, seat.id, reading)], at)
            at = engine.replay(engine.adjudicate(at, dice), at)
            assert isinstance(at, Siege)
        if mornings:
            return chance.choice(mornings)
    raise LookupError(f"no day of {scenario} has a fight of the kind {kind}")


def _is_possible(siege: Siege, kind: str) -> bool:
    tables = tables_of(siege)
    deed = _deed(kind)
    if PAGE.action(deed).may(siege, tables, Act(deed)):
        return False
    if kind == "gate":
        return not siege.holds
    return kind != "supply" or bool(fights.patrols(siege, tables))


def _deed(kind: str) -> Deed:
    return Deed.ASSAULT if kind == "gate" else Deed(kind)


def _parties(siege: Siege, kind: str, act: Act) -> Parties:
    tables, host = tables_of(siege), siege.at_hand(siege.besieger)
    garrison = siege.strength(siege.besieged)
    match kind:
        case "assault":
            return Parties(host, garrison)
        case "gate":
            return Parties(host, garrison, fights.strike_party(siege, tables, ()))
        case "sally":
            party = fights.sally_party(siege, tables, act)
            return Parties(party, fights.camp_party(siege, tables, Order()))
        case "supply":
            patrols = fights.patrols(siege, tables)
            return Parties(
                tuple(man for one in patrols for man in one),
                fights.supply_party(siege, tables, act),
            )
        case _:
            return Parties(siege.strength(siege.besieger), garrison)


def _opening(siege: Siege, kind: str, act: Act, parties: Parties, found: int) -> list[engine.Event]:
    tables, (attackers, defenders, inside) = tables_of(siege), parties
    match kind:
        case "assault" | "gate":
            return storm.begins(siege, tables, act, attackers, defenders, inside)
        case "sally":
            return sally.begins(siege, tables, act, attackers, defenders)
        case "supply":
            patrols = fights.patrols(siege, tables)
            return supply.begins(siege, tables, act, defenders, patrols, found)
        case _:
            return outside.begins(siege, tables, act, attackers, defenders)


def _played(battle: engine.Table, tempers: Mapping[str, str], dice: engine.Dice) -> Battle:
    assert isinstance(battle, Battle)
    while battle.outcome is None:
        for seat in engine.awaiting(battle).seats:
            lines = engine.captain_orders(battle, seat, tempers[seat])
            filed = engine.accept_orders(battle, seat, engine.read_orders(battle, seat, lines))
            battle = engine.replay([filed], battle)
        battle = engine.replay(engine.adjudicate(battle, dice), battle)
    return battle


# what it came to


def _on_board(siege: Siege, kind: str, parties: Parties, battle: Battle, found: int) -> Figures:
    outcome = battle.outcome
    assert outcome is not None
    back = BATTLE.returned(battle)
    told = _losses(battle, parties, back)
    match kind:
        case "assault" | "gate":
            taken = all(battle.figures[man.id].dead or man.id in back.prisoners for man in parties.defenders)
            refuge = outcome.winner == siege.besieger and not taken
            return told | {"taken %": 100 * taken, "refuge %": 100 * refuge}
        case "sally":
            most = tables_of(siege)["siege-boards"]
            engines = sum(
                min(siege.engines.get(what, 0), most.number(f"camp {what}", "value")) - back.stores[what]
                for what in ("thrower", "ladder")
            )
            return told | {"tents": back.stores["tents"], "engines": engines}
        case "supply":
            return told | {"found": found, "home": back.stores["packhorses"]}
        case _:
            return told | {
                "besieger wins %": 100 * (outcome.winner == siege.besieger),
                "lifted %": 100 * (outcome.winner == siege.besieged),
            }


def _losses(battle: Battle, parties: Parties, back: Returned) -> Figures:
    """Dead and taken, and newly wounded, in percent of those who came."""
    told: Figures = {}
    for who, men in (("attacker", parties.attackers), ("defender", parties.defenders)):
        came = [battle.figures[man.id] for man in men if not battle.figures[man.id].awaited]
        left = [man for man in came if not man.dead and man.id not in back.prisoners]
        hurt = {man.id for man in left if man.wounded} - {man.id for man in men if man.wounded}
        every = max(len(came), 1) / 100
        told |= {f"{who} lost %": (len(came) - len(left)) / every, f"{who} hurt %": len(hurt) / every}
    return told


def _by_tables(
    siege: Siege, kind: str, parties: Parties, found: int, chance: random.Random
) -> tuple[Figures, tuple[str, ...]]:
    """The mean of all faces of the die, and the letter of each."""
    tables = tables_of(siege)
    results: list[Figures] = []
    letters: list[str] = []
    for die in DICE:
        attackers = _met(parties.attackers, siege, tables, chance) if kind == "supply" else parties.attackers
        result = _resolved(siege, kind, attackers, parties, die)
        letters.append(result.letter)
        results.append(_losses_by_table(result) | _gains(siege, kind, result, found))
    return {name: _mean([one[name] for one in results]) for name in results[0]}, tuple(letters)


def _met(
    waiting: tuple[Character, ...], siege: Siege, tables: Tables, chance: random.Random
) -> tuple[Character, ...]:
    patrols, met = fights.patrols(siege, tables), 1
    for turn, *_ in tables["siege-patrols"].rows:
        met += chance.randint(1, 10) <= tables["siege-patrols"].number(turn, "at_most")
    return tuple(man for one in patrols[:met] for man in one)


def _resolved(
    siege: Siege, kind: str, attackers: Sequence[Character], parties: Parties, die: int
) -> quick.Found:
    tables = tables_of(siege)
    if kind not in ("assault", "gate"):
        return quick.resolved(attackers, parties.defenders, fights.FIELD, die, tables)
    cases = [*(["engine"] if siege.engines.get("thrower") else [])]
    cases += ["rubble"] if battering.breaches(siege, tables) else []
    wall = fights.walls(siege, tables, opened=kind == "gate")
    return quick.resolved(
        attackers, parties.defenders, fights.SIEGE, die, tables, percent=(0, wall), cases=cases
    )


def _losses_by_table(result: quick.Found) -> Figures:
    return {
        "attacker lost %": result.dead[0],
        "attacker hurt %": result.wounded[0],
        "defender lost %": result.dead[1],
        "defender hurt %": result.wounded[1],
    }


def _gains(siege: Siege, kind: str, result: quick.Found, found: int) -> Figures:
    tables = tables_of(siege)
    match kind:
        case "assault" | "gate":
            taken = result.ends[1] == "surrender"
            may_hold = not siege.holds and siege.setup.stronghold.kind == "castle" and not any(result.ends)
            held = may_hold and bool(tables["quick-hold"].number(result.letter, "held"))
            return {"taken %": 100 * taken, "refuge %": 100 * held}
        case "sally":
            row = tables["quick-camp"].row(result.letter)
            there = siege.engines.get("thrower", 0) + siege.engines.get("ladder", 0)
            return {"tents": int(row["tents"]), "engines": min(int(row["engines"]), there)}
        case "supply":
            percent = tables["quick-supply"].number(result.letter, "percent")
            return {"found": found, "home": found * percent // 100}
        case _:
            return {
                "besieger wins %": 100 * (result.ends[1] != "" and not result.ends[0]),
                "lifted %": 100 * (result.ends[0] != ""),
            }


# all of them


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _share(found: Sequence[Fought], which: Callable[[Fought], Figures]) -> Figures:
    """The means; of packhorses the share that came home."""
    told = {name: _mean([which(one)[name] for one in found]) for name in which(found[0])}
    if "found" in told:
        told["home %"] = 100 * told.pop("home") / told.pop("found")
    return told


def lines_of(found: Sequence[Fought]) -> Iterator[str]:
    """A line for each kind and scenario: what the board gave / what the tables give."""
    by_line: dict[tuple[str, str], list[Fought]] = defaultdict(list)
    for one in found:
        by_line[one.kind, one.scenario].append(one)
    for (kind, scenario), fought in sorted(by_line.items()):
        board, tables = _share(fought, lambda one: one.board), _share(fought, lambda one: one.quick)
        told = ", ".join(f"{name} {board[name]:.1f} / {tables[name]:.1f}" for name in board)
        yield f"{kind} {scenario} ({len(fought)}): {told}"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench siege_fights", description=__doc__)
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--scenario", nargs="+", choices=tuple(sieges()), default=tuple(sieges()))
    parser.add_argument("--fights", type=int, default=500, help="of each kind, over all scenarios")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args(arguments)
    wanted = [
        (kind, given.scenario[number % len(given.scenario)], number // len(given.scenario))
        for number in range(given.fights)
        for kind in given.kind
    ]
    found: list[Fought] = []
    with ProcessPoolExecutor(given.processes) as pool:
        for done in as_completed([pool.submit(fight, *one) for one in wanted]):
            found.append(done.result())
            if len(found) % SHOWN_EVERY == 0:
                print(f"{len(found)} of {len(wanted)} fights", file=sys.stderr, flush=True)
    print("\n".join(lines_of(found)))
    return 0
