"""A player's letters: to read, to write, and from whom he wants none; and what a game master may
read of them."""

from __future__ import annotations

import re
import secrets

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.letters import addressees, letters
from games.letters.letters import Draft
from games.letters.text import MOST_BYTES
from games.models import Game, Letter, LetterState, Press, Seat
from games.seats.languages import in_language_of
from games.views import reading, viewer

PAGE = 30
_NONCE = re.compile(r"[0-9a-f]{32}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def letters_page(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """All letters of a seat. To anybody without the seat's link it does not exist."""
    seat = viewer.seat_called(request, number, name)
    with in_language_of(seat):
        returned = _write(request, seat) if request.method == "POST" else None
    if request.method == "POST" and returned is None:
        return redirect("letters", number=number, name=name)
    game, by_link = seat.game, viewer.reads_mail_of(request, seat)
    others = [row for row in game.seats.all() if row != seat]
    context = {
        "game": game,
        "seat": seat,
        "open": letters.is_open(game),
        "letters": Paginator(letters.of_seat(seat), PAGE).get_page(request.GET.get("page")),
        "partners": [row for row in others if row.email and not row.captain],
        "sides": _sides(game),
        "private": game.press == Press.ALL,
        "whom": request.POST.get("whom", ""),
        "written": request.POST.get("text", "")[: 2 * MOST_BYTES] if returned else "",
        "problem": returned.trouble if returned else "",
        "nonce": secrets.token_hex(16),
        "others": others,
        "longest": MOST_BYTES,
        "press_address": letters.address(seat) if letters.is_open(game) and by_link else "",
    }
    with reading.as_read_by(seat):
        return render(request, "archive/letters.html", context)


def _write(request: HttpRequest, seat: Seat) -> Letter | None:
    """Take the letter; the letter itself if it was returned, to be mended."""
    said = request.POST
    nonce = said.get("nonce", "")
    draft = Draft(
        seat,
        said.get("whom", "")[:80] or "?",
        said.get("text", "")[: 4 * MOST_BYTES],
        f"web:{seat.pk}:{nonce if _NONCE.fullmatch(nonce) else secrets.token_hex(16)}",
        anonymous="anonymous" in said,
    )
    with transaction.atomic():
        letter = letters.write(draft)
        if letter.state == LetterState.RETURNED and letter.pk:
            letter.delete()  # its words stand in the form again
    if letter.state == LetterState.RETURNED:
        return letter
    messages.info(request, letters.told(letter))
    return None


def _sides(game: Game) -> list[str]:
    """The sides with several seats."""
    sides = [row.side for row in game.seats.all()]
    return [side for side in dict.fromkeys(sides) if sides.count(side) > 1]


@require_POST
def choose(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """From whom letters are wanted, and from whom not."""
    seat = viewer.seat_called(request, number, name)
    whom, wanted = request.POST.get("whom", "")[:80], request.POST.get("wanted") == "yes"
    with in_language_of(seat), transaction.atomic():
        messages.info(request, addressees.choose(seat, whom, wanted=wanted))
    return redirect("letters", number=number, name=name)


@never_cache
@require_safe
@staff_member_required
def overseen(request: HttpRequest, number: int) -> HttpResponse:
    """The letters of a game that its game master may read: public ones, and private ones where the
    game says so."""
    game = get_object_or_404(Game, pk=number)
    found = letters.public(game) | letters.private(game)
    context = {"game": game, "letters": Paginator(found, PAGE).get_page(request.GET.get("page"))}
    return render(request, "archive/gm_letters.html", context)
