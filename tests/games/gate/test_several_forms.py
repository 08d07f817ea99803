"""Several order forms in one mail: those count that are headed for the game, and the open phase, to which it
comes; what stands in others is told and changes nothing."""

from __future__ import annotations

import pytest

from games.models import Game, Seat
from games.reports import words
from tests.games.post_kit import Post, answers_to, filed, some_orders, text_of, the_answer
from tests.games.post_kit import same_game as game

__all__ = ["game"]
pytestmark = pytest.mark.django_db
OTHERS = "#ORDERS G999 T7 Lombard"


@pytest.fixture
def own(game: Game, seat: Seat) -> list[str]:
    return some_orders(game, seat)


def form(head: str, *lines: str, end: str = "#END") -> str:
    return "\n".join([head, *lines, end])


def mine(game: Game, *lines: str, **more: str) -> str:
    return form(f"#ORDERS {words.tag(game)}", *lines, **more)


@pytest.mark.parametrize("end", ["#END", ""], ids=["closed", "open"])
@pytest.mark.parametrize("first", [True, False], ids=["own first", "own last"])
def test_lines_of_a_form_of_another_game_are_no_orders_here(
    game: Game, seat: Seat, post: Post, own: list[str], first: bool, end: str
) -> None:
    forms = [mine(game, *own[:2], end=end), form(OTHERS, own[2], "WATCH all fire", end=end)]
    mail = post.write("\n\n".join(forms if first else reversed(forms)))
    assert (mail.reason, filed(game, seat)) == ("filed", tuple(own[:2]))
    answer = " ".join(text_of(the_answer(mail)).split())
    assert f"> {own[2]} > WATCH all fire Each form goes by itself" in answer


@pytest.mark.parametrize("line", ["TRY", "FINAL", "CLEAR", "MAIL OFF", "DIGEST ON", "SURRENDER", "UNDO"])
def test_no_command_in_a_form_of_another_game_is_done_here(
    game: Game, seat: Seat, post: Post, own: list[str], line: str
) -> None:
    before = Seat.objects.values("wants_mail", "digest").get(pk=seat.pk)
    mail = post.write(f"{mine(game, *own[:2])}\n\n{form(OTHERS, line)}", dmarc="pass")
    assert (mail.reason, filed(game, seat)) == ("filed", tuple(own[:2]))
    assert Seat.objects.values("wants_mail", "digest").get(pk=seat.pk) == before
    assert not any("CONFIRM" in text_of(answer) for answer in answers_to(mail))
    assert f"> {line}" in text_of(the_answer(mail))
    seat.refresh_from_db()
    assert seat.mends_until is not None, "not final, whatever the other form says"


def test_of_forms_of_two_phases_the_open_one_counts(
    game: Game, seat: Seat, post: Post, own: list[str]
) -> None:
    older = form(f"#ORDERS G{game.number} T0 Norman", own[2])
    mail = post.write(f"{older}\n{mine(game, own[0])}")
    assert (mail.reason, filed(game, seat)) == ("filed", (own[0],))


def test_where_no_form_fits_nothing_is_done(game: Game, seat: Seat, post: Post, own: list[str]) -> None:
    mail = post.write(f"{form(OTHERS, *own)}\n{form('#ORDERS G998', *own)}")
    assert (mail.reason, filed(game, seat)) == ("form-of-another-phase", ())


@pytest.mark.parametrize("line", ["MAIL OFF", "DIGEST ON", "SURRENDER", "UNDO", "NO DRAW"])
def test_no_command_in_the_only_form_is_done_here_if_that_is_of_another_game(
    game: Game, seat: Seat, post: Post, own: list[str], line: str
) -> None:
    post.write(own[0])
    before = Seat.objects.values("wants_mail", "digest").get(pk=seat.pk)
    mail = post.write(form(OTHERS, line), dmarc="pass")
    assert (mail.reason, filed(game, seat)) == ("form-of-another-phase", (own[0],))
    assert Seat.objects.values("wants_mail", "digest").get(pk=seat.pk) == before
    assert "is headed #ORDERS G999 T7 Lombard" in " ".join(text_of(the_answer(mail)).split())


def test_two_forms_of_the_open_phase_are_one(game: Game, seat: Seat, post: Post, own: list[str]) -> None:
    mail = post.write(f"{mine(game, own[0])}\n{mine(game, own[1])}")
    assert (mail.reason, filed(game, seat)) == ("filed", tuple(own[:2]))
