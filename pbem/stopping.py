"""What stops a command is said in one sentence, with what to do: a wrong setting, a database that is away or
of another version, a disk without room, files that are missing. ``--traceback`` shows where it came to that.

The exit code tells service managers and mail servers whether coming again helps (75) or not (78).
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import NamedTuple, NoReturn

from pbem import database_faults, installed
from pbem.environment import SettingError
from pbem.places import CannotListen
from pbem.starting import CannotStart, begin

COME_AGAIN, MEND = os.EX_TEMPFAIL, os.EX_CONFIG
PIPE = "pipemail"
"""Its caller, a mail server, would send a mail back to its writer for any code but COME_AGAIN."""
FULL = (errno.ENOSPC, errno.EDQUOT)
MOST_NAMED = 3


class Stop(NamedTuple):
    words: str
    code: int


def carry_out(arguments: Sequence[str], command: Callable[[], object]) -> None:
    """Do what the command line asks for."""
    try:
        if lost := installed.missing():
            raise CannotStart(_without(lost))
        command()
    except Exception as error:
        stop = None if "--traceback" in arguments else _stop(error)
        if stop is None and PIPE not in arguments[1:2]:
            raise
        if stop is None:
            traceback.print_exc()
            sys.exit(COME_AGAIN)
        _end(stop, piped=PIPE in arguments[1:2])


def _end(stop: Stop, *, piped: bool) -> NoReturn:
    sys.stderr.write(f"{stop.words}.\n")
    sys.exit(COME_AGAIN if piped else stop.code)


def _without(lost: list[str]) -> str:
    more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
    return f"files of its package are gone ({', '.join(lost[:MOST_NAMED])}{more}): install it again"


def _stop(error: Exception) -> Stop | None:
    """What to say, or None where this is a fault that nobody knows."""
    match error:
        case SettingError():
            return Stop(f"This server does not start: {error}", MEND)
        case CannotStart():
            return Stop(f"This server does not start: {error}", MEND)
        case CannotListen():
            return Stop(f"This server does not start: {error}", COME_AGAIN)
        case OSError() if error.errno in FULL:
            return _no_room(str(error.filename or "this server"))
        case OSError() if error.errno == errno.EFBIG:
            do = "raise it (ulimit -f, LimitFSIZE=) and begin again; nothing is lost"
            return Stop(
                f"No file of this process may become as large as is needed, by its limit: {do}", COME_AGAIN
            )
    return _of_the_database(error)


def _no_room(where: str) -> Stop:
    words = f"There is no room left on the disk of {where}: make some and begin again; nothing is lost"
    return Stop(words, COME_AGAIN)


def _of_the_database(error: Exception) -> Stop | None:
    """Nothing that loads Django's settings may come before: they may be what is wrong."""
    from django.db import DatabaseError, OperationalError, ProgrammingError, connection

    if not isinstance(error, DatabaseError):
        return None
    said = " ".join(str(error).split()).rstrip("?:. ")
    if do := database_faults.remedy(error):
        return Stop(f"The database cannot be used: {said}: {do}", MEND)
    if not isinstance(error, OperationalError | ProgrammingError):  # away, or without a table or a column
        return None

    if connection.vendor == "sqlite" and _is_full(connection.settings_dict["NAME"], str(error)):
        return _no_room(str(connection.settings_dict["NAME"]))
    if "disk I/O error" in str(error):
        do = "look whether it is sound, and whether files may become as large (ulimit -f); then begin again"
        return Stop(f"The disk of {connection.settings_dict['NAME']} cannot be written: {do}", COME_AGAIN)
    try:
        connection.close()
        begin()
    except CannotStart as reason:
        return Stop(f"This command was not carried out: {reason}", MEND)
    except DatabaseError:
        pass
    if not isinstance(error, OperationalError):
        return None
    do = "start it, or mend PBEM_DATABASE_URL; nothing is lost"
    return Stop(f"The database cannot be asked: {said}: {do}", COME_AGAIN)


def _is_full(file: object, said: str) -> bool:
    """SQLite says so, or cannot even open its write-ahead log."""
    if "full" in said:
        return True
    try:
        there = os.statvfs(os.path.dirname(str(file)) or ".")
    except OSError:
        return False
    return "disk I/O error" in said and there.f_bavail == 0
