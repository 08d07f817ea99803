"""Who may import whom. The contracts of pyproject.toml are run here too, so that pytest alone finds a breach."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

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
