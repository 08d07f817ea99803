"""Who fights for a player in the games that his game calls: he himself, or a captain (FIGHTS CAPTAIN, FIGHTS
MYSELF)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, gettext_noop

from games.models import GameState, Seat
from games.play import families, guests
from games.reports.layout import listed
from games.seats import seats
from pbem.mail.headers import clean

MYSELF = "myself"
BOLD, CAUTIOUS = "bold", "cautious"
CAPTAINS = {BOLD: gettext_noop("a bold captain"), CAUTIOUS: gettext_noop("a cautious captain")}


def choose(seat: Seat, captain: bool, temper: str) -> str:
    """Do it, inside a transaction; what is told to the player, in the language spoken. A captain of no
    ``temper`` is bold."""
    temper = (temper or BOLD).casefold() if captain else ""
    if captain and temper not in CAPTAINS:
        return gettext(
            "Captains are bold or cautious, and none is {temper}: nothing was changed. Write FIGHTS CAPTAIN "
            "BOLD, FIGHTS CAPTAIN CAUTIOUS or FIGHTS MYSELF."
        ).format(temper=clean(temper, 40))
    if seat.game.state == GameState.OVER:
        return gettext("{label} is over: nothing is fought for you any more.").format(label=seat.game.label)
    changed = families.fight_by(seat, temper)
    told = [_by_captain(seat, temper, changed) if temper else _myself(seat, changed)]
    if not captain and (back := guests.take_back(seat)):
        told.append(back)
    if not seat.stands_for_id and not families.may_be_fought(seat):
        told.append(
            gettext("So far {label} calls no games: its fights are settled without boards.").format(
                label=seat.game.label
            )
        )
    return " ".join(told)


def _by_captain(seat: Seat, temper: str, changed: Sequence[Seat]) -> str:
    who, label = gettext(CAPTAINS[temper]), seat.game.label
    if above := seat.follows:
        return gettext(
            "From now on {captain} fights {label} for you, and its mails come to you no more. FIGHTS MYSELF "
            "in a mail to {above}, or on your page there, takes that back."
        ).format(captain=who, label=label, above=above.game.label)
    if seat.alone:
        return gettext(
            "From now on {captain} fights {label} for you, and its mails come to you no more. FIGHTS MYSELF "
            "in a reply to an older one, or on your page, takes that back."
        ).format(captain=who, label=label)
    told = [
        gettext(
            "In the games that {label} calls {captain} fights for you from now on: nothing is asked from "
            "you there, and {label} tells you how they end. FIGHTS MYSELF takes that back."
        ).format(captain=who, label=label)
    ]
    if changed:
        labels = listed([row.game.label for row in changed])
        told.append(gettext("He has {labels} already.").format(labels=labels))
    return " ".join(told)


def _myself(seat: Seat, changed: Sequence[Seat]) -> str:
    told = [
        gettext("You fight yourself in {label}.").format(label=seat.game.label)
        if seat.stands_for_id
        else gettext("You fight yourself in the games that {label} calls.").format(label=seat.game.label)
    ]
    told += [
        gettext("{label} is yours again: write to {address}, where STATUS tells how it stands.").format(
            label=row.game.label, address=seats.reply_address(row, row.game.phase)
        )
        for row in changed
    ]
    if bound := families.captains_to_the_end(seat):
        told.append(
            gettext("The time for {labels} is over: captains play that to its end.").format(
                labels=listed([row.game.label for row in bound])
            )
        )
    return " ".join(told)
