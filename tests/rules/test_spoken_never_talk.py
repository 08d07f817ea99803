"""What tells one's own men something is never only talk: it is an order, or to be mended."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.desk.read import read_orders
from rules.desk.reading import Reading, Verdict
from rules.desk.speech.for_men import meant_for_men
from tests.rules.spoken_scenes import opened, rules_at

SCENES = ("evening", "siege", "lances", "stockade", "cannae", "farm")
OWN = {
    "evening": ["Robert", "william", "Gilbert", "Ivo", "all spearmen", "the knights"],
    "siege": ["Baldwin", "Gilbert", "Milo", "all archers", "my slinger"],
    "lances": ["Robert", "drogo", "Gui", "the sergeants", "archers", "my riders"],
    "stockade": [
        "Roger",
        "Milo",
        "peter",
        "the bowmen",
        "my archers",
        "all bows",
        "Hugo and Odo",
        "spearmen",
    ],
    "cannae": ["Serlo", "mauger", "Ralph", "my knights", "the archers", "all riders", "the horse"],
    "farm": ["Odo", "turstin", "Herbert", "my bows", "archers", "Ivo & Hamo", "everybody", "all"],
}
FOES = {
    "evening": ["Sandro", "Teobaldo"],
    "siege": ["Okeanos", "Argyris"],
    "lances": ["Leon", "Argyris"],
    "stockade": ["Kosmas", "Alexio"],
    "cannae": ["Bardas", "Argyris"],
    "farm": ["Carlo", "Dattus"],
}
DEEDS = [
    "attacks", "kills", "finish off", "strikes", "shoots", "fires at", "fire", "slings at", "aims at",
    "charge", "go", "goes to", "walk", "moves", "runs to", "pull back", "joins", "stays", "stay", "waits",
    "holds fire", "save your arrows", "sets fire to", "torches", "raise the ladder", "follow", "returns to",
    "don't attack", "never charges", "turns to face",
]  # fmt: skip
HEXES = ["1312", "0611", "hex 1305", "1710"]
WAYS = ["3 hexes north", "1 hex south", "two hexes back", "within 4", "NW"]
TAILS = [
    "",
    "pls",
    "!!",
    "this turn",
    "no cover there",
    "& prays",
    "if he can",
    "tomorrow",
    "until turn 4",
    "not",
]
BEFORE = ["", "please ", "ok, ", "Standing order: ", "and then ", "I want "]


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, str]:
    """A scene, and a line that names own men together with something like an order."""
    scene = draw(st.sampled_from(SCENES))
    own = draw(st.sampled_from(OWN[scene]))
    foe = draw(st.sampled_from(FOES[scene]))
    deed = draw(st.sampled_from(DEEDS))
    sweeping = own in ("all", "everybody")
    said = draw(
        st.sampled_from(
            [f"{own} {deed}", f"{own} {deed} {foe}", f"{own} {deed} {draw(st.sampled_from(HEXES))}"]
            if sweeping
            else [
                f"{own} {deed}",
                f"{own} {deed} {foe}",
                f"{own}: {deed} {foe}",
                f"{own} {draw(st.sampled_from(HEXES))}",
                f"{own} something {draw(st.sampled_from(HEXES))}",
                f"{own} {deed} {draw(st.sampled_from(WAYS))}",
                f"{own} at {foe}",
                f"{own} x {foe}",
            ]
        )
    )
    return scene, f"{draw(st.sampled_from(BEFORE))}{said} {draw(st.sampled_from(TAILS))}".strip()


def read(scene: str, line: str) -> Reading:
    return read_orders(opened(scene), rules_at(scene), "normans", [line])


@settings(max_examples=600, deadline=None)
@given(lines())
def test_what_tells_own_men_something_is_an_order_or_to_be_mended(told: tuple[str, str]) -> None:
    scene, line = told
    answers = read(scene, line).lines
    assert answers and all(a.verdict not in (Verdict.TALK, Verdict.COMMENT) for a in answers), line
    assert all(a.canonical or a.message for a in answers), line


@settings(max_examples=150, deadline=None)
@given(lines())
def test_such_a_line_on_top_of_a_mail_reaches_the_desk(told: tuple[str, str]) -> None:
    scene, line = told
    assert meant_for_men(opened(scene), rules_at(scene), "normans", [line]) == (line,)


@pytest.mark.parametrize(
    ("scene", "line"),
    [
        ("stockade", "Standing order: archers all fire at first within 10, not 14"),
        ("farm", "all my bows at the nearest lombard"),
        ("cannae", "Gilbert aims at Leon's horse"),
        ("cannae", "A: Serlo x Maniakes. B: Gui x Bardas."),
        ("stockade", "the bowmen all walk 3 hexes north"),
        ("stockade", "Orders as printed in the form, no changes from me"),
        ("stockade", "Archers fire at whoever gets within 4"),
        ("stockade", "take the ladder"),
        ("stockade", "nobody shoots this turn"),
        ("cannae", "don't counter charge with less than 40%"),
        ("cannae", "kill them all"),
    ],
)
def test_the_lines_that_once_vanished_are_answered(scene: str, line: str) -> None:
    assert all(a.verdict is not Verdict.TALK for a in read(scene, line).lines)


@pytest.mark.parametrize(
    ("scene", "line"),
    [
        ("stockade", "Does Milo know Zenon?"),
        ("cannae", "Do my knights lose the charge if Leon moves away first?"),
        ("farm", "Is Walter out of it for good or does he wake up next turn?"),
        ("stockade", "nice shooting last turn"),
        ("stockade", "Great shot by Ralph!"),
        ("farm", "Poor Walter!"),
        ("farm", "all is lost"),
        ("cannae", "both sides move fast"),
        ("cannae", "all the archers died"),
        ("cannae", "the rest of the day was nice"),
        ("cannae", "Leon is dangerous"),
        ("farm", "Thank you Hugo for the fine game"),
        ("farm", "Good luck to all your men"),
        ("farm", "Everybody here sends greetings"),
        ("stockade", "sorry for the late mail"),
        ("stockade", "we all had fun"),
    ],
)
def test_questions_and_chat_stay_talk(scene: str, line: str) -> None:
    assert read(scene, line).talk == (line,)
