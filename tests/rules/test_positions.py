"""Position files: what they say, and every way in which they can be wrong, named with its line."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import engine
from rules.positions.form import LONGEST_LINE, MOST_CHARACTERS, MOST_LINES
from tests.examples.files import scenes
from tests.stopwatch import stopwatch

TWO = "[men normans]\nHugo, man, 0504\n[men arabs]\nZahir, man, 0505\n"
"""Two men who touch; what is added stands from line 5 on."""
FIGHT = TWO + "[orders normans]\nATTACK Hugo ON Zahir\n"


def judged(text: str) -> list[engine.Finding]:
    return list(engine.judge(text))


def words(text: str, kind: str) -> list[str]:
    return [found.words for found in judged(text) if found.kind == kind]


def data(text: str, kind: str = "answer") -> dict[str, object]:
    """What the last finding of a kind says to machines."""
    return [found.data for found in judged(text) if found.kind == kind][-1]


FAULTS: dict[str, tuple[str, int, str]] = {
    # the file
    "empty": ("", 0, "nothing stands in this position"),
    "blank": ("\n \n\t\n# a comment\n", 0, "nothing stands in this position"),
    "a megabyte": ("x" * 1_000_000, 0, f"at most {MOST_CHARACTERS} characters"),
    "too many lines": ("\n" * (MOST_LINES + 1), 0, f"at most {MOST_LINES} lines"),
    "a long line": (f"{TWO}[ask]\nodds {'x' * LONGEST_LINE}", 6, f"at most {LONGEST_LINE} characters"),
    "turned letters": ("[men normans]\n\u202eHugo, man, 0504", 2, "U+202E, at place 1"),
    "a null": ("title x\n[men normans]\nHu\0go, man, 0504", 3, "U+0000, at place 3"),
    "half a letter": ("[men normans]\nHu\ud800go, man, 0504", 2, "U+D800"),
    "another form": ("position 2\n" + TWO, 1, "reads form 1"),
    "a heading left open": ("[men normans\nHugo, man, 0504", 1, "a heading stands alone between brackets"),
    "an empty heading": ("[ ]\n", 1, "nothing between these brackets"),
    "an unknown section": ("[mem normans]\nHugo, man, 0504", 1, "perhaps 'men'?"),
    "nobody's men": ("[men]\nHugo, man, 0504", 1, "whose? [men normans]"),
    # the head
    "an unknown head": ("bord 8x8\n" + TWO, 1, "perhaps 'board'?"),
    "an unknown book": ("book montjoie\n" + TWO, 1, "there is no book"),
    "an unknown chapter": ("book guiscard with tictacs\n" + TWO, 1, "tactics"),
    "an unknown printing": ("title x\nprinting newer\n" + TWO, 2, "there is no printing 'newer'"),
    "an unknown policy": ("policy mercy yes\n" + TWO, 1, "there is no policy"),
    "an unknown side": ("sides normans\n" + TWO, 5, "there is no side among those named 'arabs'"),
    "an unknown step": ("phase normans lunch\n" + TWO, 1, "there is no side or step 'lunch'"),
    "turns in words": ("turns ten\n" + TWO, 1, "turns is followed by a number"),
    "an unknown question to ask": ("asked normans advances\n" + TWO, 1, "perhaps 'advance'?"),
    # the board
    "a board twice": ("board 8x8\nboard 9x9\n" + TWO, 2, "the board is given twice"),
    "two drawn boards": ("[board]\n. .\n. .\n[board]\n. .\n", 4, "the board is given twice"),
    "no hexes": ("[board]\n" + TWO, 1, "the board has no rows"),
    "too many hexes": ("board 99x99\n" + TWO, 1, "4000 hexes at most"),
    "uneven rows": ("[board]\n. . .\n. .\n" + TWO, 3, "2 hexes where the rows above have 3"),
    "an unknown terrain": ("[board]\n. . .\n. Q .\n" + TWO, 3, "letter 'Q' in 'Q' (known: . /"),
    "an unknown panel": ("board frm\n" + TWO, 1, "perhaps 'farm'?"),
    "an unknown hexside": ("[hexsides]\n0504 N lowwall\n" + TWO, 2, "low_wall"),
    "a direction that is none": ("[hexsides]\n0504 E low_wall\n" + TWO, 2, "'E' is no direction"),
    # men
    "no board there": ("[men normans]\nHugo, man, 9999", 2, "there is no hex 9999"),
    "no place": ("[men normans]\nHugo, man", 2, "where is he?"),
    "no name": ("[men normans]\n0504, man", 2, "begins with a name"),
    "a name that no order could hold": ("[men normans]\nHugo + Odo, man, 0504", 2, "begins with a name"),
    "a name that begins with a digit": ("[men normans]\n4ugo, man, 0504", 2, "begins with a name"),
    "an unknown word": ("[men normans]\nHugo, man, 0504, wunded", 2, "perhaps 'wounded'?"),
    "two in a hex": ("[men normans]\nHugo, man, 0504\nOdo, man, 0504", 3, "Hugo stands there already"),
    "two of a name": (TWO + "[men normans]\nhugo, man, 0507", 6, "hugo stands on line 2 already"),
    "in a wall": ("[board]\n. . .\n. X .\n. . .\n[men normans]\nHugo, man, 0202", 6, "nobody can stand"),
    "a rider in the wood": ("board 8x8 of t\n[men normans]\nHugo, rider, 0504-0503", 3, "closed to riders"),
    "a rider in one hex": ("[men normans]\nHugo, rider, 0504", 2, "a rider covers two hexes"),
    "a rider in two parts": ("[men normans]\nHugo, rider, 0504-0508", 2, "do not touch"),
    "no horse": ("[men normans]\nHugo, man, 0504-0503", 2, "he has no horse to sit on"),
    "a horse in one hex": ("[men normans]\nBruno, horse, 0504", 2, "a horse covers two hexes"),
    "a floor that is none": ("[men normans]\nHugo, man, 0504/3", 2, "hugo is in 0504/3, where"),
    "nobody's bridle": ("[men normans]\nHugo, man, 0504, leads Bruno", 2, "no piece called 'bruno'"),
    "a well man carried": ("[men normans]\nHugo, man, 0504, carries Odo\nOdo, man, 0505", 2, "GUI-4.2.4"),
    "himself": ("[men normans]\nHugo, man, 0504, stunned, carries Hugo", 2, "cannot do that with himself"),
    # dice and results
    "no die": (FIGHT, 5, "'GUI-6c hugo 5' below [dice] would be"),
    "no such die": (FIGHT + "[dice]\ntest Zahir 4", 7, "the roll p1/GUI-6c/hugo/zahir/1"),
    "a die too many": (FIGHT + "[dice]\ncombat 5 6", 8, "nobody asked for 6"),
    "a face that is none": (FIGHT + "[dice]\ncombat 11", 8, "is 1D10 and cannot show 11"),
    "a die in words": (FIGHT + "[dice]\nseven", 8, "dice are faces"),
    "a raised digit": (FIGHT + "[dice]\n²", 8, "dice are faces"),
    "an unknown roll": (FIGHT + "[dice]\ncombt 5", 8, "perhaps 'combat'?"),
    "a roll of nobody": (FIGHT + "[dice]\ncombat Hgo 5", 8, "perhaps 'hugo'?"),
    "an unknown letter": (TWO + "[results]\ncombat Zahir Z", 6, "no letter of a result 'Z' (known: -, Ak"),
    "a result of nobody": (TWO + "[results]\nkill Omar", 6, "no piece called 'omar'"),
    "a result that never comes": (TWO + "[results]\ncombat Zahir D", 6, "never came to pass"),
    "a result of nothing": (TWO + "[results]\nof", 6, "there is no result called 'of'"),
    "thrown from no saddle": (TWO + "[results]\nthrow Zahir", 6, "not in the saddle"),
    # orders, questions and the rest
    "an unknown seat": (TWO + "[orders nrmans]\nMOVE Hugo 0503", 5, "perhaps 'normans'?"),
    "a filed order that is none": (TWO + "[filed normans]\nFLY Hugo", 6, "this order cannot be read"),
    "loops of IF": (f"{TWO}[orders normans]\n{'IF Hugo is down THEN ' * 50}MOVE Hugo 0503", 6, "at most"),
    "no question": (TWO + "[ask]\nwhy", 6, "(known: cost, cover,"),
    "a question about nobody": (TWO + "[ask]\nodds Hgo ON Zahir", 6, "perhaps 'hugo'?"),
    "a question about no hex": (TWO + "[ask]\nline of fire Hugo -> 9999", 6, "there is no hex 9999"),
    "a thousand questions": (TWO + "[ask]\n" + "values Hugo\n" * 1000, 206, "200 questions at most"),
    "thirty phases": (TWO + "[next]\n" * 30, 24, "20 phases at most"),
    "men who come later": (TWO + "[next]\n[men arabs]\nOmar, man, 0101", 6, "stands before [next]"),
    "an answer to nothing": (TWO + "[orders normans]\nMOVE Hugo 0503\n[answers]\n2", 8, "nobody asked"),
    "nothing that can happen": (TWO + "[happened]\nnow flew Hugo", 6, "(known: attacked,"),
    "no JSON": (TWO + "[exact]\nmarks nonsense", 6, "JSON"),
    "no work": (TWO + "[works]\nlader 0504-0505", 6, "perhaps 'ladder'?"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "said"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, said: str) -> None:
    faults = [found for found in judged(text) if found.kind == "fault"]
    assert len(faults) == 1
    assert faults[0].line == line
    assert said in faults[0].words
    assert "error" not in faults[0].data  # it was foreseen


REFUSALS = {
    "an order that the book lacks": ("FLY Hugo 0507", "'FLY' is no order"),
    "an order for the enemy": ("MOVE Zahir 0506", "not under your command"),
    "talk": ("Good luck, Hugo!", "this reads as talk"),
    "an order that the rules forbid": ("MOVE Hugo 0505", "Zahir holds 0505"),
}


@pytest.mark.parametrize(("order", "said"), REFUSALS.values(), ids=REFUSALS)
def test_an_order_that_is_refused_is_no_fault_of_the_file(order: str, said: str) -> None:
    found = judged(f"{TWO}[orders normans]\n{order}\n")
    assert not [one for one in found if one.kind == "fault"]
    assert [(one.line, said in one.words) for one in found if one.kind == "refusal"] == [(6, True)]


def test_a_comma_is_as_good_as_a_blank() -> None:
    assert words("board,8x8\n" + FIGHT + "[dice]\ncombat,5", "fault") == []
    two = "panel,A,ford\npanel,B,farm,at,30,0\n[men,normans]\nHugo,man,B0105"
    assert words(two, "state") == ["Hugo B0105, healthy, 10/6/8"]


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    windows = ("\ufeff" + FIGHT + "[dice]\nseven").replace("\n", "\r\n")
    assert [found.line for found in judged(windows)] == [8]


# what they say


@pytest.mark.rule("GUI-4")
def test_a_plain_rider_in_armour_has_the_mp_of_one() -> None:
    text = (
        "[men normans]\nOdo, rider, 0504-0503, armoured\nGui, rider, 0704-0703\n[ask]\nvalues Odo\nvalues Gui"
    )
    assert [found.data["mp"] for found in judged(text) if found.kind == "answer"] == [12, 15]


def test_names_of_several_words_are_understood_everywhere() -> None:
    text = (
        "[men normans]\nHugo, man, 0504\nHugo the Red, man, 0506\n[men arabs]\nAbu Bakr, man, 0505\n"
        "[orders normans]\nATTACK Hugo + Hugo the Red ON Abu Bakr\nADVANCE never\n"
        "[results]\ncombat Abu Bakr C\n[dice]\ncombat Hugo the Red on Abu Bakr 5\n"
        "[ask]\nodds Hugo the Red and Hugo ON Abu Bakr\n"
    )
    assert not words(text, "fault")
    assert words(text, "answer")[0].startswith("+14,")
    assert [found["piece"] for found in (f.data for f in judged(text) if f.kind == "state")][
        1
    ] == "hugo-the-red"


def test_one_side_alone_plays_on() -> None:
    text = "[men normans]\nHugo, man, 0504\n[orders normans]\nMOVE Hugo 0503\n"
    assert data(text, "state")["hexes"] == ["0503"]


def test_turns_go_by_without_an_end_where_none_is_given() -> None:
    text = f"{TWO}[next]\n[next]\n[next]\n[orders arabs]\nMOVE Zahir 0506\n"
    assert not words(text, "outcome")
    assert not words(text, "fault")
    assert data(text, "state")["hexes"] == ["0506"]
    ended = judged("turns 1\n" + text)
    assert [found.words for found in ended if found.kind == "outcome"] == ["turn 1 is over"]
    assert [(found.line, found.words) for found in ended if found.kind == "fault"] == [
        (7, "the battle was over before this phase")
    ]


@pytest.mark.rule("GUI-6.7")
def test_what_cannot_be_done_as_things_stand_is_not_legal() -> None:
    text = "board 8x8 of t\n[men normans]\nHugo, man, 0504\n[men arabs]\nZahir, man, 0508\n[ask]\n"
    apart = text + "legal ATTACK Hugo ON Zahir"
    assert words(apart, "answer")[0].startswith("not now: As planned now: Hugo is 4 hexes from Zahir")
    assert data(apart)["legal"] is False
    assert data(text.replace("0508", "0505") + "legal ATTACK Hugo ON Zahir")["legal"] is True
    one_who_shot = TWO + "[happened]\nnow fired Hugo\n[ask]\nlegal ATTACK Hugo ON Zahir"
    assert data(one_who_shot)["legal"] is False


def test_dice_that_fell_before_the_orders_are_not_asked_for_again() -> None:
    text = (
        "[board]\n. _ . .\n. . . .\n. _ . .\n. _ . .\n"
        "[men normans]\nHugo, man, 0104\nOdo, man, 0202\n[men arabs]\nZahir, man, 0103\n"
        "[results]\ndrive back Zahir 1 from Hugo\n[dice]\n"
    )
    assert words(text + "test Odo 8", "fault") == []
    assert words(text + "test Odo 8", "state")[-1] == "Zahir 0102, wounded, 5/3/4"
    assert [found.line for found in judged(text) if found.kind == "fault"] == [13]


def test_what_is_ruled_is_noted_beside_the_die() -> None:
    text = FIGHT + "ADVANCE never\n[results]\ncombat Zahir F\n[dice]\ncombat 5\n"
    assert words(text, "note") == ["ruled, whatever die and table say: combat Zahir F"]
    assert words(text, "state")[-1].startswith("Zahir 0505, dead")


def test_a_die_whose_result_is_ruled_need_not_be_given() -> None:
    assert "1D10 = 1: the defender is stunned (D)" in " ".join(
        words(f"{FIGHT}[results]\ncombat Zahir D", "report")
    )
    assert not words(f"{FIGHT}[results]\ncombat Zahir D", "fault")
    missing = words(f"{FIGHT}[results]\nretreat Zahir 2", "fault")
    assert missing and "is not given" in missing[0]


def test_orders_for_a_step_that_is_over_come_too_late() -> None:
    late = "phase normans combat\n" + TWO + "[orders normans]\nMOVE Hugo 0503\n[ask]\nlegal MOVE Hugo 0503\n"
    assert data(late)["legal"] is False
    assert "The movement step of this phase is over." in words(late, "refusal")
    after = "phase normans combat\n" + TWO + "[orders normans]\n[ask after]\nlegal MOVE Hugo 0503\n"
    assert data(after)["legal"] is True, "asked of how they stand"


def test_a_question_without_sense_keeps_nobody_from_the_other_answers() -> None:
    found = judged(TWO + "[ask]\nodds Hugo ON Nobody\nvalues Hugo\n")
    assert [(one.kind, one.line) for one in found][:2] == [("fault", 6), ("answer", 7)]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("places for RETREAT Hugo 999 from Zahir", "1 to 8 hexes here, not 999"),
        ("places for RETREAT Hugo 0", "1 to 8 hexes here"),
        ("places for RETREAT Hugo 2 from Omar", "Omar (0909) does not touch Hugo"),
    ],
)
def test_retreats_that_cannot_be_asked_for(asked: str, said: str) -> None:
    text = f"{TWO}Omar, man, 0909\n[ask]\n{asked}\n"
    assert any(said in fault for fault in words(text, "fault"))


@pytest.mark.rule("GUI-5.2a")
def test_a_line_of_fire_says_if_its_shooter_may_not_use_it() -> None:
    men = "[men normans]\nYani, archer, 0504\n[men arabs]\nZahir, man, 0505\nOmar, man, 0901\n"
    close = data(men + "[ask]\nline of fire Yani -> Omar\n")
    assert close["may_shoot"] is False
    free = data(men.replace("0505", "0101") + "[ask]\nline of fire Yani -> Omar\n")
    assert free["may_shoot"] is True


@pytest.mark.rule("GUI-7.3.1c")
def test_odds_against_a_front_count_the_pikes_that_break() -> None:
    row = (("Leo", "0404"), ("Bardas", "0505"), ("Mikael", "0605"))
    text = (
        "[men normans]\nHugo, man, 0504, 30/6/8\n[men byzantines]\n"
        + "".join(f"{name}, man, {at}, hoplite\n" for name, at in row)
        + "[formations]\nLeo, Bardas, Mikael facing N NE\n[ask]\nodds Hugo ON Bardas\n"
    )
    assert not words(text, "fault")
    assert "Bardas pikes broken" in words(text, "answer")[0]


def test_the_report_tells_what_in_a_game_one_side_alone_would_read() -> None:
    text = FIGHT + "ADVANCE Hugo via 0505 0506 0507 0508 0509\n[results]\ncombat Zahir F\n[dice]\ncombat 5\n"
    assert any("he cannot get to 0509 with half of his MP" in line for line in words(text, "report"))


def test_a_horse_that_is_led_is_not_loose() -> None:
    text = "[men normans]\nHugo, man, 0505\nBruno, horse, 0506-0507, led by Hugo\n"
    assert words(text, "state")[-1] == "Bruno 0506-0507, led by Hugo"


# whatever is written

POSITIONS = [scene.position for scene in scenes()]
LINES = sorted({line for position in POSITIONS for line in position.split("\n")})
WORDS = sorted({word for line in LINES for word in line.split()})
ODD = "0123456789 .,-/+[]'\"#abcNSWé\t²٣\u202e\0"


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A scene in which lines and words have been left out, doubled, exchanged or taken from other scenes."""
    lines = draw(st.sampled_from(POSITIONS)).split("\n")
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(lines) - 1))
        parts = lines[at].split(" ")
        where = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(("gone", "twice", "line", "word", "more", "less", "letter", "swap"))):
            case "gone" if len(lines) > 1:
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "line":
                lines.insert(at, draw(st.sampled_from(LINES)))
            case "word":
                parts[where] = draw(st.sampled_from(WORDS))
                lines[at] = " ".join(parts)
            case "more":
                parts.insert(where, draw(st.sampled_from(WORDS)))
                lines[at] = " ".join(parts)
            case "less":
                del parts[where]
                lines[at] = " ".join(parts)
            case "letter":
                lines[at] = lines[at][:where] + draw(st.sampled_from(ODD)) + lines[at][where + 1 :]
            case "swap":
                other = draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def answered(text: str) -> None:
    """It is answered soon, and nothing happens that was not foreseen. Only [exact] can say what no game
    comes to."""
    with stopwatch() as took:
        everything = judged(text)
    for found in everything:
        assert found.kind != "fault" or "error" not in found.data or "[exact]" in text, found.words
        assert found.line <= text.count("\n") + text.count("\r") + 1
    assert took.seconds < 2


FUZZED = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@FUZZED
@given(changed())
def test_a_scene_however_changed_is_answered(text: str) -> None:
    answered(text)


@FUZZED
@given(st.lists(st.sampled_from([*LINES, *WORDS, "[next]"]) | st.text(max_size=30), max_size=40))
def test_lines_of_all_scenes_in_any_order_are_answered(lines: list[str]) -> None:
    answered("\n".join(lines))
