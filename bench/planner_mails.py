"""Random mails for the comparison of plans with play: positions out of played random games of all scenarios,
and for each always the same mail."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.fuzz import pairings
from rules import engine
from rules.books.registry import rules_of
from rules.captains.random_player import random_orders
from rules.core.modules import SETUP
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse, print_order
from rules.orders.records import IfOrder
from rules.orders.trouble import Trouble
from rules.scenarios.lobby import scenario_infos
from rules.state.battle import Battle


class Position(NamedTuple):
    """A battle with somebody on move."""

    name: str
    battle: Battle
    seat: str


def positions(seed: int, most: int, first: int = 0) -> Iterator[Position]:
    """Moments of random games, all scenarios in turn."""
    slugs = [info.slug for info in scenario_infos()]
    players = pairings()
    for number in range(first, first + most):
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
                yield Position(f"{slug}/{seed}/{battle.phase}/{seat}", battle.copy(), seat)
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


class Written(NamedTuple):
    """A mail, where it is written: behind a first one, if it comes in two halves."""

    at: Position
    lines: list[str]


def written(at: Position, seed: int) -> Written:
    """The mail for a position: always the same one."""
    dice = random.Random(f"{seed}/{at.name}")
    lines = mail(at, dice)
    if dice.random() >= 0.25:
        return Written(at, lines)
    half = len(lines) // 2
    first = engine.accept_orders(at.battle, at.seat, engine.read_orders(at.battle, at.seat, lines[:half]))
    after = engine.evolve(at.battle.copy(), first)
    assert isinstance(after, Battle)
    again = [line for line in lines[:half] if dice.random() < 0.3]
    return Written(at._replace(battle=after), [*again, *lines[half:]])
