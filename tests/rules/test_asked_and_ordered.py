"""The same game twice: with standing orders filed ahead, and with none but every question answered live by a
player who has the same intentions.

The two logs must be equal but for what tells how a choice was settled: who asked, answered and decided
(DecisionMade, DecisionRequested, DecisionAnswered), the orders themselves (OrdersAccepted, AskingChosen,
StandingOrderSpent), and the digest at the end of a phase, which covers standing orders and wishes to be
asked. They can be equal because dice are named by rule, actor and count: a question rolls none and shifts
none. The dice here come from the number of the phase alone; on a server they are mixed with the order sheets
too, so that two games with other sheets have other dice.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from rules import engine
from rules.books.registry import rules_of
from rules.captains.random_player import random_orders
from rules.core.choices import JOINED, Choice
from rules.events.asking import AskingChosen, DecisionAnswered, DecisionRequested
from rules.events.base import Event
from rules.events.sequence import PhaseEnded
from rules.events.structures import SideKept
from rules.events.umpire import DecisionMade, OrdersAccepted, StandingOrderSpent
from rules.state.battle import Battle
from tests.rules.kit import SIEGE
from tests.sampling import some

HOW_IT_WAS_SETTLED = (
    DecisionMade, DecisionRequested, DecisionAnswered, OrdersAccepted, AskingChosen, StandingOrderSpent,
)  # fmt: skip


class Player:
    """His intentions, as standing orders and as answers. He keeps to one hex when he falls back, follows
    nobody, lets his weakest men take wounds, and everybody shoots at the first enemy."""

    def __init__(self, battle: Battle, seat: str) -> None:
        self.seat = seat
        self.goal = battle.side_of(battle.seat(seat).side).edge
        own = [f for f in battle.figures.values() if f.seat == seat]
        self.victims = [f.id for f in sorted(own, key=lambda f: (f.values.attack, f.id))]
        names = {f.id: f.name for f in own}
        self.standing = (
            f"RETREAT toward {self.goal}",
            "ADVANCE never",
            "WATCH fire at first",
            f"WOUND {' then '.join(names[v] for v in self.victims)}",
        )

    def answer(self, battle: Battle, question: DecisionRequested) -> str:
        ask: dict[str, Callable[[Battle, DecisionRequested], str]] = {
            "retreat": self._retreat,
            "watch": self._watch,
            "wound": lambda _, q: next(v for v in self.victims if v in {o.key for o in q.options}),
            "advance": lambda *_: "stay",
            "oppose": lambda _, q: q.options[0].key,
            "refuse": lambda *_: "stand",
            "counter": lambda *_: "nobody",
            "tortoise": lambda _, q: q.options[0].key,
            "evacuate": self._retreat,
            "fall": lambda b, q: min(q.options, key=lambda o: b.board.distance(o.key, self.goal)).key,
            **dict.fromkeys(("topple", "cut", "douse", "gate", "cover"), lambda _, q: q.default),
        }
        return ask[question.about](battle, question)

    def _retreat(self, battle: Battle, question: DecisionRequested) -> str:
        """As near to his goal as he can, then past as few enemies, then pushing as few aside; of equals the
        way with the lowest numbers, as his order does, or the first offered to one who falls from his
        horse."""

        def worth(option: Choice) -> tuple[int, int, int, tuple[str, ...]]:
            testing = re.findall(r"; ([^;]+?) may test ", option.words)
            enemies = sum(len(re.split(r", | and ", names)) for names in testing)
            by = re.search(r" by (\w+(?: > \w+)*)", option.words)
            way = (*(by[1].split(" > ") if by else ()), option.key)
            return (
                battle.board.distance(option.key, self.goal),
                enemies,
                option.words.count(" makes room ") + option.words.count(" drowns"),
                way if question.rule == "GUI-6.5a" else (),
            )

        return min(question.options, key=worth).key

    def _watch(self, battle: Battle, question: DecisionRequested) -> str:
        """Everybody who can shoots, at the first target offered to him."""
        first: dict[str, str] = {}
        for option in question.options:
            if option.group:
                first.setdefault(option.group, option.key)
        return JOINED.join(first.values())


class Luck(NamedTuple):
    """Dice by the number of the phase; or the same, but that every fight shows its highest face: it goes
    against those who attack, who then have to say who takes the injury."""

    dice: engine.Dice
    bad: bool

    def roll(self, name: str, sides: int, chain: str = "") -> int:
        return sides if self.bad and "GUI-6c" in name else self.dice.roll(name, sides, chain)


def dice(scenario: str, battle: Battle, bad: bool) -> engine.Dice:
    key = hashlib.sha256(f"asked {scenario} {battle.phase}".encode()).digest()
    return Luck(engine.KeyedDice(key), bad)


def lines_for(battle: Battle, seat: str, temper: str) -> Sequence[str]:
    """What a captain of this temper orders, or somebody who orders at random."""
    if temper != "random":
        return engine.captain_orders(battle, seat, temper)
    known = engine.view_for(battle, seat)
    return random_orders(known, rules_of(battle), seat, f"asked {battle.phase}")


def by_orders(scenario: str, temper: str, bad: bool) -> tuple[list[Event], list[dict[str, tuple[str, ...]]]]:
    """A game with the players' standing orders: all events, and the orders of each phase by seat."""
    log = engine.new_game(scenario)
    battle = engine.replay(log)
    players = {seat.id: Player(battle, seat.id) for seat in battle.setup.seats}
    sheets: list[dict[str, tuple[str, ...]]] = []
    while battle.outcome is None:
        sheets.append({})
        for seat, player in players.items():
            orders: tuple[str, ...] = ()
            if seat in engine.awaiting(battle).seats:
                orders = engine.read_orders(battle, seat, lines_for(battle, seat, temper)).orders
            sheets[-1][seat] = orders
            log.append(OrdersAccepted(seat=seat, phase=battle.phase, orders=orders, standing=player.standing))
            battle = engine.evolve(battle, log[-1])
        played = engine.adjudicate(battle, dice(scenario, battle, bad))
        log += played
        battle = engine.replay(played, battle)
    return log, sheets


