"""When a log is opened to everybody: its family is over, and so is every game that it was forked from.

Until then pages, files and roots show nobody more than his seat may know: what a fork has in common with a
game that is still played is that game's secret too.
"""

from __future__ import annotations

from uuid import UUID

from games.models import Game, GameState
from games.models.event import rare
from games.record import roots
from rules import engine


def is_open(game: Game) -> bool:
    """Whether everybody may see everything of a game."""
    if game.state != GameState.OVER:
        return False
    top = game.family
    if top.state != GameState.OVER:
        return False
    ended = (top.uuid, top.version, bytes(top.head_hash), game.uuid)
    if ended in _opened:
        return True
    opened = _is_over(top) and all(past_is_over(one) for one in {top, game})
    if opened:
        _remember(ended)
    return opened


_Ended = tuple[UUID, int, bytes, UUID]
_opened: dict[_Ended, None] = {}
"""Games that are open, by where the log of their family has ended: what is over stays over, and each page
asks a few times. Only ever a short cut; it may be emptied at any time."""
_MOST = 4096


def _remember(ended: _Ended) -> None:
    if len(_opened) >= _MOST:
        _opened.clear()
    _opened[ended] = None


def _is_over(top: Game) -> bool:
    """Whether a game is over, and all that it called, and what they called: asked of all whom one generation
    has called at once, since a game of a year calls many."""
    states, above = [top.state], [top.pk]
    while all(state == GameState.OVER for state in states):
        children = list(Game.objects.filter(parent__in=above).values_list("pk", "state"))
        if not children:
            return True
        above, states = [pk for pk, _ in children], [state for _, state in children]
    return False


def past_is_over(game: Game) -> bool:
    """Whether every game that a game was forked from is over."""
    return not _may_be_fork(game) or all(_over(parent, game) for parent in parents(game))


def parents(game: Game) -> list[UUID]:
    """The games that a game was forked from, the oldest first."""
    rows = rare(game.pk).filter(type=engine.Forked.kind)
    events = [engine.decode(row.type, row.version, bytes(row.data)) for row in rows]
    return [UUID(event.parent) for event in events if isinstance(event, engine.Forked)]


def _may_be_fork(game: Game) -> bool:
    """Without a look at the log: a fork's secrets lie sealed in its row, with those of its parents."""
    return len(game.sealed_root) > roots.LENGTH if game.form == 2 else bool(game.sealed_secret)


def _over(parent: UUID, game: Game) -> bool:
    """Whether a parent is over, with all that it called: their secrets follow from its root, which a fork has
    too. One that is not here was over if the file that brought the fork said so."""
    here = Game.objects.filter(uuid=parent).first()
    if here is None:
        return game.form == 1 or bool(game.promises.get("opened"))
    return _is_over(here)
