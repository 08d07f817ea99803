"""Letters on the pages: the form at the desk, who sees what, and what the game master reads."""

from __future__ import annotations

import re

import pytest

from games.letters import letters
from games.letters.letters import Draft
from games.models import Game, Letter, OutboundMail, Press, Seat
from games.seats import seats
from tests.games.post_kit import men_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, seat):
    """The letters page of the first player, whose browser has followed his link."""
    client.get(seats.seat_link(seat).partition("8000")[2])
    return f"/g/{seat.game_id}/seat/{seat.name}/letters"


def write(client, page, text, whom="lombards", **more):
    nonce = re.search(r'name="nonce" value="(\w+)"', client.get(page).content.decode())[1]
    return client.post(
        page, {"whom": whom, "text": text, "nonce": nonce, **more}, follow=True
    ).content.decode()


def letter(writer: Seat, whom: str, text: str, **more) -> Letter:
    writer.game.refresh_from_db()
    return letters.write(Draft(writer, whom, text, f"test:{writer.pk}:{text}", **more))


def test_a_letter_written_at_the_desk(client, page, seat, rival):
    shown = write(client, page, "Hear me! <b>Now</b>\r\nwrite to anna@players.example.org")
    assert "has gone out" in shown and "You to Teobaldo&#x27;s levy" in shown
    assert "Hear me! &lt;b&gt;Now&lt;/b&gt;\nwrite to (address removed)" in shown
    assert OutboundMail.objects.filter(seat=rival, kind="letter").count() == 1


def test_the_same_form_sent_twice_is_one_letter(client, page, rival):
    sent = {"whom": "lombards", "text": "Hear me!", "nonce": "0" * 32}
    client.post(page, sent)
    client.post(page, sent)
    assert OutboundMail.objects.filter(seat=rival, kind="letter").count() == 1


def test_what_cannot_be_sent_stands_in_the_form_again(client, page, game):
    Game.objects.filter(pk=game.pk).update(press=Press.PUBLIC)
    shown = write(client, page, "Hear me!")
    assert "Not sent. In this game all letters are public" in shown
    assert ">Hear me!</textarea>" in shown
    assert Letter.objects.count() == 0
    assert "Not sent. Nobody here is called" in write(client, page, "Hear me!", whom="<i>")


def test_orders_in_a_letter_from_the_desk_are_its_writers_own_will(client, page, game, seat, rival):
    man = men_of(game, seat)[0]
    assert "has gone out" in write(client, page, f"MOVE {man} stay, as we agreed")


def test_who_has_no_link_reads_and_writes_nothing(client, game, seat, rival):
    letter(seat, "lombards", "between us")
    address = f"/g/{game.pk}/seat/{rival.name}/letters"
    assert client.get(address).status_code == client.post(address, {"text": "x"}).status_code == 404
    assert client.post(f"{address}/choose", {"whom": "normans"}).status_code == 404
    assert "between us" not in client.get(f"/g/{game.pk}").content.decode()


def test_private_letters_stand_with_their_two_seats_alone(client, page, game, seat, rival):
    letter(seat, "lombards", "from me to you")
    letter(rival, "normans", "from you to me")
    shown = client.get(page).content.decode()
    assert "from me to you" in shown and "from you to me" in shown
    desk = client.get(f"/g/{game.pk}/seat/{seat.name}").content.decode()
    assert "from you to me" in desk and "from me to you" not in desk
    client.post("/leave")
    assert client.get(page).status_code == 404


def test_a_letter_without_a_name_shows_none_to_its_reader(client, page, game, seat, rival):
    Game.objects.filter(pk=game.pk).update(press_anonymous=True)
    letter(rival, "normans", "guess who", anonymous=True)
    shown = client.get(page).content.decode().partition("From and to you")[2].partition("</section>")[0]
    assert "guess who" in shown and rival.title not in shown.replace("&#x27;", "'")
    assert "without your name" in write(client, page, "and who am I?", anonymous="yes")


def test_whose_letters_are_wanted(client, page, seat, rival):
    done = client.post(f"{page}/choose", {"whom": rival.name, "wanted": "no"}, follow=True).content.decode()
    assert "You get no more letters from Teobaldo&#x27;s levy" in done and "again</button>" in done
    assert letter(rival, "normans", "hello?").trouble == "Your letters are not wanted there."
    client.post(f"{page}/choose", {"whom": rival.name, "wanted": "yes"})
    assert letter(rival, "normans", "hello!").trouble == ""


def test_where_no_letters_are_carried_the_page_says_so(client, page, game):
    Game.objects.filter(pk=game.pk).update(press=Press.OFF)
    shown = client.get(page).content.decode()
    assert "No letters are carried in this game." in shown and "<textarea" not in shown
    assert "Read and write letters" not in client.get(page.removesuffix("/letters")).content.decode()


@pytest.mark.parametrize("is_open", [False, True])
def test_the_game_master_reads_what_the_game_says(admin_client, client, page, game, seat, rival, is_open):
    Game.objects.filter(pk=game.pk).update(press_open=is_open)
    letter(seat, "lombards", "between us")
    letter(seat, "all", "hear, hear")
    shown = admin_client.get(f"/gm/letters/{game.pk}").content.decode()
    assert "hear, hear" in shown
    assert ("between us" in shown) == is_open
    assert ("may read private letters" in client.get(page).content.decode()) == is_open
    assert f"/gm/letters/{game.pk}" in admin_client.get("/gm").content.decode()


def test_nobody_else_opens_the_game_masters_page(client, game):
    assert client.get(f"/gm/letters/{game.pk}").status_code == 302


def test_the_first_mail_names_the_address_for_letters_and_the_archive_does_not(game, seat):
    mail = OutboundMail.objects.get(seat=seat, kind="report")
    address = letters.address(seat)
    assert address.encode() in bytes(mail.rendered).replace(b"=\r\n", b"").replace(b"=\n", b"")
    assert address not in seat.reports.get().text
