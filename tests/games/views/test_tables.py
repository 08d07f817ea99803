"""The tables of a game: a page for each, linked from every roll that read it, and TABLE in a mail."""

from __future__ import annotations

import re
from urllib.parse import unquote

import msgspec
import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from games.models import Game, OutboundKind, OutboundMail, Seat
from games.play import creation
from games.reports import tables
from rules import engine
from tests.games.post_kit import Post, a_battle, html_of, opened, text_of, the_answer
from tests.games.reports.test_reports import played

pytestmark = pytest.mark.django_db
SHIPPED = engine.tables_in_force(engine.replay(engine.new_game("ford")).setup)


def page(path: str, status: int = 200) -> LexborHTMLParser:
    answer = Client().get(path)
    assert answer.status_code == status, path
    return LexborHTMLParser(answer.content.decode())


def test_every_table_in_force_has_a_page_with_all_its_cells() -> None:
    game = a_battle("ford")
    listed = page(f"/g/{game.number}/tables")
    links = [a.attributes["href"] for a in listed.css("tbody a")]
    assert len(links) == len(SHIPPED) > 40
    for found, link in zip(SHIPPED, links, strict=True):
        table = page(link).css_first("table.rule-table")
        assert len(table.css("tbody tr")) == len(found.table.rows)
        assert [td.text() for td in table.css("tbody tr")[0].css("th, td")][: len(found.table.columns)] == [
            str(cell) for cell in found.table.rows[0]
        ]


def test_a_row_and_a_column_are_marked_without_any_script() -> None:
    game = a_battle("ford")
    shown = page(f"/g/{game.number}/tables/combat-foot?row=7&column=13/20")
    [mark] = shown.css("mark")
    assert mark.text() == "C" and mark.parent.parent.css_first("th").text() == "7"
    assert [th.text() for th in shown.css("thead [aria-current]")] == ["13/20"]
    assert "Read in row 7, column 13/20: C (the defender falls back)." in shown.css_first(".call").text()
    assert page(f"/g/{game.number}/tables/infiltration?row=-2").css_first("#read th").text() == "1"
    for odd in ("?row=king&column=nowhere", "?row=%00", "?column=die", ""):
        assert page(f"/g/{game.number}/tables/combat-foot{odd}").css("mark") == []


def test_each_row_of_a_mixed_table_says_where_it_comes_from() -> None:
    rows = page(f"/g/{a_battle('ford').number}/tables/weapons").css(".rule-table tbody tr")
    assert {row.css(".from")[0].text() for row in rows} == {"house", "play sheet"}


def test_a_game_masters_own_table_is_shown_as_such() -> None:
    ours = next(found.table for found in SHIPPED if found.table.id == "impact")
    rows = (*ours.rows[:-1], (10, "aim", "aim"))
    pack = {"impact": msgspec.structs.replace(ours, rows=rows, source="my own sheet")}
    game = creation.create_game("ford", {}, tables=pack)
    told = page(f"/g/{game.number}/tables/impact").body.text()
    assert "This game's own table" in told and "my own sheet" in told
    own = [a.text() for a in page(f"/g/{game.number}/tables").css("tr:has(strong) a")]
    assert own == ["impact"]
    assert "This game's own" not in page(f"/g/{a_battle('ford').number}/tables/impact").body.text()


def test_a_table_that_this_game_lacks_is_answered_with_the_nearest() -> None:
    game = a_battle("ford")
    told = page(f"/g/{game.number}/tables/infiltraton", 404).body.text()
    assert "infiltration" in told
    assert Client().get(f"/g/{game.number}/tables/combat")["Location"].endswith("/tables/combat-foot")
    page(f"/g/{game.number}/tables/exhaustion", 404)  # of a house rule that this game is played without
    page(f"/g/{game.number}/tables/combat-foot-older", 404)  # of another printing


def rolls(game: Game) -> list[tuple[str, str, str]]:
    """(what a roll is cited with, where its link leads, the line) in the last report that has any."""
    for mail in OutboundMail.objects.filter(game=game, kind=OutboundKind.REPORT).order_by("-pk"):
        html = LexborHTMLParser(html_of(opened(mail)))
        found = [
            (a.text(), str(a.attributes["href"]), a.parent.parent.text())
            for a in html.css("a")
            if "/tables/" in str(a.attributes["href"])
        ]
        if found:
            return found
    return []


def test_each_roll_of_a_mailed_report_leads_to_the_cell_it_read() -> None:
    game = played(a_battle("ford"), 6)
    found = rolls(game)
    assert any("row=" in link for _, link, _ in found)
    for cited, link, _ in found:
        path = "/" + link.partition("//")[2].partition("/")[2]
        shown = page(path.partition("#")[0])
        assert shown.css("#read") or "row=" not in link, (cited, link)
        if cited.startswith("[combat/"):
            column = cited.partition(", ")[2].rstrip("]")
            assert unquote(path).count(f"column={column}") == 1
            assert len(shown.css("mark")) == 1


