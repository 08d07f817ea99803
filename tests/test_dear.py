"""The end of a run names what took long."""

from __future__ import annotations

from tests import dear


def test_the_dearest_files_come_first_and_what_is_left_is_counted() -> None:
    took = [(f"tests/test_{n}.py::test_{part}", 10.0 * n) for n in range(1, 21) for part in "ab"]
    lines = dear.told(took)
    assert lines[0].split() == ["400", "s", "tests/test_20.py"]
    assert len([line for line in lines if "IN ONE TEST" not in line]) == dear.FILES + 1
    assert lines[dear.FILES].split()[:2] == ["1100", "s"]


def test_a_very_long_test_is_named_with_what_it_set_up() -> None:
    took = [("tests/a.py::test_long", dear.TEST / 2), ("tests/a.py::test_long", dear.TEST / 2)]
    took += [("tests/b.py::test_short", dear.TEST - 1)]
    assert dear.told(took) == []
    lines = dear.told([*took, *((f"tests/c.py::test_{n}", 1.0) for n in range(dear.RUN))])
    [line] = [line for line in lines if "IN ONE TEST" in line]
    assert line.split() == [f"{dear.TEST}", "s", "IN", "ONE", "TEST:", "tests/a.py::test_long"]
