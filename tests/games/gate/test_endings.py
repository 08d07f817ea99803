"""Surrender and draws by mail: asked once more, carried out once, told to whom they concern."""

from __future__ import annotations

import re

import pytest

from games.gate import endings, inbox
from games.models import Game, InboundState, OutboundMail, Seat
from games.play import adjudication
from games.play.endings import Wish
from games.proof import consistency, seat_files
from games.proof.verification import check
from games.record import eventlog
from tests.games import family_kit, verifying
from tests.games.post_kit import Post, a_battle, answers_to, battle_of, opened, orders_of, text_of

pytestmark = pytest.mark.django_db


def the_request(mail):
    """What asks him whether he means it."""
    [row] = OutboundMail.objects.filter(in_reply_to=mail, dedupe_key__startswith="confirm:")
    return opened(row)


def confirms(post: Post, mail, word: str = "CONFIRM"):
    return post.write(f"{word}\n", to=str(the_request(mail)["Reply-To"]))


def kinds(game: Game) -> list[str]:
    return [event.kind for event in eventlog.events(game.pk)]


def mailed_to(seat: Seat, subject: str) -> list[str]:
    rows = OutboundMail.objects.filter(seat=seat, subject__contains=subject)
    return [text_of(opened(row)) for row in rows]


def sound(game: Game) -> None:
    """Whatever follows the log finds nothing wrong: the server, its rows, whole files, those of one seat."""
    fresh = Game.objects.get(pk=game.pk)
    check(fresh)
    assert consistency.compared(fresh.pk) == []
    if fresh.state == "over":
        assert verifying.found(verifying.rows_of(fresh)) is None
        return
    for seat in fresh.seats.all():
        verifying.verify_game.check(b"".join(seat_files.lines(fresh, seat.name)).decode(), [])


# what is read as what


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("SURRENDER", Wish.SURRENDER),
        ("I surrender.", Wish.SURRENDER),
        ("we give up", Wish.SURRENDER),
        ("ok, I resign", Wish.SURRENDER),
        ("Well played, I give up!", Wish.SURRENDER),
        ("My men lay down their arms.", Wish.SURRENDER),
        ("Ich gebe auf", Wish.SURRENDER),
        ("OFFER DRAW", Wish.DRAW),
        ("draw?", Wish.DRAW),
        ("I offer a draw", Wish.DRAW),
        ("Shall we call it a draw?", Wish.DRAW),
        ("ACCEPT DRAW", Wish.DRAW),
        ("I accept your draw offer", Wish.DRAW),
        ("How about a truce?", Wish.DRAW),
        ("REFUSE DRAW", Wish.NO_DRAW),
        ("no draw!", Wish.NO_DRAW),
        ("I decline the draw", Wish.NO_DRAW),
        ("I will never surrender", None),
        ("if Odo dies, I surrender", None),
        ("Should I surrender?", None),
        ("do you surrender", None),
        ("I don't give up", None),
        ("William stays, I surrender the hill", None),
        ("withdraw", None),
        ("a draw.", None),
        ("the game was no draw for the archers", None),
    ],
)
def test_what_is_said_about_the_end_of_the_game_is_read_in_plain_words(line: str, wish: Wish | None) -> None:
    assert endings.wish_in(line, talk=True) == wish


def test_beside_words_that_may_be_an_order_nothing_is_read_as_a_surrender() -> None:
    assert endings.wish_in("well played, I surrender", talk=False) is Wish.SURRENDER
    assert endings.wish_in("William to 1010, I surrender", talk=False) is None


# surrender


def test_a_surrender_counts_when_it_is_confirmed_and_ends_the_game(game, seat, rival, post) -> None:
    mail = post.write("I surrender. Well played!\n")
    assert mail.state == InboundState.DONE
    assert len(answers_to(mail)) == 1  # no second mail that says nothing
    assert "cannot be taken back" in text_of(the_request(mail))
    assert battle_of(game).agreed is None

    assert confirms(post, mail).reason == "confirmed"
    sound(game)
    adjudication.attend(game.pk)
    game.refresh_from_db()
    assert (game.state, game.outcome["winner"]) == ("over", rival.side)
    assert "given up" in game.outcome["reason"]
    assert game.outcome["scores"].keys() == {seat.side, rival.side}
    assert kinds(game)[-5:] == ["end_agreed", "phase_closed", "phase_ended", "secret_revealed", "game_ended"]
    sound(game)
    for one in (seat, rival):
        assert any("given up" in text for text in mailed_to(one, game.label))


