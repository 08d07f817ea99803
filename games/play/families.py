"""Families: games that a game calls, and what becomes of them when they are over.

A call stands in the parent's log with the whole beginning of the child; the child's rows are written in the
transaction that commits the call. When the child is over its parent is told, once, by a command of the
parent's log that is named after the child. Nobody but the parent is told, and the child never reads its
parent: what the parent has to do with it is found again from rows (``due``) until it is done.

Nothing of a child tells outside of it that it is there: its number in the family is a letter that was drawn,
its primary key and those of its seats lie below zero, and a command of which only some may know makes no
link of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.clockwork import doorbell
from games.clockwork.failpoints import failpoint
from games.models import FightEnd, Game, GameState, Seat, rows
from games.play import deadlines
from games.record import calls, eventlog, leaves, promises, terms
from games.reports import announce
from games.seats import following, holding, seats
from rules import engine

OF_PLAYER = (
    "player", "email", "other_emails", "timezone", "language", "joined", "captain", "fights", "wants_mail",
    "no_mail", "quiet", "digest", "html_mail", "map_size", "lists", "mail_suspended", "mail_trouble",
    "mail_resumed", "proven", "proof",
)  # fmt: skip
"""What a seat of a child has from the seat whose player plays there."""

CALLED_OFF = "the game that called it is over"
CLOCK_OUT = "its clock has run out"


# beginning


def about_to_begin(events: Iterable[engine.Event]) -> None:
    """Called before the transaction: what takes long for the first mails of children is drawn here."""
    for event in events:
        if isinstance(event, engine.GameCalled):
            announce.about_to_start(engine.replay(engine.opening_of(event)))


def _nothing(table: engine.Table) -> engine.Sightings:
    """What is shown of no events."""
    return engine.sightings(table, (), [seat.id for seat in table.setup.seats])


def begin(game: Game, events: Sequence[engine.Event], first_seq: int) -> list[Game]:
    """Write the children that events of a game have called, which stand in its log from ``first_seq`` on,
    and start their clocks. Inside the transaction of the call."""
    begun = []
    for seq, event in enumerate(events, start=first_seq):
        if isinstance(event, engine.GameCalled):
            child = noted(game, event, seq)
            deadlines.open_phase(child, eventlog.load(child.pk, child.version).battle, child.version)
            deadlines.begin_fight(child)
            begun.append(child)
            failpoint("families.begun")
    return begun


def tell_of_beginnings(children: Iterable[Game]) -> None:
    """The first mails of children, behind what their parent tells of the phase that has called them. In the
    same transaction."""
    for child in children:
        announce.started(child, eventlog.load(child.pk, child.version).battle)


def noted(game: Game, event: engine.GameCalled, seq: int) -> Game:
    """The rows and the log of a child that a game has called in event ``seq``; its clock stands still."""
    first, *rest = engine.opening_of(event)
    assert isinstance(first, engine.Created)
    setup = first.setup
    assert setup.promises is not None
    drawn = calls.secrets_of(calls.root_of(game), game.uuid, event.call, calls.renewed(game))
    child = Game(
        pk=hidden_key(),
        uuid=UUID(event.game),
        parent=game,
        call=event.call,
        called=f"{game.number}-{event.name}",
        title=setup.title,
        scenario=setup.scenario,
        form=2,
        nonce=secrets.token_bytes(32),
        head_hash=leaves.genesis(UUID(event.game)),
        pace=str(setup.options.pace),
    )
    terms.agree(child, terms.of(game))
    child.options = terms.of_rules(setup.options)
    child.deadline_hours = game.child_hours or game.deadline_hours
    promises.keep(child, setup.commitment, setup.promises, drawn.seed, [drawn.root])
    child.save(force_insert=True)
    failpoint("families.child_noted")
    seat_players(child, game, setup, event)
    from_where = engine.CalledFrom(parent=str(game.uuid), seq=seq, head=calls.head_over(game.pk, seq).hex())
    eventlog.append(child.pk, 0, [first, from_where, *rest], "create")
    failpoint("families.child_begins")
    child.refresh_from_db()
    return child


def hidden_key() -> int:
    """A primary key for a child: below 0, so that no running number tells of it."""
    return -1 - secrets.randbits(48)


def seat_players(child: Game, game: Game, setup: engine.Setup, event: engine.GameCalled) -> None:
    """Each seat of a child has the player of the parent's seat that the call names, or a captain. Whoever
    changes something at that seat meanwhile waits, and finds the child."""
    above = {seat.name: seat for seat in holding.hold(game.seats.all)}
    for order, named in enumerate(setup.seats):
        key = -1 - secrets.randbits(48)
        row = Seat(pk=key, game=child, name=named.id, title=named.name, side=named.side, order=order)
        ours = above.get(event.seats.get(named.id, ""))
        if ours is not None:
            row.stands_for = ours
            _plays_too(row, ours)
        else:
            row.captain = event.captains.get(named.id, "bold")
        row.save(force_insert=True)


# ending


def due() -> Q:
    """Games that have something to do with their children: one is over and they were not told, or they are
    over and one still runs."""
    children = Game.objects.filter(parent=OuterRef("pk"))
    untold = Exists(children.filter(state=GameState.OVER, told=False))
    running = Exists(children.exclude(state=GameState.OVER).filter(played_from=0))
    played = Q(played_from=0) & ~Q(state__in=(GameState.OVER, GameState.MOVED, GameState.BROKEN))
    return (played & untold) | (Q(state=GameState.OVER) & running)


def settle(game: Game) -> int:
    """Tell a game of its children that are over, or call off those that it has outlived; returns of how many.
    What is done already is not done again. Raises eventlog.Conflict."""
    children: list[Game] = []
    if game.state == GameState.OVER:
        children = list(game.children.exclude(state=GameState.OVER).filter(played_from=0))
        for child in children:
            _call_off(child)
    elif not game.played_from and game.state not in (GameState.MOVED, GameState.BROKEN, GameState.OPEN):
        children = rows.rows(Game, _UNTOLD, game.pk, GameState.OVER)
        for child in children:
            _tell(Game.objects.get(pk=game.pk), child)
    return len(children)


_UNTOLD = "SELECT * FROM games_game WHERE parent_id = %s AND state = %s AND NOT told ORDER BY ended, called"


def _tell(game: Game, child: Game) -> None:
    table = eventlog.load(game.pk, game.version).battle
    told = engine.told(
        table,
        child.call,
        eventlog.load(child.pk, child.version).battle,
        name=(child.called or "").rpartition("-")[2],
        game=str(child.uuid),
        head=calls.head_over(child.pk, child.version).hex(),
        events=child.version,
    )
    after = engine.evolve(table.copy(), told)
    if game.state == GameState.RESTING:
        announce.about_to_tell(after, _nothing(after), after, game)
    failpoint("families.tells")

    def effects(_: eventlog.Appended) -> None:
        Game.objects.filter(pk=child.pk).update(told=True)
        failpoint("families.told_noted")
        fresh = Game.objects.get(pk=game.pk)
        if fresh.state == GameState.RESTING and not engine.awaiting(after).rests:
            deadlines.wake(fresh)
            announce.woken(fresh, after)
        doorbell.ring_game(game.pk)

    eventlog.append(game.pk, game.version, [told], f"told:{child.uuid}", effects=effects)
    failpoint("families.told")


def _call_off(child: Game, *, unfinished: bool = False) -> None:
    """End a child whose parent is over, or whose clock has run out. One in whose middle a player is asked is
    called off behind that."""
    if child.state == GameState.MOVED:
        return
    event = engine.CalledOff(why=CLOCK_OUT if unfinished else CALLED_OFF, unfinished=unfinished)
    after = engine.evolve(eventlog.load(child.pk, child.version).battle, event)
    failpoint("families.calls_off")

    def effects(_: eventlog.Appended) -> None:
        fresh = Game.objects.get(pk=child.pk)
        deadlines.end_game(fresh, after)
        announce.called_off(fresh, after)

    eventlog.append(child.pk, child.version, [event], "called-off", effects=effects)
    failpoint("families.called_off")


def clock_out(child: Game) -> None:
    """The clock of a child has run out, and nobody is asked in its middle: it is over as it stands, and its
    parent settles that; or captains play on for everybody, as was agreed. Raises eventlog.Conflict."""
    assert child.parent is not None
    if child.parent.fight_end == FightEnd.QUICK:
        _call_off(child, unfinished=True)
        return
    battle = eventlog.load(child.pk, child.version).battle
    with transaction.atomic():
        for seat in holding.hold(lambda: Seat.objects.filter(game=child, captain="")):
            announce.captain_plays_on(child, seat, battle)  # while he is still the one who is told
            for row in (seat, *following.follow(seat)):
                row.captain = row.captain or seat.fights or "bold"
                row.save(update_fields=("captain",))
                failpoint("families.captain_takes_over")
        doorbell.ring_game(child.pk)
    failpoint("families.captains_play_on")


# people


def take_along(seat: Seat) -> None:
    """Whoever plays a seat from now on plays those that stand for it: a captain too."""
    for row in following.follow(seat):
        _plays_too(row, seat)
        row.save(update_fields=OF_PLAYER)


def _plays_too(row: Seat, above: Seat) -> None:
    """The player of a seat above, or the captain who fights for him in games that are called, and for
    everybody in one whose clock has run out."""
    captain = row.captain if _is_out_of_time(row) else ""
    for field in OF_PLAYER:
        setattr(row, field, getattr(above, field))
    row.captain = above.captain or above.fights or captain


def may_be_fought(seat: Seat) -> bool:
    """Whether there is, or may still come, a game that a seat's game calls and its player plays in: others'
    are none of his business."""
    game = seat.game
    agreed = eventlog.load(game.pk, game.seen_version).battle.setup.options
    return agreed.fights == engine.Fights.BOARD or bool(following.follow(seat))


def captains_to_the_end(seat: Seat) -> list[Seat]:
    """A seat and those that stand for it, of games whose clock has run out and that captains play since."""
    return [row for row in (seat, *following.follow(seat)) if row.captain and _is_out_of_time(row)]


def _is_out_of_time(row: Seat) -> bool:
    return deadlines.fight_is_over(row.game, timezone.now())


def fight_by(seat: Seat, temper: str) -> list[Seat]:
    """From now on a captain of a ``temper`` ("": nobody else) fights for the player of a seat in the games
    that its game calls, and in those that it has called: the seats there, which have another player with
    that. At a seat of a game that was called itself it is that game too. One whose clock has run out is the
    captains' to its end. Inside a transaction."""
    seats.hold(seat)
    changed = []
    for row in (seat, *following.follow(seat)):
        his = row.follows is not None or (row is seat and row.alone)  # or whom its player has invited
        if his and row.captain != temper and (temper or not _is_out_of_time(row)):
            row.captain = temper
            if temper:  # he has nothing to mend
                row.mends_until, row.mends_for = None, []
            changed.append(row)
            doorbell.ring_game(row.game_id)
        row.fights = temper
        row.save(update_fields=("fights", "captain", "mends_until", "mends_for"))
    return changed
