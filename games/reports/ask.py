"""The mail that puts a question to a player, and the one that reminds of it: what happened last, the numbered
choices, the default, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from games.models import Game, MapSize, OutboundKind, Purpose, Question
from games.outbox import outbox
from games.record import eventlog
from games.reports import build, html, keys, leaving, lists, maps, text, words
from games.reports.layout import harmless, listed, wrapped
from games.seats import seats
from games.seats.languages import in_language_of
from pbem.mail.writer import Letter, Picture, compose
from rules import engine

MOST_LINES = 12

_ABOUT = {
    "watch": gettext_noop("who shoots?"),
    "oppose": gettext_noop("do you test him?"),
    "wound": gettext_noop("who takes the wound?"),
    "retreat": gettext_noop("where does he fall back to?"),
    "advance": gettext_noop("who follows up?"),
    "counter": gettext_noop("who meets the charge?"),
    "refuse": gettext_noop("does he wait for the attack?"),
    "tortoise": gettext_noop("shields up?"),
    "cover": gettext_noop("which side does he keep covered?"),
    "gate": gettext_noop("does he work the gate?"),
    "topple": gettext_noop("does the ladder come down?"),
    "fall": gettext_noop("where does he fall?"),
    "douse": gettext_noop("does he fight the fire?"),
    "evacuate": gettext_noop("which way out of the fire?"),
    "cut": gettext_noop("does he cut the rope?"),
}


class Offer(NamedTuple):
    """A numbered choice as it is shown. ``usual``: what happens without an answer, and by which order."""

    number: int
    words: str
    usual: str


def enqueue_question(
    game: Game, question: Question, before: engine.Table, shown_so_far: Sequence[engine.Event]
) -> None:
    """Owe the mail of a question, the last of what its seat was shown; nothing where no person reads mail."""
    request = shown_so_far[-1]
    assert isinstance(request, engine.DecisionRequested)
    with in_language_of(question.seat):
        length = question.due - question.asked
        due = words.span(length) if question.due > question.asked else gettext("at once")
        subject = gettext("one question: {about} ({due}, else {usual})").format(
            about=_about(request), due=due, usual=_usual(request)
        )
        context = shown(question, request, before, recent(before, shown_so_far[:-1], question.seat.name))
        key = keys.question_key(question.seat, question.pk, question.seat.link_serial)
        _owe(question, OutboundKind.QUESTION, key, subject, context, _seen(before, shown_so_far))


def enqueue_reminder(question: Question, request: engine.DecisionRequested) -> None:
    """Owe the reminder of a question: the choices again, and how little time is left."""
    if not question.seat.wants_mail:
        return
    with in_language_of(question.seat):
        left = words.span(question.due - timezone.now())
        battle = eventlog.load(question.game_id, question.game.seen_version).battle
        context = shown(question, request, battle, ())
        call = gettext("{seat}: your answer is still missing. The phase waits for it until {clock}.").format(
            seat=engine.named(question.seat.title), clock=context["clock"]
        )
        context["call"] = "\n".join(wrapped(call))
        key = keys.question_reminder_key(question.seat, question.pk)
        subject = gettext("your answer is still awaited: {about} ({left} left, else {usual})").format(
            about=_about(request), left=left, usual=_usual(request)
        )
        _owe(question, OutboundKind.REMINDER, key, subject, context, None)


def _seen(before: engine.Table, shown_so_far: Sequence[engine.Event]) -> engine.Picture | None:
    """The board as it stands when a question is put, with what its seat saw happen, and where each choice
    leads."""
    request = shown_so_far[-1]
    assert isinstance(request, engine.DecisionRequested)
    known = engine.replay(shown_so_far[:-1], engine.view_for(before, request.seat))
    picture = engine.picture(known, request.seat, before, shown_so_far[:-1])
    return engine.with_options(picture, request.options, request.question) if picture else None


def _owe(
    question: Question,
    kind: OutboundKind,
    key: str,
    subject: str,
    context: dict[str, Any],
    picture: engine.Picture | None,
) -> None:
    """A mail whose reply is the answer, in the thread of the last report, where a person reads mail."""
    game, seat = question.game, question.seat
    if not seat.email or seat.captain or seat.no_mail:
        return
    size = MapSize(seat.map_size if seat.html_mail else MapSize.NONE)
    parts = [part.png for part in maps.around(picture, size)] or [maps.drawn(picture, size)]
    enclosed = [Picture(_cid(question, n), png) for n, png in enumerate(parts) if png]
    context["maps"] = [{"cid": one.name, "width": maps.width_shown(one.png)} for one in enclosed]
    subject = f"[{words.tag(game)}] {subject}"
    context |= {"subject": subject, "link": f"{seats.seat_link(seat)}?asked={question.place}"}
    root = build.last_report(seat)
    letter = Letter(
        message_id=outbox.message_id(key, game),
        to=seat.email,
        sender_name=engine.named(game.title),
        sender=build.game_address(game),
        subject=subject,
        date=timezone.now(),
        text=harmless(text.squeezed(render_to_string("mail/question.txt", context))),
        html=render_to_string("mail/question.html", context) if seat.html_mail else "",
        pictures=enclosed,
        reply_to=seats.reply_address(seat, question.phase, Purpose.ANSWER, question.pk),
        in_reply_to=root.message_id if root else "",
        references=[root.message_id] if root else [],
        list_id=f"{game.title} <g{game.number}.{settings.MAIL_DOMAIN}>",
        loop_id=build.loop_id(),
        headers=leaving.headers(seat),
    )
    outbox.enqueue(key, kind, to=seat.email, subject=subject, rendered=compose(letter), game=game, seat=seat)


def _cid(question: Question, number: int) -> str:
    part = f"-{number + 1}" if number else ""
    return f"question-{question.game.number}-{question.place}{part}@{settings.MAIL_DOMAIN}"


def shown(
    question: Question,
    request: engine.DecisionRequested,
    battle: engine.Table,
    lines: Sequence[engine.ReportLine],
) -> dict[str, Any]:
    """What the mail and the page of a question show; ``battle``: of its game, at any time."""
    game, offers = question.game, offered(request, battle)
    rule, asked = engine.cited(battle, request.rule), put(request, battle)
    wide = len(str(len(offers))) + 1
    choices = [
        part
        for offer in offers
        for part in wrapped(
            (f"{offer.words} ({offer.usual})" if offer.usual else f"{offer.words}"),
            f"{offer.number:>{wide}}  ",
        )
    ]
    clock = f"{words.moment(question.due, question.seat)} ({words.until(question.due)})"
    return {
        "game": game,
        "seat": question.seat,
        "question": question,
        "rule": rule,
        "phase_title": engine.translated(game.phase_title),
        "question_told": asked,
        "heading": "\n".join(
            wrapped(
                engine.named(game.title).upper(),
                margin=gettext("game {label}, {phase_title}").format(
                    label=game.label, phase_title=engine.translated(game.phase_title)
                ),
            )
        ),
        "call": "\n".join(
            wrapped(
                gettext("{title}: the phase waits for your answer until {clock}.").format(
                    title=engine.named(question.seat.title), clock=clock
                )
            )
        ),
        "clock": clock,
        "lines": lines,
        "paragraphs": html.paragraphs(lines),
        "happened": "\n".join((lists if question.seat.lists else text).happenings(lines)),
        "asked": "\n".join(wrapped(asked, margin=rule)),
        "offers": offers,
        "choices": "\n".join(choices),
        "several": len({option.group for option in request.options if option.group}) > 1,
    }


def put(request: engine.DecisionRequested, battle: engine.Table) -> str:
    """The question in the language spoken."""
    return engine.cited(battle, engine.translated(request.question))


def offered(request: engine.DecisionRequested, battle: engine.Table) -> list[Offer]:
    """The choices with their numbers; the usual one is marked."""
    usual = engine.parts(request.default)
    by = (
        gettext("by your {order}").format(order=request.order)
        if request.order
        else gettext("what happens if you do not answer")
    )
    return [
        Offer(
            number, engine.cited(battle, engine.translated(option.words)), by if option.key in usual else ""
        )
        for number, option in enumerate(request.options, start=1)
    ]


def recent(
    before: engine.Table, shown_so_far: Sequence[engine.Event], seat: str
) -> tuple[engine.ReportLine, ...]:
    """The last paragraph of what a seat could see happen so far: enough to choose by, and no more of a phase
    that is not over."""
    lines = engine.narrate(before, shown_so_far, seat)
    begun = [number for number, line in enumerate(lines) if line.depth == 0]
    return tuple(lines[begun[-1] :] if begun else lines)[-MOST_LINES:]


def _usual(request: engine.DecisionRequested) -> str:
    usual = engine.parts(request.default)
    numbers = [str(n) for n, option in enumerate(request.options, start=1) if option.key in usual]
    return (
        gettext("choice {numbers}").format(numbers=listed(numbers))
        if numbers
        else gettext("your standing orders")
    )


def _about(request: engine.DecisionRequested) -> str:
    return gettext(_ABOUT.get(request.about, gettext_noop("your choice?")))
