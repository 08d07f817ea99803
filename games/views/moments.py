"""Moments of a game as the log tells them, seen with the eyes of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from games import dice, escrow, eventlog
from games.models import Adjudication, Game, GameState
from rules import engine

PUBLIC = None


class Moment(NamedTuple):
    """One adjudication: the battle before it, all its events, the battle after it."""

    before: engine.Battle
    events: list[engine.Event]
    after: engine.Battle


class Paragraph(NamedTuple):
    """A numbered paragraph of a report."""

    head: engine.ReportLine
    details: list[engine.ReportLine]


class Roll(NamedTuple):
    """A die as the dice page shows it; ``again`` is the face that the revealed secret gives."""

    die: engine.DieRolled
    again: int | None


class Promise(NamedTuple):
    """A set of orders and its escrow: ``sheet`` is the very text that was hashed, ``name`` what its salt comes from;
    ``kept`` is None while the secret is not known."""

    seat: str
    escrow: str
    name: str
    sheet: str
    kept: bool | None


class LogLine(NamedTuple):
    """An event in plain words. ``place`` is its number in the log, told only when the game is over: the gaps would
    tell who wrote how often."""

    place: int | None
    name: str
    fields: list[tuple[str, str]]


def moment(played: Adjudication) -> Moment:
    """What happened in an adjudication."""
    before = eventlog.load(played.game_id, played.first_seq - 1).battle
    events = list(eventlog.events(played.game_id, played.first_seq, played.last_seq))
    return Moment(before, events, engine.replay(events, before.copy()))


def visible(events: Iterable[engine.Event], seat: str | None, game: Game) -> list[engine.Event]:
    """The events that a seat may see; everybody may see everything when the game is over."""
    return [e for e in events if game.state == GameState.OVER or engine.is_visible(e, seat)]


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
    """Events as lists of names and values; ``first`` is the log number of the first one, if it may be told."""
    return [
        LogLine(None if first is None else first + n, words_of(event.kind), _fields(event))
        for n, event in enumerate(events)
        if not isinstance(event, engine.DieRolled)
    ]


def words_of(kind: str) -> str:
    return kind.replace("_", " ").capitalize()


def _fields(event: engine.Event) -> list[tuple[str, str]]:
    found: dict[str, object] = msgspec.to_builtins(event)
    return [(name.replace("_", " "), _plain(value)) for name, value in found.items() if name != "type"]


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(v) for v in value)
    if isinstance(value, dict):
        return "; ".join(f"{k}: {_plain(v)}" for k, v in value.items())
    return "" if value is None else str(value)


class Secret(NamedTuple):
    """What makes the dice of a phase checkable. ``value`` is empty until it is revealed; ``reaches`` says whether
    hashing it as often as the phase's number gives the commitment."""

    phase: int
    step: str
    sheets: str
    value: str
    key: str
    reaches: bool


def secret_of(events: Iterable[engine.Event], played: Adjudication, later: str, commitment: str) -> Secret:
    """The secret of an adjudication, from its own events or, for an inner step, from ``later`` in the phase."""
    sheets, value = "", later
    for event in events:
        if isinstance(event, engine.PhaseClosed):
            sheets = event.sheets
        elif isinstance(event, engine.SecretRevealed) and event.phase == played.phase:
            value = event.secret
    revealed = bytes.fromhex(value)
    key = dice.phase_key(revealed, played.phase, played.step, sheets).hex() if value else ""
    reaches = bool(value) and dice.leads_to(revealed, played.phase, commitment)
    return Secret(played.phase, played.step, sheets, value, key, reaches)


def promises(filed: Iterable[engine.OrdersAccepted], secrets: Sequence[bytes]) -> list[Promise]:
    """Orders with the escrow that their receipts showed; one of the secrets opens it, once there are any."""
    return [
        Promise(
            orders.seat,
            orders.escrow,
            escrow.salt_name(orders),
            escrow.sheet_of(orders).decode(),
            any(escrow.agrees(secret, orders) for secret in secrets) if secrets else None,
        )
        for orders in filed
    ]


def rolls(events: Iterable[engine.Event], key: str) -> list[Roll]:
    """All dice of an adjudication, rolled again with the phase's key where it is known."""
    again = engine.KeyedDice(bytes.fromhex(key)) if key else None
    return [
        Roll(e, again.roll(e.name, e.sides) if again else None)
        for e in events
        if isinstance(e, engine.DieRolled)
    ]
