"""What a player is told about a mail that was not carried out: kindly, once, and always with the way out."""

from __future__ import annotations

import hashlib

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from games.answers import mail_words, own_words, receipts, replies, subject_lines
from games.answers.replies import Block
from games.models import Game, GameState, InboundMail, OutboundKind, Seat
from games.record import eventlog
from games.reports import families, notes, words
from games.seats import languages, seats
from pbem.mail.headers import clean
from pbem.mail.reader import ReadMail
from rules import engine

KEPT = gettext_noop("kept until the phase is over")
"""Why a mail was kept; the word stays on it when it is read at last."""
_NOTHING = gettext_noop("Nothing was carried out.")
_NOBODY = gettext_noop(
    "No game is played here from your address, so nothing was done with your mail. If you play, write from "
    "the address at which you get the mails of your game, as a reply to one of them."
)


def where_to_write(mail: InboundMail, seat: Seat) -> None:
    """A player wrote to an address that belongs to no seat; said once a day."""
    text = gettext(
        "Your mail reached us, but at an address that belongs to no seat, so nothing in it was carried out. "
        "Reply to the newest mail of the game instead: this one will do. You play {seat} in {game}."
    ).format(seat=engine.named(seat.title), game=engine.named(seat.game.title))
    day = timezone.now().date().isoformat()
    replies.explain(
        mail,
        seat,
        seat.game,
        gettext("please reply to this address"),
        [Block(text)],
        f"where:{seat.pk}:{day}",
    )


def nobody_here(mail: InboundMail) -> None:
    """The same words to every stranger whose domain vouches for him, once a day for each domain: they tell
    nobody which seats or games there are, and are said in every language, since nobody knows which is his."""
    domain = mail.sender.rpartition("@")[2]
    day = timezone.now().date().isoformat()
    notes.owe(
        f"unknown:{hashlib.sha256(domain.encode()).hexdigest()[:32]}:{day}",
        OutboundKind.NOTICE,
        to=mail.sender,
        subject="Re: your mail",
        text="\n\n".join(languages.in_every_language(_NOBODY)),
        answers=mail,
    )


def phase_is_over(mail: InboundMail, seat: Seat, phase: int | None) -> None:
    """Mail to the address of a phase that is closed (or to a revoked one): said once for each
    such address."""
    game = seat.game
    if game.state == GameState.OVER:
        text = gettext(
            "The game is over; nothing in this mail was carried out. {title} stays open to you in the "
            "archive."
        ).format(title=engine.named(game.title))
    elif families.is_settled(game):
        text = families.settled(game, seat)
    else:
        due = (
            gettext(" until {moment}").format(moment=words.moment(game.phase_due, seat))
            if game.phase_due
            else ""
        )
        text = gettext(
            "The phase that this mail was meant for is over; nothing in it was carried out. Open now is "
            "{phase_title}{due}. Reply to the newest report, or to this mail: their address is the one that "
            "counts."
        ).format(phase_title=engine.translated(game.phase_title), due=due)
    subject = gettext("that phase is over, nothing carried out")
    replies.explain(mail, seat, game, subject, [Block(text)], f"over:{seat.pk}:{phase}:{game.phase}")


def kept_words(game: Game) -> str:
    """What becomes of orders that come in the middle of an adjudication, by mail or from the desk."""
    if game.burnt:
        return gettext(
            "This server was restored from a copy, and had played on since the copy was made. The game is "
            "held until its game master lets it go on. What you wrote is kept, and will be read then, "
            "against the phase that is open; its receipt follows by mail."
        )
    if game.state == GameState.BROKEN:
        now = gettext("The game is stopped in the middle of a phase until the game master has had a look.")
    else:
        now = gettext(
            "The phase is being played, and waits for the answer of a player who wants to be asked."
        )
    return gettext(
        "{now} What you wrote is kept and will be read when the phase is over, against the phase that is "
        "open then; its receipt follows by mail."
    ).format(now=now)


def being_played(mail: InboundMail, seat: Seat) -> None:
    """Orders came in the middle of an adjudication that waits for a player's answer."""
    key = f"kept:{replies.answer_key(mail, seat, str(mail.parsed.get('said', '')))}"
    replies.explain(mail, seat, seat.game, gettext(KEPT), [Block(kept_words(seat.game))], key)


def from_a_lost_history(mail: InboundMail, seat: Seat) -> None:
    """The mail answers one that was sent after the copy was made from which this server was restored."""
    text = gettext(
        "Your mail answers one that this server does not know any more: it was restored from a copy that is "
        "older. What happened since then has to be played again, with new dice. {nothing} You will be "
        "mailed how your game stands as soon as it goes on."
    ).format(nothing=gettext(_NOTHING))
    key = f"lost:{seat.pk}:{seat.game.commitment[:16]}"
    replies.explain(mail, seat, seat.game, gettext("a copy was restored"), [Block(text)], key)


