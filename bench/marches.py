"""A game of any length: everybody in turn marches up and down between two hexes for ever, phase after phase: valid, if
dull. No die is rolled: its face would have to be the one that its secret gives. Of every game played most events are such
moves, and the bytes of an event are as many as in the golden games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, islice

from games import eventlog, umpire
from games.creation import create_game
from games.models import Game
from rules import engine
from rules.core.modifier import Modifier
from rules.events.movement import MoveBegan, Moved, MoveEnded
from rules.events.sequence import PhaseOpened
from rules.events.umpire import DecisionMade, PhaseClosed

_COMMIT = 1000
_COSTS = (Modifier(1, "GUI-3.1", "flat"),)


def of_form_one(battle: engine.Battle) -> PhaseClosed:
    return PhaseClosed(phase=battle.phase, reason="deadline", sheets=engine.sheets_digest(battle))


def marches(
    battle: engine.Battle, closed: Callable[[engine.Battle], PhaseClosed] = of_form_one
) -> Iterator[engine.Event]:
    """Its events, for ever; ``closed`` makes those that close a phase."""
    board = battle.board
    walkers = [f for f in battle.figures.values() if not f.mounted and f.hex is not None]
    phase, [west, east] = battle.phase, [side.id for side in battle.setup.sides]
    ahead = battle.copy()  # nobody writes orders: of its sheets only the phase changes
    yield closed(ahead)
    for number, figure in enumerate(cycle(walkers), start=1):
        assert figure.hex is not None
        away = board.neighbours(figure.hex)[0]
        mp = figure.values.movement
        yield MoveBegan(figure=figure.id, allowance=mp)
        for step, at in enumerate((away, figure.hex, away, figure.hex), start=1):
            yield Moved(figure=figure.id, hex=at, mp=1, left=mp - step, costs=_COSTS)
        yield DecisionMade(
            seat=figure.seat, about="watch", chosen="hold", rule="GUI-5.3b", figure=figure.id, order="WATCH hold fire",
        )  # fmt: skip
        yield MoveEnded(figure=figure.id)
        if number % len(walkers) == 0:
            ahead.phase = phase = phase + 1
            yield PhaseOpened(number=phase, turn=(phase + 1) // 2, side=east if phase % 2 == 0 else west)
            yield closed(ahead)


def of_game(game: Game) -> Iterator[engine.Event]:
    """The marches of a new game, in the form of its log."""
    return marches(eventlog.load(game.pk, 2).battle, lambda battle: umpire.closed(game, battle, "deadline"))


def game_of(count: int, form: int = eventlog.FORM) -> Game:
    """A game whose log has so many events, a thousand in each commit."""
    game = create_game("ford", form=form)
    stream = of_game(game)
    version = game.version
    while version < count:
        events = list(islice(stream, min(_COMMIT, count - version)))
        version = eventlog.append(game.pk, version, events, f"march {version}").last_seq
    return Game.objects.get(pk=game.pk)
