"""A file of a family in which one game was changed behind its end: both verifiers name the game, and the
event or the command in which it is."""

from __future__ import annotations

import copy
import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from games.proof import family_files, game_files
from games.proof.findings import Broken
from tests.games.family_rules import FamilyRules
from tests.games.proof.family_kit import file_of, file_of_one, kind_of, parts, rules
from tests.games.proof.forgery_two_kit import Rows
from tests.sampling import some

__all__ = ["file_of_one", "rules"]
pytestmark = pytest.mark.django_db
Games = list[Rows]
Change = Callable[[Rows, int], None]


def events_of(rows: Rows) -> list[int]:
    """The places of the events of a game, but for its first two: that it is of this family hangs on them."""
    return [place for place, row in enumerate(rows) if "seq" in row][2:]


# what is done to the event at a place


def altered(rows: Rows, place: int) -> None:
    rows[place]["data"] = json.dumps({**json.loads(rows[place]["data"]), "phase": 9, "found": 7})


def of_another_kind(rows: Rows, place: int) -> None:
    rows[place]["type"] = "purse_filled" if rows[place]["type"] != "purse_filled" else "phase_closed"


def at_another_moment(rows: Rows, place: int) -> None:
    rows[place]["recorded_us"] += 1


def removed(rows: Rows, place: int) -> None:
    del rows[place]


def added(rows: Rows, place: int) -> None:
    rows.insert(place, dict(rows[place]))


def swapped(rows: Rows, place: int) -> None:
    """Its content with that of the next event of another command."""
    other = next(
        n
        for n in (*range(place + 1, len(rows)), *range(place - 1, 0, -1))
        if "seq" in rows[n]
        and rows[n]["link"] != rows[place]["link"]
        and rows[n]["data"] != rows[place]["data"]
    )
    for name in ("type", "version", "data"):
        rows[place][name], rows[other][name] = rows[other][name], rows[place][name]


def linked_otherwise(rows: Rows, place: int) -> None:
    link = next(row for row in rows if "leaves" in row and row["link"] == rows[place]["link"])
    link["hash"] = "ab" * 32


CHANGES: tuple[Change, ...] = (
    altered, of_another_kind, at_another_moment, removed, added, swapped, linked_otherwise
)  # fmt: skip


class Forged(NamedTuple):
    """A file, the game in it that was changed, and the links and events between which that was done."""

    text: str
    game: str
    links: range
    events: range


def forged(games: Games) -> Iterator[Forged]:
    for which, rows in enumerate(games):
        places = events_of(rows)
        of_it = [(place, change) for place in (places[0], places[-1]) for change in CHANGES]
        for place, change in some(of_it, len(CHANGES), which):
            made = copy.deepcopy(games)
            change(made[which], place)
            touched = {rows[place]["link"]}
            if change is swapped:
                touched |= {row["link"] for row, was in zip(made[which], rows, strict=True) if row != was}
            links = range(min(touched), max(touched) + 1)
            seqs = [row["seq"] for row in rows if row.get("link") in links and "seq" in row]
            yield Forged(file_of(made), rows[0]["label"], links, range(min(seqs), max(seqs) + 2))


def said_of(text: str) -> tuple[str, str]:
    """What both verifiers say, the stand-alone one first: each the game and the place in it."""
    alone = kind_of(text)
    path = Path(tempfile.mkdtemp()) / "family.jsonl"
    try:
        path.write_text(text, "utf-8")
        with pytest.raises(Broken) as broken:
            family_files.check(game_files.read_all(path))
    finally:
        shutil.rmtree(path.parent)
    return alone[1] if alone else "", str(broken.value)


def test_both_verifiers_name_the_game_and_the_place(rules: FamilyRules, file_of_one: list[bytes]) -> None:
    for one in forged(parts(file_of_one)):
        alone, server = said_of(one.text)
        place = re.fullmatch(rf"{one.game}, (event|command) (\d+)", alone)
        assert place and int(place[2]) in (one.events if place[1] == "event" else one.links), (alone, one)
        place = re.match(rf"{one.game}, event (\d+): ", server)
        assert place and int(place[1]) in one.events, (server, one)
