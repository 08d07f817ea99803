"""Moments of a game as the log tells them, seen with the eyes of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games import pictures
from games.models import Adjudication, Game
from games.pictures.land import land_svg
from games.record import dice, escrow, eventlog, opening, roots
from games.views import ground
from rules import engine

PUBLIC = None


class Moment(NamedTuple):
    """One adjudication: the state before it, what a reader was shown of it then (``shown``), what he may look
    at now (``told``: all of it once the game is over), the state after it."""

    before: engine.Table
    shown: list[engine.Event]
    told: list[engine.Event]
    after: engine.Table


class Paragraph(NamedTuple):
    """A numbered paragraph of a report."""

    head: engine.ReportLine
    details: list[engine.ReportLine]


class Roll(NamedTuple):
    """A die as the dice page shows it; ``again`` is the face that the revealed secret gives, ``rule`` what
    asked for it, as the book in play has it: its name keeps the id that its recipe knows."""

    die: engine.DieRolled
    again: int | None
    rule: str


class Promise(NamedTuple):
    """A set of orders and its escrow: ``sheet`` is the very text that was hashed, ``name`` what its salt
    comes from, or ``salt`` the salt itself (log form 2); ``kept`` is None while it is not known."""

    seat: str
    escrow: str
    name: str
    salt: str
    sheet: str
    kept: bool | None


class LogLine(NamedTuple):
    """An event in plain words. ``place`` is its number in the log, told only when the game is over: the gaps
    would tell who wrote how often."""

    place: int | None
    name: str
    fields: list[tuple[str, str]]


def moment(played: Adjudication, seat: str | None) -> Moment:
    """What happened in an adjudication, for a seat (None: the public)."""
    before = eventlog.load(played.game_id, played.first_seq - 1).battle
    rows = list(eventlog.rows(played.game_id, played.first_seq, played.last_seq))
    events = [row.event for row in rows]
    shown = eventlog.seen_in(played.game, seat, rows)
    told = events if opening.is_open(played.game) else shown
    return Moment(before, shown, told, engine.replay(events, before.copy()))


def board(picture: engine.Picture | None) -> dict[str, Any]:
    """What a page shows of a board; nothing in a game that has none."""
    if picture is None:
        return {}
    return {"picture": picture, "map": pictures.svg(picture), "key": pictures.legend(picture)}


def land(picture: engine.LandPicture | None) -> dict[str, Any]:
    """What a page shows of a land, region by region; nothing in a game that is played on none."""
    if picture is None:
        return {}

    def drawn(region: engine.Region) -> str:
        return land_svg(picture.land, around=region.around, radius=region.radius, marks=picture.marks,
                        ways=picture.ways, ground_at=ground.address(picture.land, region))  # fmt: skip

    regions = (picture.region, *picture.elsewhere)
    return {"regions": [{"map": drawn(region), "summary": region.summary} for region in regions]}


def visible(game: Game, seat: str | None, first: int, last: int) -> list[engine.Event]:
    """What a seat may look at of some events: what it was shown; everybody at everything when the game is
    over."""
    if opening.is_open(game):
        return list(eventlog.events(game.pk, first, last))
    return eventlog.seen(game, seat, first, last)


def paragraphs(lines: Iterable[engine.ReportLine]) -> list[Paragraph]:
    """Report lines by paragraph: a line of depth 0 begins one."""
    found: list[Paragraph] = []
    for line in lines:
        if line.depth == 0 or not found:
            found.append(Paragraph(line, []))
        else:
            found[-1].details.append(line)
    return found


def log_lines(events: Iterable[engine.Event], first: int | None) -> list[LogLine]:
    """Events as lists of names and values; ``first`` is the log number of the first one, if it
    may be told."""
    return [
        LogLine(None if first is None else first + n, words_of(event.kind), _fields(event))
        for n, event in enumerate(events)
        if not isinstance(event, engine.DieRolled)
    ]


def words_of(kind: str) -> str:
    return kind.replace("_", " ").capitalize()


def _fields(event: engine.Event) -> list[tuple[str, str]]:
    found: dict[str, object] = msgspec.to_builtins(event)
    return in_words({name: value for name, value in found.items() if name != "type"})


def in_words(fields: Mapping[str, object]) -> list[tuple[str, str]]:
    """Names and values as a page shows them."""
    return [(name.replace("_", " "), _plain(value)) for name, value in fields.items()]


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(v) for v in value)
    if isinstance(value, dict):
        return "; ".join(f"{k}: {_plain(v)}" for k, v in value.items())
    return "" if value is None else str(value)


class Secret(NamedTuple):
    """What makes the dice of a phase checkable. ``value`` is empty until it is revealed; ``reaches`` says
    whether hashing it ``steps`` times gives the ``commitment``. ``papers`` are the salted digests under
    ``sheets`` (log form 2). ``withheld``: a log of form 1 has no salt in the digest of its sheets, so that it
    is not shown before the end."""

    phase: int
    step: str
    sheets: str
    value: str
    key: str
    reaches: bool
    steps: int
    commitment: str
    papers: tuple[str, ...] = ()
    withheld: bool = False
    table: engine.KeyedDice | None = None


def secret_of(
    events: Iterable[engine.Event],
    played: Adjudication,
    later: engine.SecretRevealed | engine.DiceRenewed | None,
) -> Secret:
    """The secret of an adjudication, from its events as a reader sees them or, for an inner step, from
    ``later`` in the phase."""
    closed, shown = None, later
    for event in events:
        if isinstance(event, engine.PhaseClosed):
            closed = event
        elif isinstance(event, engine.SecretRevealed) and event.phase == played.phase:
            shown = event
    promise = dice.promise_at(played.game, played.first_seq)
    withheld = played.game.form == 1 and not opening.is_open(played.game)
    sheets = "" if withheld or closed is None else closed.sheets
    found = Secret(
        played.phase, played.step, sheets, shown.secret if shown else "", "", False,
        played.phase - promise.since, promise.commitment, closed.papers if closed else (), withheld,
    )  # fmt: skip
    return _opened(found, shown) if shown else found


def _opened(found: Secret, shown: engine.SecretRevealed | engine.DiceRenewed) -> Secret:
    secrets = dice.shown_by(shown)
    reaches = dice.leads_to(secrets[dice.OPEN], found.steps, found.commitment)
    if not found.sheets:
        return found._replace(reaches=reaches)
    key = dice.phase_key(secrets[dice.OPEN], found.phase, found.step, found.sheets).hex()
    table = dice.table(secrets, found.phase, found.step, found.sheets)
    return found._replace(reaches=reaches, key=key, table=table)


def promises(
    played: Adjudication, filed: Iterable[engine.OrdersAccepted], secrets: Sequence[bytes]
) -> list[Promise]:
    """Orders with the escrow that their receipts showed; in a log of form 1 one of the secrets of the phase
    opens it, once there are any."""
    return [_promise(played, orders, secrets) for orders in filed]


def _promise(played: Adjudication, orders: engine.OrdersAccepted, secrets: Sequence[bytes]) -> Promise:
    form = played.game.form
    if form == 1:
        salts = [escrow.salt_from(secret, orders.seat, orders.phase) for secret in secrets]
    else:
        salts = _salts(played, orders.seat)
    return Promise(
        orders.seat,
        orders.escrow,
        escrow.salt_name(orders.seat, orders.phase) if form == 1 else "",
        salts[0].hex() if salts and form == 2 else "",
        escrow.sheet_of(orders).decode(),
        any(escrow.agrees(salt, orders) for salt in salts) if salts else None,
    )


def _salts(played: Adjudication, seat: str) -> list[bytes]:
    """The salt of what a seat wrote for a phase (log form 2); none where it is closed. What a fork has copied
    is under its parent's, which open with both games."""
    game = played.game
    forks = list(eventlog.events_of_type(game.pk, engine.Forked.kind, played.first_seq, game.version))
    try:
        if not forks:
            return [escrow.salt_of(game, seat, played.phase)]
        root = roots.all_of_game(game)[len(forks)]
    except (roots.DiceKeyLost, IndexError):
        return []
    parent = next(fork for fork in forks if isinstance(fork, engine.Forked)).parent
    return [roots.paper_salt(root, UUID(parent), seat, played.phase)] if opening.is_open(game) else []


