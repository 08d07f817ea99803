"""Every rule of the chapters in force is named by the code that implements it and by a test that
exercises it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from rules.books.registry import house_rules
from rules.core.rule_ids import rule_index, rulings, superseded

ROOT = Path(__file__).resolve().parent.parent
ID = re.compile(r"\b(?:GUI|GUC|ANA|ANC|MON|SIE|RUL|HSE)-[0-9][0-9A-Za-z.\-]*")

# Rules of the index that nothing implements yet. This list may only shrink.
NOT_YET: frozenset[str] = frozenset()


def test_what_is_not_there_yet_is_really_missing() -> None:
    """Whoever builds one of them takes it off the list."""
    assert sorted(NOT_YET & ids_in_code() & ids_of_tests()) == []


def ids_in(text: str) -> set[str]:
    return {match.group().rstrip(".-") for match in ID.finditer(text)}


def ids_in_code() -> set[str]:
    found: set[str] = set()
    for path in sorted((ROOT / "rules").rglob("*")):
        if path.suffix in {".py", ".toml", ".txt"} and path.name not in (
            "rule_index.toml",
            "rule_ids.py",
            "same_as.toml",
        ):
            found |= ids_in(path.read_text("utf-8"))
    return found


def ids_of_tests() -> set[str]:
    found: set[str] = set()
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
                found |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return found


def house() -> set[str]:
    return {rule.id for chapter in house_rules() for rule in chapter.rules}


def mechanics() -> set[str]:
    return {rule.id for rule in rule_index().values() if not rule.heading} | house()


def test_every_rule_is_named_by_code() -> None:
    assert sorted(mechanics() - ids_in_code() - NOT_YET) == []


def test_every_rule_is_named_by_a_test() -> None:
    assert sorted(mechanics() - ids_of_tests() - NOT_YET) == []


def test_no_rule_id_is_invented() -> None:
    known = set(rule_index()) | set(rulings()) | house() | {chapter.id for chapter in house_rules()}
    # a module may also name a whole section, such as GUI-6.5 for GUI-6.5a to GUI-6.5e
    sections = {re.match(r"[A-Z]+-[\d.]*\d", rule)[0] for rule in rule_index()}  # type: ignore[index]
    sections |= {section.rpartition(".")[0] for section in sections} | {s.partition(".")[0] for s in sections}
    later = re.compile(r"(GUI-[789]|ANA|ANC|MON|SIE)")
    unknown = {i for i in ids_in_code() | ids_of_tests() if i not in known | sections and not later.match(i)}
    assert sorted(unknown) == []


def test_rulings_are_numbered_once_by_chapter_and_name_rules() -> None:
    """RUL-6xx concern chapter 6, RUL-10xx chapter 10; numbers are never given again and only grow
    within a chapter."""
    last: dict[int, int] = {}
    for ruling in rulings().values():
        assert re.fullmatch(r"RUL-\d{3,4}", ruling.id)
        number = int(ruling.id.removeprefix("RUL-"))
        assert number > last.get(number // 100, 0), ruling.id
        last[number // 100] = number
        assert ruling.rules, ruling.id
        assert all(rule in rule_index() for rule in ruling.rules), ruling.id


def test_no_ruling_is_numbered_twice() -> None:
    text = (ROOT / "rules" / "data" / "rulings.toml").read_text("utf-8")
    ids = re.findall(r'^id = "(RUL-\d+)"', text, re.M)
    assert len(ids) == len(set(ids)) == len(rulings())


def test_a_superseded_ruling_is_an_earlier_one_that_nothing_cites_any_more() -> None:
    order = list(rulings())
    for old, new in superseded().items():
        assert order.index(old) < order.index(new), f"{new} cannot supersede {old}"
    in_force = ids_of_tests()
    for path in sorted((ROOT / "rules").rglob("*")):
        if path.suffix in {".py", ".toml"} and path.name != "rulings.toml":
            in_force |= ids_in(path.read_text("utf-8"))
    assert sorted(set(superseded()) & in_force) == []
