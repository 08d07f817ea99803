"""Games whose dice are known: a copy of the database was restored, and in the history that was lost secrets
were shown that the copy has yet to play with.

Such a game is held before anything of it is played, its mail is kept, and its game master told. It goes on
when its dice are renewed (games.play.renewal).
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import transaction

from games.clockwork.failpoints import failpoint
from games.models import Game, GameState
from games.record import marks
from games.reports import announce
from pbem.calling import PROGRAM
from pbem.mail.headers import Headers

_NOTHING_TO_PLAY = (GameState.OVER, GameState.MOVED)
BY_MAIL = "a mail answers one that was sent when secrets up to phase {phase} had been shown"
BY_MARK = "the marks at {place} say that secrets up to phase {phase} had been shown"


def in_mail(recipient: str, headers: Headers, known: Game | None) -> Game | None:
    """The game that a mail proves to be burnt, held from now on: it is addressed to, or answers, a mail of a
    history that was lost. ``known``: the game that it is for, if that is at hand."""
    texts = (recipient, *headers.delivered, *headers.addressed, headers.in_reply_to, *headers.references)
    return _first_burnt(marks.read(texts, known))


def _first_burnt(found: Iterable[marks.Mark]) -> Game | None:
    ahead = [mark for mark in found if is_ahead(mark.game, mark.phase)]
    for mark in ahead:
        burn(mark.game, mark.phase, BY_MAIL.format(phase=mark.phase))
    return ahead[0].game if ahead else None


def is_ahead(game: Game, phase: int) -> bool:
    """Whether somebody knows a secret that the log of a game has not shown yet, and it matters."""
    return phase > marks.shown(game) and game.state not in _NOTHING_TO_PLAY


def burn(game: Game, phase: int, how: str) -> None:
    """Hold a game whose secrets up to a phase are known; its game master is told once for each phase."""
    with transaction.atomic():
        held = Game.objects.filter(pk=game.pk, commitment=game.commitment, burnt__lt=phase)
        if held.update(burnt=phase):
            failpoint("burnt.held")
            announce.game_master(
                game, f"burnt:{game.commitment[:16]}:{phase}", "held: its dice are known", _words(game, how)
            )
    failpoint("burnt.told")


def _words(game: Game, how: str) -> str:
    return (
        f"This server's database was restored from a copy: {how}, and the log of {game.label} has shown "
        f"none beyond phase {marks.shown(game)}. Whoever has those mails knows dice that are still to be "
        "thrown. So nothing of this game is "
        "played for now; its mail is kept.\n\n"
        "With this the game goes on, at the phase at which the copy stands, with dice that nobody has seen:\n"
        f"{PROGRAM} restored {game.label}\n\n"
        f"and all games for which that may be needed:\n{PROGRAM} restored --all\n\n"
        "The change is written into the log, and the players are mailed how it stands again. If no copy was "
        "restored, somebody else uses this server's secret key: do not go on before you know who. "
        f"See docs/operators/updates.md, and {settings.BASE_URL}/gm."
    )
