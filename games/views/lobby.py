"""The front door: games running, open and finished, and new games against a captain or another person."""

from __future__ import annotations

from functools import lru_cache

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import validate_email
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games import pictures
from games.models import FightEnd, GameState, MapSize, Seat
from games.play import invitations, seat_requests
from games.play.creation import USUAL_AHEAD, USUAL_FIGHT_DAYS, Player, SeatTaken
from games.play.seat_requests import Wish
from games.record import eventlog
from games.reports import maps
from games.seats.languages import in_language_of, speaking
from games.views import listed, reading, viewer
from games.views.network import is_at_home, network_of
from pbem.mail.headers import clean_name
from rules import engine

LONGEST_NAME = 60


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The scenarios, and the first games of each list."""
    shown = {
        "lists": listed.heads(),
        "scenarios": engine.scenarios(),
        "mine": viewer.seats_held(request),
    }
    return render(request, "archive/lobby.html", shown)


@require_safe
def scenario_map(request: HttpRequest, slug: str) -> HttpResponse:
    """A scenario's board with its first positions, as a small picture."""
    png = _scenario_png(_scenario(slug).slug, get_language())
    if not png:
        raise Http404("This scenario has no board.")
    response = HttpResponse(png, content_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@lru_cache(maxsize=64)
def _scenario_png(slug: str, language: str) -> bytes:
    battle = engine.replay(engine.new_game(slug))
    with speaking(language):
        picture = maps.shown(battle, None)
        if isinstance(picture, engine.Picture):
            return pictures.png(picture, 900)
        return maps.drawn(picture, MapSize.SMALL)


def _scenario(slug: str) -> engine.ScenarioInfo:
    found = next((s for s in engine.scenarios() if s.slug == slug), None)
    if found is None:
        raise Http404("There is no such scenario.")
    return found


class PlayerForm(forms.Form):
    """Who wants to play, and where his mail goes."""

    name = forms.CharField(
        max_length=LONGEST_NAME, label=gettext_lazy("Your name, as your opponent will read it")
    )
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
        return said

    def clean_name(self) -> str:
        """As it will be read: two names that look the same are the same."""
        if name := clean_name(self.cleaned_data["name"], LONGEST_NAME):
            return name
        raise forms.ValidationError(gettext("Please give a name that can be read."))

    def player(self) -> Player:
        said = self.cleaned_data
        return Player(said["name"], said["email"], language=said["language"] or get_language())


class NewGameForm(PlayerForm):
    """A game against a captain, a friend who gets a link, or whoever comes."""

    seat = forms.ChoiceField(label=gettext_lazy("You command"), widget=forms.RadioSelect)
    against = forms.ChoiceField(
        label=gettext_lazy("Against you plays"),
        choices=[
            ("cautious", gettext_lazy("a cautious captain: keeps to cover and to his shooters")),
            ("bold", gettext_lazy("a bold captain: closes and strikes")),
            (invitations.BY_INVITATION, gettext_lazy("a friend: you get a link to send on")),
            (invitations.LISTED, gettext_lazy("whoever comes: the seat is offered on the front page")),
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
            "If you want to be asked before something of yours is decided (ASK in a mail), for each answer "
            "you have"
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
    fights = forms.ChoiceField(
        label=gettext_lazy("Assaults, sallies and battles are"),
        choices=[
            (str(engine.Fights.QUICK), gettext_lazy("settled by one die each")),
            (str(engine.Fights.BOARD), gettext_lazy("fought out on boards, while the game waits")),
        ],
        required=False,
    )
    ahead = forms.TypedChoiceField(
        label=gettext_lazy("While a battle is fought on a board, groups that it cannot touch"),
        choices=[
            (2, gettext_lazy("go on, two days ahead at most")),
            (1, gettext_lazy("go on, one day ahead at most")),
            (0, gettext_lazy("wait for it, before the next day begins")),
        ],
        coerce=int,
        initial=2,
        required=False,
    )
    fight_days = forms.TypedChoiceField(
        label=gettext_lazy("A fight on a board may take"),
        choices=[
            (14, gettext_lazy("two weeks")),
            (30, gettext_lazy("a month")),
            (0, gettext_lazy("as long as it takes")),
        ],
        coerce=int,
        initial=USUAL_FIGHT_DAYS,
        required=False,
    )
    fight_end = forms.ChoiceField(
        label=gettext_lazy("When its time is over"),
        choices=FightEnd.choices,
        initial=FightEnd.CAPTAINS,
        required=False,
    )
    fighter = forms.ChoiceField(
        label=gettext_lazy("On a board you are led by"),
        choices=[
            ("", gettext_lazy("yourself")),
            ("bold", gettext_lazy("a bold captain, as long as you like")),
            ("cautious", gettext_lazy("a cautious captain, as long as you like")),
        ],
        required=False,
    )
    field_order = [
        "seat", "against", "fights", "ahead", "fighter", "fight_days", "fight_end", "hours", "questions",
        "name", "email", "language",
    ]  # fmt: skip

    def __init__(self, scenario: engine.ScenarioInfo, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        seat = self.fields["seat"]
        assert isinstance(seat, forms.ChoiceField)
        told = gettext("{seat}, {number} figures")
        seat.choices = [
            (s.id, told.format(seat=engine.named(s.name), number=s.figures)) for s in scenario.seats
        ]
        seat.initial = scenario.seats[0].id
        if not scenario.has_fights:
            for about_fights in ("fights", "fighter", "fight_days", "fight_end"):
                del self.fields[about_fights]
        if not scenario.goes_on:
            del self.fields["ahead"]


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a battle: whoever fills in the form is asked by mail, and then a game is made for him."""
    scenario = _scenario(slug)
    form = NewGameForm(scenario, request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        hours = 12 if said["questions"] == "" else said["questions"]
        terms = {
            "scenario": scenario.slug,
            "seat": said["seat"],
            "against": said["against"],
            "hours": said["hours"],
            "question_hours": hours,
            "fights": said.get("fights") or str(engine.Fights.QUICK),
            "days_ahead": USUAL_AHEAD if said.get("ahead", "") == "" else said["ahead"],
            "fighter": said.get("fighter", ""),
            "fight_days": USUAL_FIGHT_DAYS if said.get("fight_days", "") == "" else said["fight_days"],
            "fight_end": said.get("fight_end") or str(FightEnd.CAPTAINS),
        }
        if done := _asked(request, form, Wish(form.player(), network_of(request), terms=terms)):
            return done
    return render(
        request,
        "archive/new.html",
        {"scenario": scenario, "form": form, "has_sheet": engine.has_cheat_sheet(scenario.slug)},
        status=_status(form),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, number: int, name: str, secret: str = "") -> HttpResponse:
    """Sit down at a free seat of a game that others have begun, once the mail is answered; with the
    ``secret`` of its invitation, if it needs one. What wins it is the game's own, whatever its scenario says
    today. Who sits in one that came here in its middle is for the
    game master to say."""
    seat = get_object_or_404(Seat.objects.select_related("game"), game_id=number, name=name)
    if not seat.taken and not invitations.opens(seat, secret):
        return redirect("game", number=number)
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if seat.taken:
            form.add_error(None, gettext("Somebody else has just sat down there."))
        elif done := _asked(request, form, Wish(form.player(), network_of(request), seat)):
            return done
    context = {
        "game": seat.game,
        "seat": seat,
        "form": form,
        "scenario": next((s for s in engine.scenarios() if s.slug == seat.game.scenario), None),
        "situation": engine.situation(eventlog.load(seat.game_id, seat.game.seen_version).battle, None),
        "host": seat.game.seats.filter(name=seat.game.host).first(),
    }
    return render(request, "archive/join.html", context, status=_status(form))


def _status(form: forms.Form) -> int:
    return 422 if form.is_bound and not form.is_valid() else 200


def _asked(request: HttpRequest, form: PlayerForm, wish: Wish) -> HttpResponse | None:
    """Take the wish: the mail is on its way, or whoever sits at the machine itself is seated at once. None if
    it cannot be taken, and the form says why."""
    try:
        if is_at_home(request):
            return seated(request, seat_requests.grant(wish), by_link=False)
        seat_requests.ask(wish)
    except seat_requests.TooMany as bound:
        form.add_error(None, str(bound))
        return None
    except SeatTaken:
        form.add_error(None, gettext("Somebody else has just sat down there."))
        return None
    told = gettext(
        "A mail is on its way to {address}. Follow its link within a day and press the button there: then "
        "the seat is yours. Until then nothing is begun, and nobody's place is taken."
    )
    messages.success(request, told.format(address=wish.player.email))
    return redirect("game", number=wish.seat.game_id) if wish.seat else redirect("lobby")


def seated(request: HttpRequest, seat: Seat, *, by_link: bool) -> HttpResponse:
    """To the desk, for the first time."""
    viewer.let_in(request, seat, by_link=by_link)
    with in_language_of(seat):
        if seat.game.state != GameState.OPEN:
            told = gettext(
                "You are in. The first mail is on its way to {address}; you can also play from here."
            )
        else:
            told = gettext("You are in. The first report goes to {address} when all seats are taken.")
        messages.success(request, told.format(address=seat.email))
    return reading.remember(redirect("seat", number=seat.game_id, name=seat.name), seat.language)
