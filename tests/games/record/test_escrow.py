"""Order escrow: what the receipt promises, the report opens; before, the promise tells nobody anything."""

from __future__ import annotations

import hashlib
import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from games.models import Game, Report, Seat
from games.play import adjudication
from games.proof import verification
from games.proof.verification import Broken, Fault
from games.record import dice, escrow, eventlog
from rules import engine
from tests.games import arena
from tests.games.arena import anna, no_mail, sits
from tests.games.kit import a_game, a_game_of_captains, again, file
from tests.games.pocket_rules import PocketRules
from tests.games.post_kit import Post, html_of, some_orders, text_of, the_answer

__all__ = ["no_mail"]

pytestmark = pytest.mark.django_db

HEX = re.compile(r"^escrow  ([0-9a-f]{64})\r?$", re.M)


def filed(game: Game, seat: str = "normans") -> list[engine.OrdersAccepted]:
    found = [e for e in eventlog.events(game.pk) if isinstance(e, engine.OrdersAccepted)]
    return [e for e in found if e.seat == seat]


def test_the_receipt_promises_and_the_report_opens(game: Game, seat: Seat) -> None:
    post = Post(seat)
    receipt = the_answer(post.write("\n".join(some_orders(game, seat))))
    [promised] = HEX.findall(text_of(receipt))
    assert promised in html_of(receipt)
    secret = dice.secret(game, 1)
    salt = escrow.salt_of(game, seat.name, 1)
    assert [promised] == [escrow.escrow_of(salt, e) for e in filed(game, seat.name)]

    Seat.objects.filter(pk=seat.pk).update(each_phase=0)
    adjudication.close_phase(again(game), "deadline")
    report = Report.objects.get(game=game, seat=seat, phase=1, adjudication__isnull=False)
    assert HEX.findall(report.text) == [promised]
    assert f"\nsalt    {salt.hex()}\n" in report.text and salt.hex() in report.html
    assert secret.hex() in report.text and "by exactly the orders you sent" in " ".join(report.text.split())
    assert promised in report.html
    assert verification.check(again(game)).escrows == 1


def test_the_last_of_several_mails_counts(game: Game, seat: Seat) -> None:
    post = Post(seat)
    promised = [
        HEX.findall(text_of(the_answer(post.write(order))))[0] for order in some_orders(game, seat)[:2]
    ]
    assert len(set(promised)) == 2
    adjudication.close_phase(again(game), "deadline")
    report = Report.objects.get(game=game, seat=seat, phase=1, adjudication__isnull=False)
    assert HEX.findall(report.text) == promised[1:]
    assert verification.check(again(game)).escrows == 2


def test_nobody_else_reads_it_and_who_sent_nothing_has_none(game: Game, seat: Seat, rival: Seat) -> None:
    the_answer(Post(seat).write("\n".join(some_orders(game, seat))))
    promised = filed(game, seat.name)[0].escrow
    adjudication.close_phase(again(game), "deadline")
    for report in Report.objects.filter(game=game).exclude(seat=seat):
        assert promised not in report.text + report.html and not HEX.findall(report.text)


def test_a_mail_that_files_nothing_promises_nothing(game: Game, seat: Seat) -> None:
    receipt = text_of(the_answer(Post(seat).write("TRY\n" + "\n".join(some_orders(game, seat)))))
    assert "escrow" not in receipt.lower()


def test_orders_changed_in_the_log_do_not_open_in_the_report(game: Game, seat: Seat) -> None:
    """An event is slipped in with the promise of other orders: the seat's report says so."""
    order = engine.OrdersAccepted(
        seat=seat.name, phase=1, orders=(), standing=("RETREAT toward 0307",), escrow="ab" * 32
    )
    eventlog.append(game.pk, again(game).version, [order], "forged")
    adjudication.close_phase(again(game), "deadline")
    report = Report.objects.get(game=game, seat=seat, phase=1, adjudication__isnull=False)
    assert "does not open the escrow" in " ".join(report.text.split())
    with pytest.raises(Broken) as broken:
        verification.check(again(game))
    assert broken.value.fault is Fault.ESCROW


def test_captains_orders_have_an_escrow_too(pocket: PocketRules) -> None:
    game = a_game_of_captains()
    for _ in range(3):
        adjudication.attend(game.pk)
    assert all(re.fullmatch("[0-9a-f]{64}", e.escrow) for e in filed(game) + filed(game, "arabs"))
    assert verification.check(again(game)).escrows == 3


def test_orders_without_an_escrow_behind_orders_with_one_are_a_fault(pocket: PocketRules) -> None:
    game = a_game()
    file(game, "normans")
    bare = engine.OrdersAccepted(seat="normans", phase=1, orders=("HOLD",), standing=())
    eventlog.append(game.pk, again(game).version, [bare], "bare")
    with pytest.raises(Broken) as broken:
        verification.check(again(game))
    assert (broken.value.fault, broken.value.seq) == (Fault.ESCROW, again(game).version)


