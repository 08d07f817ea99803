"""A kept report is a witness: it belongs to the log, or it does not."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games.models import Game, OutboundMail, Report
from games.play import adjudication
from games.proof import forks, witnesses
from games.proof.witnesses import Verdict, examine
from games.record import append_only, eventlog
from games.reports import proofs
from games.reports.facts import Dice, Told
from tests.games.kit import again
from tests.games.post_kit import a_battle, html_of, opened, text_of
from tests.games.proof.forgery_kit import forged, rechain, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Four phases played: the first player has had two reports, of two phases each."""
    game = a_battle()
    for _ in range(4):
        adjudication.close_phase(again(game), "deadline")
    return again(game)


def mails(game: Game) -> list[OutboundMail]:
    seat = game.seats.order_by("order").first()
    return list(OutboundMail.objects.filter(game=game, seat=seat, kind="report").order_by("pk"))


def told(mail: OutboundMail) -> str:
    message = opened(mail)
    return f"Subject: {message['Subject']}\n\n{text_of(message)}"


def whole(game: Game) -> list[str]:
    """The same reports as the archive keeps them and REPORT brings them, with every hash."""
    kept = {mail.subject: mail for mail in mails(game)}
    rows = Report.objects.filter(seat=mails(game)[0].seat, subject__in=kept).order_by("pk")
    return [f"Subject: {row.subject}\n\n{row.text}" for row in rows]


def test_each_mailed_report_prints_its_head_and_belongs(game: Game) -> None:
    for number, (mail, text) in enumerate(zip(mails(game), whole(game), strict=True)):
        assert examine(told(mail)).verdict is Verdict.BELONGS
        if number:
            assert re.findall(r"^(\w+) +[0-9a-f]{64}\r?$", told(mail), re.M) == ["head"]
            log = told(mail).partition("THE DICE AND THE LOG")[2]
            assert "REPORT in a reply" in " ".join(log.split()) and len(log.splitlines()) <= 7
            for kind in ("secret", "promise"):
                assert not re.search(rf"{kind} [0-9a-f]{{64}}", html_of(opened(mail)))
                assert re.search(rf"{kind} +[0-9a-f]{{64}}", text)


def test_a_report_whose_orders_are_not_those_promised_is_mailed_with_every_hash(game: Game) -> None:
    seat = mails(game)[0].seat
    fine = Dice(count=1, secret="00" * 32, commitment="11" * 32, escrow="22" * 32, opened=True)
    for dice, agree in ((fine, True), (msgspec.structs.replace(fine, opened=False), False)):
        facts = SimpleNamespace(
            told=(Told("turn 1", (), dice),), page="http://x/g/1", head="33" * 32, seat=seat
        )
        kept = f"A report\n\nTHE DICE AND THE LOG\n\nsecret  {'00' * 32}\nTurn page: http://x/g/1\n"
        mailed = proofs.without_hashes(kept, facts)  # type: ignore[arg-type]
        assert (mailed == kept) is not agree and mailed.endswith("Turn page: http://x/g/1\n")


def test_each_report_prints_whole_heads_and_belongs(game: Game) -> None:
    welcome, *reports = whole(game)
    assert len(reports) == 2 and f"head    {game.head}" in reports[1].splitlines()
    for number, text in enumerate((welcome, *reports)):
        found = examine(text)
        assert (found.verdict, found.game) == (Verdict.BELONGS, game), found
        assert len(found.claims) == (1 if not number else 5), "two heads, the promise, a secret a phase"
        assert (
            max(
                len(line)
                for line in text.splitlines()
                if not line.startswith("Subject") and "://" not in line
            )
            <= 78
        )
    assert re.search(r"before  (\w+)", reports[1])[1] == re.search(r"head    (\w+)", reports[0])[1]


def test_what_mail_programs_do_to_it_does_no_harm(game: Game) -> None:
    text = told(mails(game)[-1])
    for changed in (
        "\n".join(f"> > {line}" for line in text.splitlines()),
        text.replace("\n", "\r\n"),
        text.replace("  ", "\xa0 "),
        "Hi, is this right?\n\n" + text + "\n-- \nSent from my phone",
        text.split("\n", 1)[1],
        re.sub(r"<[^>]+>", " ", html_of(opened(mails(game)[-1]))),
    ):
        assert examine(changed, game).verdict is Verdict.BELONGS, changed


def test_a_log_that_was_changed_is_found_out_even_with_a_perfect_chain(game: Game) -> None:
    report = told(mails(game)[-1])
    append_only.remove(connection)
    rechain(game, forged("phase_closed", reason="all orders in"))
    found = examine(report)
    assert found.verdict is Verdict.FOREIGN and "does not belong to the log" in found.words
    assert "never was the head of this log" in str(found.claims)


