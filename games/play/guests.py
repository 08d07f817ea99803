"""Somebody else leads one fight for a player: asked to by mail (INVITE carla@example.org, in a mail to the
fight), he says yes by mail, and the seat in that game is his to its end."""

from __future__ import annotations

import re

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from games.clockwork.failpoints import failpoint
from games.models import Game, GameState, NewAddress, OutboundKind, Purpose, Seat
from games.people import addresses
from games.play import creation, deadlines
from games.reports import notes
from games.reports.layout import listed
from games.seats import following, holding, seats
from games.seats.languages import in_language_of
from pbem.mail.headers import clean_name, normal_address
from pbem.mail.mailboxes import mailbox_of
from rules import engine

_LONGEST_NAME = 80
_NO_NAME = r"(?!(?:never|not|nobody|only|if|unless|dont|don't|no|later)\b)"
_WORD = rf"{_NO_NAME}[^\W\d_][\w.'’-]*"
_WHOM = re.compile(
    rf"(?:(?P<name>{_WORD}(?: {_WORD}){{0,3}}),? )?"
    r"<?(?:mailto:)?(?P<address>[^\s<>]+@[^\s<>]+?)>?(?: ?<mailto:[^\s<>]+>)?"
    r"(?: to (?:lead|fight|play|command)"
    r"(?: (?:it|us|them|him|for me|for us|this fight|my men|the fight)){0,2})?"
    r"(?:,? please)?",
    re.I,
)
"""An address, with or without a name before it and what for behind it, and nothing else: whoever sets terms
for it asks nobody."""


def invite(seat: Seat, whom: str) -> str:
    """Ask somebody, by an address with or without a name; what is told to the player, in the language
    spoken."""
    if told := _not_here(seat):
        return told
    match = _WHOM.fullmatch(" ".join(whom.split()).strip(" .!*"))
    if match is None:
        return gettext(
            "Nobody was asked. Write INVITE and an address, with a name before it if you like, and nothing "
            "else on the line: INVITE Carla <carla@example.org>."
        )
    address = normal_address(match["address"])
    if trouble := addresses.unusable(seat, address) or _plays_already(seat, address):
        return gettext("{trouble} Nobody was asked.").format(trouble=trouble)
    name = clean_name((match["name"] or address.partition("@")[0]).title(), _LONGEST_NAME)
    asked = NewAddress.objects.create(seat=seat, address=address, guest=name or address)
    failpoint("guests.noted")
    with in_language_of(seat):
        _ask(asked)
    failpoint("guests.asked")
    return gettext(
        "A mail to {address} asks there for a line CONFIRM. From then on whoever sends it leads {seat} in "
        "{label}, to the end of that fight, and you are told. Until then it is yours: send orders as before. "
        "FIGHTS MYSELF takes the invitation back."
    ).format(address=address, seat=engine.named(seat.title), label=seat.game.label)


def _plays_already(seat: Seat, address: str) -> str:
    """Why a mailbox cannot lead this seat: it is the player's own, or that of another one of the family."""
    for row in (seat, *_known_to(seat)):
        if _reads(row, address):
            own = seat.email.lower() in row.addresses
            return (
                gettext("That is your own mailbox.")
                if own
                else gettext("Whoever reads there plays another seat: nobody leads two.")
            )
    return ""


def _known_to(seat: Seat) -> list[Seat]:
    """The seats of the games of a family that the player of one knows of, since he plays there: of others an
    answer would tell him that they are there, and who leads in them."""
    games = {row.game_id for row in following.with_all_below([_owner(seat)])} | {_top(seat).pk}
    return list(Seat.objects.filter(game__in=games))


def _top(seat: Seat) -> Game:
    top = seat.game
    while top.parent is not None:
        top = top.parent
    return top


def _reads(row: Seat, address: str) -> bool:
    """Whether the mailbox of an address is one of those that a seat is written from."""
    return mailbox_of(address) in {mailbox_of(known) for known in row.addresses}


def _leads_for_another(seat: Seat, address: str) -> bool:
    """Whether whoever reads there plays a seat of the family, or leads one in a fight that goes on, for
    somebody else than the player of this one, who may know nothing of it."""
    rows = Seat.objects.filter(game__in=_open_games(_top(seat)))
    return any(_owner(row) != _owner(seat) for row in rows if _reads(row, address))


def _hold(seat: Seat) -> None:
    """Nobody else says yes for a seat of the family until the transaction ends."""
    holding.hold(lambda: Seat.objects.filter(Q(game=_top(seat)) | Q(pk=seat.pk)))


def _open_games(top: Game) -> list[int]:
    found, level = [top.pk], [top.pk]
    while level:
        below = Game.objects.filter(parent__in=level).exclude(state=GameState.OVER)
        level = list(below.values_list("pk", flat=True))
        found += level
    return found


def _owner(row: Seat) -> Seat:
    """The seat at the top for which one stands, whoever leads it."""
    while row.stands_for is not None:
        row = row.stands_for
    return row


def _not_here(seat: Seat) -> str:
    """Why nobody is invited in this game; "" if somebody can be."""
    if seat.game.state == GameState.OVER:
        return gettext("{label} is over: there is nothing to lead.").format(label=seat.game.label)
    if deadlines.fight_is_over(seat.game, timezone.now()):
        return gettext("The time for {label} is over: captains play it to its end.").format(
            label=seat.game.label
        )
    if seat.follows is not None:
        return ""
    if seat.stands_for_id is not None:
        return gettext(
            "You lead {label} because somebody asked you to: only he could have asked somebody else. The "
            "game master can give your seat to another player."
        ).format(label=seat.game.label)
    return gettext(
        "Somebody else is invited to one fight, in a mail to its own address (that of a game which this one "
        "has called). In {label} itself the game master gives your seat to another player."
    ).format(label=seat.game.label)


