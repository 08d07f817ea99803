#!/usr/bin/env python
"""Django's command line for this server."""

import io
import os
import sys

if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # what a server says is read through a pipe as it is said
    if sys.argv[1:2] == ["readmail"]:  # it needs nothing of Django, whose start takes longer than the reading
        from games.gate.dry_mailbox import main

        sys.exit(main(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
