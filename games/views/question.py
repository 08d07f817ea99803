"""The page of one question: the situation, a button for each choice, the clock."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.answers import choices
from games.models import Question
from games.play import questions
from games.record import eventlog
from games.record.eventlog import Conflict
from games.reports import ask
from games.seats.languages import in_language_of
from games.views import reading, viewer

LONGEST = 200


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def question_page(request: HttpRequest, number: int, name: str, place: int) -> HttpResponse:
    """The question to a seat of this browser, by its place among those that the seat was asked. To anybody
    else it does not exist."""
    seat = viewer.seat_called(request, number, name)
    asked = Question.objects.select_related("game", "seat").filter(seat=seat).order_by("seq")
    question = asked[max(0, place - 1) : place].first()
    if question is None:
        raise Http404("There is no such question.")
    said = ""
    if request.method == "POST":
        try:
            done = questions.answer(question.pk, request.POST.get("choice", "")[:LONGEST])
        except Conflict:
            return redirect("question", number=number, name=name, place=place)
        with in_language_of(question.seat):
            said = choices.told(done)
        question = done.question
        question.refresh_from_db()
    with reading.as_read_by(question.seat):
        return render(request, "archive/question.html", {**_shown(question), "said": said})


def by_its_row(request: HttpRequest, number: int, question_id: int) -> HttpResponse:
    """The address that older mails and bookmarks have."""
    question = get_object_or_404(
        Question.objects.select_related("game", "seat"), pk=question_id, game_id=number
    )
    seat = question.seat
    if seat not in viewer.seats_in(request, question.game):
        raise Http404("Follow the link in your mail to sit down here.")
    return redirect("question", number=number, name=seat.name, place=question.place)


def _shown(question: Question) -> dict[str, object]:
    """A question that is open with what came before it; of one that is answered the answer."""
    game, put = question.game, questions.request_of(question)
    if not question.open:
        outcome = questions.closed(question, put)
        return {"game": game, "seat": question.seat, "question": question, "outcome": choices.told(outcome)}
    before = eventlog.load(game.pk, game.played_from).battle
    shown = eventlog.seen(game, question.seat.name, game.played_from + 1, question.seq - 1)
    return ask.shown(question, put, before, ask.recent(before, shown, question.seat.name))
