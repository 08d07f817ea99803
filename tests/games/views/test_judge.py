"""The page on which anybody has a position judged: what it shows, and what it forbids."""

from __future__ import annotations

import base64
import re
import zlib
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from games.judge import brakes, examples, judged, links
from games.judge.brakes import Brakes
from games.views import judge
from rules import engine

pytestmark = pytest.mark.django_db
GOOD = examples.example("combat")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Brakes:
    """Nobody has had anything judged yet."""
    found = Brakes()
    monkeypatch.setattr(judge, "BRAKES", found)
    return found


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Judged in this very process, which is quicker; every text that was judged."""
    texts: list[str] = []

    def here(text: str, seconds: int, **more: Any) -> list[engine.Finding]:
        texts.append(text)
        return list(engine.judge(text, **more))

    monkeypatch.setattr(judge, "judged", here)
    return texts


def sent(client: Client, text: str, **more: Any) -> Any:
    return client.post("/judge", {"position": text}, **more)


def page_of(response: Any) -> str:
    return str(response.content.decode())


def words(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page_of(response))).split())


def text_in(response: Any) -> str:
    match = re.search(r'<textarea id="position".*?>\n(.*?)</textarea>', page_of(response), re.DOTALL)
    assert match
    return unescape(match[1])


def the_link(response: Any) -> str:
    match = re.search(r'id="link" type="text" readonly value="([^"]*)"', page_of(response))
    assert match
    return unescape(match[1])


# what is shown


def test_a_siege_is_judged_on_the_page(client: Client, at_once: list[str]) -> None:
    response = client.post("/judge", {"position": "siege farm\n[ask]\ninitiative\n[dice]\notherwise 3\n"})
    shown = response.content.decode()
    assert response.status_code == 200 and "have it in 85 of 100 cases" in shown and "Day 1." in shown


def test_the_page_opens_with_an_example_that_is_not_judged_yet(client: Client, at_once: list[str]) -> None:
    response = client.get("/judge")
    assert response.status_code == 200 and text_in(response) == GOOD and not at_once


def test_a_position_is_judged_by_a_process_of_its_own(client: Client) -> None:
    response = sent(client, GOOD)
    page, said = page_of(response), words(response)
    assert response.status_code == 200
    assert "Odds: 10 % Zahir killed" in unescape(page).replace("\xa0", " ").replace("\u202f", " ")
    assert "Two against one in the scrub" in said and "stunned (D)" in said
    assert len(re.findall(r'class="map-sheet"[^>]*><svg', page)) == 2
    assert 'href="/rules/GUI-6c"' in page and "p1/<wbr>GUI-6c/" in page
    assert re.search(r"Zahir</th>.*?stunned", page, re.DOTALL)
    assert text_in(response) == GOOD.rstrip("\n")


def test_the_report_and_the_map_are_in_the_language_of_the_page(client: Client) -> None:
    page = words(sent(client, GOOD, headers={"accept-language": "de"}))
    assert "greifen gemeinsam an" in page and "betäubt (D)" in page


def test_a_position_in_which_nothing_is_played_is_drawn_once(client: Client, at_once: list[str]) -> None:
    page = page_of(sent(client, examples.example("keep")))
    assert len(re.findall(r'class="map-sheet"', page)) == 1 and "Before" not in page


def test_a_line_that_is_wrong_is_marked_with_what_was_meant(client: Client, at_once: list[str]) -> None:
    page = page_of(sent(client, GOOD.replace("defence 6", "defense_ 6").replace("attack 8", "atack 8")))
    assert re.search(r'<li id="line-13" class="is-fault">', page)
    assert 'href="#line-13"' in page and "(perhaps &#x27;attack&#x27;?)" in page


def test_orders_that_are_refused_are_marked_at_their_lines(client: Client, at_once: list[str]) -> None:
    page = page_of(sent(client, examples.example("refused")))
    assert re.search(r'<li id="line-9" class="is-refusal">', page) and "[E-103]" in page
    assert re.search(r'<li id="line-12" class="is-note">', page)


def test_a_player_who_is_asked_is_shown_his_choices(client: Client, at_once: list[str]) -> None:
    page = words(sent(client, examples.example("asked")))
    assert "Zahir (0506) has to fall back: where to?" in page and "[answers]" in page


def test_a_board_that_is_large_is_drawn_once(client: Client, at_once: list[str]) -> None:
    men = "[men normans]\nDrogo, man, 0202\n[men arabs]\nZahir, man, 5030\n"
    text = f"board 60x40\n{men}[orders normans]\nMOVE Drogo 0203"
    response = sent(client, text)
    assert len(re.findall(r'class="map-sheet"', page_of(response))) == 1
    assert "Drogo (spearman) moves 0202 > 0203" in words(response)


def test_very_many_men_whose_names_are_alike_are_drawn(client: Client, at_once: list[str]) -> None:
    men = "".join(f"M{n}, man, {1 + n % 20:02}{1 + n // 20:02}\n" for n in range(300))
    page = page_of(sent(client, f"board 20x20\n[men normans]\n{men}"))
    assert ">M300</text>" in page or ">M301</text>" in page


@pytest.mark.parametrize("name", examples.TITLES)
def test_every_example_runs(name: str, client: Client, at_once: list[str]) -> None:
    assert text_in(client.get(f"/judge?example={name}")) == examples.example(name)
    response = sent(client, examples.example(name))
    assert response.status_code == 200 and "To mend in the text" not in page_of(response)


def test_there_is_no_other_example(client: Client) -> None:
    for name in ("nothing", "../child", ""):
        assert client.get("/judge", {"example": name}).status_code == 404


# links


def test_a_link_holds_the_whole_position(client: Client, at_once: list[str]) -> None:
    first = sent(client, GOOD)
    link = urlsplit(the_link(first))
    assert link.path == "/judge" and links.unpacked(parse_qs(link.query)["p"][0]) == GOOD.rstrip("\n")
    again = client.get(f"{link.path}?{link.query}")
    assert again.status_code == 200 and again.headers["X-Robots-Tag"] == "noindex"
    assert the_link(again) == the_link(first) and text_in(again) == text_in(first)
    assert "stunned (D)" in words(again) and len(at_once) == 2


@pytest.mark.parametrize("text", ["", "ä ß € 🏰", "line\n\nline", "x" * 99_999])
def test_what_goes_into_a_link_comes_out(text: str) -> None:
    assert links.unpacked(links.packed(text)) == text


def test_a_position_that_is_too_long_for_a_link_says_so(client: Client, at_once: list[str]) -> None:
    noise = "\n".join(
        f"# {zlib.crc32(str(n).encode()):08x}{zlib.adler32(str(n).encode()):08x}" for n in range(900)
    )
    response = sent(client, f"{GOOD}\n{noise}")
    assert "too long for an address" in words(response) and 'id="link"' not in page_of(response)


def letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


GARBAGE = {
    "nothing": "",
    "no letters of ours": "!!!!",
    "other letters": "äöü",
    "not packed": letters(b"title"),
    "half of it": links.packed(GOOD)[:-20],
    "not of this coding": letters(zlib.compress(b"\xff\xfe\xff")),
    "very much in very little": letters(zlib.compress(b"0" * 3_000_000)),
    "too long": "A" * (links.LONGEST + 1),
    "a script": "<script>alert(1)</script>",
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_a_link_that_is_broken_is_told_kindly(garbage: str, client: Client, at_once: list[str]) -> None:
    response = client.get("/judge", {"p": garbage})
    assert response.status_code == 400 and not at_once
    assert "This link holds no position" in words(response) and "<script>alert" not in page_of(response)


def test_a_link_with_more_than_a_position_may_hold_is_refused(client: Client, at_once: list[str]) -> None:
    response = client.get("/judge", {"p": links.packed("#" * (judge.MOST_CHARACTERS + 1))})
    assert response.status_code == 413 and not at_once


# bounds


def test_a_text_that_is_too_long_is_refused_before_any_work(client: Client, at_once: list[str]) -> None:
    response = sent(client, "#" * (judge.MOST_CHARACTERS + 1))
    assert response.status_code == 413 and not at_once
    assert "100000 characters at most" in words(response) and len(response.content) < 50_000


def test_after_so_many_within_the_hour_one_is_told_when_to_come_again(
    client: Client, at_once: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(judge, "BRAKES", Brakes(lambda: now[0]))
    for _ in range(brakes.AN_HOUR):
        assert sent(client, "").status_code == 200
        now[0] += 60
    response = sent(client, GOOD)
    assert response.status_code == 429 and response.headers["Retry-After"] == "1800"
    assert "in 30 minutes" in words(response) and text_in(response) == GOOD.rstrip("\n")
    assert client.get("/judge", {"p": links.packed(GOOD)}).status_code == 429
    assert len(at_once) == brakes.AN_HOUR
    assert sent(client, GOOD, REMOTE_ADDR="192.0.2.7").status_code == 200
    now[0] += 1801
    assert sent(client, GOOD).status_code == 200


def test_what_is_refused_does_not_count(fresh: Brakes) -> None:
    for _ in range(brakes.AN_HOUR):
        fresh.count("192.0.2.1")
    for _ in range(5):
        with pytest.raises(brakes.TooMany):
            fresh.count("192.0.2.1")


def test_only_so_many_networks_are_remembered(fresh: Brakes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brakes, "_MOST_NETWORKS", 3)
    for n in range(10):
        fresh.count(f"192.0.2.{n}")
    assert list(fresh._calls) == ["192.0.2.7", "192.0.2.8", "192.0.2.9"]


def test_on_ones_own_machine_nothing_is_counted(client: Client, at_once: list[str]) -> None:
    for _ in range(brakes.AN_HOUR + 1):
        assert sent(client, "board 2x2", SERVER_NAME="localhost").status_code == 200
    assert len(at_once) == brakes.AN_HOUR + 1


def test_no_more_than_two_are_judged_at_once(
    client: Client, at_once: list[str], fresh: Brakes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brakes, "PATIENCE_SECONDS", 0.01)
    with fresh.turn(), fresh.turn():
        response = sent(client, GOOD)
    assert response.status_code == 429 and response.headers["Retry-After"] and not at_once
    assert text_in(response) == GOOD.rstrip("\n")
    assert sent(client, GOOD).status_code == 200


ENDLESS = "board 63x63\n[men normans]\nDrogo, rider, 3030 facing N\n[ask]\n" + "reach Drogo\n" * 200


def test_what_takes_too_long_is_ended_and_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "SECONDS", 1)
    response = sent(client, ENDLESS)
    assert response.status_code == 200 and "this takes more than 1 seconds" in words(response)


def test_what_says_too_much_is_ended_and_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "MOST_OUTPUT", 3_000)
    assert "too much room" in words(sent(client, GOOD))


def test_where_the_engine_breaks_no_traceback_is_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(judged, "_ROOT", tmp_path)  # where there is no engine
    response = sent(client, GOOD)
    assert response.status_code == 200 and "Traceback" not in page_of(response)
    assert "a fault of ours" in words(response)


# what strangers write


EVIL = "<script>alert(1)</script>"


class Elements(HTMLParser):
    """The names of elements and attributes, and what is within scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attributes}


