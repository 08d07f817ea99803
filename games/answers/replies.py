"""Answers to mails, whatever they say: titled blocks, in the thread of the mail that they answer.

Every answer is owed under a key made from the mail it answers, so a mail that is read twice is answered once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from games.answers import bounds, brakes
from games.answers.bounds import Block as Block
from games.models import Game, InboundMail, OutboundKind, Seat
from games.outbox import outbox
from games.reports import families, words
from games.reports.build import game_address, last_report, loop_id
from games.reports.layout import harmless, wrapped
from games.reports.text import squeezed
from games.seats import seats
from pbem.mail.writer import Letter, compose
from rules import engine

FRAME = 6  # lines of an answer that are no block of it: the game's page, and room for what a brake has to say


def explain(
    mail: InboundMail,
    seat: Seat,
    game: Game,
    subject: str,
    blocks: Sequence[Block],
    key: str = "",
    reply_to: str = "",
    *,
    changed: bool = False,
) -> None:
    """Owe an answer that is no receipt. ``key``: say it only once, whichever mail asks for it;
    ``reply_to``: another address than that for orders, or that one if it is at hand; ``changed``: the mail
    changed something."""
    said = brakes.fingerprint(subject, [block.text for block in blocks])
    shown = bounds.blocks(blocks, bounds.MOST_LINES - FRAME, seat_page(seat))
    owe(mail, seat, game, subject, "answer", {"extras": shown}, key, said, reply_to, changed=changed)


def seat_page(seat: Seat) -> str:
    """Where a player sees all that stands for him: the link that opens from a mail."""
    return seats.seat_link(seat)


def answer_key(mail: InboundMail, seat: Seat, said: str) -> str:
    """The one answer to one mail of one seat, however often and by whatever ways the mail arrives."""
    digest = hashlib.sha256(f"{mail.message_id}\n{said}".encode(errors="replace")).hexdigest()
    return f"answer:{seat.pk}:{digest[:32]}"


def owe(
    mail: InboundMail,
    seat: Seat,
    game: Game,
    subject: str,
    template: str,
    context: dict[str, Any],
    key: str = "",
    said: str = "",
    reply_to: str = "",
    *,
    changed: bool = False,
) -> None:
    """Owe an answer set from ``templates/mail/<template>``, to whoever wants mail and has not had too many
    answers; the last for a while says that it is."""
    if not seat.email or seat.no_mail:
        return
    allowance = brakes.allowance(seat.email, said, changed=changed)
    if not allowance.given:
        if said and brakes.is_unusual():
            brakes.tell_of_the_breaker(game)
        return
    if allowance.next:
        last = _last_for_now(seat, allowance.next, changed=changed)
        context = {**context, "extras": [*context.get("extras", []), last]}
    key = key or answer_key(mail, seat, str(mail.parsed.get("said", "")))
    tagged = f"Re: [{families.tag(game)}] {subject}"
    shared = {
        **context,
        "subject": tagged,
        "game": game,
        "seat": seat,
        "page": f"{settings.BASE_URL}/g/{game.number}",
    }
    extras: list[Block] = context.get("extras", [])
    root = last_report(seat)
    letter = Letter(
        message_id=outbox.message_id(key, game),
        to=seat.email,
        sender_name=engine.named(game.title),
        sender=game_address(game),
        subject=tagged,
        date=timezone.now(),
        text=harmless(
            squeezed(render_to_string(f"mail/{template}.txt", {**shared, "blocks": _as_text(extras)}))
        ),
        html=render_to_string(f"mail/{template}.html", {**shared, "blocks": extras})
        if seat.html_mail
        else "",
        pictures=[block.picture for block in extras if block.picture] if seat.html_mail else [],
        kind="auto-replied",
        reply_to=reply_to or seats.reply_address(seat, game.phase),
        in_reply_to=mail.message_id if mail.message_id.startswith("<") else "",
        references=[i for i in (root.message_id if root else "", mail.message_id) if i.startswith("<")],
        loop_id=loop_id(),
    )
    outbox.enqueue(
        key,
        OutboundKind.RECEIPT,
        to=seat.email,
        subject=tagged,
        rendered=compose(letter),
        game=game,
        seat=seat,
        in_reply_to=mail,
        said=said,
        changed=changed,
    )


def _last_for_now(seat: Seat, opens: datetime, *, changed: bool) -> Block:
    """Why the next mails get no answer."""
    next_comes = words.moment(opens, seat)
    if changed:
        text = gettext(
            "This is our last answer for now: one address gets {hour} an hour and {day} a day at most. Your "
            "mails are read and carried out all the same; the next answer comes after {moment}."
        ).format(hour=brakes.ANSWERS_PER_HOUR, day=brakes.ANSWERS_PER_DAY, moment=next_comes)
    else:
        text = gettext(
            "This is our last answer for now to a mail that changes nothing: one address gets {hour} of "
            "them an hour and {day} a day at most. The next comes after {moment}; orders are taken, and "
            "their receipts come, all the same."
        ).format(hour=brakes.QUESTIONS_PER_HOUR, day=brakes.QUESTIONS_PER_DAY, moment=next_comes)
    return Block(text)


def _as_text(blocks: Sequence[Block]) -> str:
    parts = []
    for block in blocks:
        lines = block.text.split("\n") if block.pre else wrapped(block.text)
        title = block.title if block.title.startswith(">") else block.title.upper()
        parts.append("\n".join([title, *lines] if title else lines))
    return "\n\n".join(parts)