def test_what_was_ordered_in_the_same_mail_stands_and_the_question_comes_apart(
    game, seat, post, orders
) -> None:
    mail = post.write(f"{orders}\nSURRENDER\n")
    assert len(orders_of(game, seat)) == 3
    assert len(answers_to(mail)) == 2
    assert the_request(mail)["To"] == seat.email


def test_a_surrender_that_is_not_meant_does_nothing(game, seat, post) -> None:
    mail = post.write("SURRENDER\n")
    assert confirms(post, mail, "NO").reason == "not-meant"
    assert confirms(post, mail).reason == "confirmed-before"
    assert battle_of(game).agreed is None


def test_a_surrender_from_a_second_address_is_confirmed_at_the_first(game, seat, post) -> None:
    seat.other_emails = ["deputy@players.example.org"]
    seat.save()
    mail = post.write("SURRENDER\n", sender="deputy@players.example.org")
    assert the_request(mail)["To"] == seat.email
    assert battle_of(game).agreed is None


def test_a_surrender_that_nobody_confirms_lapses(game, seat, post) -> None:
    mail = post.write("SURRENDER\n")
    Game.objects.filter(pk=game.pk).update(turn=game.turn + 2)
    assert confirms(post, mail).reason == "confirmed-before"
    assert battle_of(game).agreed is None


def test_a_captain_takes_a_surrender_and_no_draw(game, seat, rival, post) -> None:
    Seat.objects.filter(pk=rival.pk).update(captain="bold", email="")
    offered = post.write("draw?\n")
    assert "automaton" in text_of(answers_to(offered)[0])
    assert battle_of(game).draw_offers == {}
    confirms(post, post.write("SURRENDER\n"))
    adjudication.attend(game.pk)
    assert Game.objects.get(pk=game.pk).outcome["winner"] == rival.side


def test_confirming_twice_by_mail_and_on_the_page_ends_the_game_once(game, seat, post, client) -> None:
    mail = post.write("SURRENDER\n")
    [page] = re.findall(r"/confirm/[0-9a-z-]+", text_of(the_request(mail)))
    assert "I mean it" in client.get(page).content.decode()
    assert battle_of(game).agreed is None  # a visit changes nothing
    assert "given up" in client.post(page, {"answer": "mine"}).content.decode()
    assert confirms(post, mail).reason == "confirmed-before"
    assert kinds(game).count("end_agreed") == 1


def test_what_comes_in_behind_it_is_told_that_the_game_is_over(game, seat, post, orders) -> None:
    confirms(post, post.write("SURRENDER\n"))
    late = post.write(orders)
    assert "The game is over" in text_of(answers_to(late)[0])


def test_a_surrender_while_a_phase_is_played_is_kept(game, seat, post) -> None:
    mail = post.write("SURRENDER\n")
    Game.objects.filter(pk=game.pk).update(played_from=1)
    kept = confirms(post, mail)
    assert kept.state == InboundState.KEPT
    Game.objects.filter(pk=game.pk).update(played_from=0)
    kept.state = InboundState.UNREAD
    kept.save()
    inbox.process(kept.pk)
    assert battle_of(game).agreed is not None


# draws


def test_a_draw_takes_the_word_of_both(game, seat, rival, post) -> None:
    confirms(post, post.write("I offer a draw\n"))
    assert set(battle_of(game).draw_offers) == {seat.name}
    [told] = mailed_to(rival, "a draw is offered")
    assert "ACCEPT DRAW" in told and "turn 2" in told

    theirs = Post(rival)
    confirms(theirs, theirs.write("ACCEPT DRAW\n"))
    adjudication.attend(game.pk)
    game.refresh_from_db()
    assert (game.state, game.outcome["winner"], game.outcome["reason"]) == ("over", "", "a draw was agreed")
    sound(game)
    assert any("Nobody wins: a draw was agreed" in text for text in mailed_to(seat, game.label))


def test_a_draw_that_is_offered_twice_is_offered_once(game, seat, rival, post) -> None:
    confirms(post, post.write("OFFER DRAW\n"))
    again = post.write("OFFER DRAW\n")
    assert "offered a draw before" in text_of(answers_to(again)[0])
    assert kinds(game).count("draw_offered") == 1
    assert len(mailed_to(rival, "a draw is offered")) == 1


def test_two_requests_for_one_offer_offer_it_once(game, seat, rival, post) -> None:
    first, second = post.write("OFFER DRAW\n"), post.write("draw?\n")
    confirms(post, first)
    late = confirms(post, second)
    assert "offered a draw before" in text_of(answers_to(late)[0])
    assert kinds(game).count("draw_offered") == 1


