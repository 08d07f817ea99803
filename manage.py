#!/usr/bin/env python
"""Django's command line for this server."""

import sys

if __name__ == "__main__":
    if sys.argv[1:2] == ["readmail"]:  # it needs nothing of Django, whose start takes longer than the reading
        from games.gate.dry_mailbox import main

        sys.exit(main(sys.argv[2:]))
    from pbem.__main__ import main as command_line

    command_line()
