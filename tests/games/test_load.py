"""The load drivers of bench/, small: real processes, a real Redis, mail over SMTP both ways."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from bench.at_rest import MOST_MEGABYTES
from bench.storm import TRIES
from tests.pbem.test_guardian import last_of

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow
SECONDS = 120
MEMBERS = (
    "bench.load.sink", "pbem-guardian", "pbem-smtpd", "pbem-web", "pbem-worker", "postgres",
    "redis",
)  # fmt: skip
SCENARIOS = ("--scenarios", "orchard", "tower")
QUICK = {"PBEM_SWEEP_SECONDS": "1", "PBEM_PATIENCE_SECONDS": "1"}


def figures(*command: str) -> dict[str, Any]:
    """What a driver prints, by measure. It fails if a game, a mail or a report was lost or doubled."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "PYTEST_", "DJANGO_"))}
    done = subprocess.run(
        [sys.executable, "-m", *command],
        env={**clean, **QUICK}, cwd=ROOT, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return {line["measure"]: line for line in map(json.loads, done.stdout.splitlines())}


def test_a_storm_that_is_killed_leaves_no_process_behind() -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "PYTEST_", "DJANGO_"))}
    with tempfile.TemporaryDirectory(prefix="killed-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may run as another user
        driver = subprocess.Popen(
            [sys.executable, "-m", "bench.storm", "--games", "2", "--database", "postgresql", "--window",
             "600"],
            env={**clean, **QUICK, "TMPDIR": folder}, cwd=ROOT, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            deadline = time.monotonic() + SECONDS
            while missing := [
                name for name in MEMBERS if name not in " ".join(started(driver, folder).values())
            ]:
                assert driver.poll() is None and time.monotonic() < deadline, missing
                time.sleep(0.5)
        finally:
            family = list(started(driver, folder))
            driver.kill()
            driver.wait()
        assert last_of(family) == []


def started(driver: subprocess.Popen[bytes], folder: str) -> dict[psutil.Process, str]:
    """The processes that a driver has started, with their names and command lines; PostgreSQL, which is
    nobody's child, is known by the folder."""
    found = psutil.Process(driver.pid).children(recursive=True) if driver.poll() is None else []
    lines: dict[psutil.Process, str] = {}
    for one in [*found, *psutil.process_iter()]:
        with contextlib.suppress(psutil.Error):
            line = " ".join([one.name(), *one.cmdline()])
            if one in found or folder in line:
                lines[one] = line
    return lines


def test_a_small_storm_loses_and_doubles_nothing_and_its_poisoned_game_stops_alone() -> None:
    found = figures("bench.storm", "--games", "12", "--window", "2", "--retry-seconds", "1", *SCENARIOS)
    assert found["storm_12_wrong"]["value"] == 0
    assert found["storm_12_poisoned_tries"]["value"] == TRIES
    assert found["storm_12_poisoned_told"]["value"] == 1
    assert found["storm_12_poisoned_told_after"]["value"] >= 1 + 2 + 4 + 8, "growing pauses"
    assert found["storm_12_memory_worker"]["ratio"] > 1 and found["storm_12_memory_whole"]["ratio"] > 1
    for measure in ("storm_12", "storm_12_mail_to_receipt_p99", "storm_12_reported_late_p50"):
        assert found[measure]["value"] > 0


def test_a_small_day_answers_every_mail_once() -> None:
    found = figures("bench.campaign_day", "--campaigns", "10", "--minutes", "0.1", *SCENARIOS)
    assert found["day_10_wrong"]["value"] == 0
    for measure in ("day_10_mails_in", "day_10_mail_to_receipt_p50", "day_10_reported_late_p99"):
        assert found[measure]["value"] > 0


def test_at_rest_what_all_processes_need_stands_in_memory_once() -> None:
    """Programs of their own would take 440 MB; some 240 are needed."""
    found = figures("bench.at_rest", "--seconds", "8")
    parts = {name for name in found if name.startswith("at_rest_")}
    assert parts >= {f"at_rest_{name}" for name in ("launcher", "guardian", "smtpd", "web", "worker")}
    assert found["at_rest"]["value"] <= MOST_MEGABYTES
