"""Reading, writing and playing again whole games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from rules import engine

FOLDER = Path(__file__).resolve().parent
GAMES = {
    "orchard": ("bold", "cautious"),
    "strand": ("bold", "bold"),
    "ford": ("cautious", "bold"),
    "spears": ("bold", "cautious"),
    "escalade": ("cautious", "cautious"),
    "naphtha": ("bold", "bold"),
    "grange": ("bold", "cautious"),
}
AGREED = {"strand": ("bold", "cautious")}
"""Games that end in a draw on which both agree, behind their sixth phase."""
WRITTEN = engine.OrdersAccepted | engine.DrawOffered | engine.EndAgreed


class Recorded:
    """Dice that fall as they fell: faces by the names of the rolls."""

    def __init__(self, events: list[engine.Event]) -> None:
        self._faces = {e.name: e.face for e in events if isinstance(e, engine.DieRolled)}

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        return self._faces[name]


def read(path: Path) -> list[engine.Event]:
    """The events of a game file."""
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    return [engine.decode(row["type"], row["version"], json.dumps(row["data"]).encode()) for row in rows]


def write(path: Path, events: list[engine.Event]) -> None:
    lines = []
    for record in map(engine.encode, events):
        data = record.data.decode()
        lines.append(f'{{"type":"{record.type}","version":{record.version},"data":{data}}}')
    path.write_text("\n".join(lines) + "\n", "utf-8")


def phases(events: list[engine.Event]) -> Iterator[tuple[engine.Battle, list[engine.Event]]]:
    """The battle at each closing of a phase, orders filed, and what was adjudicated then."""
    at = next(n for n, event in enumerate(events) if isinstance(event, engine.PhaseOpened)) + 1
    battle = engine.replay(events[:at])
    while at < len(events):
        while isinstance(events[at], WRITTEN):
            battle = engine.evolve(battle, events[at])
            at += 1
        end = at
        while end < len(events) and not isinstance(events[end], WRITTEN):
            end += 1
        yield battle.copy(), events[at:end]
        battle = engine.replay(events[at:end], battle)
        at = end


def play(scenario: str, tempers: tuple[str, ...], draw_in: int = 0) -> list[engine.Event]:
    """A game between captains, with dice that follow from the scenario's name. ``draw_in``: the phase in
    which it ends in a draw."""
    log = engine.new_game(scenario)
    battle = engine.replay(log)
    temper = {seat.id: tempers[i] for i, seat in enumerate(battle.setup.seats)}
    while battle.outcome is None:
        for seat in engine.awaiting(battle).seats:
            reading = engine.read_orders(battle, seat, engine.captain_orders(battle, seat, temper[seat]))
            log.append(engine.accept_orders(battle, seat, reading))
            battle = engine.evolve(battle, log[-1])
        if battle.phase == draw_in:
            seats = [seat.id for seat in battle.setup.seats]
            agreed = engine.EndAgreed(seat=seats[-1], outcome=engine.agreed.draw())
            said = [*map(engine.DrawOffered, seats), agreed]
            log += said
            battle = engine.replay(said, battle)
        key = hashlib.sha256(f"golden {scenario} {battle.phase}".encode()).digest()
        played = engine.adjudicate(battle, engine.KeyedDice(key))
        log += played
        battle = engine.replay(played, battle)
    return log
