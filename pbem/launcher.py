"""``python -m pbem.launcher``: starts the processes of a server on one machine and looks after them until
Ctrl-C.

``manage.py serve`` becomes this once everything is prepared. It loads what the others need, forks them, and
does nothing but watch afterwards: it has no connection and no thread, and a fault in any of them ends that
one alone.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence

from pbem import forking, loading
from pbem.forking import Born
from pbem.places import CannotListen, address
from pbem.processes import Fleet, StartFailed


def become(listen: str, base_url: str, welcome: Sequence[str]) -> None:
    """Turn this process into the launcher; its number and its terminal stay."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(
        sys.executable,
        [sys.executable, "-m", "pbem.launcher", "--listen", listen, "--welcome", "\n".join(welcome)],
        {**os.environ, "PBEM_BASE_URL": base_url},
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m pbem.launcher")
    parser.add_argument("--listen", required=True, help="address of the pages")
    parser.add_argument("--welcome", default="", help="what is told as soon as all of them run")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    host, port = address("--listen", str(options.listen))
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    try:
        if forking.POSSIBLE:
            with forking.loading():
                loading.load()
        with Fleet(forks=forking.POSSIBLE) as fleet:
            fleet.everything(host, port)
            with contextlib.suppress(OSError):
                print(options.welcome, flush=True)
            while not stopped.wait(1):
                for told in fleet.look_after():
                    _tell(f"{told}.")
            _tell("Stopping ...")
    except Born as process:
        process.live()
    except (StartFailed, CannotListen) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _tell(words: str) -> None:
    """Where nobody can hear it (a full disk, a terminal that is gone) the server goes on all the same."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{words}\n")


if __name__ == "__main__":
    sys.exit(main())