def test_nothing_that_is_written_becomes_a_part_of_the_page(client: Client, at_once: list[str]) -> None:
    text = (
        f"title {EVIL}</textarea>\n[men normans]\nRob<b>{EVIL}, man, 0504, attack 8\n[men <i>{EVIL}]\n"
        f'Zahir"onload="x, man, 0505\n[orders normans]\nATTACK Rob{EVIL} ON Zahir\n[dice]\notherwise 6\n'
        f"[ask]\nodds Rob<b>{EVIL} ON Zahir\nvalues {EVIL}\n"
    )
    for said in (text, text.replace("[men <i>", "[men arabs"), f"title {EVIL}\nboard {EVIL}", f"[{EVIL}]"):
        page = page_of(sent(client, said))
        found = Elements(page)
        assert "<script>alert" not in page and "b" not in found.tags and "onload" not in found.attributes
        assert found.tags.count("script") == 2 and page.count("</textarea>") == 1


def test_what_is_named_in_the_drawing_is_escaped(client: Client, at_once: list[str]) -> None:
    page = page_of(
        sent(client, f"title {EVIL}\n[men normans]\nRobert, man, 0504\n[structures]\nstructure <b>&x 0404\n")
    )
    assert "<svg" in page and "<b>" not in page and "script>alert" not in page and "&lt;b&gt;&amp;x" in page


@pytest.mark.parametrize(
    "odd", ["\x00", "\ud800", "\u202e\u2028", "[", "]" * 2000, "[ask]\n" * 1999, "\r\r\n"]
)
def test_odd_characters_break_nothing(odd: str, client: Client) -> None:
    data = f"position={odd}".encode("utf-8", "surrogatepass")
    response = client.post("/judge", data, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 200 and "Traceback" not in page_of(response)


def test_a_form_of_another_site_is_not_taken() -> None:
    assert sent(Client(enforce_csrf_checks=True), GOOD).status_code == 403


def test_nothing_is_stored_or_logged(
    client: Client, at_once: list[str], caplog: pytest.LogCaptureFixture, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0), caplog.at_level("DEBUG"):
        sent(client, GOOD)
        sent(client, GOOD * 2)
        client.get("/judge", {"p": "garbage"})
        client.get("/judge", {"p": links.packed(GOOD)})
    assert "Zahir" not in caplog.text and links.packed(GOOD)[:20] not in caplog.text
    assert not Session.objects.exists()
