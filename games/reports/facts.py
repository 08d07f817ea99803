"""The facts of one report, gathered once and shown twice: as text and as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext

from games.models import Adjudication, Game, GameState, Seat, rows
from games.record import escrow, eventlog, kin
from games.reports import custody, families, maps, since, words
from games.reports.layout import listed
from rules import engine


class Dice(msgspec.Struct, frozen=True):
    """How the dice of the phase can be checked. ``secret`` is empty while more of the phase is to come.
    ``escrow`` is that of the reader's last orders of the phase, if he sent any; ``opened``: they are the
    orders it promised. ``salt`` opens it, where that is not the secret itself (log form 2)."""

    count: int = 0
    secret: str = ""
    commitment: str = ""
    escrow: str = ""
    salt: str = ""
    opened: bool = False
    cited: eventlog.Cited | None = None  # where these orders stand in the log


class Told(msgspec.Struct, frozen=True):
    """What a report tells of one phase."""

    phase: str
    lines: tuple[engine.ReportLine, ...]
    dice: Dice


class Sight(msgspec.Struct, frozen=True):
    """What a reader sees of a phase and of the field after it: all of a report that can be worked out before
    the phase is on record. ``earlier``: the phases before it of which he has had no mail yet, told with this
    one; ``mailed``: whether he is written to now, or told of this phase with a later one."""

    lines: tuple[engine.ReportLine, ...]
    situation: engine.Situation
    form: str
    dice: Dice
    picture: maps.Drawn | None
    in_short: tuple[str, ...] = ()
    aims_told: bool = True  # what is fought for: it is told in the first mail, and where it has changed
    lessons: tuple[tuple[str, str], ...] = ()  # the orders of the battle, for who has just set up for it
    earlier: tuple[tuple[Adjudication, Told], ...] = ()
    mailed: bool = True


Sights = Mapping[str, Sight]
"""By seat."""


class Facts(msgspec.Struct, frozen=True):
    """Everything a report tells one reader (``seat`` None: the public). ``phase`` is what was played,
    ``earlier`` what was played before it and not told yet, ``owes`` says whether the reader's orders are
    needed now; ``form`` is empty otherwise."""

    game: Game
    seat: Seat | None
    phase: str
    lines: tuple[engine.ReportLine, ...]
    situation: engine.Situation
    side_numbers: dict[str, int]
    owes: bool
    form: str
    awaited: tuple[str, ...]
    standing_orders: tuple[str, ...]
    outcome: tuple[str, str, tuple[tuple[str, int], ...]] | None
    dice: Dice
    head: str
    previous_head: str
    page: str
    picture: maps.Drawn | None
    changes: tuple[custody.Change, ...] = ()  # of the dice promise, or of the server, since the last report
    rests: str = ""  # what a resting game waits for
    settled: bool = False  # no order counts any more, though the game is not over
    asked: tuple[str, ...] = ()  # who wants to be asked for which choices; everybody may know
    earlier: tuple[Told, ...] = ()
    in_short: tuple[str, ...] = ()  # what is to be read first, but for what is owed
    aims_told: bool = True
    lessons: tuple[tuple[str, str], ...] = ()
    mailed: bool = True

    @property
    def board(self) -> engine.Picture | None:
        """The map, where it is one of a board with men on it."""
        return self.picture if isinstance(self.picture, engine.Picture) else None

    @property
    def told(self) -> tuple[Told, ...]:
        """Every phase that the report tells of, oldest first."""
        return (*self.earlier, Told(self.phase, self.lines, self.dice))


def look(
    seat: str | None,
    before: engine.Table,
    shown: Sequence[engine.Event],
    after: engine.Table,
    events: Sequence[engine.Event] = (),
    untold: Sequence[since.Untold] = (),
    *,
    writes: bool = True,
) -> Sight:
    """What a seat (None: the public) sees after an adjudication of which it was shown so much (nothing at the
    start of a game). ``events``: all of it, whose dice are counted when the game is over; ``untold``: what
    was played before, and is told with it; ``writes``: somebody sits there who may send a form back."""
    awaiting = engine.awaiting(after)
    owes = writes and not awaiting.over and seat in awaiting.seats
    begun = untold[0].before if untold else before
    all_shown = [*(event for one in untold for event in one.shown), *shown]
    situation = engine.situation(after, seat)
    return Sight(
        lines=_from_the_margin(engine.narrate(before, shown, seat)),
        situation=situation,
        form=engine.order_form(after, seat) if owes and seat else "",
        dice=_dice(after, events if after.outcome else shown),
        picture=maps.shown(after, seat, begun, all_shown),
        in_short=engine.in_short(after, seat, begun if all_shown else None, all_shown),
        aims_told=not all_shown or engine.fought_for(begun, seat) != situation.victory,
        lessons=engine.primer(after, seat) if owes and seat and _begins(begun, after) else (),
        earlier=tuple((one.played, _told(seat, one)) for one in untold),
    )


def _begins(before: engine.Table, after: engine.Table) -> bool:
    """Whether the first turn has begun, after phases before it."""
    return not engine.awaiting(before).turn and engine.awaiting(after).turn > 0


def _told(seat: str | None, one: since.Untold) -> Told:
    lines = _from_the_margin(engine.narrate(one.before, one.shown, seat))
    return Told(engine.translated(one.played.title), lines, _dice(one.before, one.shown))


def gather(
    game: Game,
    seat: Seat | None,
    before: engine.Table,
    shown: Sequence[engine.Event],
    after: engine.Table,
    played: Adjudication | None,
    base_url: str,
    sight: Sight | None = None,
) -> Facts:
    """The facts for a seat (None: the public) after an adjudication of which it was shown so much (nothing at
    the start of a game). ``sight``: what ``look`` found already."""
    name = seat.name if seat else None
    seen = sight or look(name, before, shown, after)
    awaiting = engine.awaiting(after)
    resting = game.state == GameState.RESTING
    owes = bool(seat) and not (awaiting.over or resting) and name in awaiting.seats
    first = seen.earlier[0][0] if seen.earlier else played
    return Facts(
        game=game,
        seat=seat,
        phase=engine.translated(played.title) if played else "",
        lines=seen.lines,
        situation=seen.situation,
        side_numbers={side.id: number for number, side in enumerate(after.setup.sides_by_colour)},
        owes=owes,
        form=seen.form if owes else "",
        awaited=()
        if awaiting.over or resting
        else tuple(engine.named(after.seat(s).name) for s in awaiting.seats),
        standing_orders=after.standing.get(name, ()) if name else (),
        outcome=outcome(after),
        dice=_with_escrow(seen.dice, played, seat),
        head=game.head,
        previous_head=_previous_head(game, seat, [one for one, _ in seen.earlier]),
        page=f"{base_url}/g/{game.number}/t/{played.key}" if played else f"{base_url}/g/{game.number}",
        picture=seen.picture,
        changes=(*custody.changes(game, first, played), *families.tidings(game, first, played, seat)),
        rests=families.rests(game, kin.known(game, name)) if resting else "",
        settled=awaiting.settled,
        asked=() if awaiting.over or awaiting.settled else asked(after),
        earlier=tuple(
            msgspec.structs.replace(told, dice=_with_escrow(told.dice, one, seat))
            for one, told in seen.earlier
        ),
        in_short=(*seen.in_short, *_missed(before, played, seat)),
        aims_told=seen.aims_told,
        lessons=seen.lessons,
        mailed=seen.mailed,
    )


def _missed(before: engine.Table, played: Adjudication | None, seat: Seat | None) -> tuple[str, ...]:
    """That a deadline has closed a phase for which the reader had sent nothing; nobody else learns of it."""
    if played is None or seat is None or not seat.email or not played.by_deadline:
        return ()
    if seat.name not in engine.awaiting(before).seats or orders_of_phase(played, seat.name):
        return ()
    told = gettext("No orders came from you before the deadline: {phase} was played with what stood for you.")
    return (told.format(phase=engine.translated(played.title)),)


def asked(battle: engine.Table) -> tuple[str, ...]:
    """One sentence for each seat that is asked, such as: Normans: asked who follows up, and
    where (GUI-6.6a)."""
    return tuple(
        gettext("{seat}: asked {kinds}.").format(
            seat=engine.named(battle.seat(seat).name),
            kinds="; ".join(engine.cited(battle, engine.translated(kind)) for kind in kinds),
        )
        for seat, kinds in engine.asking(battle).items()
    )


def _from_the_margin(lines: Sequence[engine.ReportLine]) -> tuple[engine.ReportLine, ...]:
    """The first line always begins a paragraph."""
    if lines and lines[0].depth:
        return (msgspec.structs.replace(lines[0], depth=0), *lines[1:])
    return tuple(lines)


def outcome(battle: engine.Table) -> tuple[str, str, tuple[tuple[str, int], ...]] | None:
    """(the winner's name or "", why, scores by side), once the game is over; in one order, whether the state
    was folded or kept."""
    if battle.outcome is None:
        return None
    names = {side.id: engine.named(side.name) for side in battle.setup.sides}
    winner = listed([names[side] for side in battle.winners_by(battle.outcome)])
    scores = tuple((names[side], points) for side, points in sorted(battle.outcome.scores.items()))
    return winner, engine.translated(battle.outcome.reason), scores


def _dice(battle: engine.Table, told: Sequence[engine.Event]) -> Dice:
    rolled = sum(1 for e in told if isinstance(e, engine.DieRolled))
    secret = next((e.secret for e in told if isinstance(e, engine.SecretRevealed)), "")
    return Dice(rolled, secret, battle.setup.commitment)


def _with_escrow(dice: Dice, played: Adjudication | None, seat: Seat | None) -> Dice:
    """The escrow of a seat's last orders of the phase, opened with its salt."""
    if played is None or seat is None or not dice.secret:
        return dice
    filed = filed_for_phase(played, seat.name)
    if not filed:
        return dice
    seq, accepted = filed[-1]
    if played.game.form == 1:
        salts = [
            escrow.salt_from(secret, accepted.seat, accepted.phase)
            for secret in secrets_of_phase(played, dice.secret)
        ]
        opened = any(escrow.agrees(salt, accepted) for salt in salts)
        return msgspec.structs.replace(dice, escrow=accepted.escrow, opened=opened)
    salt = escrow.salt_of(played.game, accepted.seat, accepted.phase)
    return msgspec.structs.replace(
        dice,
        escrow=accepted.escrow,
        salt=salt.hex(),
        opened=escrow.agrees(salt, accepted),
        cited=eventlog.cited(played.game_id, seq),
    )


def orders_of_phase(played: Adjudication, seat: str | None = None) -> list[engine.OrdersAccepted]:
    """The orders with an escrow that were filed for a phase before an adjudication, of one seat or of all."""
    return [accepted for _, accepted in filed_for_phase(played, seat)]


def filed_for_phase(played: Adjudication, seat: str | None = None) -> list[tuple[int, engine.OrdersAccepted]]:
    """The same, each with the number of its event."""
    kind = engine.OrdersAccepted.kind
    events = [(seq, engine.decode(kind, version, data)) for seq, version, data in played.filed(kind)]
    return [
        (seq, event)
        for seq, event in events
        if isinstance(event, engine.OrdersAccepted) and event.escrow and seat in (None, event.seat)
    ]


def secrets_of_phase(played: Adjudication, revealed: str) -> list[bytes]:
    """What opens the orders filed for a phase: its secret, once it is revealed, and before it those that were
    given up when its dice were renewed."""
    renewed = eventlog.events_of_type(played.game_id, "dice_renewed", 1, played.first_seq - 1)
    given_up = [e.secret for e in renewed if isinstance(e, engine.DiceRenewed) and e.phase == played.phase]
    return [bytes.fromhex(secret) for secret in (*given_up, revealed) if secret]


def _previous_head(game: Game, seat: Seat | None, untold: Sequence[Adjudication]) -> str:
    """That of the last report that the reader was sent."""
    whose, values = ("seat_id = %s", [seat.pk]) if seat else ("game_id = %s AND seat_id IS NULL", [game.pk])
    last = f"SELECT adjudication_id, head_hash FROM games_report WHERE {whose} ORDER BY id DESC LIMIT %s"
    left_out = {one.pk for one in untold}
    found = rows.values(last, *values, len(left_out) + 1)
    return next((bytes(head).hex() for played, head in found if played not in left_out), "")


def deadline(facts: Facts, *, year: bool = True) -> str:
    """The deadline of the open phase in the reader's zone; empty when nothing is due."""
    due = facts.game.phase_due
    return words.moment(due, facts.seat, year=year) if due else ""
