"""The front door: games running, open and finished, and new games against a captain."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.core.validators import validate_email
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from games import creation, pictures
from games.creation import Captain, Player
from games.languages import in_language_of, speaking
from games.models import Game, GameState, Seat
from games.moments import lately
from games.views import reading, viewer
from rules import engine

PAGE = 30
MOST_GAMES_A_DAY = 5
"""How many games one address may be entered for in 24 hours: a stranger must not fill somebody's mailbox."""
MOST_GAMES_AN_HOUR = 60


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """All games by state, and the scenarios."""
    shown = Game.objects.prefetch_related("seats")
    finished = Paginator(shown.filter(state=GameState.OVER).order_by("-ended"), PAGE)
    running = shown.exclude(state__in=(GameState.OVER, GameState.OPEN)).order_by("phase_due")
    return render(
        request,
        "archive/lobby.html",
        {
            "running": running[:PAGE],
            "running_more": max(0, running.count() - PAGE),
            "open": shown.filter(state=GameState.OPEN).order_by("-created")[:PAGE],
            "finished": finished.get_page(request.GET.get("page")),
            "scenarios": engine.scenarios(),
            "mine": viewer.seats_held(request),
        },
    )


@require_GET
def scenario_map(request: HttpRequest, slug: str) -> HttpResponse:
    """A scenario's board with its first positions, as a small picture."""
    response = HttpResponse(_scenario_png(_scenario(slug).slug, get_language()), content_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@lru_cache(maxsize=64)
def _scenario_png(slug: str, language: str) -> bytes:
    battle = engine.replay(engine.new_game(slug))
    with speaking(language):
        return pictures.png(engine.picture(battle, None), 900)


def _scenario(slug: str) -> engine.ScenarioInfo:
    found = next((s for s in engine.scenarios() if s.slug == slug), None)
    if found is None:
        raise Http404("There is no such scenario.")
    return found


class PlayerForm(forms.Form):
    """Who wants to play, and where his mail goes."""

    name = forms.CharField(max_length=60, label=gettext_lazy("Your name, as your opponent will read it"))
    email = forms.CharField(
        max_length=254,
        validators=[validate_email],
        label=gettext_lazy("Your mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Your mails and your page are in"),
        choices=lambda: settings.LANGUAGES,
        initial=get_language,
        required=False,
    )
    website = forms.CharField(required=False, widget=forms.HiddenInput)  # only machines fill it in

    def clean(self) -> dict[str, object]:
        said: dict[str, object] = super().clean() or {}
        if said.get("website"):
            raise forms.ValidationError(gettext("This form is for people."))
        if email := said.get("email"):
            joined = Seat.objects.filter(lately("joined", timedelta(days=1)), email__iexact=email)
            if joined.count() >= MOST_GAMES_A_DAY:
                raise forms.ValidationError(
                    gettext("This address has joined several games today. Please come back tomorrow.")
                )
        return said

    def player(self) -> Player:
        name = " ".join(self.cleaned_data["name"].split())
        language = self.cleaned_data["language"] or get_language()
        return Player(name, self.cleaned_data["email"], language=language)


class NewGameForm(PlayerForm):
    """A game against a captain."""

    seat = forms.ChoiceField(label=gettext_lazy("You command"), widget=forms.RadioSelect)
    temper = forms.ChoiceField(
        label=gettext_lazy("The captain against you is"),
        choices=[
            ("cautious", gettext_lazy("cautious: keeps to cover and to his shooters")),
            ("bold", gettext_lazy("bold: closes and strikes")),
        ],
        widget=forms.RadioSelect,
        initial="cautious",
    )
    hours = forms.TypedChoiceField(
        label=gettext_lazy("Time for your orders"),
        choices=[
            (24, gettext_lazy("one day")),
            (72, gettext_lazy("three days")),
            (168, gettext_lazy("a week")),
        ],
        coerce=int,
        initial=72,
    )
    questions = forms.TypedChoiceField(
        label=gettext_lazy(
            "If you want to be asked before something of yours is decided (ASK in a mail), for each answer you have"
        ),
        choices=[
            (12, gettext_lazy("twelve hours")),
            (24, gettext_lazy("a day")),
            (48, gettext_lazy("two days")),
            (0, gettext_lazy("no: nobody is asked anything")),
        ],
        coerce=int,
        initial=12,
        required=False,
    )
    field_order = ["seat", "temper", "hours", "questions", "name", "email", "language"]

    def __init__(self, scenario: engine.ScenarioInfo, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        seat = self.fields["seat"]
        assert isinstance(seat, forms.ChoiceField)
        told = gettext("{seat}, {number} figures")
        seat.choices = [
            (s.id, told.format(seat=engine.named(s.name), number=s.figures)) for s in scenario.seats
        ]
        seat.initial = scenario.seats[0].id


@require_http_methods(["GET", "POST"])
def new_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Join and play against a captain: a game is made for whoever fills in the form."""
    scenario = _scenario(slug)
    form = NewGameForm(scenario, request.POST or None)
    if request.method == "POST" and form.is_valid():
        if Game.objects.filter(lately("created", timedelta(hours=1))).count() >= MOST_GAMES_AN_HOUR:
            form.add_error(
                None, gettext("Many games were begun within the hour. Please try again a little later.")
            )
        else:
            return _begin(request, scenario, form)
    return render(request, "archive/new.html", {"scenario": scenario, "form": form}, status=_status(form))


def _status(form: forms.Form) -> int:
    return 422 if form.is_bound and not form.is_valid() else 200


def _begin(request: HttpRequest, scenario: engine.ScenarioInfo, form: NewGameForm) -> HttpResponse:
    said = form.cleaned_data
    takers: dict[str, Player | Captain] = {s.id: Captain(said["temper"]) for s in scenario.seats}
    takers[said["seat"]] = form.player()
    options = {} if said["questions"] in ("", 12) else {"question_hours": said["questions"]}
    game = creation.create_game(scenario.slug, takers, deadline_hours=said["hours"], options=options)
    return _seated(request, game.seats.get(name=said["seat"]))


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """Sit down at a free seat of a game that others have begun. Who sits in one that came here in its middle is for the
    game master to say."""
    seat = get_object_or_404(Seat.objects.select_related("game"), game_id=number, name=name)
    if not seat.taken and seat.game.state != GameState.OPEN:
        return redirect("game", number=number)
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            creation.take_seat(seat, form.player())
        except creation.SeatTaken:
            form.add_error(None, gettext("Somebody else has just sat down there."))
        else:
            return _seated(request, Seat.objects.get(pk=seat.pk))
    context = {"game": seat.game, "seat": seat, "form": form}
    return render(request, "archive/join.html", context, status=_status(form))


def _seated(request: HttpRequest, seat: Seat) -> HttpResponse:
    viewer.let_in(request, seat)
    with in_language_of(seat):
        told = gettext("You are in. The first mail is on its way to {address}; you can also play from here.")
        messages.success(request, told.format(address=seat.email))
    return reading.remember(redirect("seat", number=seat.game_id, name=seat.name), seat.language)
