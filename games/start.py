"""What must hold before a process of the server serves: a database of this very version, and its key."""

from __future__ import annotations

import logging
import os
import time
from importlib.resources import files
from importlib.resources.abc import Traversable

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

from games.clockwork import clocks, hosts
from games.record import server_key
from pbem.calling import PROGRAM
from pbem.starting import CannotStart

logger = logging.getLogger(__name__)


def look(**_: object) -> None:
    """Called when a process starts. While the database cannot be reached nothing is known, and nothing is
    lost: the process starts, and waits for it as it does at any time. Raises CannotStart."""
    must_be_whole()
    must_be_writable()
    try:
        same_version()
        server_key.must_be_ours()
        hosts.seen()
    except server_key.OtherKey as error:
        raise CannotStart(str(error)) from None
    except OperationalError as error:
        logger.warning("the database cannot be asked yet: %s", str(error).strip())


LOOKS_SECONDS = 5.0
_next_look = 0.0
_fits = True


def may_work() -> bool:
    """Whether the tables are still those of this version: while this process runs another host may have
    brought those of a newer one. Then it touches nothing; the rows wait for hosts that know them. Nor does it
    where its clock is far from the one that all hosts share: phases would end before their time. Looked at
    every few seconds; a change is told in the log."""
    global _next_look, _fits
    if time.monotonic() < _next_look:
        return _fits
    before, trouble = _fits, ""
    try:
        same_version()
        same_clock()
    except CannotStart as reason:
        trouble = str(reason)
    except DatabaseError:  # the work itself will say so
        return True
    _next_look, _fits = time.monotonic() + LOOKS_SECONDS, not trouble
    if trouble and before:
        logger.error("this host does no work: %s", trouble)
    elif _fits and not before:
        logger.warning("this host works again: the database is of its version and its clock")
    return _fits


NEEDED = (
    ("rules", "data/tables/terrain.toml"),
    ("rules", "data/scenarios/orchard.toml"),
    ("rules", "data/rosters"),
    ("rules", "data/panels"),
    ("rules", "data/rulings.toml"),
    ("rules", "locale/de/LC_MESSAGES"),
    ("games", "locale/de/LC_MESSAGES"),
    ("games", "static/games/archive.css"),
    ("games", "pictures/fonts"),
    ("games", "migrations"),
)
"""One of each kind that a package may lack which was made without them; whether files of a package that had
them are gone is for pbem.installed."""
PAGES = ("archive/lobby.html", "mail/welcome.txt")


def must_be_whole() -> None:
    """Raises CannotStart where the server was installed without its data."""
    lost = [f"{package}/{name}" for package, name in NEEDED if not _is_there(files(package).joinpath(name))]
    for page in PAGES:
        if not any(folder.joinpath(page).is_file() for folder in settings.TEMPLATE_FOLDERS):
            lost.append(f"templates/{page}")
    if lost:
        raise CannotStart(f"it was installed without its data files ({', '.join(lost)}): install it again")


def _is_there(found: Traversable) -> bool:
    return found.is_file() or (found.is_dir() and any(found.iterdir()))


def must_be_writable() -> None:
    """Raises CannotStart where SQLite's file is another user's, as a copy is that was put back by root: all
    could be read, and nothing that comes in be kept."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and os.path.exists(name) and not os.access(name, os.W_OK):
        raise CannotStart(f"nothing can be written to {name} as this user: give it to him (chown)")


def same_version() -> None:
    """Raises CannotStart where tables are missing, or where a newer version has changed them."""
    ours, theirs = migrations(), applied()
    if newer := sorted(theirs - ours):
        raise CannotStart(_outgrown(newer[-1]))
    if not theirs:
        raise CannotStart(f"the database is empty: run {PROGRAM} migrate")
    if missing := sorted(ours - theirs):
        raise CannotStart(
            f"the database is of an older version (it lacks {missing[0]}): run {PROGRAM} migrate"
        )


def may_change_tables() -> None:
    """Before a migration: a host that would not serve afterwards leaves the tables to those that do, which
    would have to stop their work. Raises CannotStart."""
    if newer := sorted(applied() - migrations()):
        raise CannotStart(_outgrown(newer[-1]))
    try:
        server_key.may_change_tables()
    except server_key.OtherKey as error:
        raise CannotStart(str(error)) from None


def _outgrown(by: str) -> str:
    return (
        f"the database belongs to a newer version of the server (it has {by}): update this host, "
        "or restore the copy that was made before the update"
    )


def same_clock() -> None:
    """Raises CannotStart where the clock of this machine is far from the database's. A process starts all the
    same, and waits until the clock is set: many machines only learn the time when they are up."""
    if abs(apart := clocks.apart()) > clocks.TOO_FAR:
        raise CannotStart(clocks.words(apart))


def migrations() -> set[str]:
    """The names of those that this version has."""
    there = (file.name for file in files("games").joinpath("migrations").iterdir())
    return {name.removesuffix(".py") for name in there if name[:4].isdigit() and name.endswith(".py")}


def applied() -> set[str]:
    """The names of those that the database has had. Raises OperationalError where it cannot be asked."""
    with connection.cursor() as cursor:
        try:
            cursor.execute("SELECT name FROM django_migrations WHERE app = 'games'")
        except DatabaseError:
            if "django_migrations" in connection.introspection.table_names(cursor):
                raise
            return set()
        return {name for (name,) in cursor.fetchall()}
