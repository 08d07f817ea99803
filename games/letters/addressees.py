"""For whom a letter is: whom a player means by his words, who reads it, and from whom letters are not wanted.
Nobody is guessed; but a name that is nearly right is offered."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from games.clockwork.failpoints import failpoint
from games.letters.words import ANONYMOUS, side_name
from games.models import Letter, LetterScope, Press, Seat
from games.reports.layout import either
from rules import engine

_ALL = frozenset(("all", "everybody", "everyone", "the public", "public"))
_OWN_SIDE = frozenset(("side", "my side", "our side", "own side"))
_GAME_MASTER = frozenset(("gm", "game master", "gamemaster", "umpire", "referee", "operator", "admin"))
_ALIKE = 0.8  # of 1: a slip or two


class Addressee(NamedTuple):
    scope: LetterScope
    seat: Seat | None = None
    side: str = ""


# who is meant


def find_addressee(seat: Seat, whom: str, answers: Letter | None) -> Addressee:
    """Who is meant: never guessed. A reply goes to the writer of the letter that it answers, or to everybody
    where all letters are public."""
    if whom:
        return addressee_of(whom, seat)
    if seat.game.press == Press.PUBLIC:
        return Addressee(LetterScope.ALL)
    if answers is not None:
        return Addressee(LetterScope.SEAT, answers.writer)
    others = [other for other in seat.game.seats.all() if other != seat]
    return Addressee(LetterScope.SEAT, others[0]) if len(others) == 1 else Addressee(LetterScope.NOBODY)


def is_game_master(whom: str) -> bool:
    """Whether the game master is meant, to whom every player of every game may write."""
    return _plain(whom) in _GAME_MASTER


def addressee_of(whom: str, seat: Seat) -> Addressee:
    """The seat or side of that name, be it in English or in the language spoken; or everybody. Last the one
    seat whose player the page of the game calls so: nobody gets others' letters by what he calls himself."""
    said = _plain(whom)
    rows = list(seat.game.seats.all())
    if said in _ALL:
        return Addressee(LetterScope.ALL)
    if said in _OWN_SIDE:
        return Addressee(LetterScope.SIDE, side=seat.side)
    if named := [row for row in rows if said in _names_of(row)]:
        return Addressee(LetterScope.SEAT, named[0]) if len(named) == 1 else Addressee(LetterScope.NOBODY)
    sides = {name: row.side for row in rows for name in (_plain(row.side), _plain(side_name(row.side)))}
    side = sides.get(said.removeprefix("side ").removeprefix("of ").removeprefix("the "))
    if side:
        return Addressee(LetterScope.SIDE, side=side)
    played = [row for row in rows if row != seat and not row.captain and said and _plain(row.player) == said]
    return Addressee(LetterScope.SEAT, played[0]) if len(played) == 1 else Addressee(LetterScope.NOBODY)


def _names_of(seat: Seat) -> set[str]:
    return set(map(_plain, (seat.name, seat.title, engine.named(seat.title))))


def _plain(name: str) -> str:
    words = " ".join(name.replace("’", "'").split()).strip(" .:,!\"'").casefold()
    return words.removeprefix("the ")


def names(seat: Seat) -> str:
    """Whom a player may write to, as the server understands it."""
    others = [row.name for row in seat.game.seats.all() if row != seat and not row.captain]
    if seat.game.press == Press.PUBLIC:
        return "ALL"
    return either([*others, *(f"SIDE {side}" for side in _sides(seat)), "ALL"])


def _sides(seat: Seat) -> list[str]:
    """The sides with several seats."""
    sides = [row.side for row in seat.game.seats.all()]
    return sorted({side for side in sides if sides.count(side) > 1})


def nearest(whom: str, seat: Seat) -> str:
    """What a player who wrote to ``whom`` most likely meant, as he should write it; "" if nothing is near."""
    meant = dict.fromkeys(map(_plain, _ALL), "ALL")
    if seat.game.press != Press.PUBLIC:
        for side in _sides(seat):
            meant |= dict.fromkeys(
                (_plain(side), f"side {_plain(side)}", _plain(side_name(side))), f"SIDE {side}"
            )
        partners = [row for row in seat.game.seats.all() if row != seat and not row.captain]
        meant |= {name: row.name for row in partners for name in _names_of(row)}
    found = process.extractOne(
        _plain(whom)[:80], list(meant), scorer=JaroWinkler.normalized_similarity, score_cutoff=_ALIKE
    )
    return meant[found[0]] if found else ""


# who reads it


def readers(letter: Letter) -> list[Seat]:
    """The people a letter is for, whether they want it or not."""
    rows = letter.game.seats.exclude(pk=letter.writer.pk).exclude(email="").filter(captain="")
    match letter.scope:
        case LetterScope.ALL:
            return list(rows)
        case LetterScope.SIDE:
            return list(rows.filter(side=letter.to_side))
        case LetterScope.SEAT:
            return list(rows.filter(pk__in=[letter.to_seat.pk] if letter.to_seat else []))
        case _:
            return []


def wants(seat: Seat, letter: Letter) -> bool:
    """Whether the player at a seat wants letters of this writer."""
    refused = seat.no_letters_from
    return letter.writer.name not in refused and not (letter.anonymous and ANONYMOUS in refused)


def choose(seat: Seat, whom: str, *, wanted: bool) -> str:
    """Whether letters of somebody are wanted; what is told to the player, in the language spoken."""
    said = _plain(whom)
    found = None if said == ANONYMOUS else addressee_of(whom, seat).seat
    name = ANONYMOUS if said == ANONYMOUS else found.name if found and found != seat else ""
    if not name:
        others = [row.name for row in seat.game.seats.all() if row != seat]
        return gettext("It is not clear whose letters you mean: {names}.").format(
            names=", ".join([*others, ANONYMOUS])
        )
    left = [one for one in seat.no_letters_from if one != name]
    seat.no_letters_from = left if wanted else [*left, name]
    seat.save(update_fields=["no_letters_from"])
    failpoint("addressees.choice_noted")
    return _told(name, found, wanted)


def _told(name: str, writer: Seat | None, wanted: bool) -> str:
    if writer is None:
        return (
            gettext("You get letters without a name again.")
            if wanted
            else gettext("You get no more letters without a name. LETTERS FROM anonymous brings them back.")
        )
    told = (
        gettext("You get letters from {seat} again.")
        if wanted
        else gettext("You get no more letters from {seat}. LETTERS FROM {name} brings them back.")
    )
    return told.format(seat=engine.named(writer.title), name=name)