def by_answers(
    scenario: str, sheets: list[dict[str, tuple[str, ...]]], bad: bool
) -> tuple[list[Event], Counter[str]]:
    """The same orders without any standing order, everything asked: all events, and how often each
    kind was asked."""
    log = engine.new_game(scenario)
    battle = engine.replay(log)
    players = {seat.id: Player(battle, seat.id) for seat in battle.setup.seats}
    log += [
        AskingChosen(seat=seat, kinds=tuple(question.kind for question in SIEGE.questions))
        for seat in players
    ]
    battle = engine.replay(log)
    asked: Counter[str] = Counter()
    for orders in sheets:
        filed = [OrdersAccepted(seat=s, phase=battle.phase, orders=o, standing=()) for s, o in orders.items()]
        log += filed
        battle = engine.replay(filed, battle)
        answers: dict[str, str] = {}
        while True:
            played = engine.adjudicate(battle, dice(scenario, battle, bad), answers)
            question = played[-1]
            if not isinstance(question, DecisionRequested):
                break
            asked[question.about] += 1
            at_the_question = engine.replay(played, battle.copy())
            answers[question.name] = players[question.seat].answer(at_the_question, question)
        log += played
        battle = engine.replay(played, battle)
    return log, asked


def what_happened(log: list[Event]) -> list[Event]:
    events: list[Event] = []
    for event in log:
        if isinstance(event, HOW_IT_WAS_SETTLED) or (isinstance(event, SideKept) and event.answered):
            continue
        if isinstance(event, PhaseEnded):
            event = replace(event, digest="")
        events.append(event)
    return events


FIGHTS = {"watch", "oppose", "retreat", "advance", "refuse"}
WOUNDS = ("bold", True)  # the one game at the spears in which somebody says who takes a wound
# each half has every temper and both kinds of luck
GAMES = (
    ("bold", False), ("bold", True), ("cautious", True), ("cautious", False), ("random", False),
    ("random", True),
)  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "kinds"),
    [
        ("orchard", FIGHTS),
        ("spears", FIGHTS | {"counter", "wound"}),
        ("escalade", FIGHTS | {"topple", "gate", "douse"}),
    ],
)
def test_live_answers_and_standing_orders_of_the_same_intentions_give_the_same_events(
    scenario: str, kinds: set[str]
) -> None:
    """Every temper there is, with dice that nobody chose or with bad luck in every fight."""
    came_up: Counter[str] = Counter()
    for temper, bad in sorted({WOUNDS, *some(GAMES, 2)}):
        ordered, sheets = by_orders(scenario, temper, bad)
        answered, asked = by_answers(scenario, sheets, bad)
        assert what_happened(answered) == what_happened(ordered), (temper, bad)
        live = [e for e in answered if isinstance(e, DecisionMade) and e.answered]
        assert len(live) >= sum(asked.values()) - asked["watch"]
        assert not any(e.order for e in answered if isinstance(e, DecisionMade))
        came_up += asked
    assert kinds <= set(came_up), came_up
