"""``python -m pbem COMMAND``, and the console command ``pbem``: as manage.py, wherever the server is
installed."""

from __future__ import annotations

import io
import os
import sys

from pbem import stopping
from pbem.forking import Born


def main() -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # what a server says is read through a pipe as it is said
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    arguments = [os.path.basename(sys.argv[0]) or "pbem", *sys.argv[1:]]
    try:
        stopping.carry_out(arguments, lambda: _django(arguments))
    except Born as process:
        process.live()


def _django(arguments: list[str]) -> None:
    from django.core.management import execute_from_command_line

    execute_from_command_line(arguments)


if __name__ == "__main__":
    main()
