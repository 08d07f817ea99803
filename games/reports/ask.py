"""The mail that puts a question to a player, and the one that reminds of it: what happened last, the numbered choices,
the default, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from games import outbox, seats
from games.models import Game, OutboundKind, Purpose, Question
from games.reports import build, html, leaving, lists, text, words
from games.reports.layout import harmless, wrapped
from pbem.mail.writer import Letter, compose
from rules import engine

MOST_LINES = 12

_ABOUT = {
    "watch": "who shoots?",
    "oppose": "do you test him?",
    "wound": "who takes the wound?",
    "retreat": "where does he fall back to?",
    "advance": "who follows up?",
    "counter": "who meets the charge?",
    "refuse": "does he wait for the attack?",
    "tortoise": "shields up?",
    "cover": "which side does he keep covered?",
    "gate": "does he work the gate?",
    "topple": "does the ladder come down?",
    "fall": "where does he fall?",
    "douse": "does he fight the fire?",
    "evacuate": "which way out of the fire?",
    "cut": "does he cut the rope?",
}


class Offer(NamedTuple):
    """A numbered choice as it is shown. ``usual``: what happens without an answer, and by which order."""

    number: int
    words: str
    usual: str


def enqueue_question(
    game: Game, question: Question, before: engine.Battle, events: Sequence[engine.Event]
) -> None:
    """Owe the mail of a question, the last of the events; nothing where no person reads mail."""
    request = events[-1]
    assert isinstance(request, engine.DecisionRequested)
    due = words.span(question.due - question.asked) if question.due > question.asked else "at once"
    context = shown(game, question, request, recent(before, events[:-1], question.seat.name))
    key = build.question_key(question.seat, question.pk, question.seat.link_serial)
    _owe(
        question,
        OutboundKind.QUESTION,
        key,
        f"one question: {_about(request)} ({due}, else {_usual(request)})",
        context,
    )


def enqueue_reminder(question: Question, request: engine.DecisionRequested) -> None:
    """Owe the reminder of a question: the choices again, and how little time is left."""
    if not question.seat.wants_mail:
        return
    left = words.span(question.due - timezone.now())
    context = shown(question.game, question, request, ())
    call = f"{question.seat.title}: your answer is still missing. The phase waits for it until {context['clock']}."
    context["call"] = "\n".join(wrapped(call))
    key = build.question_reminder_key(question.seat, question.pk)
    subject = f"your answer is still awaited: {_about(request)} ({left} left, else {_usual(request)})"
    _owe(question, OutboundKind.REMINDER, key, subject, context)


def _owe(question: Question, kind: OutboundKind, key: str, subject: str, context: dict[str, Any]) -> None:
    """A mail whose reply is the answer, in the thread of the last report, where a person reads mail."""
    game, seat = question.game, question.seat
    if not seat.email or seat.captain or seat.no_mail:
        return
    subject = f"[{words.tag(game)}] {subject}"
    context |= {"subject": subject, "link": f"{seats.seat_link(seat)}?question={question.pk}"}
    root = build.last_report(seat)
    letter = Letter(
        message_id=outbox.message_id(key),
        to=seat.email,
        sender_name=game.title,
        sender=build.game_address(game),
        subject=subject,
        date=timezone.now(),
        text=harmless(text.squeezed(render_to_string("mail/question.txt", context))),
        html=render_to_string("mail/question.html", context) if seat.html_mail else "",
        reply_to=seats.reply_address(seat, question.phase, Purpose.ANSWER, question.pk),
        in_reply_to=root.message_id if root else "",
        references=[root.message_id] if root else [],
        list_id=f"{game.title} <g{game.pk}.{settings.MAIL_DOMAIN}>",
        loop_id=build.loop_id(),
        headers=leaving.headers(seat),
    )
    outbox.enqueue(key, kind, to=seat.email, subject=subject, rendered=compose(letter), game=game, seat=seat)


def shown(
    game: Game, question: Question, request: engine.DecisionRequested, lines: Sequence[engine.ReportLine]
) -> dict[str, Any]:
    """What the mail and the page of a question show."""
    offers = offered(request)
    wide = len(str(len(offers))) + 1
    choices = [
        part
        for offer in offers
        for part in wrapped(
            f"{offer.words}{f' ({offer.usual})' if offer.usual else ''}", f"{offer.number:>{wide}}  "
        )
    ]
    clock = f"{words.moment(question.due, question.seat)} ({words.until(question.due)})"
    return {
        "game": game,
        "seat": question.seat,
        "question": question,
        "request": request,
        "heading": "\n".join(wrapped(game.title.upper(), margin=f"game {game.label}, {game.phase_title}")),
        "call": "\n".join(wrapped(f"{question.seat.title}: the phase waits for your answer until {clock}.")),
        "clock": clock,
        "lines": lines,
        "paragraphs": html.paragraphs(lines),
        "happened": "\n".join((lists if question.seat.lists else text).happenings(lines)),
        "asked": "\n".join(wrapped(request.question, margin=request.rule)),
        "offers": offers,
        "choices": "\n".join(choices),
        "several": len({option.group for option in request.options if option.group}) > 1,
    }


def offered(request: engine.DecisionRequested) -> list[Offer]:
    """The choices with their numbers; the usual one is marked."""
    usual = engine.parts(request.default)
    by = f"by your {request.order}" if request.order else "what happens if you do not answer"
    return [
        Offer(number, option.words, by if option.key in usual else "")
        for number, option in enumerate(request.options, start=1)
    ]


def recent(before: engine.Battle, events: Sequence[engine.Event], seat: str) -> tuple[engine.ReportLine, ...]:
    """The last paragraph of what a seat could see happen so far: enough to choose by, and no more of a phase that is
    not over."""
    lines = engine.narrate(before, events, seat)
    begun = [number for number, line in enumerate(lines) if line.depth == 0]
    return tuple(lines[begun[-1] :] if begun else lines)[-MOST_LINES:]


def _usual(request: engine.DecisionRequested) -> str:
    numbers = [str(offer.number) for offer in offered(request) if offer.usual]
    return f"choice {' and '.join(numbers)}" if numbers else "your standing orders"


def _about(request: engine.DecisionRequested) -> str:
    return _ABOUT.get(request.about, "your choice?")
