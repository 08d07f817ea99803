"""``python -m pbem COMMAND``, and the console command ``pbem``: as manage.py, wherever the server is
installed."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    execute_from_command_line([os.path.basename(sys.argv[0]) or "pbem", *sys.argv[1:]])


if __name__ == "__main__":
    main()
