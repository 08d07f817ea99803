"""What a player is told about a mail that was not carried out: kindly, once, and always with the way out."""

from __future__ import annotations

import hashlib

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from games import eventlog, receipts
from games.languages import in_the_players_language
from games.models import Game, GameState, InboundMail, Seat
from games.receipts import Block
from games.reports import words
from pbem.mail.headers import clean
from pbem.mail.reader import ReadMail
from rules import engine

MOST_STRANGERS_A_DAY = 5
KEPT = gettext_noop("kept until the phase is over")
"""Why a mail was kept; the word stays on it when it is read at last."""
_NOTHING = gettext_noop("Nothing was carried out.")


@in_the_players_language
def where_to_write(mail: InboundMail, seat: Seat) -> None:
    """A player wrote to an address that belongs to no seat; said once a day."""
    text = gettext(
        "Your mail reached us, but at an address that belongs to no seat, so nothing in it was carried out. Reply to the newest mail of the game instead: this one will do. You play {seat} in {game}."
    ).format(seat=engine.named(seat.title), game=seat.game.title)
    day = timezone.now().date().isoformat()
    receipts.explain(
        mail,
        seat,
        seat.game,
        gettext("please reply to this address"),
        [Block(text)],
        f"where:{seat.pk}:{day}",
    )


@in_the_players_language
def somebody_else_wrote(mail: InboundMail, seat: Seat) -> None:
    """The player is told, at his own address, that another one used his reply address; once for each sender, and of
    a few senders a day: a flood of them tells him nothing new."""
    if receipts.strangers_told_of(seat) >= MOST_STRANGERS_A_DAY:
        return
    who = clean(mail.sender, 100)
    text = gettext(
        "A mail from {who} came to your reply address on {moment}. It is not an address of yours that we know, so it is held and nothing in it was carried out. If it was you, send the orders again from this address. If it was not, somebody knows your reply address: tell the game master, who can give you a new one."
    ).format(who=who, moment=words.moment(mail.received_at, seat))
    sender = hashlib.sha256(mail.sender.encode()).hexdigest()[:16]
    key = f"{receipts.STRANGER}{seat.pk}:{seat.game.phase}:{sender}"
    receipts.explain(mail, seat, seat.game, gettext("held: not from your address"), [Block(text)], key)


@in_the_players_language
def phase_is_over(mail: InboundMail, seat: Seat, phase: int | None) -> None:
    """Mail to the address of a phase that is closed (or to a revoked one): said once for each such address."""
    game = seat.game
    if game.state == GameState.OVER:
        text = gettext(
            "The game is over; nothing in this mail was carried out. {title} stays open to you in the archive."
        ).format(title=game.title)
    else:
        due = (
            gettext(" until {moment}").format(moment=words.moment(game.phase_due, seat))
            if game.phase_due
            else ""
        )
        text = gettext(
            "The phase that this mail was meant for is over; nothing in it was carried out. Open now is {phase_title}{due}. Reply to the newest report, or to this mail: their address is the one that counts."
        ).format(phase_title=engine.translated(game.phase_title), due=due)
    subject = gettext("that phase is over, nothing carried out")
    receipts.explain(mail, seat, game, subject, [Block(text)], f"over:{seat.pk}:{phase}:{game.phase}")


def kept_words(game: Game) -> str:
    """What becomes of orders that come in the middle of an adjudication, by mail or from the desk."""
    if game.state == GameState.BROKEN:
        now = gettext("The game is stopped in the middle of a phase until the game master has had a look.")
    else:
        now = gettext(
            "The phase is being played, and waits for the answer of a player who wants to be asked."
        )
    return gettext(
        "{now} What you wrote is kept and will be read when the phase is over, against the phase that is open then; its receipt follows by mail."
    ).format(now=now)


