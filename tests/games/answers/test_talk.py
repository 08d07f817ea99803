"""Talk is shown as talk and holds nothing; an answer without orders is short; no answer is long."""

from __future__ import annotations

import re

import pytest

from games.answers import bounds, receipts, stands, transcript
from games.gate import offers
from games.models import Game, OutboundMail, Report, Seat
from games.play import adjudication, submissions
from games.seats import seats
from pbem.mail.headers import Headers
from pbem.mail.reader import ReadMail
from rules import engine
from tests.games.post_kit import (
    Post,
    a_battle,
    answers_to,
    battle_of,
    filed,
    html_of,
    men_of,
    opened,
    orders_of,
    seat_on_move,
    some_orders,
    text_of,
    the_answer,
)
from tests.sampling import some

pytestmark = pytest.mark.django_db
LONGEST = 102  # "about a hundred"


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def game() -> Game:
    return a_battle(recall_minutes=0)


TALK = (
    "Have a nice weekend!",
    "Poor Hugo!",
    "William",
    "Anna",
    "This e-mail is confidential. If you are not the addressee, please delete it.",
)


@pytest.mark.parametrize("said", TALK)
@pytest.mark.parametrize("body", ["{0}\n{2}\n{1}", "{2}\n{0}\n{1}", "{0}\n{1}\n\n{2}"])
def test_talk_beside_orders_is_shown_and_holds_no_phase(game, seat, post, said, body):
    first, second, _ = some_orders(game, seat)
    text = text_of(the_answer(post.write(body.format(first, second, said))))
    assert "TAKEN AS TALK" in text and said[:40] in flat(text) and "to mend" not in text
    assert orders_of(game, seat) == (first, second)
    assert Seat.objects.get(pk=seat.pk).mends_until is None
    adjudication.attend(game.pk)
    assert Game.objects.get(pk=game.pk).phase == 2


def test_who_says_the_same_again_sees_it_again(game, seat, post):
    first, second, third = some_orders(game, seat)
    for order in (first, second, third):
        text = text_of(the_answer(post.write(f"Hi Boris,\n{order}\nPoor Hugo!\nWhat a day\nFINAL\n\nAnna")))
        for said in ("Hi Boris,", "Poor Hugo!", "What a day", "Anna"):
            assert f"> {said}" in text
    assert orders_of(game, seat) == (first, second, third)


def test_talk_stands_in_one_short_block_in_the_order_of_the_mail(game, seat, post):
    first, second, _ = some_orders(game, seat)
    many = "\n".join(f"And then I thought of reason {n}." for n in "abcdefghij")
    text = text_of(the_answer(post.write(f"Hi Boris,\n{many}\n{first}\nPoor Hugo!\n{second}\n")))
    talk = (
        text.replace("\r", "").partition("TAKEN AS TALK, NOT AS ORDERS\n")[2].partition("\n\n")[0].split("\n")
    )
    assert talk[:2] == ["> Hi Boris,", "> And then I thought of reason a."]
    assert talk[-1] == "  and 6 more lines" and len(talk) == 7


@pytest.mark.parametrize("body", ["TRY MOVE {0} 9999", "HELP nonsense", "TEST nonsense", "LANGUAGE klingon"])
def test_what_is_only_asked_holds_no_phase_either(game, seat, post, body):
    first, second, _ = some_orders(game, seat)
    mail = post.write(f"{first}\n{body.format(second.split()[1])}")
    assert mail.reason == "filed" and answers_to(mail)
    assert Seat.objects.get(pk=seat.pk).mends_until is None
    post.write(body.format(second.split()[1]))
    adjudication.attend(game.pk)
    assert Game.objects.get(pk=game.pk).phase == 2


def test_who_wants_no_receipts_gets_the_answer_to_what_he_tried(game, seat, post):
    first, second, _ = some_orders(game, seat)
    post.write("QUIET ON")
    assert answers_to(post.write(f"{first}\nTRY {second}"))
    assert not answers_to(post.write(second))


def test_a_mail_without_any_order_gets_a_short_answer(game, seat, post):
    words = "Have a nice weekend!\nPoor Hugo!"
    for body in (words, f"{words}\nWell, that is how it goes.", ""):
        text = text_of(the_answer(post.write(body))).replace("\r", "")
        assert len(text.split("\n")) < 20 and all(f"> {line}" in text for line in body.split("\n") if line)
        assert "There was no order in your mail" in flat(text)
        assert text.count("What can be ordered now: MOVE, FIRE, ATTACK") == 1
        for word in ("CHARGE", "LADDER", "SHELTER", "GRAPNEL", "castle", "siege"):
            assert word not in text
        assert "STANDING NOW" not in text and "TAKEN AS TALK" not in text


