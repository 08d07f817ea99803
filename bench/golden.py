"""A game of any length, made of the events of a golden game: what its players ordered and what came of it
happens again and again, phase after phase. So events are as many of each kind, and as large, as where
people play.

The log is one that a server would have written: phases are closed over the papers that were filed, dice fall
as their secrets say, orders are in escrow, and every phase ends with its digest and its secrets. Only what
the rules made of the dice stays as it was played, which nobody checks but the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from statistics import mean
from unittest import mock

from msgspec.structs import replace

from games.models import Game
from games.play.creation import create_game
from games.record import dice, escrow, eventlog, umpire
from rules import engine
from tests.golden.files import FOLDER, GAMES, read

PLAYED = "ford"  # of the golden games the one whose kinds of events are most like those of all together
_COMMIT = 1000
_PHASES = 1500  # a hundred thousand events can be more phases than the dice of a game are promised for
_LAST = "game_ended"


def new_game(form: int = eventlog.FORM) -> Game:
    """A game in which all this can happen."""
    with mock.patch.object(dice, "LENGTH_OF_EACH", _PHASES):
        return create_game(PLAYED, form=form)


def game_of(count: int, form: int = eventlog.FORM) -> Game:
    """A game whose log has so many events, a thousand in each commit."""
    return lengthened(new_game(form), count)


def lengthened(game: Game, count: int) -> Game:
    """A new game, played until its log has so many events."""
    stream = of_game(game)
    version = game.version
    while version < count:
        events = list(islice(stream, min(_COMMIT, count - version)))
        version = eventlog.append(game.pk, version, events, f"played {version}").last_seq
    return Game.objects.get(pk=game.pk)


def of_game(game: Game) -> Iterator[engine.Event]:
    """What happens in a new game behind its first events, for ever."""
    battle = eventlog.load(game.pk, game.version).battle
    dealt: engine.KeyedDice | None = None  # of the phase, once its orders are closed
    played = cycle(_played())
    next(played)  # the game has opened its first phase itself
    for event in played:
        if dealt is None and not isinstance(event, engine.OrdersAccepted | engine.PhaseOpened):
            closed = umpire.closed(game, battle, "all orders in")
            secrets = dice.of_phase(game, battle.setup, battle.phase)
            dealt = dice.table(secrets, battle.phase, "", closed.sheets)
            battle = engine.evolve(battle, closed)
            yield closed
        happening = _anew(game, battle, event, dealt)
        try:
            battle = engine.evolve(battle, happening)
        except (AssertionError, KeyError):
            continue  # who has lost his horse for good is not unhorsed again
        yield happening
        if isinstance(happening, engine.PhaseEnded):
            shown = umpire.revealed(game, battle)
            battle = engine.evolve(battle, shown)
            yield shown
        elif isinstance(happening, engine.PhaseOpened):
            dealt = None


def _anew(
    game: Game, battle: engine.Battle, event: engine.Event, dealt: engine.KeyedDice | None
) -> engine.Event:
    """An event as it is when it happens in the phase that is open now."""
    phase = battle.phase
    match event:
        case engine.PhaseOpened():
            return replace(event, number=phase + 1, turn=phase // 2 + 1)
        case engine.OrdersAccepted():
            salt = escrow.salt_of(game, event.seat, phase)
            return escrow.sealed(salt, replace(event, phase=phase))
        case engine.DieRolled():
            assert dealt is not None, "dice are rolled behind the closing"
            name = f"p{phase}/{event.name.partition('/')[2]}"
            return replace(event, name=name, face=dealt.roll(name, event.sides, event.chain))
        case engine.PhaseEnded():
            return replace(event, number=phase, digest=engine.digest(battle))
    return event


@cache
def _played() -> tuple[engine.Event, ...]:
    """A golden game from the opening of its first phase to the end of its last."""
    events = read(FOLDER / f"{PLAYED}.jsonl")
    return tuple(event for event in events[1:] if event.kind != _LAST)


def bytes_of_all() -> float:
    """How large an event of the golden games is, besides those that create them."""
    games = (read(FOLDER / f"{name}.jsonl")[1:] for name in GAMES)
    return mean(len(engine.encode(event).data) for events in games for event in events)
