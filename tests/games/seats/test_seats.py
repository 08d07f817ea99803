"""Reply addresses and seat links."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Purpose, ReplyToken
from games.play import adjudication
from games.seats import seats
from games.seats.seats import Standing
from tests.games.kit import a_game, file, seat_of
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def test_a_reply_address_opens_its_seat(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    address = seats.reply_address(seat, 1)
    local, _, domain = address.partition("@")
    assert domain == "in.example.org" and len(local) <= 64 and local.startswith("orders+")
    found = seats.find(address)
    assert found.standing is Standing.VALID
    assert found.token is not None and (found.token.seat, found.token.phase) == (seat, 1)


def test_whose_an_address_is_can_be_asked_without_its_worth(
    pocket: PocketRules, django_assert_num_queries: Any
) -> None:
    seat = seat_of(a_game(), "normans")
    address = seats.reply_address(seat, 1)
    with django_assert_num_queries(1):
        token = seats.token_at(address)
        assert token is not None
        assert (token.seat_id, token.seat.game_id) == (seat.pk, seat.game_id)
        assert (token.phase, token.purpose) == (1, Purpose.ORDERS)
    seats.revoke(seat)
    assert seats.token_at(address.upper()) == token
    wrong = (
        address.replace("orders+", "answer+"),
        address.replace("-", "0-", 2),
        "orders@in.example.org",
        "",
    )
    assert [seats.token_at(other) for other in wrong] == [None] * 4


def test_the_address_of_a_phase_stays_the_same(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    assert seats.reply_address(seat, 1) == seats.reply_address(seat, 1)
    assert ReplyToken.objects.count() == 1


def test_seats_phases_and_purposes_have_addresses_of_their_own(pocket: PocketRules) -> None:
    game = a_game()
    addresses = {
        seats.reply_address(seat_of(game, name), phase, purpose)
        for name in ("normans", "arabs")
        for phase in (1, 2)
        for purpose in Purpose
    }
    assert len(addresses) == 2 * 2 * len(Purpose)


def test_reading_forgives_capitals_look_alikes_and_a_missing_purpose(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    address = seats.reply_address(seat, 1)
    for written in (
        address.upper(),
        f"  {address} ",
        address.removeprefix("orders+"),
        "orders+" + address.removeprefix("orders+").replace("0", "o").replace("1", "l"),
    ):
        assert seats.find(written).standing is Standing.VALID, written


def test_one_wrong_letter_opens_nothing(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    local, _, domain = seats.reply_address(seat, 1).partition("@")
    opens = len("orders+") + seats.REF_LENGTH + 1 + seats.SECRET_LENGTH
    assert seats.find(f"{local[:opens]}@{domain}").standing is Standing.VALID, (
        "as addresses were given out before"
    )
    for place in range(len("orders+"), opens):
        if local[place] == "-":
            continue
        other = "z" if local[place] != "z" else "y"
        changed = local[:place] + other + local[place + 1 :]
        assert seats.find(f"{changed}@{domain}") == (Standing.WRONG, None)


def test_a_token_serves_its_own_purpose_only(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    address = seats.reply_address(seat, 1, Purpose.UNSUBSCRIBE)
    assert seats.find(address).standing is Standing.VALID
    assert seats.find(address.replace("unsubscribe+", "orders+")).standing is Standing.WRONG


@pytest.mark.parametrize(
    "text",
    [
        "",
        "@",
        "orders",
        "orders@in.example.org",
        "orders+@x",
        "orders+abc-def@x",
        "\x00",
        "ſ" * 23,
        "K" * 500,
        "+" * 99,
    ],
)
def test_what_is_no_token_is_none(pocket: PocketRules, text: str) -> None:
    assert seats.find(text).standing in (Standing.NONE, Standing.WRONG)


def test_an_address_is_old_when_its_phase_is_over(pocket: PocketRules) -> None:
    game = a_game()
    seat = seat_of(game, "normans")
    address = seats.reply_address(seat, 1)
    file(game, "normans")
    adjudication.attend(game.pk)
    found = seats.find(address)
    assert (found.standing, found.token.seat if found.token else None) == (Standing.OLD, seat)


def test_revoked_addresses_are_replaced(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    old = seats.reply_address(seat, 1)
    assert seats.revoke(seat) == 1
    new = seats.reply_address(seat, 1)
    assert new != old
    assert seats.find(old).standing is Standing.REVOKED
    assert seats.find(new).standing is Standing.VALID


def test_no_secret_is_stored(pocket: PocketRules, settings: Any) -> None:
    seat = seat_of(a_game(), "normans")
    secret = seats.reply_address(seat, 1).partition("@")[0].rpartition("-")[2]
    assert secret not in repr(list(ReplyToken.objects.values()))
    address = seats.reply_address(seat, 1)
    settings.SECRET_KEY = "another"
    assert seats.find(address).standing is Standing.WRONG


def test_a_seat_link_opens_its_seat_until_it_is_renewed(pocket: PocketRules) -> None:
    seat = seat_of(a_game(), "normans")
    old = seats.link_secret(seat)
    assert seats.seat_of_link(old) == seat
    assert seats.seat_link(seat).endswith(f"/s/{old}")
    seats.renew_link(seat)
    assert seats.seat_of_link(old) is None
    assert seats.seat_of_link(seats.link_secret(seat)) == seat


def test_a_link_opens_no_other_seat(pocket: PocketRules) -> None:
    game = a_game()
    one, other = seat_of(game, "normans"), seat_of(game, "arabs")
    secret = seats.link_secret(one).partition("-")[2]
    assert seats.seat_of_link(f"{other.pk}-{secret}") is None


@pytest.mark.parametrize("text", ["", "-", "1", "1-", "x-y", "²-a", "9" * 40 + "-a", "\x00", "1-\x00", "1-é"])
def test_nonsense_is_no_link(pocket: PocketRules, text: str) -> None:
    a_game()
    assert seats.seat_of_link(text) is None
