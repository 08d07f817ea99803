"""What a table says of where its figures come from is true, row by row."""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec.structs import replace

from rules import engine
from rules.books import registry
from rules.core.tables import DATA, Status, TableError, Tables, shipped_tables, table_from_toml
from tests.rules.printed import BOOK, SHEET, Printed

TABLES = shipped_tables()
_PAGE = (DATA.parents[1] / "docs" / "tables.md").read_text("utf-8")
DOCUMENTED = _PAGE.partition("\n## Mixed tables")[2].partition("\n## ")[0].splitlines()
COLUMNS = (Status.BOOK, Status.PLAYSHEET, Status.HOUSE)
MIXED = [table_id for table_id in TABLES.ids() if TABLES[table_id].status is Status.MIXED]


def rows_that_are(table_id: str, status: Status) -> set[str]:
    table = TABLES[table_id]
    keys = table.keys()  # a table is no dict
    return {str(key) for key in keys if table.origin(key).status is status}


@pytest.mark.parametrize("table_id", TABLES.ids())
@pytest.mark.parametrize(("status", "known"), [(Status.BOOK, BOOK), (Status.PLAYSHEET, SHEET)])
def test_a_row_is_called_printed_if_it_is(table_id: str, status: Status, known: dict[str, Printed]) -> None:
    """A row added to a table of the book that the book does not print fails here, whatever the
    table's head says."""
    assert rows_that_are(table_id, status) == set(known[table_id].rows if table_id in known else ())


@pytest.mark.parametrize("known", [BOOK, SHEET], ids=["book", "sheet"])
def test_what_is_printed_stands_in_our_tables_cell_by_cell(known: dict[str, Printed]) -> None:
    for table_id, printed in known.items():
        table, columns = TABLES[table_id], printed.columns.split()
        rows = (dict(zip(table.columns, map(str, row), strict=True)) for row in table.rows)
        ours = {row[table.columns[0]]: " ".join(row[name] or "." for name in columns) for row in rows}
        assert {key: ours[key] for key in printed.rows} == printed.rows, table_id


@pytest.mark.parametrize("table_id", TABLES.ids())
def test_every_row_says_where_it_comes_from(table_id: str) -> None:
    table = TABLES[table_id]
    for key in table.keys():  # noqa: SIM118 - a table is no dict
        origin = table.origin(key)
        assert origin.status is not Status.MIXED and origin.source


@pytest.mark.parametrize("table_id", MIXED)
def test_the_rows_of_a_mixed_table_are_documented(table_id: str) -> None:
    """In docs/tables.md, which names them by their status, but for those that are the rest."""
    [line] = [line for line in DOCUMENTED if line.startswith(f"| {table_id} |")]
    cells = dict(zip(COLUMNS, line.split("|")[2:5], strict=True))
    rest = [status for status, cell in cells.items() if "the rest" in cell]
    assert len(rest) < 2
    for status, cell in cells.items():
        named, ours = set(re.findall(r"`([^`]+)`", cell)), rows_that_are(table_id, status)
        assert named <= ours if status in rest else named == ours


HEAD = """
id = "sample"
title = "A sample"
source = "here"
status = "{status}"
columns = ["key", "value"]
rows = [["one", 1], ["two", 2]]
"""
ORIGIN = """
[[origins]]
status = "{}"
source = "there"
rows = {}
"""
PRINTED, OURS = ORIGIN.format("book", '["one"]'), ORIGIN.format("house", '["two"]')


def test_rows_of_a_mixed_table_have_a_status_each() -> None:
    table = table_from_toml(HEAD.format(status="mixed") + PRINTED + OURS)
    assert [table.origin(key).status for key in ("one", "two")] == [Status.BOOK, Status.HOUSE]
    assert table.origin("two").source == "there"
    with pytest.raises(TableError, match="three"):
        table.origin("three")


def test_rows_of_other_tables_have_that_of_the_table() -> None:
    table = table_from_toml(HEAD.format(status="playsheet"))
    assert (table.origin("two").status, table.origin("two").source) == (Status.PLAYSHEET, "here")


@pytest.mark.parametrize(
    ("status", "origins", "why"),
    [
        ("mixed", "", "0 origins for row 'one'"),
        ("mixed", PRINTED, "0 origins for row 'two'"),
        ("mixed", PRINTED + OURS + OURS, "2 origins for row 'two'"),
        ("mixed", PRINTED + OURS + ORIGIN.format("house", '["three"]'), "'three', which is no row"),
        ("mixed", PRINTED + ORIGIN.format("mixed", '["two"]'), "book, playsheet or house"),
        ("mixed", ORIGIN.format("book", '["one", "two"]'), "not all the same"),
        ("book", OURS, "only a mixed table"),
        ("proud", "", "Invalid enum value"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(status: str, origins: str, why: str) -> None:
    with pytest.raises(TableError, match=why):
        table_from_toml(HEAD.format(status=status) + origins)


def test_labels_alone_change_nothing_for_a_game_that_runs() -> None:
    """It keeps its tables with the labels that they had, and their digest; nothing is told to differ."""
    made = engine.new_game("orchard")[0]
    assert isinstance(made, engine.GameCreated)
    before = {
        name: replace(table, status=Status.BOOK, source="", origins=())
        for name, table in made.setup.tables.items()
    }
    assert all(b"origins" not in msgspec.json.encode(table) for table in before.values())
    setup = replace(made.setup, tables=before, tables_digest=Tables(before).digest)
    assert setup.tables_digest != made.setup.tables_digest
    assert engine.missing_rules(setup) == "" and registry.table_changes(setup) == ()
    again = engine.decode(*engine.encode(replace(made, setup=setup)))
    assert isinstance(again, engine.GameCreated) and again.setup == setup


def test_where_rows_come_from_goes_with_the_game() -> None:
    made = engine.new_game("orchard")[0]
    again = engine.decode(*engine.encode(made))
    assert isinstance(again, engine.GameCreated)
    assert again.setup.tables["terrain"].origin("jetty").status is Status.HOUSE
