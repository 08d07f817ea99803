"""Pages and mails of a game that has no board, and of one that this server lacks something for."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from django.core.checks import run_checks
from django.test import Client

from games.models import Game, InboundState, OutboundMail, Report
from games.play import adjudication
from games.proof import export, verification
from games.proof.findings import Fault
from games.proof.game_files import UnreadableFile, events
from games.record import eventlog
from games.seats import seats
from rules import engine
from rules.books import registry
from rules.books.guiscard import GUISCARD
from tests.games import arena, kit
from tests.games.arena import no_mail
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import Post, html_of, opened, text_of, the_answer

__all__ = ["no_mail"]
pytestmark = pytest.mark.django_db


def words(response: Any) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split()))


@pytest.fixture
def pocket() -> PocketRules:
    """The smallest scale, with all the reports and mails that a game of any scale gets."""
    rules = PocketRules()
    rules.admit()
    return rules


@pytest.fixture
def game(pocket: PocketRules) -> Game:
    game = kit.a_game()
    kit.file(game, "normans", "HOLD the line", "FINAL")
    adjudication.attend(game.pk)
    return kit.again(game)


# a game without a board


def test_all_pages_of_a_game_without_a_board_work(client: Client, game: Game) -> None:
    [played] = game.adjudications.all()
    for page in (f"/g/{game.pk}", f"/g/{game.pk}/t/{played.key}"):
        shown = client.get(page)
        assert shown.status_code == 200 and "Normans: 1 coins." in words(shown), page
        assert "Key to the map" not in words(shown) and "/map.svg" not in shown.content.decode(), page
    assert "The normans put a coin in." in words(client.get(f"/g/{game.pk}/t/{played.key}"))
    for page in ("", f"g/{game.pk}/t/{played.key}/dice", f"g/{game.pk}/log.jsonl"):
        assert client.get(f"/{page}").status_code == 200, page
    maps = (f"g/{game.pk}/map.svg", f"g/{game.pk}/t/{played.key}/map.svg", "scenarios/pocket.png")
    for page in (*maps, f"g/{game.pk}/position.txt", f"g/{game.pk}/t/{played.key}/position.txt"):
        assert client.get(f"/{page}").status_code == 404, page


def test_its_players_have_a_desk(client: Client, game: Game) -> None:
    seat = kit.seat_of(game, "arabs")
    client.get(seats.seat_link(seat))
    desk = f"/g/{game.pk}/seat/{seat.name}"
    shown = client.get(desk)
    assert (
        shown.status_code == 200 and "HOLD the line" in words(shown) and "Key to the map" not in words(shown)
    )
    filed = client.post(
        desk, {"orders": "HOLD the gate\nFINAL", "phase": str(game.phase), "nonce": "ab" * 16}
    )
    assert filed.status_code == 200 and kit.again(game).version > game.version


@pytest.mark.parametrize("lists", [False, True])
def test_its_mails_tell_what_its_sheet_notes(pocket: PocketRules, lists: bool) -> None:
    game = kit.a_game()
    game.seats.update(lists=lists)
    kit.file(game, "normans", "HOLD the line", "FINAL")
    adjudication.attend(game.pk)
    last = OutboundMail.objects.filter(game=game, seat__name="arabs", kind="report").order_by("pk").last()
    assert last is not None
    mail = opened(last)
    assert "Normans: 1 coins." in text_of(mail) and "The normans put a coin in." in text_of(mail)
    assert "HOLD the line" in text_of(mail)
    assert "Normans: 1 coins." in html_of(mail) and "<img" not in html_of(mail)
    assert "See the map" not in html_of(mail)
    assert all(report.picture is None or not bytes(report.picture) for report in Report.objects.all())


@pytest.mark.parametrize("line", ["STATUS", "MAP", "HELP", "TRY", "HOLD the gate"])
def test_its_post_is_answered(game: Game, line: str) -> None:
    mail = Post(kit.seat_of(game, "arabs")).write(f"{line}\n")
    assert mail.state == InboundState.DONE, mail.detail
    assert OutboundMail.objects.filter(in_reply_to=mail).count() == 1


# what this server lacks


@pytest.fixture
def battle(no_mail: None) -> Game:
    return arena.play(arena.battle(), 1)


def pages_of(game: Game) -> list[str]:
    key = game.adjudications.get().key
    return [f"/g/{game.pk}", f"/g/{game.pk}/t/{key}"]


def test_a_game_whose_book_is_gone_shows_what_is_missing_and_no_other_does(
    client: Client, battle: Game, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = msgspec.structs.replace(GUISCARD, id="guiscard-basic-9")
    monkeypatch.setattr(registry, "BOOKS", {later.id: later})
    registry._rules_of.cache_clear()
    client.get(seats.seat_link(battle.seats.order_by("order")[0]))
    desk = f"/g/{battle.pk}/seat/{battle.seats.order_by('order')[0].name}"
    for page in (*pages_of(battle), desk):
        shown = client.get(page)
        assert shown.status_code == 501, page
        assert "does not know the rules 'guiscard-basic-1'" in words(shown) and battle.title in words(shown)
        assert "Nothing of the game is lost" in words(shown)
    for page in ("/", *pages_of(game), f"/g/{battle.pk}/log.jsonl"):
        assert client.get(page).status_code == 200, page


def test_a_game_of_an_unknown_module_shows_which(
    client: Client, battle: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(key: registry._Key) -> Any:
        raise registry.UnknownRuleset("there is no module 'tactic'; 'tactics' is meant perhaps")

    monkeypatch.setattr(registry, "_rules_of", faulty)
    for language, told in (
        ("en", "Nothing of the game is lost"),
        ("de", "Vom Spiel ist nichts verloren"),
        ("fr", "Rien de la partie"),
    ):
        shown = client.get(f"/g/{battle.pk}", headers={"accept-language": language})
        assert "There is no module 'tactic'" in words(shown) and told in words(shown)


def test_a_game_of_an_unknown_scale_shows_that_its_log_cannot_be_read(
    client: Client, battle: Game, game: Game
) -> None:
    before = [row.hash for row in eventlog.rows(game.pk)]
    PocketRules.leave()
    eventlog.forget()
    for page in pages_of(game):
        shown = client.get(page)
        assert shown.status_code == 501 and "pocket_created" in words(shown), page
    for page in ("/", *pages_of(battle)):
        assert client.get(page).status_code == 200, page
    lost = [m.msg for m in run_checks(tags=["database"], databases=["default"]) if m.id == "games.E001"]
    assert len(lost) == 1 and "pocket_created version 1" in lost[0] and "coin_paid version 1" in lost[0]
    with pytest.raises(verification.Broken) as broken:
        verification.check(game)
    assert broken.value.fault is Fault.CONTENT and "cannot read pocket_created" in str(broken.value)
    assert [row.hash for row in eventlog.rows(game.pk)] == before


def test_a_file_of_an_unknown_scale_is_refused_with_its_line(game: Game, tmp_path: Any) -> None:
    while kit.again(game).state != "over":
        owing = kit.again(game).seats.get(awaited=True)
        kit.file(kit.again(game), owing.name, "HOLD", "FINAL")
        adjudication.attend(game.pk)
    path = tmp_path / "pocket.jsonl"
    path.write_bytes(b"".join(export.lines(kit.again(game))))
    assert isinstance(events(path)[0], engine.Created)
    PocketRules.leave()
    with pytest.raises(UnreadableFile, match=r"line 2: .*pocket_created"):
        events(path)


def test_a_mail_to_a_game_that_cannot_be_read_is_kept_and_answered(game: Game) -> None:
    PocketRules.leave()
    eventlog.forget()
    mail = Post(kit.seat_of(game, "arabs")).write("HOLD the gate\n")
    assert (mail.state, mail.reason) == (InboundState.FAILED, "trouble") and "pocket_created" in mail.detail
    assert "Something went wrong on our side" in text_of(the_answer(mail))