def test_a_draw_may_be_refused_and_taken_back(game, seat, rival, post) -> None:
    confirms(post, post.write("OFFER DRAW\n"))
    refused = Post(rival).write("no draw!\n")
    assert "the others are told" in text_of(answers_to(refused)[0])
    assert battle_of(game).draw_offers == {}
    assert len(mailed_to(seat, "no draw")) == 1
    nothing = Post(rival).write("REFUSE DRAW, please\n", Message_ID="<again@players.example.org>")
    assert "Nobody offers a draw" in text_of(answers_to(nothing)[0])


def test_an_offer_lapses_behind_the_next_turn(game, seat, rival, post) -> None:
    confirms(post, post.write("OFFER DRAW\n"))
    turn = battle_of(game).turn
    while battle_of(game).turn < turn + 2 and battle_of(game).outcome is None:
        adjudication.close_phase(Game.objects.get(pk=game.pk), "test")
        stands = seat.name in battle_of(game).draw_offers
        assert stands is (battle_of(game).turn < turn + 2)


# sides with several players


@pytest.fixture
def partner(game: Game, seat: Seat) -> Seat:
    """A third player, on the side of the first."""
    return Seat.objects.create(
        game=game,
        name="squires",
        title="The squires",
        side=seat.side,
        order=9,
        email="carla@players.example.org",
    )


def test_a_side_of_two_players_gives_up_when_both_have_said_so(game, seat, rival, partner, post) -> None:
    squires = Post(partner)
    mail = squires.write("SURRENDER\n")
    title = Seat.objects.get(pk=seat.pk).title
    assert f"{title} are asked" in " ".join(text_of(the_request(mail)).split())
    confirmed = confirms(squires, mail)
    assert title in text_of(answers_to(confirmed)[0])
    assert battle_of(game).agreed is None
    assert len(mailed_to(seat, "would surrender")) == 1
    assert mailed_to(rival, "would surrender") == []
    assert kinds(game).count("end_agreed") == 0  # the log does not tell the enemy either

    confirms(post, post.write("we surrender\n"))
    agreed = battle_of(game).agreed
    assert agreed is not None and agreed.winner == rival.side


def test_one_of_two_may_take_his_surrender_back(game, seat, partner, post) -> None:
    confirms(post, post.write("SURRENDER\n"))
    taken = post.write("no surrender\n")
    assert "Taken back" in text_of(answers_to(taken)[0])
    squires = Post(partner)
    confirms(squires, squires.write("SURRENDER\n"))
    assert battle_of(game).agreed is None


def test_the_surrender_of_one_of_two_lapses(game, seat, partner, post) -> None:
    confirms(post, post.write("SURRENDER\n"))
    Game.objects.filter(pk=game.pk).update(turn=game.turn + 2)
    squires = Post(Seat.objects.get(pk=partner.pk))
    confirms(squires, squires.write("SURRENDER\n"))
    assert battle_of(game).agreed is None


def test_a_captain_beside_a_player_follows_him(game, seat, partner, post) -> None:
    Seat.objects.filter(pk=partner.pk).update(captain="bold", email="")
    confirms(post, post.write("SURRENDER\n"))
    assert battle_of(game).agreed is not None


# the record


def test_logs_of_the_first_form_end_so_too(form_one) -> None:
    game = a_battle()
    seat = Seat.objects.get(game=game, awaited=True)
    post = Post(seat)
    confirms(post, post.write("SURRENDER\n"))
    adjudication.attend(game.pk)
    sound(game)
    assert Game.objects.get(pk=game.pk).state == "over"


# families


rules = family_kit.rules


def test_a_surrender_in_a_called_battle_ends_it_alone_and_the_caller_is_told(rules) -> None:
    top = family_kit.a_family()
    child = family_kit.called(top)
    seat = child.seats.get(name="normans")
    mail = family_kit.write(seat, "SURRENDER")
    to = str(the_request(mail)["Reply-To"])
    confirmed = family_kit.write(seat, "CONFIRM", to=to)
    assert "The game that called it goes on" in " ".join(text_of(answers_to(confirmed)[0]).split())
    adjudication.attend(child.pk)
    adjudication.attend(top.pk)
    child.refresh_from_db()
    top.refresh_from_db()
    assert (child.state, child.told, child.outcome["winner"]) == ("over", True, "arabs")
    assert top.state == "running" and kinds(top).count("game_told") == 1
    check(child)


def test_who_waits_for_another_battle_ends_nothing_here(game, seat, post) -> None:
    Game.objects.filter(pk=game.pk).update(state="resting")
    answered = text_of(answers_to(post.write("SURRENDER\n"))[0])
    assert battle_of(game).agreed is None and "CONFIRM" not in answered
