"""Several order forms in one mail: those count that are headed for the game, and the open phase, to which it
comes; what stands in others is told and changes nothing."""

from __future__ import annotations

import pytest

from games.models import Game, Letter, Seat
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


def test_who_wants_no_receipts_is_told_what_stands_in_forms_of_others(
    game: Game, seat: Seat, post: Post, own: list[str]
) -> None:
    post.write("QUIET ON")
    assert answers_to(post.write(mine(game, own[0]))) == []
    mail = post.write(f"{mine(game, own[1])}\n{form(OTHERS, own[2])}")
    assert f"> {own[2]}" in text_of(the_answer(mail))


@pytest.mark.parametrize("first", [True, False], ids=["own first", "own last"])
def test_beside_a_command_to_the_post_office_lines_of_other_forms_are_told_too(
    game: Game, seat: Seat, post: Post, own: list[str], first: bool
) -> None:
    forms = [mine(game, "QUIET ON"), form(OTHERS, own[2])]
    mail = post.write("\n\n".join(forms if first else reversed(forms)))
    assert (mail.reason, filed(game, seat)) == ("commands", ())
    assert f"> {own[2]}" in text_of(the_answer(mail))


@pytest.mark.parametrize(
    "head",
    ["#BEFEHLE G999 T7 Lombard", "#Ordres: G999-k", "# ORDER G999 T7", "- #Ordini G999", "#ÓRDENES G999"],
)
def test_a_head_that_was_translated_is_one(
    game: Game, seat: Seat, post: Post, own: list[str], head: str
) -> None:
    mail = post.write(form(head, *own, end="#ENDE"))
    assert (mail.reason, filed(game, seat)) == ("form-of-another-phase", ())
    ours = f"{head.partition('G999')[0]}{words.tag(game)}"
    mail = post.write(form(ours, own[0], end="#FIN"))
    assert (mail.reason, filed(game, seat)) == ("filed", (own[0],))


@pytest.mark.parametrize(
    "remark", ["# Befehle für den 6. Mai 1057.", "# Ordres pour Robert", "# order matters here", "# Ende gut"]
)
def test_a_remark_in_another_language_is_no_head(
    game: Game, seat: Seat, post: Post, own: list[str], remark: str
) -> None:
    mail = post.write(f"{remark}\n{own[0]}\n{own[1]}")
    assert (mail.reason, filed(game, seat)) == ("filed", tuple(own[:2]))


def test_a_letter_in_a_form_of_another_game_goes_to_nobody_here(
    game: Game, seat: Seat, rival: Seat, post: Post, own: list[str]
) -> None:
    letter = f"PRESS TO {rival.name}\nLet us betray him.\nEND PRESS"
    mail = post.write(f"{mine(game, own[0])}\n{form(OTHERS, letter)}")
    assert (mail.reason, filed(game, seat)) == ("filed", (own[0],))
    assert not Letter.objects.exists()
    assert "> Let us betray him." in text_of(the_answer(mail))


def test_what_was_changed_in_a_quoted_form_of_another_game_is_never_offered_here(
    game: Game, seat: Seat, post: Post, own: list[str]
) -> None:
    line = "WATCH all fire"
    quoted = form("> #ORDERS G999 T7 Lombard", f"> {line}", end="> #END")
    mail = post.write(f"{own[0]}\n\n{quoted}")
    assert (mail.reason, filed(game, seat)) == ("filed", (own[0],))
    answer = text_of(the_answer(mail))
    assert f"> {line}" in answer and "ACCEPT" not in answer
    post.write("ACCEPT")
    assert filed(game, seat) == (own[0],)
