"""Sieges of random orders about ladders, ropes and fire: nothing raises, nobody is left hanging in the air,
and the log replays to the same battle."""

from __future__ import annotations

import random

import pytest

from rules.core.dice import KeyedDice
from rules.desk.read import read_orders
from rules.events.codec import decode, encode
from rules.events.sequence import PhaseOpened
from rules.evolve import evolve, replay
from rules.evolve.fingerprint import digest
from rules.journal import Journal
from rules.phases import playing
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.invariants import broken
from rules.state.works import Ladder
from rules.views.picture import picture
from tests.rules.castle_kit import castle, lying, rope_of, upright
from tests.rules.kit import SIEGE, man, narrated, rider
from tests.sampling import some

OUTSIDE = [f"{c:02d}{r:02d}" for r in range(5, 8) for c in range(1, 8)]
WALL = [f"{c:02d}04" for c in range(1, 8)]
NORMANS = ("Hugo", "Fulk", "Odo", "Milo", "Vladko", "Gui", "Bohemond")
ARABS = ("Zahir", "Yusuf", "Omar", "Shakil", "Argyros")


def siege(chance: random.Random) -> Battle:
    free = [at for at in OUTSIDE if at not in ("0406", "0407")]
    men = [man("Hugo", "0406"), man("Fulk", "0407"), man("Vladko", free.pop(chance.randrange(len(free))))]
    for name, at in zip(NORMANS[2:4] + NORMANS[5:6], chance.sample(free, 3), strict=True):
        men.append(man(name, at, armoured=chance.random() < 0.4, weapon=chance.choice(("", "short_bow"))))
    men.append(rider("Bohemond", "0208", "0209"))
    walls = chance.sample([*WALL, "0303", "0403", "0503"], len(ARABS))
    men += [
        man(n, at, side="arabs", weapon=chance.choice(("", "short_bow")))
        for n, at in zip(ARABS, walls, strict=True)
    ]
    ladders = [lying("0406", "0407"), rope_of("vladko"), Ladder("rope-2", "rope", (), bearers=("zahir",))]
    for number, foot in enumerate(chance.sample(("0205", "0405", "0605"), 2), start=2):
        ladder = upright(foot, "N", kind=chance.choice(("ladder", "rope")))
        ladders.append(
            Ladder(f"{ladder.kind}-{number + 1}", ladder.kind, ladder.hexes, ladder.facing, since=1)
        )
    return castle(
        *men, ladders=tuple(ladders), standing={"normans": ("ADVANCE always",), "arabs": ("ADVANCE always",)}
    )


def any_orders(chance: random.Random, at: Battle, side: str) -> list[str]:
    own = [f for f in at.figures.values() if f.side == side]
    foes = [f for f in at.figures.values() if f.side != side]

    def near(figure: Character) -> str:
        around = at.board.within(figure.hex, 2) if figure.hex else tuple(OUTSIDE)
        return chance.choice(around)

    def line() -> str:
        one, two = chance.sample(own, 2)
        hexes = " ".join(near(one) for _ in range(chance.randint(1, 3)))
        over = next((la for la in at.ladders.values() if la.upright and la.hexes[0] == one.hex), None)
        wall = (
            at.board.neighbour(over.hexes[0], over.facing) if over is not None and over.facing else near(one)
        )
        return chance.choice(
            (
                f"MOVE {one.name} to {near(one)}",
                f"MOVE {one.name} climb",
                f"MOVE {one.name} climb {wall}",
                f"MOVE {one.name} {wall}",
                f"MOVE {one.name} down",
                f"MOVE {one.name} to {chance.choice(WALL)}",
                f"MOVE {one.name} to {chance.choice(OUTSIDE)}",
                f"CARRY LADDER Hugo + Fulk {hexes}",
                f"CARRY LADDER Hugo + Fulk to {near(one)}",
                f"CARRY LADDER {one.name} + {two.name} to {near(one)}",
                f"RAISE LADDER Hugo + Fulk AT {chance.choice(WALL)}",
                "LAY LADDER Hugo + Fulk",
                f"SHIFT LADDER {one.name} + {two.name} TO {near(one)}",
                f"TOPPLE LADDER {one.name}",
                f"THROW GRAPNEL {one.name} AT {chance.choice(('N', 'NE', 'S', near(one)))}",
                f"COIL ROPE {one.name}",
                f"CUT ROPE {one.name}",
                f"LIGHT {one.name} {near(one)}",
                f"PULL ROPE {' + '.join(f.name for f in chance.sample(own, 4))}",
                f"ATTACK {one.name} best",
                f"ATTACK {one.name} ON {chance.choice(foes).name}",
                f"FIRE {one.name} AT nearest",
                "ATTACK anyone",
            )
        )

    return [line() for _ in range(14)]


@pytest.mark.parametrize("seed", some(range(40), 3))
def test_sieges_of_random_orders_stay_sound(seed: int) -> None:
    chance = random.Random(seed)
    at = siege(chance)
    log = []
    start = at.copy()
    for number in range(12):
        side = ("normans", "arabs")[number % 2]
        opened = PhaseOpened(number=3 + number, turn=2 + number // 2, side=side)
        if number:
            at = evolve(at, opened)
            log.append(opened)
        at.sheets = {}
        reading = read_orders(at, SIEGE, side, any_orders(chance, at, side))
        at.sheets[side] = reading.orders
        journal = Journal(at, KeyedDice(bytes([seed, number]) * 16))
        playing.play_phase(journal, SIEGE)
        assert broken(journal.battle) == [], (seed, number, reading.orders)
        assert isinstance(narrated(at, journal.events, None), list)
        assert picture(journal.battle, None).hexes
        log += journal.events
        at = journal.battle
    stored = [decode(*encode(event)) for event in log]
    again = replay(stored, start)
    again.sheets = at.sheets
    assert digest(again) == digest(at)
