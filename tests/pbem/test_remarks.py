"""Lines that hold an order which their writer did not give: each is asked back, none is read or lost."""

from __future__ import annotations

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail, read
from tests.pbem.mail_kit import OWN, letter

ORDER, OTHER = "MOVE Hugo 0508", "MOVE Odo 0607"
REMARKS = {
    "// {}": "remark",
    "//{}": "remark",
    "-- {}": "remark",
    "--- {}": "remark",
    "% {}": "remark",
    "%% {}": "remark",
    "REM {}": "remark",
    "/* {} */": "remark",
    "/*{}*/": "remark",
    "<!-- {} -->": "remark",
    "({})": "remark",
    "( {} ).": "remark",
    "[{}]": "remark",
    "[ {} ]": "remark",
    "{{{}}}": "remark",
    "(perhaps {})": "remark",
    "~~{}~~": "struck",
    "~~ {} ~~": "struck",
    "~{}~": "struck",
    "{}?": "question",
    "{} ?": "question",
    "{}??": "question",
    "{}？": "question",
    "{} [?]": "question",
    "Should {}?": "question",
}
LATER = [
    "plan for next turn:", "Plan for next turn", "Next turn:", "Next turn", "Later:", "Maybe:", "Ideas:",
    "Draft:",
    "If all goes well, next turn I'd do this:", "Not yet:", "Don't do this:", "Alternative:", "Example:",
    "What if:", "Plan for next turn.", "Next turn -", "--- next turn ---", "[next turn]",
    "(plan for next turn)", "For the next turn", "Not now:", "Following turn:", "Rejected:",
    "Siguiente turno:", "Tour suivant :", "Další tah:", "Næste tur:", "Sonraki tur:", "Следующий ход:",
    "下一回合:", "次のターン:", "다음 턴:", "Options for later:", "*Next turn:*", "## Plan", "Nächste Runde:",
    "Später:", "Idee:", "Vielleicht:", "Plan für morgen:", "Au prochain tour :", "Plus tard :", "Peut-être :",
    "Próximo turno:", "Más tarde, quizás:", "Il prossimo turno:", "Volgende beurt:",
]  # fmt: skip
NOT_LATER = [
    "Orders:",
    "My orders for this turn:",
    "Normans:",
    "Left flank:",
    "Now:",
    "Befehle:",
    "Mes ordres :",
    "Morgen",
    "Morgen zusammen",
    "Old friend",
    "Dear old friend:",
    "Wish me luck",
    "Don't worry",
    "Last turn Hugo died",
    "Maybe this works",
    "Thoughts welcome",
    "Please ignore my last mail:",
    "My orders are the following:",
    "Mijn orders zijn de volgende:",
    "Мои приказы следующие:",
    "Käskyni ovat seuraavat:",
]


def reading(text: str) -> ReadMail:
    return read(letter(text), looks_like_order, OWN)


def asked(found: ReadMail) -> list[tuple[str, str]]:
    return [(line.order, line.why) for line in found.aside]


@pytest.mark.parametrize("form", REMARKS)
@pytest.mark.parametrize(
    "around", ["{}", OTHER + "\n{}", "{}\n" + OTHER, OTHER + "\n{}\n" + OTHER, "Hi,\n\n{}\n\nAnna"]
)
def test_what_is_marked_as_a_remark_is_asked_back(form, around):
    found = reading(around.format(form.format(ORDER)))
    assert all(line == OTHER for line in found.orders)
    [(order, why)] = asked(found)
    assert ORDER in order and why == REMARKS[form]


@pytest.mark.parametrize("form", REMARKS)
def test_inside_of_a_form_too(form):
    found = reading(f"#ORDERS G1\n{OTHER}\n{form.format(ORDER)}\n#END\n")
    assert found.orders == (OTHER,)
    assert len(asked(found)) == 1


