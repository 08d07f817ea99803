"""An installation of its own, driven by ``manage.py`` commands: each in a process of its own, without
starting Python and importing Django for each.

Run as ``python -m tests.games.installation`` this is the process that has imported everything: it reads a
command, a line of JSON, forks for it, and says what came of it.
"""

from __future__ import annotations

import json
import os
import select
import sys
import traceback
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, NamedTuple, Self

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300  # for a command
SWEEPS = 100


class Done(NamedTuple):
    status: int
    out: str
    err: str


class Installation:
    """A server with a database, a directory and perhaps a key of its own, and with no bell to ring."""

    def __init__(self, database: str, var: Path, **environment: str) -> None:
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "PYTEST_"))}
        self.environment = {
            **clean,
            "PBEM_DATABASE_URL": database,
            "PBEM_VAR": str(var),
            "PBEM_DOORBELL": "off",
            "DJANGO_SETTINGS_MODULE": "pbem.settings",
            **environment,
        }
        self._process = Popen(
            [sys.executable, "-m", __name__], env=self.environment, cwd=ROOT, stdin=PIPE, stdout=PIPE
        )

    def run(self, *command: Any, given: str = "") -> Done:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps([[*map(str, command)], given]).encode() + b"\n")
        self._process.stdin.flush()
        answered, _, _ = select.select([self._process.stdout], [], [], SECONDS)
        line = self._process.stdout.readline() if answered else b""
        assert line, f"no answer to {command}"
        return Done(*json.loads(line))

    def __call__(self, *command: Any, given: str = "") -> str:
        """What a command that succeeds says to its standard output."""
        done = self.run(*command, given=given)
        assert done.status == 0, f"{command}: {done.out[-2000:]} {done.err[-3000:]}"
        return done.out

    def comes_to_rest(self) -> None:
        """All is done that is due, and what that makes due."""
        for _ in range(SWEEPS):
            if self("sweep").split()[0] == "0":
                return
        raise AssertionError(f"after {SWEEPS} sweeps there still is something to do")

    def close(self) -> None:
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


# in the process of the installation


def serve() -> None:
    import django
    from django.core import checks
    from django.core.management import get_commands, load_command_class
    from django.urls import get_resolver

    from rules import engine

    # what every command would read anew: pages, commands, scenarios
    django.setup()
    assert get_resolver().url_patterns
    for name, app in get_commands().items():
        if app == "games":
            load_command_class(app, name)
    engine.faulty_scenarios()
    checks.run_checks()
    for line in sys.stdin:
        command, given = json.loads(line)
        print(json.dumps(forked(command, given)), flush=True)


def forked(command: list[str], given: str) -> Done:
    with TemporaryFile() as source, TemporaryFile() as out, TemporaryFile() as err:
        source.write(given.encode())
        source.seek(0)
        pid = os.fork()
        if not pid:
            for place, file in enumerate((source, out, err)):
                os.dup2(file.fileno(), place)
            os._exit(carried_out(command))
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return Done(status, *(read_back(file) for file in (out, err)))


def read_back(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode())


def carried_out(command: list[str]) -> int:
    from django.core.management import execute_from_command_line

    # whatever was read ahead of the old one is not its own
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.argv = ["manage.py", *command]
    status = 0
    try:
        execute_from_command_line(sys.argv)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status


if __name__ == "__main__":
    serve()
