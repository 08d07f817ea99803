"""Orders of campaigns as people say them: a corpus of lines, each with what is meant by it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.campaign.desk import own_lines
from rules.campaign.plans import terms
from rules.campaign.plans.plan import Cases, Meet, Plan
from rules.campaign.plans.reading import LONGEST, Reader
from rules.campaign.plans.sentences import MOST
from rules.desk.reading import Reading, Verdict
from rules.orders.trouble import Misread
from tests.rules.campaign.words_kit import NORMANS, one, read, seen

CORPUS = Path(__file__).parent / "spoken.txt"
FIRST = 120
"""Lines that were written before the language was made to read them, by ten people."""
TO_MEND = (Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.ILLEGAL)


def corpus() -> list[tuple[str, str]]:
    lines = [line.rpartition(" => ") for line in CORPUS.read_text("utf-8").splitlines() if " => " in line]
    return [(mail, meant) for mail, _, meant in lines]


def said(found: Reading) -> str:
    """What stands, or what became of the lines where nothing does."""
    if found.standing:
        return " | ".join(found.standing)
    if not any(line.verdict in TO_MEND for line in found.lines):
        return "TALK"
    return " ".join(["MEND", *(order for line in found.lines for order in line.guesses)])


def test_there_are_enough_lines_of_all_order_words() -> None:
    lines = corpus()

    assert len(lines) > FIRST
    assert len(dict(lines)) == len(lines)


@pytest.mark.parametrize(("mail", "meant"), corpus())
def test_lines_are_read_as_they_are_meant(mail: str, meant: str) -> None:
    found = read(*mail.split(" \u00b6 "))

    assert said(found) == meant, [line.message for line in found.lines]


@pytest.mark.parametrize("mail", [mail for mail, meant in corpus() if not meant.startswith(("MEND", "TALK"))])
def test_what_stands_reads_the_same_again(mail: str) -> None:
    first = read(*mail.split(" \u00b6 "))

    assert read(*first.standing).standing == first.standing


@pytest.mark.parametrize("mail", [mail for mail, _ in corpus()])
def test_whatever_is_read_is_written_so_that_it_reads_the_same(mail: str) -> None:
    for line in mail.split(" \u00b6 "):
        reader = Reader(seen(), NORMANS)
        with suppress(Misread):
            for order in reader.filed(line):
                assert reader.read(order.text) == (order,)
                reader.plan = Plan((*reader.plan.orders, order))


TERMS = ("stronger", "odds 3 to 2", "day 5", "at least 20 men and not weaker", "stronger or until day 9")
ONLY_IF = ("{act} if {it}", "{act} only if {it}", "{act} always if {it}", "always {act} if {it}",
           "never {act} unless {it}", "{act} never unless {it}", "do not {act} unless {it}",
           "{act} never except if {it}", "if {it}, {act}")  # fmt: skip
NOT_IF = ("{act} unless {it}", "{act} always unless {it}", "{act} except if {it}",
          "always {act} unless {it}")  # fmt: skip
OPEN = ("never {act} if {it}", "{act} never if {it}", "do not {act} when {it}",
        "never {act} always unless {it}",
        "{act} never while {it}", "if {it}, never {act}", "if {it}, {act} never")  # fmt: skip
"""What may be meant by these is open: that they do it otherwise, or nothing of that."""


@pytest.mark.parametrize("act", ["fight", "refuse", "yield"])
@pytest.mark.parametrize("it", TERMS)
def test_never_and_always_keep_what_they_hang_on(act: str, it: str) -> None:
    at, other = seen(), "yield" if act == "refuse" else "refuse"
    cases = terms.read(it, at.setup)
    for forms, when in ((ONLY_IF, cases), (NOT_IF, terms.negated(cases))):
        for form in forms:
            line = f"meet all: {form.format(act=act, it=it)}"
            [alone] = Reader(at, NORMANS).filed(line)
            [both] = Reader(at, NORMANS).filed(f"{line}; else {other}")
            assert isinstance(alone, Meet) and isinstance(both, Meet)
            assert done(alone, act) == done(both, act) == when, line
            assert done(both, other) == terms.negated(when), line
    for form in OPEN:
        line = form.format(act=act, it=it)
        answer = one(f"meet all: {line}")
        assert answer.code and not answer.canonical, line
        assert line.split(",")[0] in " ".join(answer.message)


def done(order: Meet, act: str) -> Cases | None:
    meeting = order.meeting
    return {"fight": meeting.fight, "refuse": meeting.refuse, "yield": meeting.give_up}[act]


TOO_MANY = (
    "day 3 and men 5 or odds 2 to 1 and prestige 3 or day 5 and men 7 or odds 3 to 1 and prestige 5"
    " or day 7 and men 9"
)


@pytest.mark.parametrize(
    "line",
    [
        f"meet all: fight unless {TOO_MANY}",
        f"march Robert to Canosa; refuse never unless {TOO_MANY}, else yield",
        "join any battle" + "".join(f"; day {n} or men {n}" for n in range(1, 20)),
    ],
)
def test_terms_that_come_to_too_many_cases_are_asked_back(line: str) -> None:
    assert one(line).code and read(line).standing == ()


def test_a_line_that_could_not_be_read_again_is_asked_back() -> None:
    """Written out it is longer than a line of orders may be."""
    line = "meet all: refuse if " + " or ".join(f"men {n}" for n in range(101, 140))
    assert len(line) < LONGEST and read(line).standing == ()
    assert "'meet all: refuse if men 101" in " ".join(one(line).message)


def test_clear_says_where_nothing_stands() -> None:
    for about in ("PANELS", "Robert", "Venosa"):
        answer = one(f"CLEAR {about}")
        assert (answer.verdict, answer.message) == (
            Verdict.COMMAND, (f"No line stands that speaks of {about}.",)
        )  # fmt: skip
    assert one("CLEAR Umfrey").code


DOUBTS = (
    "do not {}", "never {}", "{} unless Bari falls", "{} if it rains", "if it rains {}", "{} only at night",
    "{} but not today", "{} or do nothing", "maybe {}", "should we {}?", "{} tomorrow", "{} after that",
    "{} unless Drogo is beaten", "once Drogo is back {}", "{} as soon as Drogo is there", "whoever can {}",
    "{} when I say so", "{} provided that it is safe",
)  # fmt: skip
COMMANDS = (
    "march Robert to Canosa", "hold Robert", "merge n3 with Drogo", "pass 5 D from Robert to Drogo",
    "garrison Venosa at least 8", "recruit Robert 2 peasants", "siege Canosa with Robert",
    "summon Canosa with Robert", "convoy 3 from Melfi to Venosa", "spy Gisulfo to Bari", "quiet 2 days",
    "split Robert: 3 archers", "lay wounded of Robert", "fetch Drogo from Venosa", "hire m1 up to 12 D",
    "loot 3 with Robert", "lure m1 toward Robert", "send nc1 to Melfi", "share 6 points",
    "attack Canosa with Robert",
    "march Robert to Canosa; march Drogo to Andria", "draw 2 archers from Melfi for Robert",
)  # fmt: skip
DENIED = (
    "do not loot 3 with Robert",
    "never loot 3 with Robert",
    "do not quiet 2 days",
    "never quiet 2 days",
)
"""NO stands before these."""


@pytest.mark.parametrize("doubt", DOUBTS)
def test_no_denial_and_no_condition_is_dropped(doubt: str) -> None:
    for command in COMMANDS:
        line = doubt.format(command)
        if line not in DENIED:
            assert read(line).standing == (), line


ADDED = (
    "except Drogo", "in Bari", "twice", "every day", "for 3 days", "without Drogo", "not Drogo",
    "or so", "only", "again", "later", "first", "instead", "as a decoy", "near Bari", "by sea",
    "alone", "secretly", "; no", "and nothing else", "but Drogo stays", "(perhaps)", "half", "10",
    "3 D", "up to 3", "under Drogo", "never", "together", "after Drogo", "when ready",
    "while Drogo rests", "so that Drogo can rest", "though it rains", "if stronger",
    "unless weaker", "from day 3", "with 3 men", "until 12 May", "nobody",
)  # fmt: skip
"""What may be said behind an order, whether or not it has a meaning there."""


@pytest.mark.parametrize("added", ADDED)
def test_nothing_that_is_said_behind_an_order_is_passed_over(added: str) -> None:
    for command in COMMANDS:
        line = f"{command} {added}"
        assert read(line).standing != read(command).standing, line


def test_who_takes_back_is_told_how() -> None:
    assert "CLEAR Robert" in " ".join(one("forget Robert's march").message)


def test_a_line_holds_so_many_orders() -> None:
    many = "; ".join(["march Robert to Canosa", *("pass 1 D from Robert to Drogo",) * MOST])

    assert read(many).standing == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("attack Trani with Robert if at least 20 men, at most 40 men", "join several by AND or by OR"),
        ("attack Trani with Robert on day 5 if stronger or at least 20 men", "what belongs together"),
        ("attack Trani with Robert wenn er stärker ist", "'wenn er stärker ist' is nothing"),
        ("summon Trani with Robert if stronger", "SUMMON Trani with Robert takes no terms"),
        ("siege Trani with Robert until day 5", "leave out 'until day 5'"),
        ("hold Robert only if it rains", "HOLD Robert takes no terms"),
        ("if Drogo fights, join him", "Say the order first"),
        ("conquer Trani with Robert", "ATTACK Trani with Robert"),
        ("summon Bari with Robert", "A city does not bargain without a siege"),
    ],
)
def test_terms_that_are_not_read_are_answered_exactly(line: str, told: str) -> None:
    assert told in " ".join(one(line).message)


@pytest.mark.parametrize(
    "never", ["until day 0", "from day 99", "if at least 20 men and at most 10 men", "from day 6 until day 3"]
)
def test_terms_that_can_never_hold_are_said_to_be_such(never: str) -> None:
    told = "can no longer come true"
    assert told in " ".join(one(f"attack Trani with Robert {never}").message)
    assert told not in " ".join(one(f"attack Trani with Robert {never} or odds 3 to 2").message)


def test_a_condition_below_talk_is_talk() -> None:
    answers = read("All is well in Apulia", "but only if the weather holds").lines
    assert [answer.verdict for answer in answers] == [Verdict.TALK, Verdict.TALK]


def test_a_condition_in_the_next_paragraph_is_for_the_order_above_it() -> None:
    said = ["The weather is fine.", "everyone stays", "but only if it rains", "Only a short mail today."]
    assert own_lines(seen(), NORMANS, said, False) == tuple(said[1:3])
    assert own_lines(seen(), NORMANS, said[2:], False) == ()


def test_a_line_of_him_who_was_ordered_above_is_no_talk_in_a_mail_nor_where_it_is_tried() -> None:
    lines = ("Drogo marches to Lavello", "he slips away if attacked", "he was always careful")
    assert own_lines(seen(), NORMANS, lines, False) == lines[:2]
    tried = read("TRY", *lines[:2]).lines
    assert [answer.canonical for answer in tried][-1] == "MEET Drogo: refuse"


def test_a_leader_goes_before_his_namesake_in_a_garrison() -> None:
    at = seen()
    drogo = at.content("n2").leader
    garrison = next(one for holding in at.holdings.values() for one in holding.garrison)
    at.men[drogo] = replace(at.men[drogo], name="Drogo the Tall")
    at.men[garrison] = replace(at.men[garrison], name="Drogo")
    assert Reader(at, NORMANS).read("HOLD Drogo") == Reader(at, NORMANS).read("HOLD Drogo the Tall")
