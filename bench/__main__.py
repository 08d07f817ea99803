"""How fast it is: one JSON object a line, to be compared with the line of another commit in the same hour.

    make bench        or        .venv/bin/python -m bench

``measure``, ``value``, ``unit``, then ``ratio`` to what is named in ``against``: where possible something measured in
the same run, since times depend on the machine and ratios do not. Milliseconds are of CPU time of this process, the
best of several runs. Everything happens in a database of its own in a temporary directory.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="bench-") as var:
        os.environ.update(PBEM_VAR=var, PBEM_DATABASE_URL=f"sqlite:///{Path(var) / 'log.sqlite3'}")
        os.environ.update(PBEM_DOORBELL="0", DJANGO_SETTINGS_MODULE="pbem.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)

        from bench import log, post, referee

        for part in (referee, log, post):
            for measure in part.measures():
                print(json.dumps(measure._asdict()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
