"""How far the secrets of a game's dice were shown, in a few letters that nobody can forge.

Each mail carries it in its Message-ID and its reply address. Should the database be restored from a copy, the
answers to mails that were sent since the copy was made still say so: who has those mails knows the dice of
phases that the copy has yet to play.

A mark is ``GAME-PHASE-MAC``: the number of the game, the last phase whose secret was shown, and a code over
both and the promise of the dice, made with the server's key. Under another promise it is another one, so a
mark from before the dice were renewed says nothing any more.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.conf import settings

from games.models import Game, GameState
from games.record import numbers

MAC_LENGTH = 12  # times 4 bits
MOST_READ = 100
"""Marks of one mail that are looked at."""
_MARK = re.compile(
    rf"(?<![\w-])(?:[a-z]+\+)?(?:\w{{6}}-\w{{16}}-|[0-9a-f]{{32}}\.)({numbers.NUMBER})-(\d{{1,6}})"
    rf"-([0-9a-f]{{{MAC_LENGTH}}})@",
    re.ASCII,
)


class Mark(NamedTuple):
    """What a mail says of a game: secrets up to this phase were shown when it was written."""

    game: Game
    phase: int


def shown(game: Game) -> int:
    """The last phase whose secret was shown; 0 before the first."""
    return game.phase if game.state == GameState.OVER else max(0, game.phase - 1)


def mark(game: Game, phase: int | None = None) -> str:
    """The mark of a game as it stands, or as its mails bore it when secrets up to this phase were shown."""
    phase = shown(game) if phase is None else phase
    return f"{game.number}-{phase}-{_mac(settings.SECRET_KEY, game, phase)}"


def read(texts: Iterable[str], known: Game | None = None) -> Iterator[Mark]:
    """The marks in addresses and Message-IDs that this server has made, of games that it has; ``known``: a
    game that is at hand. Takes any text and never raises."""
    found = dict.fromkeys(match for text in texts for match in _MARK.findall(text.lower()))
    for number, phase, mac in list(found)[:MOST_READ]:
        game = known if known is not None and known.number == number else numbers.game_of(number)
        if game and _is_ours(game, int(phase), mac):
            yield Mark(game, int(phase))


def _is_ours(game: Game, phase: int, mac: str) -> bool:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(_mac(key, game, phase), mac) for key in keys)


def _mac(key: str, game: Game, phase: int) -> str:
    said = f"pbem-mark-1/{game.number}/{phase}/{game.commitment}"
    return hmac.new(key.encode(), said.encode(), hashlib.sha256).hexdigest()[:MAC_LENGTH]
