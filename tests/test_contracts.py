"""Who may import whom. The contracts of pyproject.toml are run here too, so that pytest alone
finds a breach."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {"msgspec", "rapidfuzz", "rules"}
IMPURE = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "socket",
    "asyncio",
    "threading",
    "sqlite3",
    "subprocess",
}


# Imports inside functions that stay there, each with its reason. None of them hides a circle.
LATE = {
    (
        "games/apps.py",
        "games",
    ): "Django asks for it: before it is ready nothing that looks at models can be loaded",
    ("games/apps.py", "games.record"): "the same",
    ("games/checks.py", "rules"): "every process loads the checks, what takes mail loads no rules",
    ("games/checks.py", "games.play"): "the same",
    (
        "games/clockwork/doorbell.py",
        "pbem.celery",
    ): "who never rings loads no Celery, and models are loaded before it",
    ("games/health.py", "pbem.celery"): "the same",
    (
        "games/outbox/frozen.py",
        "pbem.mail",
    ): "signing loads a library of some megabytes, and many servers leave it to whoever relays their mail",
    (
        "games/management/commands/smtpd.py",
        "games.management.commands",
    ): "the clock loads all rules, and a listener without one loads none",
    ("games/record/server_key.py", "games.record"): "what takes mail looks at the key, and loads no rules",
    ("games/record/server_key.py", "games.record.roots"): "the same",
    ("games/silence.py", "games.outbox"): "the same: it loads them only when there is something to tell",
    ("games/silence.py", "games.reports"): "the same",
}


def imports(path: Path) -> set[str]:
    """The top-level packages that a module imports, wherever in it the import stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize(
    "path", sorted((ROOT / "rules").rglob("*.py")), ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_rules_import_the_standard_library_msgspec_and_rapidfuzz_only(path: Path) -> None:
    foreign = {name for name in imports(path) if name not in sys.stdlib_module_names | ALLOWED}
    assert not foreign
    assert not imports(path) & IMPURE, "rules know no clock, no randomness and no machine"


def test_import_contracts() -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    assert f"Contracts: {len(contracts)} kept, 0 broken." in run.stdout


def circle(arrows: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other all round, the first of them named again at the end; empty if
    there are none."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("room", ["rules", "games"])
def test_no_file_imports_itself_by_way_of_others(room: str) -> None:
    graph = grimp.build_graph(room, cache_dir=None)
    assert len(graph.modules) > 100
    found = circle({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})
    assert not found, " <- ".join(found)


def test_a_planted_circle_is_found() -> None:
    open_row = {"a": {"b", "c"}, "b": {"c"}, "c": set(), "d": {"a", "c"}}
    assert circle(open_row) == []
    found = circle(open_row | {"c": {"d"}})
    assert {"a", "c", "d"} <= set(found) and found[0] == found[-1]
    assert circle({"a": {"a"}}) == ["a", "a"]


def late_imports(tree: ast.AST) -> set[str]:
    """The modules of ours that are imported inside of functions."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    found: set[str] = set()
    for node in (inner for function in functions for inner in ast.walk(function)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return {
        name for name in found if name.startswith(".") or name.partition(".")[0] in ("rules", "games", "pbem")
    }


def test_no_import_hides_inside_a_function() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), module)
        for room in ("rules", "games")
        for path in (ROOT / room).rglob("*.py")
        for module in late_imports(ast.parse(path.read_text("utf-8")))
    }
    assert found == set(LATE)
    hidden = "def f():\n    def g():\n        from rules.core import dice\n    import json, games.seats\n"
    assert late_imports(ast.parse(hidden)) == {"rules.core", "games.seats"}


def test_no_line_is_longer_than_110_columns() -> None:
    listed = [p for room in ("rules", "games", "pbem", "tests", "bench") for p in (ROOT / room).rglob("*.py")]
    assert len(listed) > 500
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in [*listed, ROOT / "manage.py"]
        if "migrations" not in path.parts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > 110
    ]
    assert not long
