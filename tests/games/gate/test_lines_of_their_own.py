"""Lines in small letters, one below the other: each is an order of its own, in battles, sieges and campaigns,
however a mail program may have broken others."""

from __future__ import annotations

import pytest

from games.models import OutboundKind, OutboundMail, Seat
from games.outbox.frozen import texts_of
from games.record import eventlog
from games.seats.languages import speaking
from pbem.mail.lines import BLOCK, BLOCK_END
from rules import engine
from tests.games.arena import play
from tests.games.post_kit import Post, a_battle, filed, men_of, seat_on_move, text_of, the_answer

pytestmark = pytest.mark.django_db
PLAIN, FLOWED = "text/plain; charset=utf-8", "text/plain; charset=utf-8; format=flowed"


def posts(scenario: str, name: str) -> Post:
    info = next(s for s in engine.scenarios() if s.slug == scenario)
    assert len(info.seats) == 2
    game = a_battle(scenario)
    return Post(Seat.objects.select_related("game").get(game=game, name=name))


def leaders(post: Post) -> list[str]:
    """Who leads the groups of the seat."""
    at = eventlog.load(post.seat.game_id).battle
    groups = [g for g in at.groups.values() if g.seat == post.seat.name]
    return [at.men[at.contents[g.id].leader].name for g in groups if at.contents[g.id].leader]


def stands(post: Post) -> list[str]:
    return [line for line in filed(post.seat.game, post.seat) if line != "AS PLANNED"]


@pytest.mark.parametrize("kind", [PLAIN, FLOWED])
def test_a_campaign_in_small_letters(kind: str) -> None:
    post = posts("campaign-ofanto", "normans")
    names = leaders(post)
    lines = [
        f"march {names[0]} to bari by road, fight if 5 or more stronger and no leader ",
        f"hold {names[1]} ",
        "garrison melfi at least 6 ",
        "quiet up to 2 days",
    ]
    mail = post.write("\n".join(lines).lower(), Content_Type=kind)

    assert [line.split()[0] for line in stands(post)] == ["MARCH", "HOLD", "GARRISON", "QUIET"], text_of(
        the_answer(mail)
    )


@pytest.mark.parametrize(
    "line", ["garrison melfi at least 6", "hire mercenaries up to 12 d", "no bargain for melfi"]
)
def test_a_single_line_of_a_campaign_in_small_letters(line: str) -> None:
    post = posts("campaign-ofanto", "normans")
    post.write(f"Hello,\n\n{line}\n\nSee you on Monday")

    assert [one.casefold() for one in stands(post)] == [line]


def test_the_rest_of_a_broken_line_stays_with_it() -> None:
    post = posts("campaign-ofanto", "normans")
    name = leaders(post)[0]
    post.write(
        f"march {name} to bari by road, fight if 5 or more stronger,\nelse withdraw; never near Trani\n"
        "quiet 2"
    )

    [march, quiet] = stands(post)
    assert march.endswith("never near Trani; fight if 5 or more stronger; else refuse")
    assert quiet == "QUIET up to 2 days"


@pytest.mark.parametrize("kind", [PLAIN, FLOWED])
def test_a_siege_in_small_letters(kind: str) -> None:
    post = posts("siege-castle", "normans")
    lines = [
        "if odds at least 130 and garrison at most 20 then assault ",
        "batter and build ladders ",
        "camp 4",
    ]
    mail = post.write("\n".join(lines), Content_Type=kind)

    assert len(stands(post)) >= 2, text_of(the_answer(mail))


@pytest.mark.parametrize("kind", [PLAIN, FLOWED])
def test_a_battle_in_small_letters(kind: str) -> None:
    game = a_battle()
    seat = seat_on_move(game)
    post = Post(seat)
    one, other, third, *_ = (man.lower() for man in men_of(game, seat))
    lines = [f"move {one} stay ", f"move {other} stay ", f"watch {third} fire at first "]
    post.write("\n".join(lines), Content_Type=kind)

    assert len(stands(post)) >= 2


def test_a_misspelt_line_is_offered_whole_and_accepted() -> None:
    post = posts("campaign-ofanto", "normans")
    name = leaders(post)[0]
    mail = post.write(f"MARSCH {name} to Bari\nQUIET up to 2 days")

    text = " ".join(text_of(the_answer(mail)).split())
    assert f"Perhaps you mean: MARCH {name} to Bari" in text and "ACCEPT" in text
    assert stands(post) == ["QUIET up to 2 days"]

    post.write("ACCEPT")
    assert f"MARCH {name} to Bari" in stands(post)


def test_lines_beneath_a_siege_are_its_own_in_a_mail() -> None:
    post = posts("campaign-ofanto", "normans")
    mail = post.write("SIEGE Canosa:\nIF odds at least 130 THEN ASSAULT\nBATTER AND BUILD ladders\n\nQUIET 2")

    assert stands(post) == [
        "SIEGE Canosa: IF odds at least 130 THEN ASSAULT",
        "SIEGE Canosa: BATTER AND BUILD ladders",
        "QUIET up to 2 days",
    ], text_of(the_answer(mail))


def test_two_lines_that_exclude_each_other_are_told_apart_in_the_receipt() -> None:
    post = posts("campaign-ofanto", "normans")
    name = leaders(post)[0]
    mail = post.write(f"MARCH {name} to Bari\nMARCH {name} to Trani")

    assert f"A later line counts instead: MARCH {name} to Trani" in " ".join(
        text_of(the_answer(mail)).split()
    )


