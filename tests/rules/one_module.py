"""Reading our own source: which modules of the rules call a function, or look a table up."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def modules() -> list[tuple[str, list[ast.AST]]]:
    """Every module of the rules by its path, and all that stands in it."""
    found = sorted(Path("rules").rglob("*.py"))
    trees = [(path, ast.parse(path.read_text("utf-8"))) for path in found]
    return [("/".join(path.with_suffix("").parts[1:]), list(ast.walk(tree))) for path, tree in trees]


def calling(name: str) -> set[str]:
    """The modules in which a function of that name is called."""
    return {
        module
        for module, nodes in modules()
        for node in nodes
        if isinstance(node, ast.Call)
        and name in (getattr(node.func, "id", ""), getattr(node.func, "attr", ""))
    }


def looking_up(table: str) -> set[str]:
    """The modules that subscribe a table by its id."""
    return {
        module
        for module, nodes in modules()
        for node in nodes
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == table
    }
