"""New dice for a game whose secrets are known: it goes on, under its label and at its addresses, with dice
that nobody has seen.

The change is an event of the log, with the promise of the new chain of secrets and the reason. Orders that
were filed for the open phase stand; where anything of the phase lies under the secret that is given up (dice
of steps that are over, in a log of form 1 the receipts too) it is shown with the change, so that all can be
checked as before.
"""

from __future__ import annotations

import secrets

from django.db import transaction

from games.clockwork.failpoints import failpoint
from games.models import Event, Game, GameState
from games.play import adjudication, deadlines
from games.record import dice, eventlog, promises
from games.record.eventlog import Appended
from games.reports import announce
from rules import engine

_PLAYED = (
    GameState.RUNNING, GameState.ASKING, GameState.HELD, GameState.RESTING, GameState.BROKEN,
)  # fmt: skip
# by the form of the log; in form 2 receipts have salts of their own
_UNDER_THE_OLD = {1: ("orders_accepted", "die_rolled"), 2: ("die_rolled",)}


class NotPlayed(Exception):
    """A game that has no dice to come; the words say why."""


def renew(game: Game, why: str) -> Game:
    """Go on under new secrets from the open phase on. A phase that is being played is ended before by
    standing orders, since whoever is asked may know its dice. Raises NotPlayed, eventlog.Conflict,
    dice.DiceKeyLost, and what adjudication.finish raises."""
    if game.state not in _PLAYED:
        raise NotPlayed(f"{game.label} has no dice to come: {game.get_state_display()}")
    if game.played_from:
        adjudication.finish(game)
        game = Game.objects.get(pk=game.pk)
        if game.state == GameState.OVER:
            return game
    setup = eventlog.load(game.pk, game.version).battle.setup
    commitment, promised, last = promises.renewed(setup, game.phase - 1)
    given_up = _given_up(game, setup)
    event = engine.DiceRenewed(
        phase=game.phase, commitment=commitment, why=why, promises=promised,
        secret=given_up.secret if given_up else "", closed=given_up.closed if given_up else (),
    )  # fmt: skip

    def effects(_: Appended) -> None:
        fresh = Game.objects.get(pk=game.pk)
        if promised is None:
            fresh.nonce = secrets.token_bytes(
                32
            )  # what an older secret was sealed with shall not seal this one
            fresh.commitment = event.commitment
        else:
            promises.note(fresh, event.commitment, promised)
        fresh.sealed_secret, fresh.burnt = dice.sealed(last, fresh), 0
        fresh.save(update_fields=["nonce", "commitment", "promises", "audiences", "sealed_secret", "burnt"])
        failpoint("renewal.sealed")

    failpoint("renewal.begins")
    with transaction.atomic():
        eventlog.append(game.pk, game.version, [event], f"custody:{game.version + 1}", effects=effects)
        _go_on(Game.objects.get(pk=game.pk))
    failpoint("renewal.renewed")
    return Game.objects.get(pk=game.pk)


def _given_up(game: Game, setup: engine.Setup) -> engine.SecretRevealed | None:
    """The secrets that the open phase had, if anything of it lies under them already."""
    opened = Event.objects.filter(game=game, type="phase_opened").order_by("-seq").first()
    since = Event.objects.filter(
        game=game, type__in=_UNDER_THE_OLD[game.form], seq__gt=opened.seq if opened else 0
    )
    if not since.exists():
        return None
    closed = dice.closed_secrets(game, setup, game.phase)
    return engine.SecretRevealed(phase=game.phase, secret=dice.secret(game, game.phase).hex(), closed=closed)


def _go_on(game: Game) -> None:
    """The clock of the open phase begins anew, and everybody is told how it stands; a game that waits for its
    players goes on waiting."""
    if game.waits_for_players:
        return
    battle = eventlog.load(game.pk, game.version).battle
    game.trouble, game.trouble_count, game.retry_at = "", 0, None
    deadlines.go_on(game, battle)
    for seat in game.seats.all():
        if seat.email:
            announce.renewed(game, seat, battle)
