"""Whatever mail programs do to what they quote: none of our own words is filed unasked, and none of the
player's is lost."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.charset import normalise
from pbem.mail.html import text_of
from pbem.mail.lines import LineClass
from pbem.mail.own_words import tell_apart
from pbem.mail.reader import ReadMail, read, read_again
from pbem.mail.sent import Sent, squashed
from tests.pbem import deformed
from tests.pbem.mail_kit import OWN, letter
from tests.pbem.replies import REPORT, REPORT_HTML
from tests.stopwatch import stopwatch

LABEL = "G1 T1 Norman"
SENT = [
    Sent(normalise("\n".join(REPORT))),
    Sent(normalise(text_of(REPORT_HTML))),
    Sent(
        normalise("\n".join(deformed.RECEIPT)),
        echoes=True,
        his=frozenset(squashed(line) for line in deformed.RECEIPT if line.startswith(">")),
    ),
]
FORM = "\n".join(deformed.FORM)
HEADING = "Klaatu barada nikto:\n\n"


def reading(text: str) -> ReadMail:
    found = read(letter(text), looks_like_order, OWN)
    told = tell_apart(found.text, SENT, LABEL, looks_like_order)
    return read_again(found, told.text, told.known, looks_like_order)


def same(line: str) -> str:
    return squashed(line.replace(" to ", " "))


def asked(found: ReadMail) -> list[str]:
    return [line.order for line in found.aside]


def test_in_thousands_of_deformed_replies_nothing_of_ours_is_filed_and_nothing_of_his_is_lost():
    count: Counter[str] = Counter()
    for mail in deformed.mails(3400):
        found = reading(mail.text)
        his = {squashed(line) for line in mail.own}
        filed = [line for line in found.orders if squashed(line) not in his]
        assert not filed, f"{mail.what}: {filed}"
        told = {squashed(line) for line in (*found.orders, *asked(found), *found.late_orders)}
        lost = [line for line in mail.own if looks_like_order(line) and squashed(line) not in told]
        assert not lost, f"{mail.what}: {lost}"
        count["asked"] += bool(found.aside)
        count["asked of what he wrote"] += any(squashed(line) in his for line in asked(found))
    assert count["asked"] < 0.08 * 3400, count
    assert count["asked of what he wrote"] < 0.01 * 3400, count


def test_forty_languages_and_more_are_among_them():
    assert len({heading.split()[0] for heading in deformed.HEADINGS}) >= 45


def test_what_was_changed_in_a_form_is_read_however_it_came_back():
    for form in deformed.filled_forms(1200):
        found = reading(form.text)
        filed = {same(line) for line in found.orders}
        if form.marked and not form.whole:  # a quote, but no form: its changed lines are offered
            assert not filed, form.what
            filed = {same(line) for line in found.quoted_orders}
        missing = [line for line in form.changed if same(line) not in filed]
        assert not missing, f"{form.what}: {missing} in {found.orders}"
        others = filed - {same(line) for line in form.changed}
        rest = {same(line) for line in form.kept}
        if form.marked and not form.whole:
            continue
        if form.whole and not form.marked:
            assert others == rest, f"{form.what}: {others ^ rest}"
        else:
            assert not others & rest, f"{form.what}: {others & rest}"
        if form.whole and form.marked:
            assert {same(line) for line in asked(found)} == rest, form.what


def test_a_form_with_lines_taken_out_is_meant():
    found = reading(FORM.replace("MOVE William stay\n", ""))
    assert "MOVE Robert stay" in found.orders and not found.aside


@pytest.mark.parametrize("word", ["ok", "Fine by me!", "Alles klar", "ठीक है"])
def test_an_untouched_form_is_meant_with_a_word_of_his_own(word):
    assert len(reading(f"{word}\n\n{FORM}").orders) == 12


@pytest.mark.parametrize("heading", ["", *deformed.HEADINGS.values()])
def test_and_asked_back_without_one_whatever_a_program_wrote_above_it(heading):
    found = reading(f"{heading}\n\n{FORM}" if heading.strip("\0") else FORM)
    if heading != "Klaatu barada nikto:":  # three words, and nobody knows that they are no person's
        assert found.orders == ()
        assert len(asked(found)) in (0, 12)  # quoted, or asked back


@pytest.mark.parametrize("below", ["Sent from my iPhone", "-- \nAnna Comnena\nPorphyra Ltd", "-- \nAnna"])
def test_a_footer_or_a_signature_is_no_word_of_his(below):
    found = reading(f"{FORM}\n\n{below}")
    assert (found.orders, len(asked(found))) == ((), 12)


@pytest.mark.parametrize("word", ["ok", "OK, go!", "Fine by me", "ja, passt", "Hello,\n\nyes\n\nAnna", "👍"])
def test_a_yes_above_the_quoted_form_is_asked_whether_it_means_the_form(word):
    quoted = "\n".join(f"> {line}" for line in REPORT)
    found = reading(f"{word}\n\nOn 22 Nov 2026 at 16:02 the game wrote:\n{quoted}")
    assert len(asked(found)) == 12
    assert not [line for line in found.orders if "stay" in line]


@pytest.mark.parametrize("word", ["Thanks! Orders come tomorrow.", "Did you see Carlo's spear?", ""])
def test_other_talk_above_it_is_talk(word):
    quoted = "\n".join(f"> {line}" for line in REPORT)
    assert not reading(f"{word}\n\nOn 22 Nov 2026 at 16:02 the game wrote:\n{quoted}").aside


def test_a_word_above_the_whole_report_makes_no_orders_of_the_form_in_it():
    found = reading("Thanks! Orders come tomorrow.\n\n" + "\n".join(REPORT))
    assert found.orders == ()
    assert len(asked(found)) == 12


def test_orders_above_an_untouched_form_count_and_the_form_is_asked_back():
    found = reading(f"MOVE Robert 2008\n\n{FORM}")
    assert (found.orders, len(asked(found)), found.block) == (("MOVE Robert 2008",), 12, None)


def test_one_paper_one_changed_line_and_all_of_it_is_filed():
    found = reading(FORM.replace("MOVE Robert stay", "MOVE Robert 2008"))
    assert len(found.orders) == 12


def test_three_of_our_orders_in_our_order_are_asked_back_and_two_are_his():
    lines = ["MOVE Robert stay", "MOVE William stay", "MOVE Geoffrey stay"]
    assert (reading("\n".join(lines)).orders, len(asked(reading("\n".join(lines))))) == ((), 3)
    assert reading("\n".join(lines[:2])).orders == tuple(lines[:2])
    assert reading("\n".join(reversed(lines))).orders == tuple(reversed(lines))


def test_his_own_words_of_an_earlier_mail_are_no_quote_of_our_receipt():
    lines = ("MOVE Robert 2109 2008", "MOVE Hugo 1911", "RETREAT toward 2305")
    assert reading("\n".join(lines)).orders == lines


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("MOVE Robert 2008\n\nMOVE William stay", "a blank line"),
        ("MOVE Robert 2008\nKlaatu barada nikto:\nMOVE William stay\nMOVE Odo stay", "a heading"),
        ("MOVE Robert 2008\nMnamo 22 Nov 2026 16:02 Game aliandika:\nMOVE William stay", "one with a date"),
        ("MOVE Robert 2008\nGame 11/22/26 4:02 PM >>>\nMOVE William stay", "one of GroupWise"),
        ("MOVE Robert 2008\n......................\nMOVE William stay", "a rule"),
    ],
)
def test_one_or_two_of_our_lines_at_the_end_are_asked_back(text, why):
    found = reading(text)
    assert [line for line in found.orders if line.startswith("MOVE")] == ["MOVE Robert 2008"], why
    assert [line.why for line in found.aside] == ["ours"] * (text.count("stay"))


def test_a_line_that_he_typed_counts_though_we_once_sent_the_same_words():
    assert reading("MOVE William stay\nMOVE Robert 2008").orders == ("MOVE William stay", "MOVE Robert 2008")
    assert reading("MOVE William stay").orders == ("MOVE William stay",)


def test_the_rest_of_a_quoted_line_that_a_program_broke_is_no_order():
    quote = (
        "> # Gilbert (archer) at 2205, 8 MP.\n> # In range: Atenolfo (17 hexes, light cover), Carlo\n"
        "(16 hexes, light\n> # cover), Ruggiero (17 hexes, no cover) and 2 more.\n> FIRE Gilbert AT\n"
        "Atenolfo\n> # Ralph (archer) at\n2209, 8 MP.\n"
    )
    assert reading(f"MOVE Robert 2008\n\nOn Sunday somebody wrote:\n{quote}").orders == ("MOVE Robert 2008",)


def test_the_mark_taken_away_before_a_quoted_line_makes_it_his():
    lines = [f"> {line}" for line in REPORT]
    at = lines.index("> MOVE Odo stay")
    lines[at] = "MOVE Odo stay"
    assert reading("On 22 Nov 2026 at 16:02 the game wrote:\n" + "\n".join(lines)).orders == (
        "MOVE Odo stay",
    )


def test_a_line_typed_amid_a_quoted_form_leaves_the_others_quoted():
    """Even if ours has the same words further down."""
    lines = [f"> {line}" for line in deformed.FORM]
    at = lines.index("> MOVE William stay")
    found = reading("\n".join([*lines[:at], "MOVE Odo stay", *lines[at:]]))
    assert found.orders == ("MOVE Odo stay",)
    found = reading("\n".join([*lines[:at], "MOVE Odo stay", "MOVE Robert 2008", *lines[at:]]))
    assert found.orders == ("MOVE Odo stay", "MOVE Robert 2008")


def test_the_form_of_another_phase_in_a_quote_is_inert():
    other = FORM.replace(LABEL, "G1 T2 Norman").replace("MOVE Robert stay", "MOVE Robert 2008")
    quoted = "\n".join(f"> {line}" for line in other.split("\n"))
    assert reading(f"On Sunday somebody wrote:\n{quoted}").orders == ()


@pytest.mark.parametrize("change", ["{}=20", "{}=", "{}"])
def test_links_and_remains_of_an_encoding_change_no_line_of_ours(change):
    linked = [re.sub(r"\b(\d{4})\b", r"\1<tel:\1>", line) for line in REPORT]
    found = reading("Good luck!\n" + HEADING + "\n".join(change.format(line) for line in linked))
    assert found.orders == ()
    assert len(asked(found)) == 12


@pytest.mark.parametrize("mark", ["\\> ", "&gt; ", "> \\> ", "\\>", "* > ", "- &gt; "])
def test_marks_that_a_program_escaped_are_marks(mark):
    found = reading(f"MOVE Robert 2008\n{mark}// MOVE Odo 2106\n{mark}MOVE Ivo stay")
    assert found.orders == ("MOVE Robert 2008",)


def test_the_words_of_a_large_battle_are_known_to_its_last_man():
    """So many lines begin with MOVE, in the form and in what happened, that the place of each has to be
    found by more."""
    names = [
        f"{first}{second}o"
        for first in ("Al", "Be", "Ca", "Du", "Er", "Fi", "Gu", "Ho")
        for second in "bdfgklmnprst"
    ]
    orders = [f"MOVE {name} stay" for name in names]
    happened = [f"{name} moves to 0508." for name in names]
    sent = [Sent("\n".join([*happened, "YOUR ORDERS", *orders, "THE DICE"]))]
    for tail in (orders, orders[-3:]):
        found = read(letter("\n".join(["Thanks!", "Klaatu barada nikto:", *tail])), looks_like_order, OWN)
        told = tell_apart(found.text, sent, LABEL, looks_like_order)
        found = read_again(found, told.text, told.known, looks_like_order)
        assert (found.orders, len(asked(found))) == ((), len(tail))


def test_it_takes_time_in_proportion_to_the_mail():
    line = "MOVE Robert stay\n# Robert (knight) at 2109, 6 MP.\nmove and move and move again\n"
    took = []
    for times in (300, 600):
        found = read(letter(line * times), looks_like_order, OWN)
        with stopwatch() as watch:
            tell_apart(found.text, SENT, LABEL, looks_like_order)
        took.append(watch.seconds)
    assert took[1] < 3 * took[0] + 0.2


def test_what_is_ours_is_known_in_every_class_of_lines():
    found = reading("MOVE Robert 2008\n\n" + "\n".join(REPORT[40:]))
    kinds = {line.kind for line in found.lines}
    assert LineClass.MARKER not in kinds and LineClass.AFTER_END not in kinds
