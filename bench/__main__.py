"""How fast it is: one JSON object a line, to be compared with the line of another commit in the same hour.

    make bench        or        .venv/bin/python -m bench [--storm GAMES]

``measure``, ``value``, ``unit``, then ``ratio`` to what is named in ``against``: where possible something measured in
the same run, since times depend on the machine and ratios do not. Milliseconds are of CPU time of this process, the
best of several runs. Everything happens in a database of its own in a temporary directory. At the end comes a storm of
10,000 games (bench/storm.py), which takes long; ``--storm 300`` makes it a small one, ``--storm 0`` leaves it out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast it is.")
    parser.add_argument("--storm", type=int, default=10_000, metavar="GAMES")
    games = parser.parse_args().storm
    outside = dict(os.environ)
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
    if not games:
        return 0
    storm = [sys.executable, "-m", "bench.storm", "--games", str(games)]
    return subprocess.run(storm, env=outside, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
