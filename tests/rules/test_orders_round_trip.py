"""parse(print(order)) is the order, for every order that the records can hold; and no line makes the
parser fall."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.orders.parser import parse, print_order, read_line
from rules.orders.records import (
    Order,
)
from rules.orders.text import normalised
from rules.orders.verbs import SPELLINGS
from rules.orders.words import KEYWORDS
from tests.rules.drawn_orders import (
    FOES,
    HEXES,
    HORSES,
    LEXICON,
    OWN,
    conditions,
    plain_orders,
    setups,
    standing,
)
from tests.stopwatch import stopwatch


@settings(max_examples=600, deadline=None)
@given(plain_orders | standing | conditions | setups)
def test_what_is_printed_reads_back_as_the_same_order(order: Order) -> None:
    line = print_order(order, LEXICON)
    assert parse(line, LEXICON) == order, line


@settings(max_examples=200, deadline=None)
@given(plain_orders | standing | conditions)
def test_case_and_accents_do_not_matter(order: Order) -> None:
    line = print_order(order, LEXICON).lower().replace("è", "e")
    assert parse(line, LEXICON) == order, line


words = st.sampled_from(
    [
        *sorted(KEYWORDS),
        *OWN.values(),
        *FOES.values(),
        *HORSES.values(),
        *HEXES[:4],
        "+",
        ",",
        ";",
        "THEN",
        "IF",
        "0305",
        "3.5",
        "+5",
        "8",
        "xyzzy",
    ]
)


@settings(max_examples=500, deadline=None)
@given(st.lists(words, max_size=25).map(" ".join))
@example("about Robert also")
@example("MOVE Robert 0305, and")
def test_words_in_any_order_are_answered(line: str) -> None:
    for part in read_line(line, LEXICON):
        if part.order is not None:
            assert parse(print_order(part.order, LEXICON), LEXICON) == part.order, line
        else:
            assert part.trouble is not None and part.trouble.message and part.trouble.code
            assert 0 <= part.trouble.position <= len(line)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=200))
def test_any_characters_are_answered(line: str) -> None:
    assert all(part.order is not None or part.trouble is not None for part in read_line(line, LEXICON))


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60))
def test_a_plain_line_is_made_ready_like_one_with_an_invisible_sign(line: str) -> None:
    quickly, letter_by_letter = normalised(line), normalised(line + "\u200b")
    assert (quickly.text, tuple(quickly.at)) == (letter_by_letter.text, tuple(letter_by_letter.at))


def test_a_line_of_ten_thousand_words_is_refused_at_once() -> None:
    for line in (
        "MOVE Robert " + "0305 " * 10_000,
        "robert + " * 220,
        "((((" * 500,
        "a'" * 990,
        "IF " * 299,
        "- " * 900,
    ):
        with stopwatch() as took:
            read_line(line, LEXICON)
        assert took.seconds < 0.1, line[:20]


def test_no_name_is_ever_guessed_from_a_verb() -> None:
    assert {words[0] for words in SPELLINGS} - KEYWORDS - {f"{w}s" for w in KEYWORDS} - {
        f"{w}es" for w in KEYWORDS
    } == set()