def test_every_part_of_the_orders_counts() -> None:
    accepted = engine.OrdersAccepted(seat="normans", phase=1, orders=("A",), standing=("B",))
    others = [
        replace(accepted, seat="arabs"),
        replace(accepted, phase=2),
        replace(accepted, orders=("A", "A")),
        replace(accepted, orders=(), standing=("A", "B")),
        replace(accepted, standing=("B ",)),
        replace(accepted, renewed=("B",)),
        replace(accepted, salt="word"),
    ]
    secrets = (b"s" * 32, b"t" * 32)
    assert len({escrow.escrow_of(s, e) for s in secrets for e in (accepted, *others)}) == 16


def test_neither_sheets_nor_stored_bytes_of_older_orders_change() -> None:
    """A log from before escrow and salt words keeps its bytes, and its dice."""
    accepted = engine.OrdersAccepted(seat="normans", phase=1, orders=("HOLD",), standing=("WATCH",))
    assert engine.encode(accepted).data == (
        b'{"seat":"normans","phase":1,"orders":["HOLD"],"standing":["WATCH"]}'
    )
    battle = engine.replay(engine.new_game("orchard"))
    before = engine.sheets_digest(engine.evolve(battle.copy(), accepted))
    assert before == "f7332709200190c3777426df64dcd0e2f01f1aed886c99901622368a4c5c207b"
    sealed = escrow.sealed(b"s" * 32, accepted)
    assert engine.sheets_digest(engine.evolve(battle.copy(), sealed)) == before
    salted = replace(accepted, salt="word")
    assert engine.sheets_digest(engine.evolve(battle.copy(), salted)) != before


# salt words


def test_a_salt_word_changes_the_dice_and_stands_in_the_log(game: Game, seat: Seat) -> None:
    def faces() -> list[int]:
        battle = eventlog.load(game.pk).battle
        key = dice.phase_key(
            dice.secret(again(game), battle.phase), battle.phase, "", engine.sheets_digest(battle)
        )
        table = engine.KeyedDice(key)
        return [table.roll(f"roll {n}", 10) for n in range(40)]

    post = Post(seat)
    post.write("\n".join(some_orders(game, seat)))
    plain = faces()
    receipt = the_answer(post.write("SALT heron-42"))
    assert receipt["Subject"].endswith("your word is mixed into the dice")
    said = text_of(receipt)
    salted = faces()
    assert "'heron-42' is mixed into the dice" in " ".join(said.split()) and HEX.findall(said)
    assert filed(game, seat.name)[-1].salt == "heron-42" and salted != plain
    post.write(f"{some_orders(game, seat)[0]}\nSALT heron-43")
    assert faces() not in (plain, salted)
    adjudication.close_phase(again(game), "deadline")
    assert verification.check(again(game)).escrows == 3
    assert eventlog.load(game.pk).battle.salts == {}


def test_a_salt_word_stays_while_the_orders_change(game: Game, seat: Seat) -> None:
    post = Post(seat)
    post.write("SALT heron")
    post.write("\n".join(some_orders(game, seat)))
    assert [e.salt for e in filed(game, seat.name)] == ["heron", "heron"]
    assert filed(game, seat.name)[-1].orders


def test_a_salt_word_is_told_among_what_stands(game: Game, seat: Seat) -> None:
    post = Post(seat)
    post.write("SALT heron")
    for line in (some_orders(game, seat)[0], "STATUS", f"TRY {some_orders(game, seat)[0]}"):
        mail = post.write(line)
        stands = text_of(the_answer(mail)).partition("STAND")[2].partition("NO ORDERS")[0]
        assert "mixed into the dice of this phase: SALT heron" in " ".join(stands.split())
    post.write("SALT wren")
    page = sits(Client(), seat).get(f"/g/{game.pk}/seat/{seat.name}").content.decode()
    assert "SALT wren" in page and "heron" not in page


@pytest.mark.parametrize("line", ["SALT", "SALT " + "x" * 65])
def test_what_is_no_salt_word_is_said_to_be_none(game: Game, seat: Seat, line: str) -> None:
    said = text_of(the_answer(Post(seat).write(line)))
    assert "Write a word behind SALT" in " ".join(said.split())
    assert not filed(game, seat.name)


def test_the_other_side_does_not_see_a_salt_word(game: Game, seat: Seat, rival: Seat) -> None:
    Post(seat).write("SALT heron")
    said = text_of(the_answer(Post(rival).write("STATUS")))
    assert "heron" not in said


# pages