def test_the_other_side_is_told_what_it_may_write_meanwhile(game, rival):
    text = text_of(the_answer(Post(rival).write("Your move, I think.\nBoris")))
    assert "WATCH, OPPOSE, WOUND, RETREAT, ADVANCE." in flat(text) and "ATTACK" not in text


def longest(mail) -> int:
    return max(len(text_of(answer).splitlines()) for answer in answers_to(mail))


def bodies(game: Game, seat: Seat) -> dict[str, str]:
    names = men_of(game, seat)
    orders = engine.captain_orders(battle_of(game), seat.name, "bold")
    stay = [f"MOVE {name} stay" for name in names]
    return {
        "bad": "\n".join(f"MOVE Nobody{n} 0101" for n in range(300)),
        "illegal": "\n".join(f"MOVE {names[0]} 9{n:03}" for n in range(300)),
        "good": "\n".join(stay * 60),
        "whole": "\n".join([*orders, "WATCH fire at anyone", "RETREAT toward 0101"]),
        "tries": "\n".join(f"TRY {line}" for line in orders),
        "asks": "HELP\nSTATUS\nTEST\nMAP",
        "all": "\n".join(["HELP", "STATUS", "TEST", *orders, *(f"MOVE x{n} 0101" for n in range(200))]),
        "helps": "\n".join(f"HELP {verb}" for verb in engine.ORDER_WORDS),
        "talk": "\n".join(f"I have another thing to say, {'so ' * n}" for n in range(200)),
        "talk too": "\n".join([stay[0], *("Poor Hugo, what a day" for _ in range(250)), stay[1]]),
        "post": "\n".join(["QUIET OFF", "MAP", "DIGEST OFF", "MAIL ON", *stay[:1], "HELP", "STATUS"]),
        "long": "\n".join(f"MOVE {names[0]} " + " ".join(["0101"] * 90) for _ in range(30)),
    }


@pytest.mark.parametrize("scenario", some(["orchard", "escalade", "ford"], 3))
def test_no_answer_to_any_mail_is_long(scenario):
    game = a_battle(scenario, recall_minutes=0)
    seat = seat_on_move(game)
    post = Post(seat)
    for name, body in bodies(game, seat).items():
        OutboundMail.objects.filter(kind="receipt").update(to="elsewhere@example.org")
        mail = post.write(body)
        assert longest(mail) <= LONGEST, name


def standing_of(text: str) -> str:
    part = text.replace("\r", "").partition("STANDING NOW\n")[2] or text.partition("Standing now</h2>")[2]
    return part.replace("\n    ", " ").replace("<pre>", "").partition("\n\n")[0].partition("</pre>")[0]


@pytest.mark.parametrize("name", ["all", "whole"])
def test_what_stands_and_was_just_said_is_counted_only(name):
    game = a_battle("escalade", recall_minutes=0)
    seat = seat_on_move(game)
    answer = the_answer(Post(seat).write(bodies(game, seat)[name]))
    stand = filed(game, seat)
    for text in (text_of(answer), html_of(answer)):
        standing = standing_of(text)
        shown = sum(flat(order) in flat(standing) for order in stand)
        above = sum(map(int, re.findall(r"(\d+) orders?,? said above", flat(standing))))
        more = sum(map(int, re.findall(r"(\d+) (?:standing )?orders? more", flat(standing))))
        assert above > 5 and shown + above + more == len(stand)
    assert "1 to mend" not in str(answer["Subject"]) and ("200 to mend" in str(answer["Subject"])) == (
        name == "all"
    )


def test_what_stands_and_is_shown_nowhere_is_told_below_its_kind():
    game = a_battle("escalade", recall_minutes=0)
    seat = seat_on_move(game)
    post, names = Post(seat), men_of(game, seat)
    post.write("\n".join(f"MOVE {name} stay" for name in reversed(names)))
    bad = "\n".join(f"MOVE Nobody{n} 0101" for n in range(60))
    text = text_of(the_answer(post.write(f"HELP\nSTATUS\n{bad}")))
    standing = standing_of(text)
    left = len(names) - standing.count("  MOVE ")
    assert left > 0 and f"and {left} orders more, to be seen on your page: {seats.seat_link(seat)}" in flat(
        standing
    )
    standing = stands.within(
        stands.Stands(("MOVE A stay",), ("ADVANCE never", "RETREAT toward 0101") * 9), 9, "page"
    )
    assert (standing.more_orders, standing.more_standing[:28]) == ("", "and 13 standing orders more,")


def test_a_report_that_was_asked_for_is_resent_whole_whatever_else_was(game, seat, post):
    report = Report.objects.get(seat=seat)
    text = text_of(the_answer(post.write(bodies(game, seat)["all"] + "\nREPORT"))).replace("\r", "")
    assert report.text.strip() in text
    assert len(text.splitlines()) <= LONGEST + len(report.text.splitlines()) + 2


