"""The game master's desk: mails that wait for a person. Shown as text, never as what they claim to be."""

from __future__ import annotations

import unicodedata
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.clockwork import tallies
from games.delivery import undelivered
from games.doors import arrivals
from games.gate import confirmations, handling, inbox
from games.letters import game_master
from games.models import (
    Game,
    GameState,
    Handling,
    InboundMail,
    InboundState,
    MailMode,
    OutboundMail,
    Released,
    Seat,
)
from games.outbox import outbox
from games.record import terms
from games.views.security import SANDBOXED
from pbem.mail.headers import clean
from pbem.mail.limits import SMTP_BYTES

PAGE = 50
LONGEST = 100_000
_WAITING = (InboundState.HELD, InboundState.FAILED, InboundState.IGNORED, InboundState.UNREAD)
_READ_AGAIN = (InboundState.HELD, InboundState.FAILED, InboundState.IGNORED)


@never_cache
@require_safe
@staff_member_required
def desk(request: HttpRequest) -> HttpResponse:
    """What needs a hand: mails not carried out, mails not delivered, games held or stopped."""
    state = request.GET.get("state", "")
    mails = (
        InboundMail.objects.select_related("game", "seat").defer("raw", "payload").order_by("-received_at")
    )
    mails = mails.filter(state=state) if state in InboundState.values else mails.filter(state__in=_WAITING)
    context = {
        "mails": Paginator(mails, PAGE).get_page(request.GET.get("page")),
        "state": state,
        "state_query": f"{urlencode({'state': state})}&" if state else "",
        "states": InboundState.choices,
        "undelivered": undelivered.on_the_desk()[:PAGE],
        "undelivered_count": undelivered.on_the_desk().count(),
        "doubled": undelivered.possibly_doubled().select_related("seat__game")[:PAGE],
        "doubled_count": undelivered.possibly_doubled().count(),
        "games": Game.objects.exclude(state__in=(GameState.OVER, GameState.MOVED)),
        "modes": MailMode.choices,
        "troubled": Game.objects.filter(Q(state__in=(GameState.HELD, GameState.BROKEN)) | Q(burnt__gt=0)),
        "suspended": Seat.objects.exclude(mail_suspended=None).select_related("game"),
        "letters": game_master.received()[:PAGE],
        "tallies": sorted(tallies.today().items()),
    }
    return render(request, "archive/gm.html", context)


@require_safe
def desk_slash(request: HttpRequest) -> HttpResponse:
    return redirect("gm", permanent=True)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
def mail(request: HttpRequest, mail_id: int) -> HttpResponse:
    """One mail as it came in, every byte visible as text; its buttons have it read again, or let a held one
    through although what it was held for remains. Who looks, and who does what, is noted."""
    found = get_object_or_404(InboundMail.objects.select_related("game", "seat"), pk=mail_id)
    may_be_read = found.state in _READ_AGAIN
    if request.method == "POST":
        _handle(found, request.user.get_username(), through="through" in request.POST)
        return redirect("gm_mail", mail_id=found.pk)
    handling.note(found, request.user.get_username(), Handling.LOOKED)
    raw = bytes(found.raw)
    context = {
        "mail": found,
        "text": harmless(raw[:LONGEST]),
        "size": len(raw),
        "cut": len(raw) > LONGEST,
        "may_be_read": may_be_read,
        "may_pass": found.state == InboundState.HELD and found.seat is not None,
        "handled": found.handled.exclude(what=Handling.LOOKED),
        "looked": found.handled.filter(what=Handling.LOOKED).values_list("who", flat=True).distinct(),
    }
    response = render(request, "archive/gm_mail.html", context)
    response.headers["Content-Security-Policy"] = SANDBOXED
    return response


@require_POST
@staff_member_required
def send_again(request: HttpRequest, mail_id: int) -> HttpResponse:
    """The button beside a mail that could not be delivered."""
    found = get_object_or_404(OutboundMail.objects.defer("rendered"), pk=mail_id)
    outbox.send_again(found)
    return redirect("gm")


def _handle(found: InboundMail, who: str, *, through: bool) -> None:
    if through and found.seat is not None:
        if confirmations.release(found, Released.GAME_MASTER, who, Handling.LET_THROUGH):
            inbox.process(found.pk)
    elif not through and found.state in _READ_AGAIN:
        handling.note(found, who, Handling.READ_AGAIN)
        inbox.redeliver(found)
        inbox.process(found.pk)


@require_POST
@staff_member_required
def mail_mode(request: HttpRequest, number: int) -> HttpResponse:
    """Whether a game takes orders that no mail provider vouches for."""
    if (mode := request.POST.get("mode", "")) in MailMode.values:
        Game.objects.filter(pk=number).update(mail_mode=mode)
    return redirect("gm")


@require_POST
@staff_member_required
def recall(request: HttpRequest, number: int) -> HttpResponse:
    """How long a phase waits for second thoughts; a wait that has begun stays as it was told."""
    minutes = request.POST.get("minutes", "")
    if minutes.isascii() and minutes.isdigit() and len(minutes) < 6 and int(minutes) < terms.MOST:
        Game.objects.filter(pk=number).update(recall_minutes=int(minutes))
    return redirect("gm")


@require_POST
@staff_member_required
def upload(request: HttpRequest) -> HttpResponse:
    """A mail from a file (.eml), as if it had come by the usual way: for what a player sent
    elsewhere by mistake."""
    file = request.FILES.get("mail")
    raw = file.read(SMTP_BYTES + 1) if file else b""
    if raw.startswith(b"From "):  # a mailbox's separator line
        raw = raw.partition(b"\n")[2]
    if not raw.strip() or len(raw) > SMTP_BYTES:
        words = (
            gettext("The file is larger than {bytes} bytes.")
            if raw.strip()
            else gettext("There is no mail in that file.")
        )
        messages.error(request, words.format(bytes=SMTP_BYTES))
        return redirect("gm")
    recipient = clean(request.POST.get("recipient", ""), 254)
    stored = arrivals.receive(raw, "upload", None, [recipient] if recipient else [])
    for found in stored:
        inbox.process(found.pk)
    return redirect("gm_mail", mail_id=stored[0].pk)


def harmless(raw: bytes) -> str:
    """Bytes as text in which nothing is invisible: controls and marks that turn the writing direction
    are spelt out."""
    text = raw.decode("utf-8", errors="backslashreplace").replace("\r\n", "\n")
    return "".join(
        c if c in "\n\t" or unicodedata.category(c)[0] != "C" else f"\\u{ord(c):04x}" for c in text
    )