def test_the_marked_cell_is_the_letter_that_the_report_tells() -> None:
    game = played(a_battle("ford"), 6)
    for cited, link, line in rolls(game):
        if cited.startswith("[missile/"):
            path = "/" + link.partition("//")[2].partition("/")[2]
            [mark] = page(path.partition("#")[0]).css("mark")
            letter = re.search(r"harm at [^:]*: (?:.*\(([A-F])\)|no harm)", line)
            assert letter and (letter[1] or "no harm") == ("no harm" if mark.text() == "-" else mark.text())


def test_the_text_says_once_how_to_ask_for_a_table() -> None:
    game = played(a_battle("ford"), 6)
    for mail in OutboundMail.objects.filter(game=game, kind=OutboundKind.REPORT):
        text = text_of(opened(mail))
        happened = text.partition("HOW IT STANDS")[0]
        assert text.count("TABLE ") == (1 if re.search(r"\[(combat|missile|impact|infil)", happened) else 0)


def test_a_table_says_what_its_letters_mean_on_its_page_and_in_a_mail() -> None:
    game = a_battle("ford")
    for table, letter, words in (
        ("combat-foot", "Aw", "the attacker is wounded"),
        ("combat-mounted", "G", "the defender is stunned and his horse killed"),
        ("missile-foot", "A", "driven back"),
        ("missile-mounted", "-", "no effect"),
    ):
        shown = page(f"/g/{game.number}/tables/{table}")
        meanings = {
            row.css_first("dt").text(): row.css_first("dd").text() for row in shown.css(".letters div")
        }
        cells = {td.text() for td in shown.css(".rule-table td:not(.from)")}
        assert meanings[letter] == words and set(meanings) == cells, table
        assert f"{letter} {words}" in " ".join(asked(f"TABLE {table}").split())
    assert not page(f"/g/{game.number}/tables/impact").css(".letters")


def test_the_column_that_a_shot_was_looked_up_in_is_marked_in_the_table_of_impacts() -> None:
    game = played(a_battle("ford"), 6)
    links = [link for cited, link, _ in rolls(game) if cited == "[impact]" and "row=" in link]
    assert links and any("column=" in link for link in links)
    for link in (link for link in links if "column=" in link):
        path = "/" + link.partition("//")[2].partition("/")[2]
        assert len(page(path.partition("#")[0]).css("mark")) == 1


def test_a_table_or_how_it_stands_asked_for_alone_is_never_cut() -> None:
    for line in ("TABLE", "TABLE combat", "TABLE terrain", "TABLE missile", "STATUS"):
        assert "more lines: " not in asked(line), line


def asked(line: str) -> str:
    game = a_battle("ford")
    seat = Seat.objects.select_related("game").filter(game=game, awaited=True)[0]
    return text_of(the_answer(Post(seat).write(line)))


def test_table_in_a_mail_answers_with_it() -> None:
    told = asked("TABLE combat/foot")
    assert "die <-5 -5/-1 0/4 5/8 9/12 13/20" in " ".join(told.split())
    assert "house: neither the book nor a play sheet" in told and "/tables/combat-foot" in told
    assert max(map(len, told.splitlines())) <= 72


def test_table_and_a_family_brings_those_that_dice_are_laid_against() -> None:
    told = asked("table combat")
    assert "TABLE COMBAT-FOOT, COMBAT-MOUNTED" in told and "left out" not in told
    assert len(told.splitlines()) < 85


def test_table_alone_lists_them() -> None:
    told = asked("TABLE")
    assert "infiltration" in told and "combat-mounted" in told


@pytest.mark.parametrize("called", ["fire", "shooting", "damage"])
def test_a_word_for_a_part_of_the_rules_brings_the_tables_of_it_with_a_sentence_each(called: str) -> None:
    told = " ".join(asked(f"TABLE {called}").split())
    assert "TABLE missile-foot: Missile fire against people on foot." in told
    assert "TABLE missile-mounted: Missile fire against riders and riderless horses." in told


def test_a_word_that_is_one_table_and_in_the_title_of_others_says_so() -> None:
    told = " ".join(asked("TABLE terrain").split())
    assert "Open terrain" in told and "The word stands for others too:" in told
    assert "TABLE terrain-shift: Terrain in combat: columns shifted." in told
    assert "stands for others" not in asked("TABLE mounting")


def test_table_of_what_this_game_lacks_names_the_nearest() -> None:
    told = " ".join(asked("TABLE exhaustion").split())
    assert "This game is played by no table 'exhaustion'." in told
    told = " ".join(asked("TABLE mising").split())
    assert "TABLE missile-" in told


@pytest.mark.parametrize("found", SHIPPED, ids=lambda found: found.table.id)
def test_every_table_fits_into_a_mail(found: engine.TableInForce) -> None:
    assert max(map(len, tables.in_text(found, SHIPPED))) <= 72