def test_what_is_cut_says_where_it_stands_whole():
    game = a_battle("escalade", recall_minutes=0)
    seat = seat_on_move(game)
    post = Post(seat)
    text = flat(text_of(the_answer(post.write("\n".join(("HELP", "STATUS", bodies(game, seat)["illegal"]))))))
    assert "more lines: http://localhost:8000/orders" in text
    assert f"more lines: {seats.seat_link(seat)}" in text
    assert "were read" not in text and re.search(
        r"\d\d\d more lines could not be taken either and are not shown", text
    )


def test_the_page_that_a_cut_mail_names_opens_from_the_mail(game, seat, post, client):
    text = text_of(the_answer(post.write("\n".join(("HELP", "STATUS", bodies(game, seat)["illegal"])))))
    [link] = set(re.findall(r"http://localhost:8000(/s/\S+)", text))
    assert client.get(link, follow=True).status_code == 200


def test_what_has_room_is_left_as_it_is():
    two = [bounds.Block("one"), bounds.Block("two")]
    assert bounds.blocks(two, 4, "") == two
    cut = bounds.blocks([bounds.Block("a\nb\nc\nd\ne\nf", pre=True), *two], 6, "http://page")
    assert cut[0].text == "a\n... and 5 more lines: http://page" and "2 more answers" in cut[-1].text
    assert "(one; two)" in cut[-1].text


def test_what_to_do_is_never_cut_and_own_lines_have_room_before_help():
    answers = [
        bounds.Block(f"The {n} answer is rather a long one, and has no title.") for n in ("first", "2nd")
    ]
    hint = bounds.Block("A line HELP brings the words of all orders.", hint=True)
    told = [block.text for block in bounds.blocks([hint, *answers, hint], 4, "")]
    left = "1 more answer found no room here (The 2nd answer is rather a long one, ...)"
    assert told == [answers[0].text, f"{left}: ask for it in another mail."]
    own = bounds.Block("\n".join(f"> {n}" for n in range(12)), "Own", pre=True, quotes=True)
    to_do = bounds.Block("Reply ACCEPT.", kept=True)
    helped = bounds.Block("\n".join("abcdefghijklmnop"), "Help", pre=True)
    cut = bounds.blocks([helped, own, to_do], 22, "page")
    assert cut[1:] == [own, to_do] and cut[0].text.endswith("more lines: page")
    for room in (1, 5, 8, 12):
        cut = bounds.blocks([helped, own, to_do], room, "page")
        assert to_do in cut
        assert all("of your mail" in block.text for block in cut if block.title == "Own")
    assert "(Help)" in bounds.blocks([helped, own, to_do], 8, "page")[-1].text


def test_room_is_parted_fairly():
    assert bounds.shares([3, 50, 50], 23) == [3, 10, 10]
    assert bounds.shares([3, 4], 23) == [3, 4]
    assert bounds.shares([], 5) == [] and bounds.shares([9], -1) == [0]
    assert bounds.first_of([2, 2, 2], 5) == 2 and bounds.first_of([9, 1], 5) == 1


def test_an_edited_form_of_twelve_men_is_told_whole(game, seat, post):
    names = men_of(game, seat)
    assert len(names) == 12
    many = [offers.Offer(f"MOVE {name} facing NE", f"MOVE {name} facing NE", offers.QUOTED) for name in names]
    submission = submissions.submit(seat, [f"MOVE {name} stay" for name in names], "web:test:1")
    mail = post.write("HELP")
    OutboundMail.objects.all().delete()
    receipts.receipt(mail, seat, submission, ReadMail(Headers()), (), offers.shown(many))
    text = text_of(opened(OutboundMail.objects.get(kind="receipt"))).replace("\r", "")
    assert len(text.splitlines()) <= LONGEST
    for name in names:
        assert f"> MOVE {name} facing NE" in text and f"ok     MOVE {name} stay" in text.replace(
            f"> MOVE {name} stay\n  ok  ", f"ok     MOVE {name} stay"
        )
    assert "Reply ACCEPT to have them carried out" in flat(text)
    assert "or send those that you mean once more, bare." in flat(text)


@pytest.mark.parametrize("count", [6, 12, 22])
def test_every_order_has_an_answer(count):
    game = a_battle("escalade", recall_minutes=0)
    seat = seat_on_move(game)
    names = men_of(game, seat)[:count]
    orders = [f"MOVE {name} facing NE" for name in names]
    text = text_of(the_answer(Post(seat).write("\n".join([*orders, "HELP", "STATUS"]))))
    assert all(order in text.partition("STANDING NOW")[0] for order in orders)
    assert "not shown" not in text and len(text.splitlines()) <= LONGEST


