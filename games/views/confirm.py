"""The page on which a player says whether a held mail is his. Visiting it changes nothing: mail
scanners visit too."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.gate import confirmations, endings, inbox
from games.models import InboundMail, InboundState, OutboundKind, ReplyToken, Seat
from games.play.endings import Said, Wish
from games.reports import notes
from games.seats import seats
from games.seats.languages import in_language_of
from games.views import reading
from games.views.gamemaster import harmless
from rules import engine

MOST_LINES = 60
BY = gettext_noop("the player, on the page")


@csrf_exempt  # the secret in the address is what counts; a mail program's own browser may keep no cookies
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_page(request: HttpRequest, secret: str) -> HttpResponse:
    """GET shows the held mail's lines, POST confirms or denies it, unless what opens the seat was made anew
    since it was asked for, as it is for another player."""
    token = seats.token_of_confirm_link(secret)
    held = _asked_about(token) if token else None
    if token is None or held is None:
        raise Http404("There is no such mail to confirm.")
    done, of_the_end = "", endings.waits(held) is not None
    if request.method == "POST" and token.revoked is None:
        done = _answer(held, request.POST.get("answer", ""))
        held.refresh_from_db()
    orders = held.parsed.get("orders") or held.parsed.get("offered") or []
    context = {
        "mail": held,
        "seat": token.seat,
        "game": token.seat.game,
        "waits": (held.state == InboundState.HELD or endings.waits(held) is not None)
        and token.revoked is None,
        "of_the_end": of_the_end,
        "done": done,
        "lines": [harmless(str(line).encode()) for line in orders[:MOST_LINES]],
    }
    with reading.as_read_by(token.seat):
        response = render(request, "archive/confirm.html", context)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _asked_about(token: ReplyToken) -> InboundMail | None:
    mails = InboundMail.objects.select_related("game", "seat__game")
    return mails.filter(pk=token.question, seat=token.seat).first()


def _answer(held: InboundMail, answer: str) -> str:
    """What was done, as the page words it; "" if the mail waits for no answer (any more)."""
    wish, seat = endings.waits(held), held.seat
    if answer == "mine" and wish is not None and seat is not None:
        return _ended(held, seat, wish)
    if answer == "mine" and confirmations.confirm(held, BY):
        inbox.process(held.pk)
        return "confirmed"
    if answer == "not mine" and wish is not None and seat is not None:
        confirmations.drop_end(held, BY)
        with in_language_of(seat):
            return gettext("Nothing is done: the game goes on.")
    if answer == "not mine" and confirmations.deny(held, BY):
        _tell(held)
        return "denied"
    return ""


def _ended(held: InboundMail, seat: Seat, wish: Wish) -> str:
    """What became of his word about the end of the game, in the language of the page."""
    told: list[str] = []

    def tell(said: Said) -> None:
        endings.done(held, said)
        told.append(endings.told(said, seat))

    with in_language_of(seat):
        confirmations.confirm_end(held, seat, wish, BY, tell)
    return told[0] if told else ""


def _tell(held: InboundMail) -> None:
    """New keys go to the registered address, never onto a page."""
    seat = held.seat
    assert seat is not None
    seat.refresh_from_db()
    with in_language_of(seat):
        subject = gettext("new reply address and link for {seat}").format(seat=engine.named(seat.title))
        notes.owe(
            f"denied:{held.pk}:{timezone.now():%Y%m%d}",
            OutboundKind.NOTICE,
            to=seat.email,
            subject=f"[{seat.game.label}] {subject}",
            text="\n\n".join(block.text for block in confirmations.new_keys(seat)),
            game=seat.game,
            seat=seat,
            reply_to=seats.reply_address(seat, seat.game.phase),
        )
