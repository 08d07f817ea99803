"""For whom a letter is: a seat, a side or everybody, by the words of its writer. Nobody is guessed; but a name that is
nearly right is offered."""

from __future__ import annotations

from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from games.models import LetterScope, Press, Seat

_ALL = frozenset(("all", "everybody", "everyone", "the public", "public"))
_OWN_SIDE = frozenset(("side", "my side", "our side", "own side"))
_ALIKE = 0.8  # of 1: a slip or two


class Addressee(NamedTuple):
    """Whom a letter is for: a seat, a side or everybody; or NOBODY that we know."""

    scope: LetterScope
    seat: Seat | None = None
    side: str = ""


def addressee_of(whom: str, seat: Seat) -> Addressee:
    """The seat or side of that name, or everybody."""
    said = plain(whom)
    rows = list(seat.game.seats.all())
    if said in _ALL:
        return Addressee(LetterScope.ALL)
    if said in _OWN_SIDE:
        return Addressee(LetterScope.SIDE, side=seat.side)
    if named := [row for row in rows if said in (plain(row.name), plain(row.title))]:
        return Addressee(LetterScope.SEAT, named[0]) if len(named) == 1 else Addressee(LetterScope.NOBODY)
    sides = {plain(row.side): row.side for row in rows}
    side = sides.get(said.removeprefix("side ").removeprefix("of ").removeprefix("the "))
    return Addressee(LetterScope.SIDE, side=side) if side else Addressee(LetterScope.NOBODY)


def names(seat: Seat) -> str:
    """Whom a player may write to, as the server understands it."""
    others = [row.name for row in seat.game.seats.all() if row != seat and not row.captain]
    if seat.game.press == Press.PUBLIC:
        return "ALL"
    several = [f"SIDE {side}" for side in _sides(seat)]
    return " or ".join([", ".join([*others, *several]), "ALL"]) if others or several else "ALL"


def _sides(seat: Seat) -> list[str]:
    """The sides with several seats."""
    sides = [row.side for row in seat.game.seats.all()]
    return sorted({side for side in sides if sides.count(side) > 1})


def nearest(whom: str, seat: Seat) -> str:
    """What a player who wrote to ``whom`` most likely meant, as he should write it; "" if nothing is near."""
    meant = dict.fromkeys(map(plain, _ALL), "ALL")
    if seat.game.press != Press.PUBLIC:
        for side in _sides(seat):
            meant |= dict.fromkeys((plain(side), f"side {plain(side)}"), f"SIDE {side}")
        partners = [row for row in seat.game.seats.all() if row != seat and not row.captain]
        meant |= {plain(name): row.name for row in partners for name in (row.title, row.name)}
    found = process.extractOne(
        plain(whom)[:80], list(meant), scorer=JaroWinkler.normalized_similarity, score_cutoff=_ALIKE
    )
    return meant[found[0]] if found else ""


def plain(name: str) -> str:
    """A name as it is compared: small letters, without its article."""
    words = " ".join(name.replace("’", "'").split()).strip(" .:,!\"'").casefold()
    return words.removeprefix("the ")
