"""The one key of all hosts: secrets, links and reply addresses hang on it, so a host with another key would
stop every game that it touches. The database knows a fingerprint of it."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.clockwork.inserts import insert_once
from games.models import Game, GameState, ServerKey

_LENGTH = 32


class OtherKey(Exception):
    """The games of this database were begun with another key; the words say what to do."""


def fingerprint(key: str) -> str:
    """What the database keeps of a key: nothing can be made from it."""
    return hmac.new(key.encode(), b"pbem-server-key-1", hashlib.sha256).hexdigest()[:_LENGTH]


def must_be_ours() -> None:
    """Make sure that this host has the key of the others, and note it where nobody has yet. A key that was
    changed, with the former one among the fallbacks, takes its place. Raises OtherKey."""
    own = fingerprint(settings.SECRET_KEY)
    noted = seems_ours()
    if noted is None:
        noted, _new = insert_once(ServerKey(fingerprint=own), "only")
        _must_be_known(noted)
    if noted.fingerprint != own:
        ServerKey.objects.filter(pk=noted.pk).update(fingerprint=own, since=timezone.now())


def seems_ours() -> ServerKey | None:
    """What is noted of the key of all hosts, if this host has it or has the former one among the fallbacks;
    writes nothing. Raises OtherKey."""
    noted = ServerKey.objects.first()
    if noted is None:
        _must_open_the_games()
    else:
        _must_be_known(noted)
    return noted


def may_change_tables() -> None:
    """What is known of the key while tables may be those of any version. Raises OtherKey."""
    table = ServerKey._meta.db_table
    if table in connection.introspection.table_names() and (noted := ServerKey.objects.first()):
        _must_be_known(noted)


def _must_be_known(noted: ServerKey) -> None:
    if noted.fingerprint not in map(fingerprint, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)):
        raise OtherKey(_words())


def take_this_one() -> None:
    """The former key is lost for good: this one takes its place. Games that were begun with that one stop at
    their next phase, and its links and addresses open nothing any more."""
    row, _new = insert_once(ServerKey(fingerprint=""), "only")
    ServerKey.objects.filter(pk=row.pk).update(
        fingerprint=fingerprint(settings.SECRET_KEY), since=timezone.now()
    )


def _must_open_the_games() -> None:
    """A database of before keys were noted: does this one open its newest game? Only then are the dice
    loaded, and the rules with them: what takes mail starts here too."""
    from games.record import dice
    from games.record.roots import DiceKeyLost

    newest = Game.objects.exclude(state__in=(GameState.OVER, GameState.MOVED)).order_by("-created").first()
    if newest is None:
        return
    try:
        dice.last_secret(newest)
    except DiceKeyLost:
        raise OtherKey(_words()) from None


def _words() -> str:
    used = "PBEM_SECRET_KEY" if settings.SECRET_KEY_IS_CHOSEN else f"{settings.VAR / 'secret_key'}"
    return (
        f"the key in {used} is not the one that this database was made with: give every host the same "
        "PBEM_SECRET_KEY; if it was changed on purpose, put the former one into PBEM_SECRET_KEY_FALLBACKS"
    )
