"""Forks: a game of its own that begins from another's past, to ask what if, or to go on after a ruling.

A fork's log is its parent's, byte for byte, up to the opening of a phase, chained under its own UUID;
the event Forked behind it names the parent and the parent's head there, so that the fork's file alone
proves which game it came from: the same rows chained as the parent's give the head that its players hold
in their mailboxes. The rows are copied, not shared: so every game can be read, exported and verified
without any other.

The dice from there on are the fork's own, committed in the same event, before anybody has sent it an order.
The fork's UUID is a hash of that event (chaining.identity): a game that is running has its UUID already, so
no Forked can be put into it to give it other dice.

What the parent had told of games that it had called stays told: their logs belong to the family in which they
were played. Games that were open at that point begin once more as the fork's own (GameCalledAgain), with the
beginning that they had and dice of their own.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from games.models import Game, GameState
from games.play import families
from games.proof import copied_logs, rebuilding
from games.record import calls, chaining, dice, eventlog, leaves, promises, roots, terms
from games.record.stored import Stored
from pbem.mail.headers import clean, clean_name
from rules import engine


class OfFamily(ValueError):
    """A game that another one called: a family is forked at its top. The words say which."""


class NoSuchPhase(ValueError):
    """The game never opened that phase; the words say which there are."""


def fork(parent: Game, at: str, *, title: str = "", why: str = "") -> Game:
    """A game that branches off as the phase ``at`` opened, by its number ("5") or key ("t3-normans"). It has
    no players yet and goes on when all its seats are taken. Raises NoSuchPhase, OfFamily."""
    if parent.parent:
        family = parent.family.label
        raise OfFamily(f"{parent.label} belongs to {family}: fork that, and what it has called begins anew")
    rows = list(eventlog.rows(parent.pk, last=_opening(parent, at)))
    head, why = rows[-1].hash.hex(), clean(why)
    game, event, root = (
        _begun_2(parent, rows, head, why) if parent.form == 2 else _begun(parent, rows, head, why)
    )
    game.title = clean_name(title, 120) or f"{parent.title}, from {at}"
    game.state = GameState.MOVED
    terms.agree(game, terms.of(parent))
    with transaction.atomic():
        game.save()
        copied_logs.take_in(game.pk, list(chaining.relinked(game.uuid, rows, root)))
        again = list(_called_again(game, rows, root))
        eventlog.append(game.pk, len(rows), [event, *again], f"custody:{len(rows) + 1}")
        game.refresh_from_db()
        _hold(game)
        for seq, called in enumerate(again, start=len(rows) + 2):
            _hold(families.noted(game, called, seq))
    return Game.objects.get(pk=game.pk)


def _hold(game: Game) -> None:
    """All rows that follow from a log; the game waits for its players."""
    rebuilding.rebuild(game)
    Game.objects.filter(pk=game.pk).update(state=GameState.HELD, created=timezone.now())


def _called_again(game: Game, rows: Sequence[Stored], root: bytes) -> Iterator[engine.GameCalledAgain]:
    """The calls that are open at the end of these rows, as a fork makes them."""
    for call in calls.open_calls(row.event for row in rows).values():
        fields = {name: getattr(call, name) for name in engine.GameCalledAgain.__struct_fields__}
        yield calls.of_call(root, game.uuid, engine.GameCalledAgain(**fields), call.name)


_Begun = tuple[Game, engine.Forked, bytes]  # the row, not saved yet; its own event; the root of its salts


def _begun(parent: Game, rows: Sequence[Stored], head: str, why: str) -> _Begun:
    """A fork of a game of form 1."""
    last = secrets.token_bytes(32)
    commitment = dice.commitment_of(last)
    event = engine.Forked(parent=str(parent.uuid), seq=len(rows), head=head, commitment=commitment, why=why)
    game = Game(uuid=chaining.identity(engine.encode(event).data), nonce=secrets.token_bytes(32))
    game.commitment = commitment
    game.sealed_secret, game.head_hash = dice.sealed(last, game), chaining.genesis(game.uuid)
    return game, event, b""


def _begun_2(parent: Game, rows: Sequence[Stored], head: str, why: str) -> _Begun:
    """A fork of a game of form 2: with dice and salts of its own. What it has in common with its parent can
    be checked when the parent is over, so that it keeps the parent's roots. Raises DiceKeyLost."""
    of_parents = roots.all_of_game(parent)
    battle = engine.replay(row.event for row in rows)
    commitment, promised, seed, root = promises.drawn(battle.setup, since=battle.phase - 1)
    event = engine.Forked(
        parent=str(parent.uuid), seq=len(rows), head=head, commitment=commitment, why=why, promises=promised
    )
    game = Game(uuid=chaining.identity(engine.encode(event).data), nonce=secrets.token_bytes(32), form=2)
    promises.keep(game, commitment, promised, seed, [root, *of_parents])
    game.head_hash = leaves.genesis(game.uuid)
    return game, event, root


def _opening(game: Game, at: str) -> int:
    """The event that opened a phase."""
    opened: dict[int, int] = {}
    for row in eventlog.rows(game.pk, last=game.seen_version):
        if row.type == "phase_opened":
            event = row.event
            assert isinstance(event, engine.PhaseOpened)
            opened[event.number] = row.seq
    played = game.adjudications.filter(key=at).first()
    number = played.phase if played else int(at) if re.fullmatch(r"\d{1,6}", at, re.ASCII) else 0
    if at == game.phase_key:
        number = game.phase
    if number not in opened:
        raise NoSuchPhase(
            f"{game.label} has the phases 1 to {max(opened)}, also by their keys (t1-normans); not {at!r}"
        )
    return opened[number]
