""" "Same as last time": what that would be, for a player to confirm. It is never carried out by itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from games.models import Seat
from games.record import eventlog
from rules import engine

_PHRASES = (
    # English, German, French; without accents, apostrophes as blanks
    "same as last time", "same as before", "same as last turn", "same as last phase", "same as the last time",
    "same orders", "same again", "the same", "as before", "as last time", "as last turn", "repeat", "ditto",
    "again", "wie beim letzten mal", "wie das letzte mal", "wie letztes mal", "wie zuvor", "wie vorher",
    "wie bisher", "wie gehabt", "wie letzte runde", "wie in der letzten runde", "wie letzten zug",
    "dieselben befehle", "die selben befehle", "die gleichen befehle", "gleiche befehle", "dasselbe",
    "das selbe", "das gleiche", "noch einmal das gleiche", "wiederholen", "wiederhole", "nochmal",
    "noch einmal", "noch mal", "comme la derniere fois", "comme avant", "comme precedemment",
    "comme au dernier tour", "comme au tour precedent", "memes ordres", "la meme chose", "pareil", "idem",
    "repeter", "repete", "repetez", "encore une fois",
)  # fmt: skip
_BESIDES = frozenset(
    """
    a again all and as before danke den der des die do everything for from give have i it just last les
    letzten let likewise mal make me merci mes meine mon my noch nochmal once one orders ordres befehle alles
    bitte please pls que same si s il te vous plait svp thanks the these this time to turn tour phase tout us
    use encore une fois que everybody alle einmal ein die gleichen with wieder ja yes ok okay oui plan wie
    will would like we d want
    """.split()  # noqa: SIM905
)
_LONGEST = 10  # words
_ALONE = frozenset({"again", "the same", "nochmal", "noch mal", "noch einmal", "encore une fois"})
_WORD = re.compile(r"[a-z0-9]+")
_SAID = re.compile(f" (?:{'|'.join(_PHRASES)}) ")


def asks(lines: Iterable[str]) -> bool:
    """Whether one of these lines asks for the orders of last time, in any of our languages, and says
    nothing else."""
    return any(_asks(line) for line in lines)


def _asks(line: str) -> bool:
    plain = line[:200].casefold()
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    words = _WORD.findall(plain)
    if not words or len(words) > _LONGEST:
        return False
    said = f" {' '.join(words)} "
    if not _SAID.search(said):
        return False
    for phrase in _PHRASES:
        before, found, behind = said.partition(f" {phrase} ")
        rest = f"{before} {behind}".split()
        if found and all(word in _BESIDES for word in rest) and not (phrase in _ALONE and rest):
            return True
    return False


def last_orders(seat: Seat) -> tuple[str, ...]:
    """What the seat had ordered when it last ordered anything, in an earlier phase."""
    game = seat.game
    found: tuple[str, ...] = ()
    for event in eventlog.events_of_type(game.pk, "orders_accepted", 1, game.seen_version):
        assert isinstance(event, engine.OrdersAccepted)
        if event.seat == seat.name and event.phase < game.phase:
            found = event.orders or found
    return found


def possible(seat: Seat, battle: engine.Table) -> list[str]:
    """Those of these orders that could be given now, a line each."""
    reading = engine.read_orders(battle, seat.name, last_orders(seat))
    legal = (engine.Verdict.OK, engine.Verdict.NOTE)
    return [line.canonical for line in reading.lines if line.verdict in legal and line.canonical]
