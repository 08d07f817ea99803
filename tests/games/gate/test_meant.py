"""Lines that only who knows the men's names can tell from talk: none of them vanishes."""

from __future__ import annotations

import pytest

from games.models import Game, Seat
from tests.games.post_kit import Post, battle_of, filed, men_of, text_of, the_answer

pytestmark = pytest.mark.django_db


def foe_of(game: Game, seat: Seat) -> str:
    return next(f.name for f in battle_of(game).figures.values() if f.seat != seat.name)


def test_a_misspelt_order_on_top_of_a_mail_is_one(game: Game, seat: Seat, post: Post, orders: str) -> None:
    man = men_of(game, seat)[-1]
    post.write(f"Dear all,\n\nwell, {man} satys\n{man} satys\n\nhere are the others:\n\n{orders}")
    assert f"MOVE {man} stay" in filed(game, seat)


def test_two_names_on_top_of_a_mail_are_to_be_mended(game: Game, seat: Seat, post: Post, orders: str) -> None:
    man, foe = men_of(game, seat)[-1], foe_of(game, seat)
    mail = post.write(f"{man} {foe}\n\nwell then, here are the others:\n\n{orders}")
    answer = the_answer(mail)
    assert "1 to mend" in answer["Subject"]
    assert f"ATTACK {man} ON {foe}" in text_of(answer)


def test_such_a_line_above_an_order_form_is_shown_and_not_carried_out(
    game: Game, seat: Seat, post: Post, orders: str
) -> None:
    man, foe = men_of(game, seat)[-1], foe_of(game, seat)
    mail = post.write(f"{man} atack {foe}\n\n#ORDERS\n{orders}\n#END")
    text = text_of(the_answer(mail))
    assert "NOT CARRIED OUT" in text and f"> {man} atack {foe}" in text
    assert f"ATTACK {man} ON {foe}" not in filed(game, seat)


def test_a_group_that_is_ordered_is_no_talk(game: Game, seat: Seat, post: Post) -> None:
    one, other, *_ = men_of(game, seat)
    post.write(f"Hello there,\n\n{one} & {other} both stay\n\nSee you on Monday")
    assert filed(game, seat) == (f"MOVE {one} stay", f"MOVE {other} stay")


def test_talk_stays_talk_and_nothing_waits_for_it(game: Game, seat: Seat, post: Post, orders: str) -> None:
    mail = post.write(f"What a day.\n\nPoor {men_of(game, seat)[0]}!\n\nHere we go then:\n\n{orders}")
    answer = the_answer(mail)
    assert "to mend" not in answer["Subject"] and f"> Poor {men_of(game, seat)[0]}!" in text_of(answer)


def test_a_long_line_does_not_swallow_the_one_below_that_begins_with_names(
    game: Game, seat: Seat, post: Post
) -> None:
    one, other, third, *_ = (man.lower() for man in men_of(game, seat))
    above = f"{one} stays where he is and looks about him all the while there"
    assert len(above) > 60
    mail = post.write(f"MOVE {third} stay\n{above}\n{other} likes staying\nthank you all very much")
    assert f"> {other} likes staying" in text_of(the_answer(mail)).splitlines()