def _ask(asked: NewAddress) -> None:
    """Nothing stands in the mail that the player has written: he may have named any address."""
    seat = asked.seat
    game, title = seat.game, engine.named(seat.title)
    text = gettext(
        "Somebody who plays {seat} wants you to lead a fight for him, {label}, to its end, by mail and at "
        "your own pace within its deadlines. If you want to, reply to this mail with the line CONFIRM: your "
        "first report comes at once. If not, reply NO or do nothing: without your word no mail of the game "
        "will come here."
    ).format(seat=title, label=game.label)
    notes.owe(
        f"guest:{asked.pk}",
        OutboundKind.NOTICE,
        to=asked.address,
        subject=f"[{game.label}] {gettext('do you want to play {seat}?').format(seat=title)}",
        text=text,
        game=game,
        reply_to=seats.reply_address(seat, 0, Purpose.ADDRESS, asked.pk),
    )


def ask_again(number: int) -> None:
    """Whoever was asked has said neither yes nor no: he is told once how either is said. In the transaction
    that settles the mail."""
    asked = NewAddress.objects.select_related("seat__game").get(pk=number)
    if asked.confirmed:
        return
    with in_language_of(asked.seat):
        label = asked.seat.game.label
        notes.owe(
            f"guest:{asked.pk}:unclear",
            OutboundKind.NOTICE,
            to=asked.address,
            subject=f"[{label}] {gettext('please answer CONFIRM or NO')}",
            text=gettext(
                "Please reply with one line: CONFIRM if you want to lead the fight in {label}, NO if you do "
                "not. Until then nothing happens."
            ).format(label=label),
            game=asked.seat.game,
            reply_to=seats.reply_address(asked.seat, 0, Purpose.ADDRESS, asked.pk),
        )


def invited(number: int) -> bool:
    """Whether a request is one to lead a fight."""
    return NewAddress.objects.filter(pk=number).exclude(guest="").exists()


def accept(seat: Seat, number: int) -> None:
    """Whoever was asked has said yes: the seat in that fight is his, and its player is told. He is told that
    it is too late if the fight is over, or captains play it to its end, or the seat has gone to somebody else
    meanwhile; and that he cannot if he leads for somebody else in the family. Called inside the transaction
    that settles the mail."""
    fresh = _answered(number)
    asked = NewAddress.objects.get(pk=number)
    _hold(seat)
    row = Seat.objects.select_related("game", "stands_for").get(pk=seat.pk)
    if not fresh or row.follows is None or _not_here(row):
        if asked.address not in row.addresses:
            _too_late(asked)
        return
    if _leads_for_another(row, asked.address):
        _leads_already(asked)
        _no_guest(row, asked)
        return
    creation.change_player(row, name=asked.guest, email=asked.address, only_here=True, invited=True)
    failpoint("guests.seated")


def _too_late(asked: NewAddress) -> None:
    """No word of why: it is no affair of his any more."""
    _thank(
        asked,
        "late",
        gettext_noop("your CONFIRM came too late"),
        gettext_noop(
            "You were asked to lead a fight in {label}. Thank you, but nobody is needed for it any more: "
            "there is nothing that you have to do."
        ),
    )


def _leads_already(asked: NewAddress) -> None:
    _thank(
        asked,
        "other",
        gettext_noop("you cannot lead it"),
        gettext_noop(
            "You were asked to lead a fight in {label}. Thank you, but you play for somebody else in "
            "this family of games already, and nobody sees what two players hide from each other: there "
            "is nothing that you have to do."
        ),
    )


def _thank(asked: NewAddress, answer: str, subject: str, text: str) -> None:
    """Tell whoever was asked, once, that he leads nothing."""
    game = asked.seat.game
    with in_language_of(asked.seat):
        notes.owe(
            f"guest:{asked.pk}:{answer}",
            OutboundKind.NOTICE,
            to=asked.address,
            subject=f"[{game.label}] {gettext(subject)}",
            text=gettext(text).format(label=game.label),
            game=game,
        )


def decline(seat: Seat, number: int) -> None:
    """Whoever was asked does not want to, and the player is told. In the same transaction."""
    if _answered(number):
        _no_guest(seat, NewAddress.objects.get(pk=number))


def _no_guest(seat: Seat, asked: NewAddress) -> None:
    """To the player, without a word of why: where else somebody leads is no affair of his."""
    with in_language_of(seat):
        notes.owe(
            f"guest:{asked.pk}:no",
            OutboundKind.NOTICE,
            to=seat.email,
            subject=f"[{seat.game.label}] {gettext('nobody else leads it')}",
            text=gettext("{guest} will not lead {seat} in {label}: it is yours as before.").format(
                guest=asked.guest, seat=engine.named(seat.title), label=seat.game.label
            ),
            game=seat.game,
            seat=seat,
            reply_to=seats.reply_address(seat, seat.game.phase),
        )


def take_back(seat: Seat) -> str:
    """Nobody who was asked to lead a seat, or one that stands for it, can say yes any more; what is told to
    the player, in the language spoken."""
    rows = [row.pk for row in (seat, *following.follow(seat))]
    open_still = NewAddress.objects.filter(seat__in=rows, confirmed=None).exclude(guest="")
    names = list(open_still.values_list("guest", flat=True))
    open_still.update(confirmed=timezone.now())
    return gettext("What {names} was asked is taken back.").format(names=listed(names)) if names else ""


def _answered(number: int) -> bool:
    """Note that a request has its answer; whether it had none."""
    return bool(NewAddress.objects.filter(pk=number, confirmed=None).update(confirmed=timezone.now()))
