"""What forgers do to the rows of a game, for the tests of rewrites."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.models import (
    Adjudication,
    Command,
    Event,
    Game,
    OutboundMail,
    ReplyToken,
    Report,
    Snapshot,
)  # fmt: skip
from games.proof import verification
from games.record import chaining, eventlog, roots, snapshots
from games.record.stored import Stored
from rules import engine
from tests.games.kit import again
from tests.games.proof.forgery_kit import write

pytestmark = pytest.mark.django_db


def rewritten(game: Game, change: Callable[[Stored], Stored], *, heads: bool = True) -> None:
    """Change rows of the log and compute every hash behind them anew, with the head in the game's row, and
    those of the adjudications and reports. In a log of form 2 that takes the root of its salts, and so the
    server's key."""
    before = list(eventlog.rows(game.pk))
    old = {row.hash: row.seq for row in before}
    root = roots.of_game(game) if game.form == 2 else b""
    fresh = {}
    for row in chaining.relinked(game.uuid, map(change, before), root):
        fresh[row.seq] = row.hash
        write(
            "UPDATE games_event SET data = %s, recorded_us = %s, hash = %s WHERE game_id = %s AND seq = %s",
            row.data, row.recorded_us, row.hash, game.pk, row.seq,
        )  # fmt: skip
    head = next(fresh[row.seq] for row in reversed(before) if row.hash)
    Game.objects.filter(pk=game.pk).update(head_hash=head)
    for model in (Adjudication, Report):
        for row in model.objects.filter(game=game) if heads else ():
            model.objects.filter(pk=row.pk).update(head_hash=fresh[old[bytes(row.head_hash)]])
    assert verification.check(again(game)).events == game.version, "the log is sound in itself"


def later(first: int) -> Callable[[Stored], Stored]:
    """A day later, from an event on."""
    return lambda row: row._replace(recorded_us=row.recorded_us + 86_400_000_000 * (row.seq >= first))


def another_reason(row: Stored) -> Stored:
    if row.type != "phase_closed":
        return row
    return row._replace(data=json.dumps({**json.loads(row.data), "reason": "all orders in"}).encode())


def cut_off(game: Game, *, all_rows: bool = True) -> None:
    """The last phase is taken back: events, commands, adjudication, reports, reply addresses; the game stands
    where it stood."""
    last = game.adjudications.order_by("first_seq").last()
    assert last is not None
    version = last.first_seq - 1
    linked = Event.objects.filter(game=game, seq__lte=version).exclude(hash=b"").order_by("seq")
    Report.objects.filter(adjudication=last).delete()
    last.delete()
    Command.objects.filter(game=game, first_seq__gt=version).delete()
    Event.objects.filter(game=game, seq__gt=version).delete()
    told = {
        "version": version, "head_hash": linked[len(linked) - 1].hash, "turn": last.turn, "phase": last.phase,
        "step": last.step,
        "phase_key": last.key, "phase_title": last.title, "phase_short": last.short,
        "opened_seq": last.opened_seq,
    }  # fmt: skip
    if game.form == 2:
        told |= {"links": len(linked), "linked_seq": linked[len(linked) - 1].seq}
    Game.objects.filter(pk=game.pk).update(**told)
    battle = eventlog.load(game.pk).battle
    game.seats.update(awaited=False, filed_seq=0)
    game.seats.filter(name__in=engine.awaiting(battle).seats).update(awaited=True)
    ReplyToken.objects.filter(seat__game=game, phase__gt=last.phase).delete()
    eventlog.forget()
    assert verification.check(again(game)).events == version, "the log is sound in itself"


