"""Questions beside orders: those that a trial answers are answered in the receipt and file nothing; to the
others the receipt says what can be asked; what asks for something to be done is never answered and lost."""

from __future__ import annotations

import pytest

from games.models import Report
from tests.games.post_kit import battle_of, filed, men_of, text_of, the_answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def men(game, seat) -> list[str]:
    return men_of(game, seat)


def flat(mail) -> str:
    return " ".join(text_of(the_answer(mail)).split())


def place(game, name: str) -> str:
    return next(man.hex for man in battle_of(game).figures.values() if man.name == name)


def near(game, name: str) -> str:
    """A hex two steps from him, on the board."""
    there = place(game, name)
    return f"{there[:2]}{int(there[2:]) - 2:02d}"


@pytest.mark.parametrize(
    "asked",
    [
        "can {0} reach {1}?",
        "Could {0} get to {1} this turn?",
        "is {0} able to reach {1}?",
        "and can {0} make it to {1}?",
        "what if {0} goes to {1}?",
    ],
)
@pytest.mark.parametrize("around", ["{0}\n{1}", "{1}\n{0}", "Hi,\n\n{1}\n\n{0}\n\nAnna"])
def test_what_a_trial_answers_is_answered_and_files_nothing(game, seat, post, men, asked, around):
    order, question = f"MOVE {men[0]} facing NE", asked.format(men[1], near(game, men[1]))
    mail = post.write(around.format(order, question))
    assert (mail.reason, filed(game, seat)) == ("filed", (order,))
    told = flat(mail)
    assert "Only tried, not kept." in told and "MP" in told
    assert "did you mean these" not in told and "talk" not in told
    assert "you still have to write" not in told, "nothing waits for a question"


def test_a_question_alone_is_answered_as_try_is(game, seat, post, men):
    mail = post.write(f"can {men[1]} reach {near(game, men[1])}?")
    assert (mail.reason, filed(game, seat)) == ("tried", ())
    assert "MP" in flat(mail)


def test_what_cannot_be_done_is_said_and_is_nothing_to_mend(game, seat, post, men):
    mail = post.write(f"MOVE {men[0]} facing NE\ncan {men[1]} reach {place(game, men[0])}?")
    assert filed(game, seat) == (f"MOVE {men[0]} facing NE",)
    assert "Not as things are." in flat(mail)
    assert "to mend" not in flat(mail) + the_answer(mail)["Subject"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("is {1} in sight of {0}?", "{0}"),
        ("can {0} see {1}?", "{0}"),
        ("who can reach {1}?", "MP"),
        ("can anybody get to {1}?", "MP"),
        ("how far is it from {0} to {1}?", "it is 2 hexes."),
        ("who can {0} see?", "{0} has"),
        ("where is {0}?", "{0} is in"),
    ],
)
@pytest.mark.parametrize("orders", ["MOVE {0} facing NE\n", ""])
def test_how_things_stand_is_answered_and_files_nothing(game, seat, post, men, asked, said, orders):
    question = asked.format(men[1], near(game, men[1]))
    mail = post.write(orders.format(men[0]) + question)
    assert filed(game, seat) == ((f"MOVE {men[0]} facing NE",) if orders else ())
    told = flat(mail)
    assert said.format(men[1]) in told.partition(question)[2]
    assert "TRY before an order tells" not in told and "talk" not in told
    assert "you still have to write" not in told, "nothing waits for a question"
    assert ("question" in the_answer(mail)["Subject"]) != bool(orders)


@pytest.mark.parametrize(
    "asked",
    [
        "does {0} still have his shield?",
        "who won at {1}?",
        "can {0} see the moon?",
    ],
)
@pytest.mark.parametrize("orders", ["MOVE {0} facing NE\n", ""])
def test_to_what_no_trial_answers_the_receipt_says_what_can_be_asked(game, seat, post, men, asked, orders):
    question = asked.format(men[1], near(game, men[1]))
    mail = post.write(orders.format(men[0]) + question)
    assert filed(game, seat) == ((f"MOVE {men[0]} facing NE",) if orders else ())
    told = flat(mail)
    assert question in told and "TRY before an order tells what it would do" in told
    assert told.count("TRY before an order tells") == 1 and "did you mean" not in the_answer(mail)["Subject"]
    assert "no order;" not in told and "is no order" not in told and "offered" not in mail.parsed


@pytest.mark.parametrize(
    "asked",
    [
        "could you have {0} go to {1}?",
        "can {0} please go to {1}?",
        "would you send {0} to {1}?",
        "can you move {0} to {1}?",
        "will {0} go to {1}, please?",
    ],
)
def test_what_asks_for_something_to_be_done_is_asked_back_and_done_after_accept(game, seat, post, men, asked):
    order, there = f"MOVE {men[0]} facing NE", near(game, men[1])
    mail = post.write(f"{order}\n{asked.format(men[1], there)}")
    assert filed(game, seat) == (order,)
    assert "The phase waits" in flat(mail), "for his word"
    done = post.write("ACCEPT", In_Reply_To=the_answer(mail)["Message-ID"])
    assert done.reason == "filed"
    assert set(filed(game, seat)) == {order, f"MOVE {men[1]} to {there} safest"}


def test_what_may_be_meant_for_an_order_is_answered_and_offered(game, seat, post, men):
    order, there = f"MOVE {men[0]} facing NE", near(game, men[1])
    mail = post.write(f"{order}\ncan {men[1]} go to {there}?")
    assert filed(game, seat) == (order,)
    told = flat(mail)
    assert "Only tried, not kept." in told and "A question orders nothing." in told
    assert f"Perhaps you mean: MOVE {men[1]} to {there} safest" in told
    assert "The phase waits" in told
    post.write("ACCEPT", In_Reply_To=the_answer(mail)["Message-ID"])
    assert set(filed(game, seat)) == {order, f"MOVE {men[1]} to {there} safest"}


def test_a_question_above_a_form_is_answered_too(game, seat, post, men):
    text = Report.objects.filter(seat=seat).last().text
    form = text[text.index("#ORDERS") : text.index("#END") + 4]
    form = form.replace(f"MOVE {men[0]} stay", f"MOVE {men[0]} facing NE")
    mail = post.write(f"can {men[1]} reach {near(game, men[1])}?\n\n{form}")
    assert mail.reason == "filed" and f"MOVE {men[0]} facing NE" in filed(game, seat)
    assert "Only tried, not kept." in flat(mail) and "outside of your" not in flat(mail)


def test_an_undo_beside_a_question_is_carried_out(game, seat, post, men):
    post.write(f"MOVE {men[0]} facing NE")
    post.write(f"UNDO\ncan {men[1]} reach {near(game, men[1])}?")
    assert filed(game, seat) == ()
