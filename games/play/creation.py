"""New games, and who sits down at them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import transaction
from django.utils import timezone

from games.models import (
    AbsentPolicy,
    FightEnd,
    Game,
    GameState,
    MailMode,
    OutboundState,
    Press,
    PressDelivery,
    Proof,
    Seat,
)
from games.people import proven
from games.play import deadlines, families, questions
from games.record import eventlog, promises
from games.reports import announce
from games.seats import following, holding, seats
from pbem.mail.headers import clean_name
from rules import engine


class Player(NamedTuple):
    """A person at a seat."""

    name: str
    email: str
    timezone: str = "UTC"
    language: str = "en"
    proof: Proof = Proof.NONE  # what has shown that the mailbox is his


TEMPERS = ("cautious", "bold")


class Captain(NamedTuple):
    """An automaton at a seat, of one of the ``TEMPERS``."""

    temper: str


class SeatTaken(Exception):
    """Somebody else sat down first."""


USUAL_FIGHT_DAYS = 14
"""For how many days a game that another one has called may be played."""


def create_game(
    scenario: str,
    seats: Mapping[str, Player | Captain] | None = None,
    *,
    title: str = "",
    pace: str = "phase",
    absent: str = AbsentPolicy.STANDING,
    deadline_hours: int = 72,
    mending_minutes: int = 60,
    recall_minutes: int = 10,
    mail_mode: str = MailMode.LENIENT,
    press: str = Press.ALL,
    press_anonymous: bool = False,
    press_delivery: str = PressDelivery.AT_ONCE,
    press_open: bool = False,
    host: str = "",
    by_invitation: bool = False,
    child_hours: int = 0,
    children_open: bool = False,
    fight_days: int = USUAL_FIGHT_DAYS,
    fight_end: str = FightEnd.CAPTAINS,
    options: dict[str, Any] | None = None,
    tables: Mapping[str, engine.RuleTable] | None = None,
    form: int = 0,
) -> Game:
    """Make a game, seat whoever is named, and start it when every seat is taken. ``seats`` are by the
    scenario's seat names, ``options`` are the rules' own (engine.Options) besides the pace, ``form`` that of
    its log (0: the newest). Raises KeyError for an unknown scenario or seat, TableError for a table pack that
    does not fit, TypeError or ValueError for bad options, ValueError for a form in which it cannot be
    recorded."""
    game = Game(scenario=scenario, pace=pace, absent=absent, nonce=secrets.token_bytes(32))
    game.mail_mode = mail_mode
    game.press, game.press_anonymous = press, press_anonymous
    game.press_delivery, game.press_open = press_delivery, press_open
    game.host, game.by_invitation = host, by_invitation
    game.deadline_hours, game.options = deadline_hours, options or {}
    game.mending_minutes, game.recall_minutes = mending_minutes, recall_minutes
    game.child_hours, game.children_open = child_hours, children_open
    game.fight_days, game.fight_end = fight_days, fight_end
    chosen = _chosen(pace, game.options)
    events = engine.new_game(scenario, options=chosen, tables=tables)
    created = events[0]
    assert isinstance(created, engine.Created)
    events[0] = first = promises.begin(game, created, form or eventlog.FORM)
    if missing := engine.missing_rules(first.setup):
        raise ValueError(missing)
    battle = engine.replay(events)
    game.title = clean_name(title, 120) or battle.setup.title
    announce.about_to_start(battle)
    with transaction.atomic():
        game.save()
        _set_seats(game, battle, seats or {})
        eventlog.append(game.pk, 0, events, "create")
        start_if_full(game.pk)
    return Game.objects.get(pk=game.pk)


def rules_options(**wanted: str | int) -> dict[str, str | int]:
    """The options of the rules that differ from their own defaults, as a game keeps them."""
    usual = engine.Options()
    return {name: value for name, value in wanted.items() if value != getattr(usual, name)}


MOST_AHEAD = 5
USUAL_AHEAD = 2
"""Days that groups of a campaign go on ahead of a battle on a board."""


def days_ahead(scenario: str, fights: str, wanted: int = USUAL_AHEAD) -> int:
    """How many of the days that are wanted mean anything: none where nothing is fought on boards while a
    land goes on."""
    info = next((one for one in engine.scenarios() if one.slug == scenario), None)
    return wanted if info is not None and info.goes_on and fights == engine.Fights.BOARD else 0


def _chosen(pace: str, options: Mapping[str, Any]) -> engine.Options:
    """Raises TypeError or ValueError for what is no option or no value of one."""
    found = engine.Options(pace=engine.Pace(pace), **options)
    return msgspec.structs.replace(found, fights=engine.Fights(found.fights))


def _set_seats(game: Game, battle: engine.Table, takers: Mapping[str, Player | Captain]) -> None:
    names = [seat.id for seat in battle.setup.seats]
    if unknown := set(takers) - set(names):
        raise KeyError(f"{game.title} has the seats {', '.join(names)}, not {', '.join(sorted(unknown))}")
    for order, seat in enumerate(battle.setup.seats):
        row = Seat(game=game, name=seat.id, title=seat.name, side=seat.side, order=order)
        match takers.get(seat.id):
            case Player() as player:
                _sit_down(row, player)
            case Captain(temper):
                row.captain = temper
        row.save()


def _sit_down(seat: Seat, player: Player) -> None:
    seat.player, seat.email, seat.timezone = player.name, player.email.strip(), player.timezone
    seat.language = player.language
    seat.joined = timezone.now()
    if player.proof:
        proven.note(seat, player.proof)


def take_seat(seat: Seat, taker: Player | Captain) -> Game:
    """Sit down at a free seat, and at those that stand for it in games that this one has called; the last to
    do so starts the game. Raises SeatTaken."""
    with transaction.atomic():
        row = next(one for one in holding.hold_all_of(seat.game_id) if one.pk == seat.pk)
        if row.taken:
            raise SeatTaken(f"{row.title} is taken")
        if isinstance(taker, Player):
            _sit_down(row, taker)
        else:
            row.captain = taker.temper
        row.save()
        families.take_along(row)
        start_if_full(row.game_id)
        for game_id in dict.fromkeys([row.game_id, *(one.game_id for one in following.follow(row))]):
            go_on_if_full(game_id)
    return Game.objects.get(pk=seat.game_id)


def change_player(
    seat: Seat,
    *,
    name: str | None = None,
    email: str | None = None,
    also: str | None = None,
    language: str | None = None,
    only_here: bool = False,
    invited: bool = False,
) -> Seat:
    """Another name, address or language for whoever plays a seat; what is None stays. A new ``email`` may be
    another person: the seat's reply addresses, links and further addresses end, and the player there is sent
    new ones. ``also`` is one more address that the same player writes from. What stands for the seat in open
    games that its game has called goes with it, but what captains play to its end stays theirs. A seat that
    stands for another changes with that one alone; ``only_here`` gives it to somebody else on purpose, and
    then it follows no more; ``invited``: its own player has asked him. Raises ValueError for that, and for a
    seat that nobody plays by mail."""
    with transaction.atomic():
        holding.hold(
            lambda: Seat.objects.filter(pk__in=[seat.pk, *(one.pk for one in following.follow(seat))])
        )
        row = Seat.objects.select_related("game", "stands_for__game").get(pk=seat.pk)
        if not row.email:
            raise ValueError(f"{row.title} are free or a captain's: nobody plays them by mail")
        if only_here:
            _stand_alone(row)
        elif above := row.follows:
            raise ValueError(
                f"{row.game.label} is played by whoever plays {above.title} in {above.game.label}: "
                "change it there"
            )
        below = [one for one in following.follow(row) if one.email]
        if email and email.lower() != row.email.lower():
            _tell_former(row, name, below, only_here=only_here, invited=invited)
        for one in (row, *below):
            _change(one, name, email, also, language)
    return row


def _stand_alone(row: Seat) -> None:
    """A seat of a child is given to another person than plays the one above."""
    if row.follows is None:
        raise ValueError(f"{row.title} stand for nobody: give them another player as usual")
    row.alone = True


def _tell_former(
    row: Seat, name: str | None, below: Sequence[Seat], *, only_here: bool, invited: bool
) -> None:
    """Whoever has played a seat until now hears that he does no more. Without another name than his it may be
    himself at another address."""
    named = clean_name(name or "")
    moved = not only_here and named in ("", row.player)
    with_it = [one.game.label for one in below if not one.captain]
    announce.seat_given_away(row, named if invited else "", moved=moved, with_it=with_it)


def _change(row: Seat, name: str | None, email: str | None, also: str | None, language: str | None) -> None:
    row.player = clean_name(name or "") or row.player
    row.language = language or row.language
    moves = email is not None and email.lower() != row.email.lower()
    if email:
        row.email = email
    if moves:
        proven.forget(row)
        row.other_emails, row.digest, row.quiet = [], False, False
        row.wants_mail, row.no_mail = True, False  # that was another reader's choice
        row.mail_suspended, row.mail_trouble, row.mail_resumed = None, "", timezone.now()
        row.no_letters_from, row.letters_since = [], timezone.now()
        row.fights = ""
        row.captain = row.captain if deadlines.fight_is_over(row.game, timezone.now()) else ""
    if also and also.lower() not in row.addresses:
        row.other_emails = [*row.other_emails, also]
    row.save()
    if moves:
        gathered = row.outbound_mails.filter(state=OutboundState.GATHERED)
        gathered.update(state=OutboundState.WITHHELD)  # they were for the reader before
        seats.revoke(row)
        seats.renew_link(row)
        if row.game.state not in (GameState.OPEN, GameState.OVER) and not row.captain:
            _tell_newcomer(row)


def _tell_newcomer(seat: Seat) -> None:
    """How it stands, and the question that waits for the seat, if there is one."""
    game = seat.game
    battle = eventlog.load(game.pk, game.seen_version).battle
    announce.seated_anew(game, seat, battle)
    if question := questions.open_for(seat):
        shown = eventlog.seen(game, seat.name, game.played_from + 1, question.seq)
        announce.asked(game, question, battle, shown)


def start_if_full(game_id: int) -> bool:
    """Start the clock of a game whose seats are all taken; whether it was started now."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    if game.state != GameState.OPEN or not all(seat.taken for seat in game.seats.all()):
        return False
    battle = eventlog.load(game_id, game.version).battle
    deadlines.open_phase(game, battle, game.version)
    announce.started(game, battle)
    return True


def go_on_if_full(game_id: int) -> bool:
    """Go on with a game that came here in its middle once its seats are all taken, and with the games that it
    has called: a clock as long as that of a new phase, and a mail to everybody with all he needs. One that
    another game called does not go on before that one. Whether it goes on now."""
    rows = Game.objects.select_for_update(of=("self",), no_key=True)
    game = rows.select_related("parent").get(pk=game_id)
    seats = list(game.seats.all())
    if not game.waits_for_players or not all(seat.taken for seat in seats):
        return False
    if game.parent and game.parent.waits_for_players:
        return False
    battle = eventlog.load(game_id, game.seen_version).battle
    deadlines.go_on(game, battle)
    for seat in seats:
        if seat.email:
            _tell_newcomer(seat)
    for child in game.children.all():
        go_on_if_full(child.pk)
    return True
