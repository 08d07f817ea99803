"""Map, page and text of one report say the same of everybody who is on the map, over whole golden games; and
nothing in any of them is what its reader may not know."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from selectolax.lexbor import LexborHTMLParser

from games import pictures
from games.models import Game, Seat
from games.reports import html, lists, text
from games.reports.facts import Dice, Facts
from rules import engine
from tests.golden.files import FOLDER, phases, read
from tests.rules.kit import reported

GOLDEN = sorted(FOLDER.glob("*.jsonl"))
EVERY = 3  # phases, of which one is looked at


class Shown(NamedTuple):
    """One reader's report of one phase in all its forms, and what he may not know."""

    facts: Facts
    columns: str
    sentences: str
    page: LexborHTMLParser
    drawing: str
    secrets: list[str]


@cache
def reports(path: Path) -> list[Shown]:
    """Of a whole game, put together once for all that is compared."""
    found = []
    for number, (before, events) in enumerate(phases(read(path))):
        if number % EVERY == 0:
            after = engine.replay(events, before.copy())
            readers = (*(seat.id for seat in after.setup.seats), None)
            found += [shown(before, events, after, reader) for reader in readers]
    return found


def shown(
    before: engine.Battle, events: list[engine.Event], after: engine.Battle, reader: str | None
) -> Shown:
    facts = facts_of(before, events, after, reader)
    extra = {"own_number": 0, "subject": "Report", "map_cid": "map@in.example.org", "map_width": 640}
    return Shown(
        facts,
        flat(text.report("report", facts, **extra)),
        flat(text.report("report", facts, lists.blocks(facts), **extra)),
        LexborHTMLParser(html.report("report", facts, **extra)),
        pictures.svg(facts.picture),
        secrets_before(before, events, after, reader),
    )


def facts_of(
    before: engine.Battle, events: list[engine.Event], after: engine.Battle, reader: str | None
) -> Facts:
    row = next((s for s in after.setup.seats if s.id == reader), None)
    over = after.outcome is not None
    return Facts(
        game=Game(pk=1, title=after.setup.title),
        seat=Seat(name=row.id, title=row.name, side=row.side) if row else None,
        phase="the phase",
        lines=tuple(reported(before, events, reader)),
        situation=engine.situation(after, reader),
        side_numbers={side.id: number for number, side in enumerate(after.setup.sides)},
        owes=False,
        form="" if over or not reader else engine.order_form(after, reader),
        awaited=(),
        standing_orders=after.standing.get(reader, ()) if reader else (),
        outcome=None,
        dice=Dice(),
        head="ab" * 32,
        previous_head="",
        page="https://pbem.example.org/g/1",
        picture=engine.picture(after, reader, before, engine.seen(before, events, reader)),
    )


def secrets_before(
    before: engine.Battle, events: list[engine.Event], after: engine.Battle, reader: str | None
) -> list[str]:
    """The others' standing orders, and what only they are told, as far as the reader does not say the
    same himself."""
    others = [seat.id for seat in after.setup.seats if seat.id != reader]
    own = {flat(line.text) for line in reported(before, events, reader)} | {
        flat(line) for line in after.standing.get(reader or "", ())
    }
    orders = [flat(line) for seat in others for line in after.standing.get(seat, ())]
    told = [flat(line.text) for seat in others for line in reported(before, events, seat) if line.private]
    return [secret for secret in {*orders, *told} - own if not any(secret in line for line in own)]


def flat(words: str) -> str:
    return " ".join(words.split())


def place(piece: engine.PicturePiece) -> str:
    return f"{piece.label}-{piece.rear}" if piece.rear else piece.label


def muster(facts: Facts) -> dict[str, engine.MusterRow]:
    return {row.id: row for side in facts.situation.sides for row in side.rows}


