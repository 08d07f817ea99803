"""Finds where code is steered by what is meant for readers: by the id of a rule, or by words.

A rule is cited, a reason is worded; what kind of reason it is, its code says. So nothing compares an id or a
sentence, looks one up to decide by it, or asks whether words begin with or hold others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

RULE = re.compile(r"(?:GUI|GUC|ANA|ANC|MON|SIE|RUL|HSE)-\d[0-9A-Za-z.]*")
ENGLISH = re.compile(r"[A-Za-z']+,? [A-Za-z']")
# Fields and values that hold what readers read.
WORDED = frozenset({"rule", "words", "why", "reason"})
# "words" is what parsers call what a player wrote: of plain names only these are taken for reasons.
NAMED = WORDED - {"words"}
_ASKING = frozenset(
    {"startswith", "endswith", "find", "index", "count", "removeprefix", "removesuffix", "partition", "split"}
)
_LOOKING_UP = frozenset({"get", "pop", "setdefault"})
_MATCHING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)


class Finding(NamedTuple):
    """``where``: the function or constant of the module in which it stands."""

    line: int
    where: str
    code: str


def steering(source: str) -> list[Finding]:
    """All places of a module that are steered so, in the order of the lines."""
    tree = ast.parse(source)
    constants = _constants(tree)
    found: list[Finding] = []
    for node, where in placed(tree):
        if _steers(node, constants):
            at = node.pattern if isinstance(node, ast.match_case) else node
            found.append(Finding(at.lineno, where, ast.unparse(at)[:120]))  # type: ignore[attr-defined]
    return sorted(dict.fromkeys(found))


def placed(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Each node with the name under which it stands in the module: of a class its method."""

    def within(node: ast.AST, where: str) -> Iterator[tuple[ast.AST, str]]:
        yield node, where
        for child in ast.iter_child_nodes(node):
            yield from within(child, where)

    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                yield from within(inner, f"{statement.name}.{getattr(inner, 'name', '')}".rstrip("."))
        else:
            yield from within(statement, _name_of(statement))


def _name_of(statement: ast.stmt) -> str:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return statement.name
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        return ast.unparse(target)
    return ""


def _constants(tree: ast.Module) -> dict[str, list[str]]:
    """The texts behind the names of a module and its functions: LIGHT = "GUI-10.2.1", A, B = "GUI-1",
    "GUI-2", sets of them; of a name that is given several times all of them."""
    found: dict[str, list[str]] = {}
    for statement in ast.walk(tree):
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                pairs = zip(target.elts, statement.value.elts, strict=False)
                for name, value in pairs:
                    found.setdefault(ast.unparse(name), []).extend(_texts(value, {}))
            else:
                found.setdefault(ast.unparse(target), []).extend(_texts(statement.value, {}))
    return found


def _texts(node: ast.AST, constants: dict[str, list[str]]) -> list[str]:
    """The texts that a value is, or holds as a tuple, list, set or frozenset of them."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Name):
        return constants.get(node.id, [])
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return [text for part in node.elts for text in _texts(part, constants)]
    if isinstance(node, ast.Starred):
        return _texts(node.value, constants)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("frozenset", "set", "tuple", "english"):
        return [text for part in node.args for text in _texts(part, constants)]
    return []


def _for_readers(texts: list[str]) -> bool:
    return any(RULE.fullmatch(text) or ENGLISH.search(text) for text in texts)


def _worded(node: ast.AST) -> bool:
    """Whether a value is a rule id or words, by the name that it has."""
    if isinstance(node, ast.Attribute):
        return node.attr in WORDED
    return isinstance(node, ast.Name) and node.id in NAMED


def _member(node: ast.AST) -> bool:
    """Whether a value is a member of an enum: a code, whatever it is compared with."""
    if not isinstance(node, ast.Attribute):
        return False
    owner = node.value.attr if isinstance(node.value, ast.Attribute) else ast.unparse(node.value)
    return node.attr.isupper() and owner[:1].isupper()


def _blank(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in ("", None)


def _steers(node: ast.AST, constants: dict[str, list[str]]) -> bool:
    if isinstance(node, ast.Compare):
        return _compares(node, constants)
    if isinstance(node, ast.match_case):
        return any(
            _for_readers(_texts(part.value, constants))
            for part in ast.walk(node.pattern)
            if isinstance(part, ast.MatchValue)
        )
    if isinstance(node, ast.Dict):
        return any(_for_readers(_texts(key, constants)) for key in node.keys if key is not None)
    if isinstance(node, ast.Set):
        return any(RULE.fullmatch(text) for text in _texts(node, constants))
    if isinstance(node, ast.Subscript):
        return _worded(node.slice) or any(RULE.fullmatch(t) for t in _texts(node.slice, constants))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _calls(node, node.func, constants)
    return False


def _compares(node: ast.Compare, constants: dict[str, list[str]]) -> bool:
    parts = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, parts, parts[1:], strict=False):
        if not isinstance(op, _MATCHING) or _blank(left) or _blank(right):
            continue
        if _for_readers(_texts(left, constants)) or _for_readers(_texts(right, constants)):
            return True
        if (_worded(left) or _worded(right)) and not (_member(left) or _member(right)):
            return True
    return False


def _calls(node: ast.Call, func: ast.Attribute, constants: dict[str, list[str]]) -> bool:
    if func.attr in _LOOKING_UP:
        first = node.args[0] if node.args else None
        return first is not None and (
            _worded(first) or any(RULE.fullmatch(t) for t in _texts(first, constants))
        )
    asked = [text for arg in node.args for text in _texts(arg, constants)]
    return func.attr in _ASKING and (_worded(func.value) or _for_readers(asked))
