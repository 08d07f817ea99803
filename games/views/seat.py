"""A player's desk: his report, his map, and a sheet of paper for his orders."""

from __future__ import annotations

import logging
import re
import secrets
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.answers import not_carried_out, receipts
from games.answers.order_words import looks_like_order
from games.answers.tested import told as told_by_test
from games.gate import kept, offers
from games.letters import letters
from games.models import Adjudication, Game, GameState, Proof, Question, Seat
from games.people import proven
from games.play import families, invitations, questions, submissions
from games.play.submissions import Status
from games.record import eventlog  # fmt: skip
from games.record.dice import DiceKeyLost
from games.record.eventlog import Conflict
from games.reports import facts, words
from games.reports.custody import Change
from games.seats import languages
from games.seats import seats as doors
from games.views import family, moments, reading, viewer
from pbem.mail import remarks
from rules import engine

logger = logging.getLogger(__name__)

LONGEST_SHEET = 20_000
_NONCE = re.compile(r"[0-9a-f]{32}")
_NOT_FILED = {
    Status.PHASE_OVER: gettext_noop("that phase is over, nothing carried out"),
    Status.NOT_STARTED: gettext_noop("the game has not begun"),
    Status.GAME_OVER: gettext_noop("the game is over"),
    Status.SETTLED: gettext_noop("this battle is fought, nothing carried out"),
    Status.MOVED: gettext_noop("the game is played elsewhere"),
    Status.STOPPED: gettext_noop("the game is stopped"),
}


@never_cache
@require_safe
def follow_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A seat's own link: this browser sits there from now on. The secret leaves the address bar at once. HEAD
    is a program's question whether the link is good, and seats nobody."""
    seat = doors.seat_of_link(secret)
    if seat is None:
        return render(request, "archive/no_seat.html", status=404)
    if request.method != "HEAD":
        viewer.let_in(request, seat, by_link=True)
        proven.prove(seat, Proof.LINK)
    if place := _question_of_link(request, seat):
        response = redirect("question", number=seat.game_id, name=seat.name, place=place)
    else:
        response = redirect("seat", number=seat.game_id, name=seat.name)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response if reading.has_chosen(request) else reading.remember(response, seat.language)


def _question_of_link(request: HttpRequest, seat: Seat) -> int:
    """The place of the question that a link is about; 0 for other links. Older mails name its row."""
    for name in ("asked", "question"):
        said = request.GET.get(name, "")
        if said.isascii() and said.isdigit() and len(said) < 18:
            if name == "asked":
                return int(said)
            row = Question.objects.filter(pk=int(said), seat=seat).first()
            return row.place if row else 0
    return 0


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Forget all seats in this browser."""
    viewer.leave(request)
    messages.info(request, gettext("This browser has left its seats. The link in your mail brings you back."))
    return redirect("lobby")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat_page(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """The desk. To anybody without the seat's link it does not exist."""
    seat = viewer.seat_called(request, number, name)
    game = seat.game
    if "language" in request.POST:
        languages.choose(seat, request.POST["language"])
        return reading.remember(redirect("seat", number=number, name=name), seat.language)
    with languages.in_language_of(seat):
        answer = _hand_in(request, seat) if request.method == "POST" else None
    if answer:
        game = Game.objects.get(pk=number)
        seat = Seat.objects.get(pk=seat.pk)
    with reading.as_read_by(seat):
        return render(request, "archive/seat.html", _desk(request, game, seat, answer))


def _hand_in(request: HttpRequest, seat: Seat) -> dict[str, Any]:
    """File what was written, exactly as if it had come by mail; or only read it."""
    written = request.POST.get("orders", "")[:LONGEST_SHEET]
    lines, apart = remarks.set_apart(written.splitlines(), looks_like_order)
    asked_back = {"asked_back": [(line, offers.reason(found.why)) for line, found in apart]}
    if "try" in request.POST or "test" in request.POST:
        seen = eventlog.load(seat.game_id, seat.game.seen_version).battle
        reading = engine.read_orders(seen, seat.name, lines)
        tested = {"tested": [told_by_test(seat, reading.standing)]} if "test" in request.POST else {}
        return {**_answer(seat, written, reading), **tested, **asked_back, "tried": True}
    nonce = request.POST.get("nonce", "")
    if not _NONCE.fullmatch(nonce):
        nonce = secrets.token_hex(16)
    phase = request.POST.get("phase", "")
    try:
        submission = submissions.submit(
            seat,
            lines,
            f"web:{seat.name}:{nonce}",
            phase=int(phase) if phase.isascii() and phase.isdigit() and len(phase) < 9 else None,
            unread=len(apart),
        )
    except Conflict:
        return {
            "written": written,
            "problem": gettext("The game moved on while your orders came in. Please send them again."),
        }
    except DiceKeyLost:
        logger.exception("%s: no orders can be taken", seat)
        problem = gettext(
            "The server has lost the key to this game's dice and takes no orders until its game master has "
            "put it back."
        )
        return {"written": written, "problem": problem}
    if submission.status is Status.BEING_PLAYED:
        return _keep(seat, written, nonce)
    return {
        **_answer(seat, written, submission.reading),
        **asked_back,
        "status": submission.status.value,
        "not_filed": gettext(_NOT_FILED.get(submission.status, "")),
        "waiting": receipts.waiting(submission, seat) if submission.waits_until and seat.awaited else "",
        "lacking": submission.lacking and seat.awaited,
        "escrow": submission.escrow if submission.status is Status.FILED else "",
        "stands": submission.status in (Status.FILED, Status.UNCHANGED, Status.REPEATED),
        "tried": submission.status is Status.TRIED,
    }


