"""Who is told to run a command is told how it is called where he is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pbem.calling import program

ROOT = Path(__file__).resolve().parents[2]
KNOWS = {"pbem/calling.py", "pbem/settings.py"}  # by that file they tell a checkout


def test_a_checkout_has_its_manage_py_and_an_installed_package_its_own_command(tmp_path: Path) -> None:
    assert program(tmp_path) == "pbem"
    (tmp_path / "manage.py").touch()
    assert program(tmp_path) == "manage.py"
    assert program() == "manage.py"


def test_no_message_names_a_command_that_an_installed_package_has_not() -> None:
    files = (f for room in ("pbem", "games", "rules") for f in (ROOT / room).rglob("*.py"))
    named = {str(f.relative_to(ROOT)) for f in files if any("manage.py" in text for text in _said(f))}
    assert named == KNOWS


def _said(file: Path) -> Iterator[str]:
    """The texts of a program, but for those that only explain it to its readers."""
    tree = ast.parse(file.read_text())
    explaining = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explaining:
            yield node.value