@in_the_players_language
def being_played(mail: InboundMail, seat: Seat) -> None:
    """Orders came in the middle of an adjudication that waits for a player's answer."""
    key = f"kept:{receipts.answer_key(mail, seat, str(mail.parsed.get('said', '')))}"
    receipts.explain(mail, seat, seat.game, gettext(KEPT), [Block(kept_words(seat.game))], key)


@in_the_players_language
def could_not_read(mail: InboundMail, seat: Seat, reason: str) -> None:
    """The mail went beyond what is read at all."""
    text = gettext(
        "Your mail could not be read safely ({reason}). {nothing} Please send the orders as a new, short mail of plain text, without attachments."
    ).format(reason=reason.replace("-", " "), nothing=gettext(_NOTHING))
    receipts.explain(mail, seat, seat.game, gettext("your mail could not be read"), [Block(text)])


@in_the_players_language
def empty(mail: InboundMail, seat: Seat, found: ReadMail) -> None:
    """No line in it could be an order."""
    blocks = [
        Block(
            gettext(
                "There was no order in your mail. What you had filed before stands as it was. {nothing}"
            ).format(nothing=gettext(_NOTHING))
        ),
        *receipts.lines_not_read(found),
        *_standing(seat),
        Block(engine.verb_help(), gettext("HELP"), pre=True),
    ]
    receipts.explain(mail, seat, seat.game, gettext("no orders found in your mail"), blocks)


@in_the_players_language
def orders_in_the_quote(mail: InboundMail, seat: Seat, edited: list[str]) -> None:
    """The player changed the form inside of the quoted report."""
    shown = "\n".join(clean(line, 68) for line in edited[:40])
    blocks = [
        Block(
            gettext(
                "Your orders stand inside the quoted report, and what is quoted is never carried out. Send these lines again above the quoted text, without > before them:"
            )
        ),
        Block(shown, pre=True),
        *_standing(seat),
    ]
    receipts.explain(
        mail, seat, seat.game, gettext("your orders are inside the quoted text, nothing carried out"), blocks
    )


@in_the_players_language
def other_form(mail: InboundMail, seat: Seat, label: str) -> None:
    """#ORDERS names another phase or game."""
    text = gettext(
        "The order form in your mail is headed #ORDERS {label}, but {tag} is open. {nothing} If you mean the open phase, change that line, or leave it out, and send the mail again."
    ).format(label=clean(label, 40), tag=words.tag(seat.game), nothing=gettext(_NOTHING))
    receipts.explain(
        mail, seat, seat.game, gettext("an order form of another phase"), [Block(text), *_standing(seat)]
    )


@in_the_players_language
def overtaken(mail: InboundMail, seat: Seat) -> None:
    """An older mail arrived behind a newer one."""
    text = gettext(
        "This mail was written before another one of yours that arrived earlier and was carried out. The newer one stands; nothing in this one was carried out. If you want these orders after all, send them again."
    )
    receipts.explain(
        mail,
        seat,
        seat.game,
        gettext("an older mail came late, the newer one stands"),
        [Block(text), *_standing(seat)],
    )


@in_the_players_language
def trouble(mail: InboundMail, seat: Seat) -> None:
    """Our fault."""
    text = gettext(
        "Something went wrong on our side while your mail was read. It is kept, and the game master is told. What you had filed before stands. You may send your orders again in other words."
    )
    # Under a key of its own: the mail may be read again later, and then its receipt is still owed.
    key = f"trouble:{receipts.answer_key(mail, seat, str(mail.parsed.get('said', '')))}"
    receipts.explain(
        mail, seat, seat.game, gettext("we could not read your mail, and are sorry"), [Block(text)], key
    )


def _standing(seat: Seat) -> list[Block]:
    """What stands for the seat now."""
    battle = eventlog.load(seat.game_id, seat.game.seen_version).battle
    orders = [*battle.sheets.get(seat.name, ()), *battle.standing.get(seat.name, ())]
    return [Block("\n".join(orders) or gettext("nothing"), gettext("STANDING NOW"), pre=True)]
