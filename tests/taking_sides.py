"""Finds where code tells sides apart by itself, as if there were two of them: comparing them, asking whether
one is among some, unpacking them into two.

Two sides may be allies or neutral: whoever is not of one's own side is no enemy for that. Who is whose, the
table says (``Table.hostile``, ``friendly``, ``enemies_of``, ``allies_of``).
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from tests.steering import placed

_ASKED = frozenset({"enemies_of", "allies_of", "coalition_of"})


class Place(NamedTuple):
    line: int
    where: str
    code: str


def taking_sides(source: str) -> list[Place]:
    """All such places of a module, with the function in which each stands."""
    tree = ast.parse(source)
    told = _told_by_the_table(tree)
    found = [
        Place(node.lineno, where, ast.unparse(node)[:120])
        for node, where in placed(tree)
        if (isinstance(node, ast.Compare) and _compares(node, told))
        or (isinstance(node, ast.Assign) and _unpacks(node))
    ]
    return sorted(dict.fromkeys(found))


def _told_by_the_table(tree: ast.Module) -> set[str]:
    """The names of sides that the relations gave: hostile = battle.enemies_of(side)."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
            if isinstance(node.value, ast.Tuple) and isinstance(node.targets[0], ast.Tuple):
                pairs = list(zip(node.targets[0].elts, node.value.elts, strict=False))
            names |= {ast.unparse(target) for target, value in pairs if _asks(value)}
    return names


def _asks(node: ast.AST) -> bool:
    if isinstance(node, ast.IfExp):
        return _asks(node.body)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ASKED


def _is_side(node: ast.AST) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "side") or (
        isinstance(node, ast.Name) and node.id == "side"
    )


def _compares(node: ast.Compare, told: set[str]) -> bool:
    parts = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, parts, parts[1:], strict=False):
        if isinstance(op, ast.Eq | ast.NotEq) and (_is_side(left) or _is_side(right)):
            return True
        among = isinstance(op, ast.In | ast.NotIn) and _is_side(left)
        if among and not _asks(right) and ast.unparse(right) not in told:
            return True
    return False


def _unpacks(node: ast.Assign) -> bool:
    whole = ast.unparse(node.value)
    return isinstance(node.targets[0], ast.Tuple) and (whole == "sides" or whole.endswith(".sides"))
