"""How a player wants his mail: text alone, a smaller map or none, sentences instead of columns."""

from __future__ import annotations

import io
import re

import pytest
from django.test import Client
from PIL import Image

from games.models import Game, OutboundKind, OutboundMail, Report, Seat
from games.reports import maps
from games.seats import seats
from rules import engine
from tests.games.post_kit import Post, a_battle, battle_of, opened, seat_waiting, text_of
from tests.games.reports.test_reports import played

pytestmark = pytest.mark.django_db


def report_after(scenario: str = "orchard", **choices: object) -> tuple[Seat, OutboundMail]:
    """The first report that a player with these choices gets; he has the second phase."""
    game = a_battle(scenario)
    seat = seat_waiting(game)
    Seat.objects.filter(pk=seat.pk).update(**choices)
    played(game, 1)
    return seat, OutboundMail.objects.filter(seat=seat, kind=OutboundKind.REPORT).order_by("pk").last()


def forget_maps() -> None:
    maps.in_language.cache_clear()
    maps.drawn_part.cache_clear()


def kinds(row: OutboundMail) -> list[str]:
    return [part.get_content_type() for part in opened(row).walk() if not part.is_multipart()]


def maps_in(row: OutboundMail) -> list[bytes]:
    """The whole map, and the part of it where something happens."""
    found = [part for part in opened(row).walk() if part.get_content_type() == "image/png"]
    return [bytes(png.get_payload(decode=True)) for png in found]


def map_in(row: OutboundMail) -> bytes:
    return maps_in(row)[0]


def test_by_default_text_html_and_a_large_map() -> None:
    _, row = report_after()
    assert kinds(row) == ["text/plain", "text/html", "image/png", "image/png"]
    assert sum(map(len, maps_in(row))) <= maps.MOST_BYTES
    assert Image.open(io.BytesIO(map_in(row))).width > 640


def test_text_only_is_text_only_in_every_kind_of_mail() -> None:
    seat, row = report_after(html_mail=False)
    assert kinds(row) == ["text/plain"]
    answer = Post(seat).write("STATUS").answers.get()
    assert kinds(answer) == ["text/plain"]


def test_a_small_map_is_small() -> None:
    _, row = report_after(map_size="small")
    png = map_in(row)
    assert Image.open(io.BytesIO(png)).width <= 640 and len(png) < 80_000


def test_no_map_leaves_its_summary_and_a_link() -> None:
    seat, row = report_after(map_size="none")
    assert kinds(row) == ["text/plain", "text/html"]
    html = Report.objects.filter(seat=seat).order_by("-pk")[0].html
    assert "See the map on the page" in html and "Map of " in html and "<img" not in html


class TestSentences:
    @pytest.fixture
    def told(self) -> tuple[Seat, str]:
        seat, row = report_after("ford", lists=True)
        return seat, text_of(opened(row)).replace("\r\n", "\n")

    def test_nothing_stands_in_columns(self, told: tuple[Seat, str]) -> None:
        before_the_form = told[1].partition("#ORDERS")[0]
        body = before_the_form.partition("WHAT HAPPENED")[2]
        assert body
        assert not [line for line in body.split("\n") if re.search(r"\S {2,}\S", line)]

    def test_nothing_is_left_to_signs(self, told: tuple[Seat, str]) -> None:
        happened = told[1].partition("WHAT HAPPENED")[2].partition("#ORDERS")[0]
        assert not re.search(r" [>=|~^*] |->|\.{4,}|[─-▟]", happened)

    def test_the_ground_is_told(self, told: tuple[Seat, str]) -> None:
        assert "THE GROUND" in told[1]
        [hexes] = re.findall(r"^Tree: (.*?)\.$", told[1], re.MULTILINE | re.DOTALL)
        board = battle_of(told[0].game).board
        trees = [label for label, cell in board.cells.items() if cell.terrain == "tree"]
        first_and_last = re.findall(r"(\d{4}) to (\d{4})", " ".join(hexes.split()))
        between = {f"{int(a) + n:04d}" for a, b in first_and_last for n in range(int(b) - int(a) + 1)}
        assert {*re.findall(r"\d{4}", hexes), *between} == set(trees)

    def test_the_order_form_is_the_usual_one(self, told: tuple[Seat, str]) -> None:
        form = engine.order_form(battle_of(told[0].game), told[0].name).rstrip()
        assert form and form in told[1]

    def test_every_line_is_at_most_72_columns_wide(self, told: tuple[Seat, str]) -> None:
        assert max(map(len, told[1].split("\n"))) <= 72


def test_too_heavy_a_map_becomes_smaller_and_at_last_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    drawn: dict[engine.Picture, list[int]] = {}

    def heavy(picture: engine.Picture, pixels: int, *, most: int) -> bytes:
        asked.append(pixels)
        wide = maps.pictures.pixels_wide(picture, pixels)
        drawn.setdefault(picture, []).append(wide)
        return bytes(wide * 300)

    monkeypatch.setattr(maps.pictures, "png", heavy)
    monkeypatch.setattr(maps.pictures, "part", lambda *_, **__: bytes(10**6))
    monkeypatch.setattr(maps.pictures, "is_too_heavy", lambda *_: False)
    forget_maps()
    _, row = report_after()
    assert asked[0] == 1280 and len(asked) > 1
    for widths in drawn.values():
        assert widths == sorted(set(widths), reverse=True), "smaller each time, hexes falling on whole pixels"
    assert len(map_in(row)) <= maps.MOST_BYTES
    forget_maps()
    monkeypatch.setattr(maps.pictures, "png", lambda *_, **__: bytes(10**6))
    _, row = report_after()
    assert kinds(row) == ["text/plain", "text/html"]
    forget_maps()


def test_no_map_is_drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[object, ...]] = []

    def counted(picture: object, pixels: int, *, most: int) -> bytes:
        drawn.append((picture, pixels))
        return bytes(pixels)

    monkeypatch.setattr(maps.pictures, "png", counted)
    forget_maps()
    report_after()
    assert drawn
    assert len(drawn) == len(set(drawn))
    forget_maps()


def test_the_desk_takes_the_choices_of_its_player_alone(game: Game, seat: Seat, rival: Seat) -> None:
    address = f"/g/{game.pk}/seat/{seat.name}/look"
    wanted = {"parts": "text", "set": "lists", "map_size": "small"}
    assert Client().post(address, wanted).status_code == 404
    other = Client()
    other.get(f"/s/{seats.link_secret(rival)}")
    assert other.post(address, wanted).status_code == 404
    player = Client()
    player.get(f"/s/{seats.link_secret(seat)}")
    assert player.post(address, {**wanted, "map_size": "enormous"}, follow=True).status_code == 200
    seat.refresh_from_db()
    assert (seat.html_mail, seat.lists, seat.map_size) == (False, True, "large")
    player.post(address, wanted)
    seat.refresh_from_db()
    assert seat.map_size == "small"
    assert b"How your mails look" in player.get(f"/g/{game.pk}/seat/{seat.name}").content
