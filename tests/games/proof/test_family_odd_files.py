"""Files of families that are no such thing, or changed at any line: clear refusals, and soon."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from bench import mutations_two
from games.proof import family_files, seat_files, verification
from games.proof.families import Member
from games.proof.findings import Broken
from games.record.stored import Stored
from rules import engine
from tests.games.family_rules import FamilyRules
from tests.games.kit import again
from tests.games.proof.family_kit import (
    Family,
    a_family,
    file_of,
    file_of_one,
    lines_of,
    over,
    parts,
    rules,
    server_kind,
)
from tests.games.proof.forgery_two_kit import Rows
from tests.games.verifying import text_of, verify_game

__all__ = ["file_of_one", "rules"]
pytestmark = pytest.mark.django_db
Games = list[Rows]


@pytest.fixture
def family(rules: FamilyRules) -> Family:
    return over(a_family())


def alone(text: str) -> str:
    """What the stand-alone verifier says: a class, "no game", or "" for nothing."""
    try:
        verify_game.check(text)
    except verify_game.Fault as fault:
        return str(fault.kind)
    except verify_game.NoGame:
        return "no game"
    return ""


def family_head(text: str, **changes: Any) -> str:
    first, _, rest = text.partition("\n")
    return json.dumps({**json.loads(first), **changes}) + "\n" + rest


ODD: dict[str, tuple[Callable[[Games], str], str, str]] = {
    # what is done: the file, what the stand-alone verifier says, and the server
    "two tops": (lambda g: file_of([*g, again_as(g[0])]), "extra", "extra"),
    "a child twice": (lambda g: file_of([*g, g[3]]), "extra", "extra"),
    "a child before its parent": (lambda g: file_of([g[0], g[2], g[1], g[3]]), "missing", "missing"),
    "a child first": (lambda g: file_of([g[1], g[0], g[2], g[3]]), "extra", "extra"),
    "a child is missing": (lambda g: file_of(g[:3]), "missing", "missing"),
    "the top is missing": (lambda g: file_of(g[1:]), "missing", "missing"),
    "an unknown format": (lambda g: family_head(file_of(g), format="pbem-family-9"), "no game", "content"),
    "a game of the first form": (
        lambda g: file_of([*g[:3], [{**g[3][0], "format": "pbem-log-1"}, *g[3][1:]]]), "family", "content"
    ),
    "a game of no form": (
        lambda g: file_of([*g[:3], [{**g[3][0], "format": "x"}, *g[3][1:]]]), "family", "content"
    ),
    "fewer games than said": (lambda g: family_head(file_of(g), games=5), "truncated", "content"),
    "more games than said": (lambda g: family_head(file_of(g), games=3), "extra", "content"),
    "a family of one": (lambda g: family_head(file_of(g[:1])), "no game", "content"),
    "a family of none": (lambda g: family_head(file_of([])), "no game", "content"),
    "a family of -1": (lambda g: family_head(file_of(g), games=-1), "no game", "content"),
    "a family of so many": (lambda g: family_head(file_of(g), games=10**30), "no game", "content"),
    "a family of words": (lambda g: family_head(file_of(g), games="four"), "no game", "content"),
    "another's view": (lambda g: family_head(file_of(g), view="seat:normans"), "content", "content"),
    "a field more": (lambda g: family_head(file_of(g), sound=True), "no game", "content"),
    "something before the first head": (lambda g: file_of([g[0][1:], *g[1:]], games=4), "missing", "content"),
    "a family in a family": (
        lambda g: file_of([[{"format": "pbem-family-2", "view": "all", "games": 4}], *g], games=5),
        "family", "content",
    ),
    "another label": (
        lambda g: file_of([*g[:3], [{**g[3][0], "label": "G7-x"}, *g[3][1:]]]), "family", "family"
    ),
    "the roots of another": (
        lambda g: file_of([*g[:3], [{**g[3][0], "roots": g[2][0]["roots"]}, *g[3][1:]]]), "content", "content"
    ),
    "no roots of one": (
        lambda g: file_of([*g[:3], [{k: v for k, v in g[3][0].items() if k != "roots"}, *g[3][1:]]]),
        "no game", "closed",
    ),
    "only the first line": (lambda g: file_of(g).split("\n")[0] + "\n", "truncated", "content"),
    "an empty line between": (lambda g: file_of(g).replace("\n", "\n\n", 1), "", ""),
}  # fmt: skip


def again_as(rows: Rows) -> Rows:
    """A game that is another one by its head, and not in its log."""
    return [{**rows[0], "label": "G77"}, *rows[1:]]


@pytest.mark.parametrize("odd", ODD)
def test_odd_files_of_families_are_refused(rules: FamilyRules, file_of_one: list[bytes], odd: str) -> None:
    make, kind, ours = ODD[odd]
    text = make(parts(file_of_one))
    assert alone(text) == kind
    try:
        found = server_kind(text) or ""
    except verification.Closed:
        found = "closed"
    assert found == ours


def test_a_file_that_breaks_off_anywhere_is_refused(family: Family, tmp_path: Path) -> None:
    text = b"".join(lines_of(family.top)).decode()
    path = tmp_path / "family.jsonl"
    for length in [*range(0, len(text) - 1, len(text) // 60), len(text) - 1]:
        assert alone(text[:length]) in ("truncated", "content", "missing", "no game", "extra"), length
        path.write_text(text[:length])
        with pytest.raises(CommandError):
            call_command("import", path)


def test_no_change_of_any_line_is_missed(family: Family) -> None:
    rows = [json.loads(line) for line in lines_of(family.top)]
    places = [place for place, row in enumerate(rows) if "format" not in row]
    missed = [one for one in mutations_two.outcomes(rows, places[::11]) if not one.found]
    assert missed == []


@pytest.mark.parametrize("seat", ["normans", "arabs"])
def test_no_change_of_a_seats_file_is_missed(rules: FamilyRules, seat: str) -> None:
    rows = [json.loads(line) for line in seat_files.lines(again(a_family().top), seat)]
    places = [place for place, row in enumerate(rows) if "format" not in row]
    missed = [one for one in mutations_two.outcomes(rows, places[::3]) if not one.found]
    assert missed == []


# many, and deep


def many(family: Family, count: int) -> str:
    """One child, again and again under other names."""
    games = parts(lines_of(family.top))
    found = [games[0]]
    for number in range(1, count):
        child = copy.deepcopy(games[3][:3])
        child[0]["label"] = f"{games[0][0]['label']}-{number}"
        found.append(child)
    return file_of(found)


def test_a_thousand_games_are_refused_soon(family: Family, tmp_path: Path) -> None:
    for count, kind in ((1000, "truncated"), (1001, "no game"), (3000, "no game")):
        text, begun = many(family, count), time.monotonic()
        assert alone(text) == kind
        path = tmp_path / "many.jsonl"
        path.write_text(text, "utf-8")
        with pytest.raises(CommandError):
            call_command("import", path)
        assert time.monotonic() - begun < 20


def test_a_family_is_no_deeper_than_twenty(family: Family) -> None:
    """Each calls the next; they need not be sound for that."""

    def member(parent: UUID | None) -> Member:
        origin = engine.CalledFrom(parent=str(parent), seq=1, head="")
        rows = [Stored(n, *engine.encode(origin), "create", 1, b"") for n in (1, 2)] if parent else []
        return Member("G1", uuid4(), rows)

    chain = [member(None)]
    for _ in range(19):
        chain.append(member(chain[-1].uuid))
    family_files.shape(chain)
    with pytest.raises(Broken, match="more than 20"):
        family_files.shape([*chain, member(chain[-1].uuid)])


def test_texts_that_are_no_families_end_in_words(family: Family) -> None:
    whole = text_of(parts(lines_of(family.top))[0])
    for text in (
        '{"format":"pbem-family-2"}', '{"format":"pbem-family-2","view":"all","games":2}\n',
        '{"format":"pbem-family-2","view":"all","games":2}\n{"format":1}\n{"format":[]}\n',
        '{"format":"pbem-family-2","view":"all","games":2}\n\n\n', '["format"]',
        '{"format":"pbem-family-2","view":"all","games":2}\n"format"\n"format"',
        '{"format":"pbem-family-2","view":"seat:x","games":2}\n' + whole + whole,
        '{"format":"pbem-family-2","view":null,"games":null}\n' + whole,
    ):  # fmt: skip
        assert alone(text), text[:80]