def test_what_people_say_to_each_other_stays_talk() -> None:
    post = posts("campaign-ofanto", "normans")
    post.write("Hello there,\n\nwait!\nHold on a moment.\nRest well, and stay safe.\n\nQUIET 2\n\nSee you")

    assert stands(post) == ["QUIET up to 2 days"]


@pytest.mark.parametrize(
    "mail",
    [
        "ATTACK Trani with Robert\nbut only if he is stronger",
        "ATTACK Trani with Robert,\nbut only if stronger",
        "ATTACK Trani with Robert\n\nOnly if he is stronger!",
        "Hello,\n\nattack trani with robert\n\nif stronger\n\nSee you on Monday",
        "#ORDERS\nATTACK Trani with Robert\nonly if he is stronger\n#END",
    ],
)
def test_a_condition_on_its_own_line_is_for_the_order_above_it(mail: str) -> None:
    post = posts("campaign-ofanto", "normans")
    answered = text_of(the_answer(post.write(mail)))

    assert stands(post) == ["ATTACK Trani with Robert if 1 or more stronger"], answered


@pytest.mark.parametrize(
    "mail", ["ATTACK Trani with Robert\nwenn er stärker ist", "everyone stays\n\nonly if it rains"]
)
def test_an_order_with_a_condition_that_nobody_reads_is_asked_back(mail: str) -> None:
    post = posts("campaign-ofanto", "normans")

    assert "mend" in text_of(the_answer(post.write(mail)))
    assert not stands(post)


def test_who_is_quiet_in_a_campaign_is_told_of_quiet_days() -> None:
    land, board = posts("campaign-ofanto", "normans"), Post(seat_on_move(a_battle()))

    assert "QUIET 3" in " ".join(text_of(the_answer(land.write("QUIET"))).split())
    assert "QUIET 3" not in " ".join(text_of(the_answer(board.write("QUIET"))).split())


@pytest.mark.parametrize("greeting", ["Hello, ", "Dear umpire, please ", "Hi there! Could you please "])
def test_an_order_behind_a_greeting_is_one(greeting: str) -> None:
    post = posts("campaign-ofanto", "normans")
    name = leaders(post)[0]
    post.write(f"{greeting}march {name} to bari, and never fight unless 5 or more stronger")

    [march] = stands(post)
    assert march.startswith(f"MARCH {name} to Bari")


def test_a_quoted_report_without_dice_offers_none_of_its_own_words() -> None:
    """The mailed report ends in other words than the archive's; a line may begin with "line REPORT"."""
    post = posts("campaign-ofanto", "normans")
    play(post.seat.game, 1)
    mailed = OutboundMail.objects.filter(seat=post.seat, kind=OutboundKind.REPORT).latest("pk")
    report = texts_of(mailed)[0].replace("\r\n", "\n")
    assert "REPORT" in report.rpartition("#END")[2]
    lines = report.replace("; a line REPORT", "; a\nline REPORT").split("\n")
    quoted = "\n".join(f"> {line}" for line in lines)
    wrote = "On Sat, 28 Nov 2026 at 01:00, G <g@in.example.org> wrote:"
    answer = post.write(f"hold {leaders(post)[0]}\n\n{wrote}\n{quoted}")

    found = text_of(the_answer(answer))
    assert "HOLD" in found
    assert "them too" not in found


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("mark", ["", "> "])
def test_a_line_that_was_changed_in_the_form_of_a_campaign_is_meant(language: str, mark: str) -> None:
    """Quoted or not, and whatever the form's own remarks begin with."""
    post = posts("campaign-ofanto", "normans")
    Seat.objects.filter(pk=post.seat.pk).update(language=language)
    post.seat.refresh_from_db()
    play(post.seat.game, 1)
    mailed = OutboundMail.objects.filter(seat=post.seat, kind=OutboundKind.REPORT).latest("pk")
    lines = texts_of(mailed)[0].replace("\r\n", "\n").split("\n")
    changed = next(n for n, line in enumerate(lines) if line.startswith("HOLD n3"))
    lines[changed] = "MARCH n3 to Bari"
    post.seat.game.refresh_from_db()
    post.write("\n".join(mark + line for line in lines))

    assert "MARCH n3 to Bari" in stands(post)


@pytest.mark.parametrize(
    "head", ["# Orders for Robert", "# orders for today", "#Orders of mine:", "# Orders for 6 May 1057."]
)
def test_a_remark_of_the_players_is_no_head_of_a_form(head: str) -> None:
    post = posts("campaign-ofanto", "normans")
    name = leaders(post)[0]
    post.write(f"{head}\nMARCH {name} to Bari")
    assert stands(post) == [f"MARCH {name} to Bari"]


def test_a_form_without_its_first_line_is_read() -> None:
    post = posts("campaign-ofanto", "normans")
    form = engine.order_form(eventlog.load(post.seat.game_id).battle, post.seat.name)
    post.write(form.replace("HOLD n3", "MARCH n3 to Bari") + "\n#END")
    assert "MARCH n3 to Bari" in stands(post)


@pytest.mark.parametrize("scenario", [scenario.slug for scenario in engine.scenarios()])
def test_no_remark_of_a_form_reads_as_its_head_or_end(scenario: str) -> None:
    table = engine.replay(engine.new_game(scenario))
    for language in ("en", "de", "fr"):
        with speaking(language):
            for seat in table.setup.seats:
                for line in engine.order_form(table, seat.id).split("\n"):
                    assert not (BLOCK.match(line) or BLOCK_END.match(line)), line