def could_not_read(mail: InboundMail, seat: Seat, reason: str) -> None:
    """The mail went beyond what is read at all."""
    text = gettext(
        "Your mail could not be read safely ({reason}). {nothing} Please send the orders as a new, short "
        "mail of plain text, without attachments."
    ).format(reason=mail_words.refusal(reason), nothing=gettext(_NOTHING))
    replies.explain(mail, seat, seat.game, gettext("your mail could not be read"), [Block(text)])


def empty(mail: InboundMail, seat: Seat, found: ReadMail) -> None:
    """No line in it could be an order."""
    if families.is_settled(seat.game):
        subject = gettext("this battle is fought, nothing carried out")
        return replies.explain(mail, seat, seat.game, subject, [Block(families.settled(seat.game, seat))])
    battle = eventlog.load(seat.game_id, seat.game.seen_version).battle
    told = [*map(Block, subject_lines.not_read(found)), *receipts.lines_not_read(found)]
    own_words.tell_no_order(mail, seat, seat.game, battle, found, told)


def nothing_to_accept(mail: InboundMail, seat: Seat) -> None:
    """ACCEPT, and no lines were offered in this phase."""
    text = gettext("There are no lines of yours to accept for {phase}. {nothing}").format(
        phase=engine.translated(seat.game.phase_title), nothing=gettext(_NOTHING)
    )
    replies.explain(mail, seat, seat.game, gettext("nothing to accept"), [Block(text), *standing(seat)])


def other_form(mail: InboundMail, seat: Seat, label: str, there: Seat | None = None) -> None:
    """#ORDERS names another phase or game; ``there``: the seat of the same player in that game, if it is one
    of the family."""
    if there is not None and there.game.state not in (GameState.OVER, GameState.MOVED):
        return _form_of_the_family(mail, seat, label, there)
    text = gettext(
        "The order form in your mail is headed #ORDERS {label}, but {tag} is open. {nothing} If you mean "
        "the open phase, change that line, or leave it out, and send the mail again."
    ).format(label=clean(label, 40), tag=words.tag(seat.game), nothing=gettext(_NOTHING))
    replies.explain(
        mail,
        seat,
        seat.game,
        gettext("an order form of another phase"),
        [Block(f"{text} {_which(mail, seat)}"), *standing(seat)],
    )


def _form_of_the_family(mail: InboundMail, seat: Seat, label: str, there: Seat) -> None:
    text = gettext(
        "The order form in your mail is headed #ORDERS {label}, which is for {title}, but it came to an "
        "address of {here}. {nothing} Send it as a reply to the newest mail of {there}, or to {address}."
    ).format(
        label=clean(label, 40).strip(),
        title=engine.named(there.game.title),
        here=seat.game.label,
        there=there.game.label,
        nothing=gettext(_NOTHING),
        address=seats.reply_address(there, there.game.phase),
    )
    subject = gettext("an order form of {label}").format(label=there.game.label)
    replies.explain(mail, seat, seat.game, subject, [Block(f"{text} {_which(mail, seat)}")])


def which_game(mail: InboundMail, seat: Seat) -> None:
    """A reply to a daily mail that does not say which game it is for."""
    text = gettext(
        "Your reply to the daily mail of {moment} does not say which game it is for. {nothing} Please send "
        "it once more with a line such as #ORDERS {tag} above your orders, or as a reply to a mail of the "
        "game itself; REPORT in such a mail brings its last report."
    ).format(moment=words.moment(mail.received_at, seat), nothing=gettext(_NOTHING), tag=words.tag(seat.game))
    replies.explain(mail, seat, seat.game, gettext("for which of your games?"), [Block(text)])


def overtaken(mail: InboundMail, seat: Seat) -> None:
    """An older mail arrived behind a newer one."""
    text = gettext(
        "This mail was written before another one of yours that arrived earlier and was carried out. The "
        "newer one stands; nothing in this one was carried out. If you want these orders after all, send "
        "them again. {which}"
    ).format(which=_which(mail, seat))
    replies.explain(
        mail,
        seat,
        seat.game,
        gettext("an older mail came late, the newer one stands"),
        [Block(text), *standing(seat)],
    )


def trouble(mail: InboundMail, seat: Seat) -> None:
    """Our fault."""
    text = gettext(
        "Something went wrong on our side while your mail was read. It is kept, and the game master is "
        "told. What you had filed before stands. You may send your orders again in other words."
    )
    # Under a key of its own: the mail may be read again later, and then its receipt is still owed.
    key = f"trouble:{replies.answer_key(mail, seat, str(mail.parsed.get('said', '')))}"
    replies.explain(
        mail, seat, seat.game, gettext("we could not read your mail, and are sorry"), [Block(text)], key
    )


def _which(mail: InboundMail, seat: Seat) -> str:
    """Which mail is meant, for one who has sent several: else the same words would not be said
    twice a day."""
    return gettext("(Your mail of {moment}.)").format(moment=words.moment(mail.received_at, seat))


def standing(seat: Seat) -> list[Block]:
    """What stands for the seat now."""
    battle = eventlog.load(seat.game_id, seat.game.seen_version).battle
    orders = [*battle.sheets.get(seat.name, ()), *battle.standing.get(seat.name, ())]
    return [Block("\n".join(orders) or gettext("nothing"), gettext("Standing now"), pre=True)]
