"""What the tests of forks fork: ``python -m tests.pbem.forked DEED``; and a driver that does it, which says
what came of it: ``python -m tests.pbem.forked drive DEED ...``."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path


def main(deed: str, *more: str) -> None:
    match deed:
        case "tells":
            comm = Path("/proc/self/comm").read_text().strip()
            own = os.getpid() == os.getsid(0)
            print(json.dumps([sys.argv[1:], comm, own, sys.stdin.read(), len(os.listdir("/proc/self/fd"))]))
        case "raises":
            raise ZeroDivisionError
        case "ends":
            sys.exit(int(more[0]))
        case "waits":
            print("ready", flush=True)
            time.sleep(600)
        case "drive":
            drive(list(more))


def drive(arguments: list[str]) -> None:
    """A fleet with one member, which is waited for; prints its code, or its pid if it only waits."""
    from pbem.forking import Born
    from pbem.processes import Fleet

    try:
        with Fleet(forks=True) as fleet:
            process = fleet.start("child", [sys.executable, "-m", "tests.pbem.forked", *arguments])
            if arguments[0] != "waits":
                process.wait(60)
            print(process.returncode, process.pid, flush=True)
            sys.stdin.readline()
            told = fleet.look_after()
            while told and not fleet.look_after() and fleet.members["child"] == process.pid:
                time.sleep(0.01)
            print(fleet.members["child"], flush=True)
            sys.stdin.readline()
    except Born as born:
        born.live()


if __name__ == "__main__":
    main(*sys.argv[1:])
