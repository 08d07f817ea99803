"""A position put up by anybody, judged on the page: pasted, drawn, or out of a link.

Nothing of it is stored or logged. Judging itself happens in a process of its own (games.judge.judged),
bounded in time and memory; how often, and how many at once, is for games.judge.brakes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import pictures
from games.judge import examples, links
from games.judge.brakes import Brakes, Busy, TooMany
from games.judge.judged import judged
from games.views.network import is_at_home, network_of
from games.views.verdict import verdict
from rules import engine

SECONDS = 3
MOST_CHARACTERS = 100_000
BUSY_SECONDS = 10
BRAKES = Brakes()


class Refused(Exception):
    """A position that is not judged: the words say why, to whoever has sent it."""

    def __init__(self, words: str, status: int, wait: int = 0) -> None:
        self.status, self.wait = status, wait
        super().__init__(words)


class Asked(NamedTuple):
    """What stands in the form, and whether it is to be judged."""

    text: str
    judge: bool


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def judge_page(request: HttpRequest) -> HttpResponse:
    """The form, and below it what the umpire says to the position in it."""
    asked, context = Asked("", judge=False), dict[str, Any]()
    status, wait = 200, 0
    try:
        asked = _asked(request)
        if asked.judge:
            context = _judged(request, asked.text)
    except Refused as refused:
        context, status, wait = {"problem": str(refused)}, refused.status, refused.wait
    context |= {
        "text": asked.text,
        "examples": [(name, gettext(title)) for name, title in examples.TITLES.items()],
        "chosen": request.GET.get("example", "" if asked.judge else examples.FIRST),
        "terrains": pictures.terrains(),
        "kinds": sorted(engine.counter_kinds()),
    }
    response = render(request, "archive/judge.html", context, status=status)
    if wait:
        response.headers["Retry-After"] = str(wait)
    if "p" in request.GET:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def _asked(request: HttpRequest) -> Asked:
    """Raises Refused for what is too large, and for a link that is none; Http404 for an example that there
    is not."""
    if request.method == "POST":
        return Asked(_bounded(request.POST.get("position", "")), judge=True)
    if "p" in request.GET:
        try:
            return Asked(_bounded(links.unpacked(request.GET["p"])), judge=True)
        except links.BrokenLink:
            words = gettext(
                "This link holds no position: a part of it may have been lost on its way. Please ask whoever "
                "sent it for the text."
            )
            raise Refused(words, 400) from None
    try:
        return Asked(examples.example(request.GET.get("example", examples.FIRST)), judge=False)
    except KeyError:
        raise Http404("There is no such example.") from None


def _bounded(text: str) -> str:
    if len(text) > MOST_CHARACTERS:
        words = gettext(
            "This is too long: a position holds {most} characters at most, and yours has {number}. Go back "
            "in your browser, and you have it again."
        )
        raise Refused(words.format(most=MOST_CHARACTERS, number=len(text)), 413)
    return "\n".join(text.splitlines())


def _judged(request: HttpRequest, text: str) -> dict[str, Any]:
    """What the page shows of a position. Never more at once, or from one network, than the brakes allow; who
    sits at the machine itself is not counted. Raises Refused."""
    try:
        if not is_at_home(request):
            BRAKES.count(network_of(request))
        with BRAKES.turn():
            found = judged(text, SECONDS, pictures=True, language=get_language() or "en")
            shown = verdict(text, found)
    except TooMany as bound:
        minutes = -(-bound.seconds // 60)
        words = ngettext(
            "You have had many positions judged within the hour. The next one can be judged in {minutes} "
            "minute; this one waits in the form.",
            "You have had many positions judged within the hour. The next one can be judged in {minutes} "
            "minutes; this one waits in the form.",
            minutes,
        ).format(minutes=minutes)
        raise Refused(words, 429, bound.seconds) from None
    except Busy:
        words = gettext("Others have their positions judged just now. Please press the button once more.")
        raise Refused(words, 429, BUSY_SECONDS) from None
    return {"judged": True, **shown, **_link(request, text)}


def _link(request: HttpRequest, text: str) -> dict[str, str]:
    """The address that holds the position, where it is not too long; ``here`` is the same on this server."""
    here = f"{reverse('judge')}?p={links.packed(text)}"
    link = request.build_absolute_uri(here)
    return {"link": link, "here": here} if len(link) <= links.LONGEST else {}
