"""Tests that belong together are run by one process, whatever the versions of pytest and
pytest-xdist make of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import scheduling

ROOT = Path(__file__).resolve().parent
TEST = """
import os, pathlib, pytest

@pytest.mark.parametrize("number", range(10))
def test_it(number):
    with open({where!r}, "a") as note:
        note.write(os.environ["PYTEST_XDIST_WORKER"] + "\\n")
"""
CONFTEST = """
from tests import scheduling
from tests.conftest import pytest_collection_modifyitems, pytest_xdist_make_scheduler

scheduling._GROUP = {"test_one.py": "both", "test_other.py": "both"}
"""


def test_every_file_that_is_named_exists() -> None:
    files = [file for group in (*scheduling.FIRST, scheduling.BROWSER) for file in group]
    assert all((ROOT / file).is_file() for file in files)
    assert len(files) == len(set(files))


def test_the_longest_come_first_and_all_others_after_them() -> None:
    places = [scheduling.place_of(f"tests/{group[0]}::test_x") for group in scheduling.FIRST]
    assert places == sorted(set(places))
    assert scheduling.place_of("tests/rules/test_fire.py::test_x") > places[-1]
    assert scheduling.group_of("tests/games/test_kills.py::test_a") == scheduling.group_of(
        "tests/games/test_load.py::test_b[c]"
    )
    assert scheduling.group_of("tests/a.py::test_a") != scheduling.group_of("tests/a.py::test_b")
    assert scheduling.group_of("tests/a.py::A::test_a") == scheduling.group_of("tests/a.py::A::test_b[x::y]")
    assert scheduling.group_of("tests/a.py::A::test_a") != scheduling.group_of("tests/a.py::B::test_a")


def test_two_processes_leave_a_group_to_one_of_them(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name in ("one", "other", "alone"):
        file = tmp_path / f"test_{name}.py"
        file.write_text(TEST.format(where=str(tmp_path / ("alone" if name == "alone" else "both"))))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:django", "-p", "no:cacheprovider", "-c",
         "/dev/null",
         "--rootdir", str(tmp_path), str(tmp_path)],
        env={"PYTHONPATH": str(ROOT.parent), "PATH": ""}, cwd=tmp_path, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    both, alone = ((tmp_path / name).read_text().split() for name in ("both", "alone"))
    assert len(both) == 20 and len(set(both)) == 1
    assert len(alone) == 10
