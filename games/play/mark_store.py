"""The marks of all games in a place of their own, a file or an address on the web that the operator names
(PBEM_MARKS): what is left of how far the secrets were shown, when the database was restored from a copy and
no mail has come yet.

One JSON object for all games, signed with the server's key. It tells of the log of each game: the promise of
its dice, the last phase whose secret was shown, and the number of its events then.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import os
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from django.conf import settings

from games.models import Game, GameState
from games.record import marks

FORMAT = "pbem-marks-1"
PATIENCE_SECONDS = 5
MOST_BYTES = 64 * 1024 * 1024


class Unusable(Exception):
    """What lies there cannot be read, was forged, or is another server's; the words say which."""


class Known(NamedTuple):
    """How far a game was, by its mark."""

    promise: str
    shown: int
    events: int


Marks = Mapping[str, Known]  # by the UUIDs of the games


def of_the_database() -> dict[str, Known]:
    """The marks as the database has them."""
    fields = ("uuid", "commitment", "phase", "state", "version")
    games = Game.objects.exclude(state=GameState.MOVED).only(*fields)
    return {str(game.uuid): Known(game.commitment, marks.shown(game), game.version) for game in games}


def read() -> dict[str, Known] | None:
    """The marks that are kept; None where there are none. Raises Unusable."""
    raw = _fetched()
    if raw is None:
        return None
    try:
        told = json.loads(raw)
        sealed = {name: told[name] for name in ("format", "server", "games")}
        mac = str(told["mac"])
        games = {str(uuid): Known(str(p), int(s), int(e)) for uuid, (p, s, e) in told["games"].items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unusable(f"they cannot be read ({type(error).__name__})") from None
    if sealed["format"] != FORMAT:
        raise Unusable(f"they are no {FORMAT}")
    keys = [
        key
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        if sealed["server"] == _server(key)
    ]
    if not keys:
        raise Unusable("they are those of another server, or of one with another key")
    if not any(hmac.compare_digest(_mac(key, sealed).encode(), mac.encode()) for key in keys):
        raise Unusable("their signature is not this server's")
    return games


def write(kept: Marks) -> None:
    """Keep these marks in place of those that are there. Raises Unusable."""
    key = settings.SECRET_KEY
    sealed = {"format": FORMAT, "server": _server(key), "games": {uuid: list(k) for uuid, k in kept.items()}}
    _store(json.dumps({**sealed, "mac": _mac(key, sealed)}).encode())


def _server(key: str) -> str:
    return hmac.new(key.encode(), b"pbem-marks-server", hashlib.sha256).hexdigest()[:16]


def _mac(key: str, sealed: Mapping[str, Any]) -> str:
    said = json.dumps(sealed, sort_keys=True, separators=(",", ":"))
    return hmac.new(key.encode(), b"pbem-marks/" + said.encode(), hashlib.sha256).hexdigest()


# where they lie


def _is_web() -> bool:
    return str(settings.MARKS).startswith(("http://", "https://"))


def _fetched() -> bytes | None:
    try:
        if _is_web():
            return _called("GET")
        with Path(settings.MARKS).open("rb") as file:
            return file.read(MOST_BYTES)
    except FileNotFoundError:
        return None
    except urllib.error.HTTPError as error:
        if error.code in (404, 410):
            return None
        raise Unusable(f"they cannot be fetched: {error.code} {error.reason}") from None
    except (OSError, ValueError) as error:
        raise Unusable(f"they cannot be fetched: {error}") from None


def _store(raw: bytes) -> None:
    try:
        if _is_web():
            _called("PUT", raw)
        else:
            _replace(Path(settings.MARKS), raw)
    except (OSError, ValueError) as error:
        raise Unusable(f"they cannot be written: {error}") from None


def _called(method: str, body: bytes | None = None) -> bytes:
    parts = urlsplit(str(settings.MARKS))
    host = f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
    request = urllib.request.Request(urlunsplit(parts._replace(netloc=host)), data=body, method=method)
    if body is not None:
        request.add_header("Content-Type", "application/json")
    if parts.username:
        known = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        request.add_header("Authorization", f"Basic {base64.b64encode(known).decode()}")
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
        raw: bytes = answer.read(MOST_BYTES)
    return raw


def _replace(path: Path, raw: bytes) -> None:
    """The whole new file or the whole old one, whatever happens meanwhile."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
