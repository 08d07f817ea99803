"""Plans by mail: what is read, what is refused and how, and that nothing makes the desk stumble."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.dice import KeyedDice
from rules.desk.reading import LineReading, Reading, Verdict
from rules.orders.trouble import Code, Misread
from rules.siege.plans.plan import Act, Line, Measure, Order, Plan, Term
from rules.siege.plans.reading import Reader, plan_from
from rules.siege.plans.terms import in_words
from rules.siege.plans.wishes import merged
from rules.siege.plans.writing import lines_of, wish_in_words
from rules.state.siege import Deed, Siege
from tests.rules.siege.kit import PAGE, hurt, random_plan, slain


def castle() -> Siege:
    at = engine.replay(engine.new_game("siege-castle"))
    assert isinstance(at, Siege)
    return at


AT = castle()
OUTSIDE, INSIDE = AT.besieger, AT.besieged


def read(line: str, side: str = OUTSIDE, at: Siege = AT) -> Line | Plan:
    return Reader(at, side, PAGE).read(line)


def acts(line: str, side: str = OUTSIDE) -> tuple[Act, ...]:
    found = read(line, side)
    assert isinstance(found, Line), found
    return found.acts


def mail(*lines: str, side: str = OUTSIDE, at: Siege = AT) -> Reading:
    found = engine.read_orders(at, side, lines)
    assert len(found.lines) >= min(len(lines), 1)
    return found


def answer(line: str, side: str = OUTSIDE, at: Siege = AT) -> LineReading:
    return mail(line, side=side, at=at).lines[0]


@pytest.mark.rule("GUI-11.6g")
def test_refugees_are_named_as_they_are_called() -> None:
    at = castle()
    for number in (1, 2):
        name = f"Refugee {number}"
        at.men[f"refugee-{number}"] = replace(at.men["yani"], id=f"refugee-{number}", name=name)
    found = read("SALLY with Refugee 2, Leon and Refugee 1", INSIDE, at)
    assert isinstance(found, Line) and found.acts[0].men == ("refugee-2", "leon", "refugee-1")
    assert read(found.text, INSIDE, at) == found


@pytest.mark.rule("GUI-11.1.3b", "GUI-11.1.3c")
@pytest.mark.parametrize(
    ("line", "deed", "side"),
    [
        ("assault", Deed.ASSAULT, OUTSIDE), ("Storm!", Deed.ASSAULT, OUTSIDE),
        ("BATTER", Deed.BATTER, OUTSIDE),
        ("bombard 1313", Deed.BATTER, OUTSIDE), ("build ladders", Deed.BUILD, OUTSIDE),
        ("We build grappling hooks", Deed.BUILD, OUTSIDE), ("Negotiate.", Deed.PARLEY, OUTSIDE),
        ("ask for surrender", Deed.PARLEY, OUTSIDE), ("wait", Deed.REST, OUTSIDE),
        ("sally against the camp", Deed.SALLY, INSIDE), ("sortie for supplies", Deed.SUPPLY, INSIDE),
        ("fetch food", Deed.SUPPLY, INSIDE), ("give battle outside", Deed.BATTLE, INSIDE),
        ("pass the initiative on", Deed.REST, INSIDE), ("do nothing", Deed.REST, INSIDE),
    ],
)  # fmt: skip
def test_the_words_for_deeds(line: str, deed: Deed, side: str) -> None:
    assert acts(line, side)[0].deed is deed


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("BATTER 1313 1113", Act(Deed.BATTER, hexes=("1313", "1113"))),
        ("BATTER 1313, 1313", Act(Deed.BATTER, hexes=("1313",))),
        ("BATTER the wall at 1313 with 2 throwers", Act(Deed.BATTER, hexes=("1313",), number=2)),
        ("BUILD stone thrower", Act(Deed.BUILD, what="thrower")),
        ("BUILD 2 ladders", Act(Deed.BUILD, what="ladder")),
        ("ASSAULT with Drogo and Tancred", Act(Deed.ASSAULT, men=("drogo", "tancred"))),
        ("ASSAULT with knights, archers from the north edge",
         Act(Deed.ASSAULT, kinds=("knight", "archer"), edge="north")),
        ("ASSAULT with 2 ladders", Act(Deed.ASSAULT, number=2)),
    ],
)  # fmt: skip
def test_what_stands_behind_an_order_word(line: str, act: Act) -> None:
    assert acts(line) == (act,)


@pytest.mark.parametrize(
    ("terms", "cases"),
    [
        ("initiative", ((Term(Measure.INITIATIVE),),)),
        ("they pass", ((Term(Measure.PASSED),),)),
        ("they batter", ((Term(Measure.BATTERED),),)),
        ("breach", ((Term(Measure.BREACHES),),)),
        ("no breach", ((Term(Measure.BREACHES, negated=True),),)),
        ("day 8", ((Term(Measure.DAY, 8, 8),),)),
        ("from day 8", ((Term(Measure.DAY, least=8),),)),
        ("day 8 or later", ((Term(Measure.DAY, least=8),),)),
        ("after day 8", ((Term(Measure.DAY, least=9),),)),
        ("before day 8", ((Term(Measure.DAY, most=7),),)),
        ("until day 8", ((Term(Measure.DAY, most=8),),)),
        ("stores under 4", ((Term(Measure.STORES, most=3),),)),
        ("stores 4", ((Term(Measure.STORES, most=4),),)),
        ("food at most 4", ((Term(Measure.STORES, most=4),),)),
        ("garrison over 20", ((Term(Measure.GARRISON, least=21),),)),
        ("garrison at least 20", ((Term(Measure.GARRISON, least=20),),)),
        ("besiegers fewer than 9", ((Term(Measure.BESIEGERS, most=8),),)),
        ("throwers 2", ((Term(Measure.THROWERS, least=2),),)),
        ("2 ladders", ((Term(Measure.LADDERS, least=2),),)),
        ("grapnels 2 or more", ((Term(Measure.GRAPNELS, least=2),),)),
        ("bonus 4", ((Term(Measure.BONUS, least=4),),)),
        ("odds 3 to 2", ((Term(Measure.ODDS, least=150),),)),
        ("odds at least 2", ((Term(Measure.ODDS, least=200),),)),
        ("odds 130", ((Term(Measure.ODDS, least=130),),)),
        ("breach and day 8", ((Term(Measure.BREACHES), Term(Measure.DAY, 8, 8)),)),
        ("breach or day 8", ((Term(Measure.BREACHES),), (Term(Measure.DAY, 8, 8),))),
        ("odds 1 to 20", ((Term(Measure.ODDS, least=5),),)),
        ("odds below 10", ((Term(Measure.ODDS, most=9),),)),
        ("not breach", ((Term(Measure.BREACHES, negated=True),),)),
    ],
)
def test_what_a_plan_can_wait_for(terms: str, cases: object) -> None:
    found = read(f"IF {terms} THEN PARLEY")
    assert isinstance(found, Line) and found.cases == cases
    again = read(found.text)
    assert isinstance(again, Line) and (again.cases, again.acts) == (found.cases, found.acts)
    behind = read(f"PARLEY if {terms}")
    assert isinstance(behind, Line) and behind.cases == cases


@pytest.mark.parametrize(
    ("line", "plan"),
    [
        ("QUIET 3", Plan(quiet=3)),
        ("QUIET no", Plan(quiet=1)),
        ("SICK OURS knights first, archers last", Plan(sick_ours=Order(("knight",), ("archer",)))),
        ("SICK theirs: Leon first", Plan(sick_theirs=Order(("leon",)))),
        ("SICK wounded first", Plan(sick_ours=Order(("wounded",)))),
        ("CAMP archers first", Plan(camp=Order(("archer",)))),
        ("STRIKE Drogo, Tancred", Plan(strike=("drogo", "tancred"))),
        ("BUY 2 knights, 3 archers", Plan(army={"knight": 2, "archer": 3})),
        ("BUY knight 2, archer", Plan(army={"knight": 2, "archer": 1})),
    ],
)
def test_wishes(line: str, plan: Plan) -> None:
    assert read(line) == plan
    again = [read(one) for one in wish_in_words(plan)]
    assert [merged(Plan(), one) for one in again if isinstance(one, Plan)] == [plan]


# refused


BAD = [
    # a hex that is no wall
    ("BATTER 0101", OUTSIDE, Code.HEX), ("BATTER the moon", OUTSIDE, Code.HEX),
    ("BATTER 9999", OUTSIDE, Code.HEX),
    # builders
    ("BUILD", OUTSIDE, Code.EXPECTED), ("BUILD a catapult", OUTSIDE, Code.EXPECTED),
    ("BUILD thrower with Drogo, Tancred, Drogo, Tancred, Drogo", OUTSIDE, Code.EXPECTED),
    ("BUILD thrower with Drogo", OUTSIDE, Code.EXPECTED),
    ("BUILD thrower with knights", OUTSIDE, Code.EXPECTED),
    # names
    ("ASSAULT with Leon", OUTSIDE, Code.NOT_YOURS), ("ASSAULT with Zorro", OUTSIDE, Code.NAME),
    ("STRIKE Leon", OUTSIDE, Code.NOT_YOURS), ("SICK Zorro first", OUTSIDE, Code.NAME),
    ("SICK OURS knights last SUPLY 1313", OUTSIDE, Code.LEFT_OVER),
    ("SALLY with Drogo", INSIDE, Code.NOT_YOURS), ("STRIKE", OUTSIDE, Code.EXPECTED),
    ("STRIKE knights", OUTSIDE, Code.EXPECTED), ("CAMP Drogo", OUTSIDE, Code.EXPECTED),
    # points
    ("BUY 6 knights", OUTSIDE, Code.RULE), ("BUY 5 knights, 1 peasant", OUTSIDE, Code.RULE),
    ("BUY 3 throwers", OUTSIDE, Code.EXPECTED), ("BUY Drogo", OUTSIDE, Code.EXPECTED),
    ("BUY 999999999999999999999 knights", OUTSIDE, Code.RULE), ("BUY", OUTSIDE, Code.EXPECTED),
    ("BUY 0 knights", OUTSIDE, Code.EXPECTED),
    # what fills a day
    ("PARLEY AND ASSAULT", OUTSIDE, Code.TERMS), ("ASSAULT AND BUILD ladders", OUTSIDE, Code.TERMS),
    ("REST AND BATTER", OUTSIDE, Code.TERMS), ("SALLY AND SUPPLY", INSIDE, Code.TERMS),
    ("BATTER 1313 AND BATTER 1113", OUTSIDE, Code.TWICE),
    # the other side's deeds
    ("BATTER 1313", INSIDE, Code.NOT_YOURS), ("ASSAULT", INSIDE, Code.NOT_YOURS),
    ("PARLEY", INSIDE, Code.NOT_YOURS), ("BUILD ladders", INSIDE, Code.NOT_YOURS),
    ("SALLY", OUTSIDE, Code.NOT_YOURS), ("SUPPLY", OUTSIDE, Code.NOT_YOURS),
    ("BATTLE", OUTSIDE, Code.NOT_YOURS),
    # terms and the rest
    ("IF the moon is full THEN ASSAULT", OUTSIDE, Code.CONDITION),
    ("ASSAULT unless breach and day 8", OUTSIDE, Code.TERMS),
    ("IF , THEN BATTER", OUTSIDE, Code.CONDITION), ("IF stores under 0 THEN BATTER", OUTSIDE, Code.TERMS),
    ("BATTER before day 0", OUTSIDE, Code.TERMS),
    ("QUIET 0", OUTSIDE, Code.EXPECTED), ("QUIET 8", OUTSIDE, Code.EXPECTED),
    ("QUIET please", OUTSIDE, Code.EXPECTED),
    ("PARLEY with Leon", OUTSIDE, Code.LEFT_OVER), ("ASSAULT from the upper edge", OUTSIDE, Code.DIRECTION),
    ("ASAULT", OUTSIDE, Code.VERB), ("ASSAULT " + "with Drogo " * 60, OUTSIDE, Code.TOO_LONG),
]  # fmt: skip


@pytest.mark.parametrize(("line", "side", "code"), BAD, ids=[line[:40] for line, *_ in BAD])
def test_a_bad_line_is_answered_with_a_code_and_changes_nothing(line: str, side: str, code: Code) -> None:
    with pytest.raises(Misread) as caught:
        read(line, side)
    assert caught.value.trouble.code is code
    found = mail(line, side=side)
    assert found.lines[0].code == code and found.lines[0].message
    assert not found.changed and found.standing == ()


def test_a_slip_of_the_pen_is_met_with_a_suggestion() -> None:
    assert answer("ASAULT").suggestion == "ASSAULT"
    assert answer("ASSAULT with Tancrid").suggestion == "tancred"
    assert answer("BUILD laders").suggestion.startswith("ladder")


NAMING_DROGO = (
    "ASSAULT with Drogo", "BUILD thrower with Drogo, Tancred, Serlo, Olivier, Gui", "STRIKE Drogo",
    "SICK OURS Drogo first",
)  # fmt: skip


@pytest.mark.parametrize("line", NAMING_DROGO)
def test_the_dead_may_be_named_and_it_is_told(line: str) -> None:
    at = slain(castle(), "drogo")
    found = answer(line, at=at)
    assert found.verdict in (Verdict.OK, Verdict.NOTE)
    assert not line.startswith(("ASSAULT", "BUILD")) or (found.barred and found.message)


@pytest.mark.rule("GUI-11.2b")
@pytest.mark.parametrize("line", NAMING_DROGO)
def test_the_sick_may_be_named_and_cannot_build(line: str) -> None:
    """A wounded or sick man fights as one who is wounded, may fall ill again, and does no work."""
    at = hurt(castle(), "drogo")
    found = answer(line, at=at)
    assert found.verdict in (Verdict.OK, Verdict.NOTE)
    assert bool(found.barred) is line.startswith("BUILD")
    assert not found.barred or "Drogo" in str(found.message)


@pytest.mark.rule("GUI-11.2b")
def test_a_line_that_cannot_be_done_today_stands_and_is_told() -> None:
    for line in ("BATTER 1313", " AND ".join(["BUILD ladders"] * 6)):
        found = answer(line)
        assert found.barred and found.verdict is Verdict.NOTE and found.canonical == line
    at = hurt(castle(), "drogo")
    assert answer("BUILD thrower with Drogo, Tancred, Serlo, Olivier, Gui", at=at).barred


def test_empty_mail_and_talk_change_nothing() -> None:
    for lines in ((), ("",), ("", "  "), ("Dear all,", "see you on Sunday.", "> ASSAULT")):
        found = engine.read_orders(AT, OUTSIDE, lines)
        assert not found.changed and found.standing == () and found.orders == ()
    assert not engine.read_orders(AT, OUTSIDE, ()).lines


def test_three_hundred_lines_and_no_more() -> None:
    found = engine.read_orders(AT, OUTSIDE, ["PARLEY"] * 320)
    assert found.lines[-1].code == Code.TOO_MANY and "20 more" in found.lines[-1].message[0]
    assert len(found.standing) == 40
    assert sum(line.code == Code.TOO_MANY for line in found.lines) == 300 - 40 + 1
    many = engine.read_orders(AT, OUTSIDE, [f"word {n}" for n in range(300)])
    assert len(many.lines) <= 300 and not many.changed


def test_lines_for_days_replace_those_that_stood_and_wishes_their_like() -> None:
    at = castle()
    at.standing[OUTSIDE] = ("BATTER", "QUIET 3", "CAMP archer first")
    assert mail("QUIET 2", at=at).standing == ("BATTER", "CAMP archer first", "QUIET 2")
    assert mail("PARLEY", "REST", at=at).standing == ("PARLEY", "REST", "CAMP archer first", "QUIET 3")
    assert mail("CLEAR", at=at).standing == ()
    assert mail("as planned", at=at).standing == ("BATTER", "CAMP archer first", "QUIET 3")


def test_a_line_that_is_tried_is_not_kept() -> None:
    found = mail("TRY ASSAULT")
    assert found.standing == () and not found.changed and found.lines[0].details


def test_nothing_is_ordered_when_all_is_over() -> None:
    at = castle()
    while at.outcome is None:
        at = engine.replay(engine.adjudicate(at, KeyedDice(b"over")), at.copy())
    assert answer("ASSAULT", at=at).code == Code.GAME_OVER


@pytest.mark.parametrize("side", [OUTSIDE, INSIDE])
def test_the_form_sent_back_is_a_legal_day(side: str) -> None:
    form = engine.order_form(AT, side).splitlines()
    found = mail(*form, side=side)
    assert found.changed and not [line for line in found.lines if line.code]
    assert found.standing and plan_from(AT, side, found.standing, PAGE).lines


# whatever is written

WRITTEN = (
    "IF WHEN THEN AND OR NOT UNLESS ASSAULT STORM BATTER BUILD PARLEY SALLY SUPPLY BATTLE REST PASS"
    " SICK OURS THEIRS CAMP STRIKE BUY QUIET FIRST LAST Drogo Leon Tancred Zorro knight knights"
    " archers light infantry wounded 1313 1207 0101 99999 0 1 3 -1 thrower throwers ladders grapnels"
    " with from edge north day 8 or later stores under 4 odds 3 to 2 : , ; . ! breach bonus they pass"
    " initiative TRY CLEAR ASK SALT LANGUAGE de HELP LOOK as planned END -- # > é ² ٣ \x00 % {n} {} ("
    " [ \\ * + ? everybody men stone no the our after until before on at least most fewer than"
)
WORDS = WRITTEN.split(" ")


def random_line(chance: random.Random) -> str:
    return " ".join(chance.choice(WORDS) for _ in range(chance.randrange(1, 12)))


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_written_makes_the_desk_stumble(seed: int) -> None:
    chance = random.Random(seed)
    at = hurt(slain(castle(), "drogo"), "tancred")
    for _ in range(25):
        lines = [random_line(chance) for _ in range(chance.randrange(1, 6))]
        for side in (OUTSIDE, INSIDE):
            found = engine.read_orders(at, side, lines)
            assert found.lines and all(line.message for line in found.lines if line.code)
            again = plan_from(at, side, found.standing, PAGE)
            assert lines_of(again) == found.standing, lines


FACTS = (Measure.INITIATIVE, Measure.PASSED, Measure.BATTERED)
TERMS = [Term(fact) for fact in (*FACTS, Measure.BREACHES)]
TERMS += [Term(Measure.DAY, 3, 3)]
TERMS += [
    Term(measure, *bounds) for measure in Measure if measure not in FACTS for bounds in ((3, None), (None, 3))
]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: in_words(((term,),)))
@pytest.mark.parametrize("negated", [False, True])
def test_every_term_reads_the_same_as_it_is_written(term: Term, negated: bool) -> None:
    said = Term(term.measure, term.least, term.most, negated)
    found = read(f"IF {in_words(((said,),))} THEN REST")
    assert isinstance(found, Line) and found.cases == ((said,),)


def test_a_day_that_is_excepted_stays_so() -> None:
    for line in ("IF NOT day 5 THEN REST", "REST UNLESS day 5"):
        assert read(line) == Line(
            ((Term(Measure.DAY, 5, 5, True),),), (Act(Deed.REST),), "IF not day 5 THEN REST"
        )


@pytest.mark.parametrize("seed", range(4))
def test_what_is_read_reads_the_same_as_it_is_written(seed: int) -> None:
    chance, understood = random.Random(seed), 0
    plans = [line for _ in range(40) for line in random_plan(chance, chance.random() < 0.5)]
    for line in [*plans, *(random_line(chance) for _ in range(800))]:
        for side in (OUTSIDE, INSIDE):
            try:
                found = read(line, side)
            except Misread:
                continue
            understood += 1
            if isinstance(found, Line):
                again = read(found.text, side)
                assert isinstance(again, Line), line
                assert (again.cases, again.acts) == (found.cases, found.acts), line
                assert all(found.cases) and (not found.cases or in_words(found.cases))
            else:
                assert [read(one, side) for one in wish_in_words(found)], line
    assert understood > 150


@pytest.mark.rule("GUI-11.4.4a")
def test_nobody_is_chosen_for_the_battle_outside_since_everybody_goes() -> None:
    said = answer("BATTLE with knights", INSIDE)
    assert said.verdict == Verdict.UNREADABLE and "BATTLE" in " ".join(said.message), said
    assert acts("BATTLE", INSIDE) == (Act(Deed.BATTLE),)


SPOKEN = (
    ("Storm the place when there is a breach.", OUTSIDE, "IF breach THEN ASSAULT"),
    ("assault at 3 to 2", OUTSIDE, "IF odds at least 150 THEN ASSAULT"),
    ("Batter the wall with everything we have.", OUTSIDE, "BATTER"),
    ("Batter 1313 and let the others build ladders.", OUTSIDE, "BATTER 1313 AND BUILD ladders"),
    ("We talk to them from day 8 on.", OUTSIDE, "IF day at least 8 THEN PARLEY"),
    ("From the sixth day we assault", OUTSIDE, ""),
    ("From the 6th day we assault.", OUTSIDE, "IF day at least 6 THEN ASSAULT"),
    ("Since they have little food, we wait.", OUTSIDE, "REST"),
    ("Please starve them out.", OUTSIDE, "REST"),
    ("We do nothing today.", OUTSIDE, "IF day 1 THEN REST"),
    ("Assault today", OUTSIDE, "IF day 1 THEN ASSAULT"),
    ("archers get sick last", OUTSIDE, "SICK OURS archer last"),
    ("If there is sickness, the knights suffer last.", OUTSIDE, "SICK OURS knight last"),
    ("If they sally, the knights guard the camp.", OUTSIDE, "CAMP knight first"),
    ("At most three quiet days.", OUTSIDE, "QUIET 3"),
    ("When the relief comes we fight it.", OUTSIDE, "RELIEF fight"),
    ("If the gate is opened, Hugo, Odo, Ivo and Hamo go in.", OUTSIDE, "STRIKE Hugo, Odo, Ivo, Hamo"),
    ("When we have food for fewer than three days, a party goes for supplies.", INSIDE,
     "IF stores at most 2 THEN SUPPLY"),
    ("hold the walls and wait", INSIDE, "REST"),
    ("as yesterday, please", OUTSIDE, "AS PLANNED"),
    ("archers guard the camp, knights last", OUTSIDE, "CAMP archer first, knight last"),
    ("keep building ladders", OUTSIDE, "BUILD ladders"),
    ("if they have a thrower, sally out with the varangians and burn it", INSIDE,
     "IF throwers at least 1 THEN SALLY with varangian"),
    ("sally if there is no thrower", INSIDE, "IF not throwers at least 1 THEN SALLY"),
    ("sally forth with archers to burn their engines", INSIDE, "SALLY with archer"),
    ("fetch food when there\u2019s less than 5 days left", INSIDE, "IF stores at most 4 THEN SUPPLY"),
    ("otherwise just sit tight", INSIDE, "REST"),
    ("archers get sick last please", INSIDE, "SICK OURS archer last"),
    ("if not breach then rest", INSIDE, "IF no breach THEN REST"),
    # what must not be read as less, or as more
    ("never attack before day 5", OUTSIDE, ""),
    ("Build a thrower with five spearmen.", OUTSIDE, ""),
    ("build ladders, storm at 3 to 2", OUTSIDE, ""),
    ("build a ladder and a thrower", OUTSIDE, ""),
    ("Until day 5 we batter, then we build ladders", OUTSIDE, ""),
    ("Don't storm the castle", OUTSIDE, ""),
    ("from day 8 do not assault", OUTSIDE, ""),
    ("Nobody guards the camp", OUTSIDE, ""),
    ("Everybody except the archers assaults.", OUTSIDE, ""),
    ("we do not attack today", OUTSIDE, ""),
)  # fmt: skip


@pytest.mark.parametrize(("line", "side", "meant"), SPOKEN, ids=[line[:40] for line, *_ in SPOKEN])
def test_plans_are_read_as_they_are_spoken_or_asked_back(line: str, side: str, meant: str) -> None:
    found = answer(line, side)
    assert found.canonical == meant and found.verdict is not Verdict.TALK


def test_one_plan_after_another_on_a_line_is_offered_as_lines() -> None:
    found = answer("assault if breach, otherwise build ladders")
    assert not found.canonical and found.guesses == ("IF breach THEN ASSAULT", "BUILD ladders")


def test_a_reason_is_left_out_and_told() -> None:
    assert "'Since they have little food'" in answer("Since they have little food, we wait.").message[0]


@pytest.mark.parametrize("line", ["SALLY when camp has a thrower", "IF they have ladders THEN SALLY"])
def test_what_stands_is_read_again_as_it_was_meant(line: str) -> None:
    standing = mail(line, side=INSIDE).standing
    assert len(plan_from(AT, INSIDE, standing, PAGE).lines) == len(standing) == 1


def test_a_line_whose_text_would_be_lost_with_the_mail_is_asked_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.siege.plans.lines.written", lambda *_: "SALLY as never before")
    found = answer("SALLY", INSIDE)
    assert not found.canonical and "cannot be kept" in found.message[0]


def test_what_shall_not_be_done_is_answered_by_what_a_plan_says() -> None:
    assert "A plan says what is done" in answer("never attack before day 5").message[0]


def test_builders_by_their_kind_are_told_by_name() -> None:
    assert "Hugo, Odo, Walter, Fulk, Thierry" in answer("BUILD thrower with 5 spearmen").message[0]


def test_a_second_plan_behind_a_condition_in_words_is_offered_too() -> None:
    found = answer(
        "If there's a breach and we have odds of 3 to 2 we storm the place, otherwise batter the wall"
    )
    assert found.guesses == ("IF breach AND odds at least 150 THEN ASSAULT", "BATTER")


@pytest.mark.rule("GUI-11.1.1a")
def test_what_hangs_on_stores_is_not_foretold_before_they_are_counted() -> None:
    assert not AT.stores
    [told] = mail("SUPPLY if stores under 5", "REST", side=INSIDE).lines[-1].details
    assert "SUPPLY" in told and "counted this morning" in told and told.endswith("REST.")
    [told] = mail("SUPPLY", side=INSIDE).lines[-1].details
    assert "counted" not in told