def test_a_log_that_was_changed_clumsily_is_called_unsound(game: Game) -> None:
    report = told(mails(game)[-1])
    append_only.remove(connection)
    write("UPDATE games_event SET recorded_us = recorded_us + 1 WHERE game_id = %s AND seq = 3", game.pk)
    found = examine(report)
    assert found.verdict is Verdict.UNSOUND and "event 3: content" in found.words


def test_an_altered_report_does_not_belong(game: Game) -> None:
    first, second = whole(game)[1:]
    secret = re.search(r"secret  (\w+)", first)[1]  # type: ignore[index]
    for altered, why in (
        (
            second.replace(
                game.head, game.head[:-1] + "x".replace("x", "0" if game.head[-1] != "0" else "1")
            ),
            "never was",
        ),
        (second.replace(game.head, re.search(r"before  (\w+)", second)[1]), "after .* it was another"),
        (re.sub(r"secret  \w+", f"secret  {secret}", second), "not the one in the log"),
        (re.sub(r"promise \w+", "promise " + "00" * 32, second), "the log has"),
        (re.sub(r"/t/t\d+-", "/t/t9-", second), "no phase t9-"),
    ):
        assert altered != second
        found = examine(altered)
        assert found.verdict is Verdict.FOREIGN, altered
        assert re.search(why, " ".join(c.words for c in found.claims if not c.holds)), found.claims


def test_short_heads_of_older_reports_count_in_part(game: Game) -> None:
    head = game.head
    short = f"game {game.label}\nHead of the game's log: {head[:8]}...{head[-4:]}."
    assert examine(short).verdict is Verdict.IN_PART
    assert examine(short.replace(head[:8], "0" * 8)).verdict is Verdict.FOREIGN


def test_the_report_of_another_game(game: Game) -> None:
    other = a_battle()
    report = told(mails(game)[-1])
    assert f"a report of {game.label}, not of {other.label}" in examine(report, other).words
    assert examine(
        report.replace(game.label, other.label).replace(f"/g/{game.pk}/", f"/g/{other.pk}/")
    ).verdict is (Verdict.FOREIGN)
    fork = forks.fork(game, "2")
    mixed = report.replace(game.label, fork.label).replace(f"/g/{game.pk}/", f"/g/{fork.pk}/")
    assert examine(mixed).verdict is Verdict.FOREIGN


@pytest.mark.parametrize("text", ["", "hello", "game G999999", "head " + "0" * 64, "\0", "[G0]", "game G١"])
def test_a_text_that_is_no_report(game: Game, text: str) -> None:
    assert examine(text).verdict in (Verdict.NO_GAME, Verdict.NO_HEAD)
    assert examine(text + f"\ngame {game.label}").verdict in (
        Verdict.NO_GAME,
        Verdict.NO_HEAD,
        Verdict.FOREIGN,
    )


def test_the_page(game: Game, client: Client) -> None:
    page = client.get(f"/g/{game.pk}/witness").content.decode()
    assert "<textarea" in page and f"/g/{game.pk}/witness" in client.get(f"/g/{game.pk}").content.decode()
    answer = client.post(f"/g/{game.pk}/witness", {"report": whole(game)[-1]}).content.decode()
    assert "It does</h2>" in answer and "keeps the promise" in answer
    for report, said in (("<b>hello", "cannot be checked"), (f"head {'0' * 64}", "It does not")):
        answer = client.post(f"/g/{game.pk}/witness", {"report": report}).content.decode()
        assert said in answer and "<b>hello" not in answer
    assert client.get("/g/4711/witness").status_code == 404


def test_the_answer_counts_no_events_of_a_running_game(game: Game) -> None:
    """How often others wrote is nobody's business."""
    linked = [row for row in eventlog.rows(game.pk) if row.hash]
    found = examine(f"game {game.label}\nhead {linked[-2].hash.hex()}")
    words = " ".join(claim.words for claim in found.claims)
    assert found.verdict is Verdict.BELONGS and "event" not in words and "head after turn 2" in words


def test_the_command(game: Game, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = mails(game)[-1]
    file = tmp_path / "report.eml"
    file.write_bytes(bytes(mail.rendered or b""))
    call_command("verify-report", file)
    assert "This report belongs to the log" in capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(whole(game)[-1].encode())))
    call_command("verify-report", game=game.label)
    assert "keeps the promise" in capsys.readouterr().out
    file.write_text(told(mail).replace(game.head, "0" * 64))
    with pytest.raises(CommandError, match="does not belong"):
        call_command("verify-report", file)
    with pytest.raises(CommandError):
        call_command("verify-report", tmp_path / "none")


def test_a_text_beyond_measure_is_cut(game: Game) -> None:
    assert examine("x" * 10_000_000, game).verdict is Verdict.NO_HEAD
    assert witnesses.LONGEST < 10_000_000