def orders_lost(game: Game) -> None:
    """The orders filed last are taken out, with their command and their receipt."""
    last = game.commands.order_by("last_seq").last()
    assert last is not None and last.command_id.startswith("mail:")
    version = last.first_seq - 1
    head = eventlog.head_at(game.pk, version) or game.head_hash
    OutboundMail.objects.filter(game=game, in_reply_to__isnull=False).delete()
    last.delete()
    Event.objects.filter(game=game, seq__gt=version).delete()
    Game.objects.filter(pk=game.pk).update(version=version, head_hash=head)
    game.seats.update(filed_seq=0)
    eventlog.forget()
    assert verification.check(again(game)).events == version, "the log is sound in itself"


def gone(game: Game) -> None:
    write("DELETE FROM games_game WHERE id = %s", game.pk)


def moved_back(game: Game) -> None:
    """Clumsily: the end of the log is cut off, and the head set back, and nothing else."""
    version = game.version - 1
    write("DELETE FROM games_event WHERE game_id = %s AND seq > %s", game.pk, version)
    head = eventlog.head_at(game.pk, version) or game.head_hash
    Game.objects.filter(pk=game.pk).update(version=version, head_hash=head)


def without_its_command(game: Game) -> None:
    write("DELETE FROM games_command WHERE game_id = %s AND first_seq = 1", game.pk)


def another_command(game: Game) -> None:
    Command.objects.create(game=game, command_id="mail:nobody:1", first_seq=2, last_seq=2)


def another_outcome(game: Game) -> None:
    write(
        "UPDATE games_command SET outcome = '{\"filed\": true}' WHERE game_id = %s AND first_seq = 1", game.pk
    )


def another_parent(game: Game) -> None:
    """The parent's past is improved, and its own rows with it."""
    rewritten(game, later(3))


def a_planted_snapshot(game: Game) -> None:
    battle = engine.replay(eventlog.events(game.pk))
    figure = next(iter(battle.figures.values()))
    battle.figures[figure.id] = engine.replay(eventlog.events(game.pk)).figures[figure.id]
    battle.turn += 7
    snapshots._write(game.pk, game.version, battle, None)
    assert Snapshot.objects.exists()


def of_game(**values: Any) -> Callable[[Game], None]:
    return lambda game: exactly(Game.objects.filter(pk=game.pk).update(**values))


def of_one(model: type[Any], found: dict[str, Any], **values: Any) -> Callable[[Game], None]:
    """A row of the game is changed."""

    def change(game: Game) -> None:
        row = model.objects.filter(game=game, **found).order_by("pk").first()
        model.objects.filter(pk=row.pk).update(**values)

    return change


def without(model: type[Any], **found: Any) -> Callable[[Game], None]:
    """A row of the game is deleted."""

    def delete(game: Game) -> None:
        row = model.objects.filter(game=game, **found).order_by("pk").first()
        write(f"DELETE FROM {model._meta.db_table} WHERE id = %s", row.pk)

    return delete


def exactly(found: int) -> None:
    assert found == 1


def another_mail(game: Game) -> None:
    mail = OutboundMail.objects.filter(game=game, kind="report").order_by("pk").last()
    assert mail is not None
    changed = bytes(mail.rendered).replace(b"Norman", b"Lombard")
    assert changed != bytes(mail.rendered)
    OutboundMail.objects.filter(pk=mail.pk).update(rendered=changed)


def a_report_in_both_places(game: Game) -> None:
    """The report and the mail say the same once more, and not what this server wrote."""
    mail = OutboundMail.objects.filter(game=game, kind="report").order_by("pk").last()
    assert mail is not None
    row = Report.objects.get(seat=mail.seat, key=mail.dedupe_key.split(":", 3)[-1])
    Report.objects.filter(pk=row.pk).update(text=row.text.replace("Norman", "Lombard"))
    another_mail(game)


def a_stolen_seal(game: Game) -> None:
    """A seal of this server, of another report."""
    own, other = Report.objects.filter(game=game, seat=None).order_by("pk")[:2]
    Report.objects.filter(pk=own.pk).update(text=other.text, html=other.html, seal=other.seal)


def no_seal(game: Game) -> None:
    Command.objects.filter(game=game).update(seal=None)