def agrees(piece: engine.PicturePiece, row: engine.MusterRow) -> bool:
    """Whether a counter on the map and a row of the table say the same."""
    states = [word for word in ("wounded", "stunned") if word in row.state]
    drawn = [] if piece.health == "healthy" else [piece.health]
    return (
        (piece.name, place(piece), piece.armoured) == (row.name, row.place, row.armoured)
        and (piece.attack, piece.defence, piece.movement) == (row.attack, row.defence, row.movement)
        and states == drawn
        and (piece.kind == "rider") == ("mounted" in row.state)
    )


def rows_of_page(page: LexborHTMLParser) -> list[list[str]]:
    found = page.css("table.muster tr")
    return [[flat(cell.text()) for cell in row.css("td")] for row in found if row.css("td")]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_map_page_and_text_say_the_same(path: Path) -> None:
    looked_at = 0
    for report in reports(path):
        rows = muster(report.facts)
        men = [p for p in report.facts.picture.pieces if p.kind != "horse"]
        in_the_table = rows_of_page(report.page)
        for man in men:
            row = rows[man.id]
            assert agrees(man, row), (man, row)
            number = rf"{row.attack} {row.defence} {row.movement}" if row.attack or row.movement else ""
            arm = "yes " if row.armoured else ""
            line = rf"{re.escape(row.name)} {re.escape(row.kind)} {arm}{row.place} {row.state} {number}"
            assert re.search(line, report.columns), line
            values = f" Attack {row.attack}, defence {row.defence}, movement {row.movement}."
            said = (
                rf"{re.escape(row.name)}, {re.escape(row.kind)}[^.]*\. In {row.place}, {row.state}\.{values}"
            )
            assert re.search(said, report.sentences), said
            assert report.drawing.count(f"<title>{pictures_title(man)}") == 1
            [cells] = [c for c in in_the_table if c[0].startswith(f"{row.name} {row.kind}")]
            assert cells[1:3] == [row.place, row.state]
            assert [int(c or 0) for c in cells[3:]] == [row.attack, row.defence, row.movement] or not number
            looked_at += 1
        standing = {row.id for row in rows.values() if not text.is_out(row) and not row.awaited}
        assert standing == {man.id for man in men}
        for row in rows.values():  # who is still to come stands in the tables, and nowhere on the map
            if row.awaited:
                [cells] = [c for c in in_the_table if c[0].startswith(f"{row.name} {row.kind}")]
                assert cells[1:3] == ["", row.state]
                assert re.search(rf"{row.name} {row.kind} (yes )?{row.state} {row.attack}", report.columns)
    assert looked_at > 100


def pictures_title(piece: engine.PicturePiece) -> str:
    from games.pictures.pieces import title

    return title(piece).replace("&", "&amp;").replace("'", "&#x27;") if "'" in piece.name else title(piece)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_what_is_no_man_stands_in_text_and_page_too(path: Path) -> None:
    for report in reports(path):
        picture = report.facts.picture
        page = flat(unescape(report.page.body.text(separator=" ") if report.page.body else ""))
        for told in (report.columns, report.sentences, page):
            for horse in (p for p in picture.pieces if p.kind == "horse"):
                assert f"{horse.name} {place(horse)}" in told
            for work in picture.works:
                about = (
                    told.partition("WHAT ELSE IS ON THE MAP")[2]
                    or told.partition("What else is on the map")[2]
                )
                assert "-".join(work.labels) in about
            for cell in picture.hexes:
                if cell.bodies:
                    dead = re.search(r"The dead lie in: ([^.]*)\.", told)
                    assert dead and cell.label in dead[1]
                if cell.carcasses:
                    dead = re.search(r"Dead horses lie in: ([^.]*)\.", told)
                    assert dead and cell.label in dead[1]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_nothing_in_any_of_them_is_another_ones_secret(path: Path) -> None:
    kept = 0
    for report in reports(path):
        page = flat(report.page.body.text(separator=" ") if report.page.body else "")
        drawn = report.drawing + msgspec.json.encode(report.facts.picture).decode()
        for secret in report.secrets:
            assert secret not in report.columns
            assert secret not in report.sentences and lists.spoken(secret) not in report.sentences
            assert secret not in page
            assert secret not in drawn
            kept += 1
    assert kept > 10