@pytest.mark.usefixtures("no_mail")
def test_the_desk_shows_the_escrow_too(client: Client) -> None:
    game = arena.battle()
    there = f"/g/{game.pk}/seat/{anna(game).name}"
    page = sits(client, anna(game)).post(there, {"orders": arena.SECRET_ORDER, "phase": "1"}).content.decode()
    [accepted] = filed(game, anna(game).name)
    assert "Escrow of these orders" in page and accepted.escrow[-8:] in page


@pytest.mark.usefixtures("no_mail")
def test_without_the_key_of_its_dice_a_game_takes_no_orders(settings: Any) -> None:
    game = arena.battle()
    there = f"/g/{game.pk}/seat/{anna(game).name}"
    key, settings.SECRET_KEY = settings.SECRET_KEY, "another"
    browser = sits(Client(), anna(game))
    page = browser.post(there, {"orders": arena.SECRET_ORDER, "phase": "1"}).content.decode()
    assert "has lost the key" in page and not filed(game, anna(game).name)
    settings.SECRET_KEY_FALLBACKS = [key]
    assert "Escrow of these" in browser.post(there, {"orders": arena.SECRET_ORDER}).content.decode()


@pytest.mark.usefixtures("no_mail")
def test_the_dice_page_opens_ones_own_escrow_and_no_other(client: Client) -> None:
    game = arena.battle()
    seat = anna(game)
    file(game, seat.name, arena.SECRET_ORDER)
    [accepted] = filed(game, seat.name)
    game = arena.play(game, 1)
    turn = game.adjudications.get()
    own = sits(Client(), seat).get(f"/g/{game.pk}/t/{turn.key}/dice").content.decode()
    assert "these orders give it again" in own and arena.SECRET_ORDER in own
    stranger = client.get(f"/g/{game.pk}/t/{turn.key}/dice").content.decode()
    assert "in escrow" not in stranger and arena.SECRET_ORDER not in stranger
    assert escrow.sheet_of(accepted).decode() == json.dumps(
        [seat.name, 1, [], [arena.SECRET_ORDER], [], ""], separators=(",", ":")
    )


@pytest.mark.usefixtures("no_mail")
def test_the_dice_page_shows_the_paper_that_is_mixed_into_the_dice(client: Client) -> None:
    """Letter by letter: it is not the sheet of the last receipt, which also says for what a seat is asked."""
    game = arena.battle()
    file(game, anna(game).name, arena.SECRET_ORDER, "SALT heron")
    game = arena.play(game, 1)
    page = f"/g/{game.pk}/t/{game.adjudications.get().key}/dice"
    own = unescape(sits(Client(), anna(game)).get(page).content.decode())
    [(digest, salt, paper)] = re.findall(
        r'data-paper="(\w+)".*?its salt</dt><dd><code>(.*?)</code>.*?the paper</dt><dd><code>(.*?)</code>',
        own,
        re.S,
    )
    salted = b"pbem-paper-2" + bytes.fromhex(salt.replace("<wbr>", "")) + paper.encode()
    assert hashlib.sha256(salted).hexdigest() == digest and "heron" in paper and arena.SECRET_ORDER in paper
    [papers] = re.findall(r'^papers = """(.*?)"""', own, re.M | re.S)
    sheets = re.findall(r'^sheets = "(\w+)"', own, re.M)
    mixed = b"pbem-papers-2" + bytes.fromhex("".join(papers.split()))
    assert digest in papers.split() and sheets == [hashlib.sha256(mixed).hexdigest()]
    assert "data-paper" not in client.get(page).content.decode()
    game = arena.play_out(game)
    told = client.get(page).content.decode()
    assert told.count("data-paper") == game.seats.count() and "do not give it" not in told


@pytest.mark.usefixtures("no_mail")
def test_only_a_game_that_is_over_can_be_taken_home_whole(client: Client) -> None:
    game = arena.battle()
    arena.file_secretly(anna(game))
    for browser, own, view in (
        (client, 0, "table"),
        (sits(Client(), anna(game)), 1, f"seat:{anna(game).name}"),
    ):
        taken = browser.get(f"/g/{game.pk}/log.jsonl")
        assert taken.status_code == 200 and f'"view":"{view}"' in taken.content.decode()
        assert taken.content.decode().count(arena.SECRET_ORDER) == own and "private" in taken["Cache-Control"]
        page = browser.get(f"/g/{game.pk}").content.decode()
        assert "games/verify_game.py" in page and "log.jsonl" in page
    game = arena.play_out(game)
    taken = client.get(f"/g/{game.pk}/log.jsonl")
    assert taken.status_code == 200 and taken.content.count(b"\n") == game.version + game.links + 1
    assert f"/g/{game.pk}/log.jsonl" in client.get(f"/g/{game.pk}").content.decode()