@pytest.mark.parametrize(
    ("opening", "closing"), [("/*", "*/"), ("<!--", "-->"), ("/* not this", "or that */")]
)
def test_a_remark_over_several_lines(opening, closing):
    found = reading(f"{OTHER}\n{opening}\n{ORDER}\nATTACK Ivo ON Carlo\n{closing}\n{OTHER}")
    assert found.orders == (OTHER, OTHER)
    assert asked(found) == [(ORDER, "remark"), ("ATTACK Ivo ON Carlo", "remark")]


def test_a_remark_without_an_end_is_one_line():
    found = reading(f"/* so much for that\n{ORDER}")
    assert found.orders[-1] == ORDER and not found.aside


@pytest.mark.parametrize("heading", LATER)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_below_a_heading_for_later_nothing_is_read(heading, gap):
    found = reading(f"{OTHER}\n\n{heading}{gap}{ORDER}\nATTACK Ivo ON Carlo\n")
    assert found.orders == (OTHER,)
    assert asked(found) == [(ORDER, "plan"), ("ATTACK Ivo ON Carlo", "plan")]


@pytest.mark.parametrize("heading", NOT_LATER)
def test_other_headings_change_nothing(heading):
    found = reading(f"{heading}\n{ORDER}\n")
    assert ORDER in found.orders and not found.aside


def test_another_heading_ends_what_is_for_later():
    found = reading(f"Next turn:\n{ORDER}\n\nThis turn:\n{OTHER}")
    assert (found.orders[-1], asked(found)) == (OTHER, [(ORDER, "plan")])


@pytest.mark.parametrize(
    "line", ["TRY MOVE Hugo 0508?", "help?", "HELP MOVE?", "status?", "IF Hugo is down THEN MOVE Odo 0607?"]
)
def test_what_asks_us_is_meant_as_it_stands(line):
    found = reading(f"{OTHER}\n{line}")
    assert not found.aside and line in found.orders


@pytest.mark.parametrize(
    "line",
    ["[x] MOVE Hugo 0508", "(a) MOVE Hugo 0508", "1) MOVE Hugo 0508", "- MOVE Hugo 0508", "* MOVE Hugo 0508"],
)
def test_lists_are_no_remarks(line):
    assert reading(line).orders == (ORDER,)


@pytest.mark.parametrize("line", ["Musa>1712", "Musa>0508 0609", "Musa>A0508"])
def test_a_name_and_a_hex_with_a_sign_between_them_are_no_quote(line):
    assert line in reading(f"{line}\n{ORDER}").orders


@pytest.mark.parametrize(
    "line", ["(thanks, Boris)", "-- Anna", "See you tomorrow?", "[1] a footnote", "50 % of them", "~ Anna ~"]
)
def test_talk_in_the_same_marks_is_no_order_to_ask_about(line):
    assert not reading(f"{ORDER}\n\n{line}").aside


def test_a_letter_to_a_player_keeps_its_words():
    found = reading(f"PRESS TO all\n{ORDER}?\n// {ORDER}\nEND PRESS\n{OTHER}")
    assert found.of(LineClass.PRESS)[1:3] == (f"{ORDER}?", f"// {ORDER}")
    assert not found.aside


@pytest.mark.parametrize(
    "line",
    ["can Odo reach 0815?", "And could Gui charge Leon this turn?", "is Odo able to reach 0815?",
     "what if Odo goes to 0815?", "will Odo be able to get to 0815?"],
)  # fmt: skip
def test_who_asks_whether_something_can_be_done_asks_us(line):
    found = reading(f"{OTHER}\n{line}")
    assert not found.aside and line in found.orders


@pytest.mark.parametrize(
    "line", ["could you have Odo go to 0815?", "can Odo please move to 0815?", "would you move Odo to 0815?"]
)
def test_who_asks_for_it_to_be_done_is_asked_back(line):
    found = reading(f"{OTHER}\n{line}")
    assert found.orders == (OTHER,) and asked(found) == [(line.rstrip("?"), "question")]