def _keep(seat: Seat, written: str, nonce: str) -> dict[str, Any]:
    """A phase is being played: what was written is read when it is over, as a mail would be."""
    if not written.strip():
        return {"written": "", "problem": gettext("Nothing was written.")}
    if kept.keep_sheet(seat, written, nonce) is None:
        problem = gettext(
            "The phase is being played, and waits for the answer of a player. Please send it again when it "
            "is over."
        )
        return {"written": written, "problem": problem}
    return {"written": "", "kept": not_carried_out.kept_words(seat.game)}


def _answer(seat: Seat, written: str, reading: engine.Reading | None) -> dict[str, Any]:
    if reading is None:
        return {"written": written}
    return {
        "written": written,
        "reading": reading,
        "lines": [line for line in reading.lines if line.verdict is not engine.Verdict.COMMENT],
        "help": _help(seat, reading),
        "tested": [told_by_test(seat, reading.tests or reading.standing)]
        if "test" in reading.commands
        else [],
        "idle": reading.idle,
    }


def _help(seat: Seat, reading: engine.Reading) -> list[str]:
    asked = [command for command in reading.commands if command.split()[0] == "help"]
    if not asked:
        return []
    battle = eventlog.load(seat.game_id, seat.game.seen_version).battle
    return [engine.battle_help(battle, command.removeprefix("help").strip(), seat.name) for command in asked]


def _desk(request: HttpRequest, game: Game, seat: Seat, answer: dict[str, Any] | None) -> dict[str, Any]:
    battle = eventlog.load(game.pk, game.seen_version).battle
    last = Adjudication.objects.filter(game=game).order_by("first_seq").last()
    now = moments.moment(last, seat.name) if last else None
    picture = (
        engine.picture(battle, seat.name, now.before, now.shown) if now else engine.picture(battle, seat.name)
    )
    ended = facts.outcome(battle)
    playing = game.state in (GameState.RUNNING, GameState.HELD, GameState.RESTING)
    playing = playing and not engine.awaiting(battle).settled
    by_link = viewer.reads_mail_of(request, seat)
    sheet = answer["written"] if answer and _unfinished(answer) else None
    return {
        "game": game,
        "seat": seat,
        "last": last,
        "playing": playing,
        "meanwhile": bool(game.played_from),
        "kept": kept.waiting(seat) if game.played_from else 0,
        "answer": answer,
        "owes": playing and seat.awaited and game.state != GameState.RESTING,
        "filed": seat.filed_seq > game.opened_seq,
        "sheet": sheet if sheet is not None else (engine.order_form(battle, seat.name) if playing else ""),
        "standing_now": (battle.sheets.get(seat.name, ()), battle.standing.get(seat.name, ())),
        "salt": battle.salts.get(seat.name, ""),
        "nonce": secrets.token_hex(16),
        **family.of_page(request, game, seat.name),
        "desks": family.other_desks(request, seat),
        "tidings": _tidings(game, seat, last),
        **moments.board(picture),
        **moments.land(engine.land_picture(battle, seat.name, now.shown if now else ())),
        "paragraphs": moments.paragraphs(engine.narrate(now.before, now.shown, seat.name)) if now else [],
        "situation": engine.situation(battle, seat.name),
        "by_link": by_link,
        "may_be_fought": by_link and families.may_be_fought(seat),
        "reply_address": doors.reply_address(seat, game.phase) if playing and by_link else "",
        "outcome": words.outcome(*ended) if ended else "",
        "question": questions.open_for(seat),
        "press": letters.is_open(game),
        "new_letters": letters.of_seat(seat).exclude(writer=seat)[:3],
        "languages": settings.LANGUAGES,
        "invitations": invitations.of(game) if game.host == seat.name else [],
    }


def _tidings(game: Game, seat: Seat, last: Adjudication | None) -> list[Change]:
    """What the last report told of the family, and what came to pass since then."""
    found = family.tidings(game, seat.name, last.behind, last.last_seq) if last else []
    return found + family.tidings_since(game, seat.name, last)


def _unfinished(answer: dict[str, Any]) -> bool:
    """Whether the player will want his own words back to go on with them."""
    reading = answer.get("reading")
    return bool(
        answer.get("problem")
        or answer.get("tried")
        or answer.get("asked_back")
        or (reading and reading.troubled)
    )