class Paper(NamedTuple):
    """The final paper of a seat for a phase (log form 2), letter by letter, with its salt and digest;
    ``kept`` says whether salt and words give the digest."""

    seat: str
    digest: str
    salt: str
    words: str
    kept: bool


def papers(played: Adjudication, secret: Secret, reader: str | None) -> list[Paper]:
    """The final papers under the digests of a closing: the reader's own; of all seats when the
    game is over."""
    if not secret.papers:
        return []
    closing = eventlog.load(played.game_id, played.first_seq - 1).battle
    opened = opening.is_open(played.game)
    found = zip(closing.setup.seats, secret.papers, strict=True)
    return [
        _paper(closing, seat.id, digest, salt)
        for seat, digest in found
        if opened or seat.id == reader
        for salt in _salts(played, seat.id)
    ]


def _paper(closing: engine.Table, seat: str, digest: str, salt: bytes) -> Paper:
    words = engine.paper_of(closing, seat)
    return Paper(seat, digest, salt.hex(), words.decode(), dice.paper_digest(salt, words) == digest)


def rolls(
    battle: engine.Table, events: Iterable[engine.Event], again: engine.KeyedDice | None = None
) -> list[Roll]:
    """All dice among the events that a reader sees, rolled ``again`` with the phase's keys where
    they are known."""
    return [
        Roll(e, again.roll(e.name, e.sides, e.chain) if again else None, engine.cited(battle, e.rule))
        for e in events
        if isinstance(e, engine.DieRolled)
    ]
