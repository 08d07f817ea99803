"""What a player is told about a mail that was not carried out: kindly, once, and always with the way out."""

from __future__ import annotations

import hashlib

from django.utils import timezone

from games import eventlog, notes, receipts
from games.models import Game, GameState, InboundMail, OutboundKind, Seat
from games.receipts import Block
from games.reports import words
from pbem.mail.headers import clean
from pbem.mail.reader import ReadMail
from rules import engine

KEPT = "kept until the phase is over"
"""Why a mail was kept; the word stays on it when it is read at last."""
_NOTHING = "Nothing was carried out."


def where_to_write(mail: InboundMail, seat: Seat) -> None:
    """A player wrote to an address that belongs to no seat; said once a day."""
    text = (
        f"Your mail reached us, but at an address that belongs to no seat, so nothing in it was carried out. Reply to "
        f"the newest mail of the game instead: this one will do. You play {seat.title} in {seat.game.title}."
    )
    day = timezone.now().date().isoformat()
    receipts.explain(
        mail, seat, seat.game, "please reply to this address", [Block(text)], f"where:{seat.pk}:{day}"
    )


def nobody_here(mail: InboundMail) -> None:
    """The same words to every stranger whose domain vouches for him, once a day for each domain: they tell nobody which
    seats or games there are."""
    domain = mail.sender.rpartition("@")[2]
    day = timezone.now().date().isoformat()
    notes.owe(
        f"unknown:{hashlib.sha256(domain.encode()).hexdigest()[:32]}:{day}",
        OutboundKind.NOTICE,
        to=mail.sender,
        subject="Re: your mail",
        text="No game is played here from your address, so nothing was done with your mail. If you play, write from the "
        "address at which you get the mails of your game, as a reply to one of them.",
        answers=mail,
    )


def phase_is_over(mail: InboundMail, seat: Seat, phase: int | None) -> None:
    """Mail to the address of a phase that is closed (or to a revoked one): said once for each such address."""
    game = seat.game
    if game.state == GameState.OVER:
        text = f"The game is over; nothing in this mail was carried out. {game.title} stays open to you in the archive."
    else:
        due = f" until {words.moment(game.phase_due, seat)}" if game.phase_due else ""
        text = (
            f"The phase that this mail was meant for is over; nothing in it was carried out. Open now is "
            f"{game.phase_title}{due}. Reply to the newest report, or to this mail: their address is the one that counts."
        )
    subject = "that phase is over, nothing carried out"
    receipts.explain(mail, seat, game, subject, [Block(text)], f"over:{seat.pk}:{phase}:{game.phase}")


def kept_words(game: Game) -> str:
    """What becomes of orders that come in the middle of an adjudication, by mail or from the desk."""
    if game.state == GameState.BROKEN:
        now = "The game is stopped in the middle of a phase until the game master has had a look."
    else:
        now = "The phase is being played, and waits for the answer of a player who wants to be asked."
    return (
        f"{now} What you wrote is kept and will be read when the phase is over, against the phase that is open then; its "
        "receipt follows by mail."
    )


def being_played(mail: InboundMail, seat: Seat) -> None:
    """Orders came in the middle of an adjudication that waits for a player's answer."""
    key = f"kept:{receipts.answer_key(mail, seat, str(mail.parsed.get('said', '')))}"
    receipts.explain(mail, seat, seat.game, KEPT, [Block(kept_words(seat.game))], key)


def could_not_read(mail: InboundMail, seat: Seat, reason: str) -> None:
    """The mail went beyond what is read at all."""
    text = (
        f"Your mail could not be read safely ({reason.replace('-', ' ')}). {_NOTHING} Please send the orders as a new, "
        f"short mail of plain text, without attachments."
    )
    receipts.explain(mail, seat, seat.game, "your mail could not be read", [Block(text)])