def test_orders_read_otherwise_than_written_are_told_before_others():
    game = a_battle("escalade", recall_minutes=0)
    seat = seat_on_move(game)
    names = men_of(game, seat)
    slips = [f"mvoe {name} stay" for name in names[:10]]
    plain = [f"MOVE {name} stay" for name in names[10:]] * 3
    text = text_of(the_answer(Post(seat).write("\n".join([*plain, *slips]))))
    for name in names[:10]:
        assert f"mvoe {name} stay" in text and f"MOVE {name} stay" in text.partition("STANDING NOW")[0]
    assert len(text.splitlines()) <= LONGEST


def test_eleven_lines_to_mend_are_all_shown(game, seat, post):
    names = men_of(game, seat)[:11]
    lines = [f"IF enemy within 3 of {name} THEN FIRE {name} at nearest" for name in names]
    text = text_of(the_answer(post.write("\n".join(lines))))
    assert all(f"> {line}" in text for line in lines) and len(text.splitlines()) <= LONGEST


def test_one_line_is_one_line():
    read = [engine.LineReading("MOVE A stay", engine.Verdict.OK, ("A stays.",))] * 2
    _, left_out = transcript.of(transcript.answers(engine.Reading(tuple(read), (), (), ())), 1)
    assert left_out.startswith("1 more line was read and is not shown")


# what was meant as an order


@pytest.mark.parametrize("line", ["Hugo atack Alboino", "william 0508", "MOVE nobody 0101"])
def test_what_may_be_an_order_is_to_be_mended_and_holds_the_phase(game, seat, post, line):
    first, second, _ = some_orders(game, seat)
    text = text_of(the_answer(post.write(f"{first}\n{line}\n{second}")))
    assert "to mend" in text and "TAKEN AS TALK" not in text
    assert Seat.objects.get(pk=seat.pk).mends_until is not None
    assert orders_of(game, seat) == (first, second)


def test_nobody_is_offered_a_verb_for_a_word_of_every_day(game, seat, post):
    first, second, _ = some_orders(game, seat)
    answer = opened(
        OutboundMail.objects.get(
            in_reply_to=post.write(f"{first}\nLove and kisses\nWith great pleasure\n{second}")
        )
    )
    assert "Did you mean" not in text_of(answer)


def test_help_and_status_beside_orders_are_answered_in_short_at_the_end_of_the_receipt():
    game = a_battle("escalade", recall_minutes=0)
    seat = seat_on_move(game)
    names = men_of(game, seat)
    orders = [f"MOVE {name} facing NE" for name in names]
    mail = [*orders[:9], "HELP FIRE", *orders[9:], "STATUS"]
    text = text_of(the_answer(Post(seat).write("\n".join(mail))))
    before, _, helped = text.partition("THE WORDS OF ORDERS")
    helped, _, status = helped.partition("HOW IT STANDS")
    assert all(order in before for order in orders) and len(orders_of(game, seat)) == len(orders)
    assert "A shot before anybody moves." in helped and any(f"FIRE {name} AT" in helped for name in names)
    assert "Turn 1 of 12" in status and "22 of 22 standing" in status and "Roger" not in status
    assert "not shown" not in text and "more line" not in text and len(text.splitlines()) <= LONGEST


def test_help_alone_beside_an_order_brings_examples_from_ones_own_men(game, seat, post):
    first, *_ = some_orders(game, seat)
    text = text_of(the_answer(post.write(f"{first}\nHELP")))
    told = text.partition("THE WORDS OF ORDERS")[2]
    assert orders_of(game, seat) == (first,)
    assert "What can be ordered now" in told and "One order a line" not in told


def test_no_line_of_a_long_mail_goes_without_what_matters_of_it_and_who_has_what_is_told_by_name():
    """Where there is no room for sentences the chances and the MP stay, and below them every man's name."""
    game = a_battle("escalade", recall_minutes=0)
    shots = [f"FIRE {name} AT Alexio" for name in ("Gilbert", "Anquetil", "Peter")]
    held = "IF Alexio is down THEN FIRE Simon AT Argyris"
    reading = engine.read_orders(battle_of(game), "normans", [*shots, held, "MOVE Hugo 0616"])
    said, left_out = transcript.of(transcript.answers(reading), len(reading.lines))
    text = flat(transcript.as_text(said))
    assert not left_out and all(answer.brief for answer in said)
    for line in (*shots, held):
        assert re.search(rf"{line}: \d+ % on target", text), text
    assert re.search(r"MOVE Hugo 0616: \d of 8 MP", text)
    assert stands.not_said(reading, said).more_orders == (
        "5 orders, said above: FIRE Gilbert, Anquetil, Peter; IF Simon; MOVE Hugo"
    )