def empty(mail: InboundMail, seat: Seat, found: ReadMail) -> None:
    """No line in it could be an order."""
    blocks = [
        Block(f"There was no order in your mail. What you had filed before stands as it was. {_NOTHING}"),
        *receipts.lines_not_read(found),
        *_standing(seat),
        Block(engine.verb_help(), "THE WORDS OF ORDERS", pre=True),
    ]
    receipts.explain(mail, seat, seat.game, "no orders found in your mail", blocks)


def nothing_to_accept(mail: InboundMail, seat: Seat) -> None:
    """ACCEPT QUOTED, and no lines were offered in this phase."""
    text = f"There are no quoted lines of yours to accept for {seat.game.phase_title}. {_NOTHING}"
    receipts.explain(mail, seat, seat.game, "nothing to accept", [Block(text), *_standing(seat)])


def orders_in_the_quote(mail: InboundMail, seat: Seat, edited: list[str]) -> None:
    """The player changed the form inside of the quoted report."""
    shown = "\n".join(clean(line, 68) for line in edited)
    blocks = [
        Block(
            "Your orders stand inside the quoted report, and what is quoted is never carried out by itself. Reply with the "
            "line ACCEPT QUOTED to have these lines carried out, or send them again without > before them:"
        ),
        Block(shown, pre=True),
        *_standing(seat),
    ]
    receipts.explain(
        mail, seat, seat.game, "your orders are inside the quoted text, nothing carried out", blocks
    )


def other_form(mail: InboundMail, seat: Seat, label: str) -> None:
    """#ORDERS names another phase or game."""
    text = (
        f"The order form in your mail is headed #ORDERS {clean(label, 40)}, but {words.tag(seat.game)} is open. {_NOTHING} "
        f"If you mean the open phase, change that line, or leave it out, and send the mail again. {_which(mail, seat)}"
    )
    receipts.explain(mail, seat, seat.game, "an order form of another phase", [Block(text), *_standing(seat)])


def which_game(mail: InboundMail, seat: Seat) -> None:
    """A reply to a daily mail that does not say which game it is for."""
    text = (
        f"Your reply to the daily mail of {words.moment(mail.received_at, seat)} does not say which game it is for. "
        f"{_NOTHING} Please send it once more with a line such as #ORDERS {words.tag(seat.game)} above your orders, or as a "
        "reply to a mail of the game itself; REPORT in such a mail brings its last report."
    )
    receipts.explain(mail, seat, seat.game, "for which of your games?", [Block(text)])


def overtaken(mail: InboundMail, seat: Seat) -> None:
    """An older mail arrived behind a newer one."""
    text = (
        "This mail was written before another one of yours that arrived earlier and was carried out. The newer one "
        "stands; nothing in this one was carried out. If you want these orders after all, send them again. "
        f"{_which(mail, seat)}"
    )
    receipts.explain(
        mail,
        seat,
        seat.game,
        "an older mail came late, the newer one stands",
        [Block(text), *_standing(seat)],
    )


def trouble(mail: InboundMail, seat: Seat) -> None:
    """Our fault."""
    text = (
        "Something went wrong on our side while your mail was read. It is kept, and the game master is told. What you "
        "had filed before stands. You may send your orders again in other words."
    )
    # Under a key of its own: the mail may be read again later, and then its receipt is still owed.
    key = f"trouble:{receipts.answer_key(mail, seat, str(mail.parsed.get('said', '')))}"
    receipts.explain(mail, seat, seat.game, "we could not read your mail, and are sorry", [Block(text)], key)


def _which(mail: InboundMail, seat: Seat) -> str:
    """Which mail is meant, for one who has sent several: else the same words would not be said twice a day."""
    return f"(Your mail of {words.moment(mail.received_at, seat)}.)"


def _standing(seat: Seat) -> list[Block]:
    """What stands for the seat now."""
    battle = eventlog.load(seat.game_id, seat.game.seen_version).battle
    orders = [*battle.sheets.get(seat.name, ()), *battle.standing.get(seat.name, ())]
    return [Block("\n".join(orders) or "nothing", "STANDING NOW", pre=True)]
