"""Lines of orders: what each comes to, in whatever words, and that what stands reads the same again."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaign.plans import terms
from rules.campaign.plans.plan import (
    ALWAYS,
    NEVER,
    Garrison,
    Hire,
    Hold,
    Join,
    March,
    Measure,
    Meeting,
    Merge,
    Pick,
    Scout,
    Split,
    Term,
)
from rules.campaign.plans.reading import Reader, plan_of
from rules.desk.reading import Verdict
from rules.orders.trouble import Misread
from rules.scenarios.rosters import plain_name
from tests.rules.campaign.words_kit import NORMANS, one, read, seen, valley

STRONGER = ((Term(Measure.STRONGER, least=5),),)
SAID = {
    "march": (
        "MARCH Robert to Venosa by road, fight if 5 or more stronger, else withdraw; never near Bari",
        "please march robert to VENOSA",
        "Robert should march to Venosa via 3823, avoid strangers.",
        "let Drogo go to Melfi and never fight",
        "MARCH Robert to Melfi; if met refuse unless 5 or more stronger",
        "MARCH Robert toward b1",
        "march Drogo toward convoy nc1",
        "march Drogo to Robert",
        "MARCH Robert to NE of Melfi",
        "MARCH the group at Venosa to Melfi",
        "MARCH Robert, Drogo to Bari by road",
        "MARCH n3 to Venosa; fight only if odds 3 to 2 and their prestige under 6 or 10 stronger, yield if 9"
        " weaker",
        "MARCH Robert to Bari; never within 3 of 4620; never through Benevento; against Byzantines; fight",
        "SEND Robert to Venosa",
        "MOVE Robert to Venosa",
        "ATTACK b1 with Robert",
    ),
    "hold": ("HOLD Robert", "hold all", "Robert stays", "Robert and Drogo wait here"),
    "meet": (
        "MEET Robert: fight if odds 3 to 2; refuse if 5 weaker; yield if odds under 1 to 4",
        "MEET against Byzantines: fight from day 3",
        "MEET: never fight, refuse",
        "meet all: fight if they are 5 weaker; refuse never",
        "MEET Drogo against Byzantines: yield until 12 May",
    ),
    "join": (
        "JOIN any battle next to Drogo if Robert fights",
        "Drogo JOIN none",
        "JOIN no battle",
        "JOIN any battle of Robert next to n3",
        "JOIN any battle next to Drogo if Robert or n3 fights; only if not weaker",
    ),
    "split": (
        "SPLIT Robert: 3 knights, 2 archers under {first} with 5 D",
        "split 3 archers from Robert",
        "SPLIT Robert into 5 men",
        "SPLIT Robert: {first}, {second}, 2 men, the wounded",
        "SPLIT Robert: 4 riders",
    ),
    "merge": ("MERGE Drogo with n3", "unite n3 and Drogo", "MOVE 3 archers from Robert to Drogo"),
    "pass": (
        "PASS 5 D from Robert to Drogo",
        "give 2,5 deniers from Drogo to n3",
        "PASS Drogo 3 D to Robert",
    ),
    "garrison": (
        "GARRISON Venosa at least 8",
        "GARRISON Venosa with 5 of Drogo",
        "GARRISON Venosa with at least 6 men of Drogo",
    ),
    "draw": ("DRAW 2 archers from Melfi for Robert",),
    "lay": ("LAY wounded of Robert", "lay up the wounded from Drogo"),
    "fetch": ("FETCH Drogo from Venosa", "FETCH the healed in Venosa with Drogo"),
    "recruit": ("RECRUIT Robert 3 light infantry, 2 peasants", "recruit 2 peasants for Robert"),
    "hire": (
        "HIRE mercenaries up to 20 D, else promise a share",
        "HIRE m1 with Robert up to 12 D",
        "hire mercenaries for a share",
        "HIRE m1",
    ),
    "share": ("SHARE 6 points", "SHARE all one a man"),
    "lure": ("LURE m1 toward Robert",),
    "convoy": (
        "CONVOY 3 from Melfi to Venosa with Robert",
        "CONVOY Melfi to Venosa 3 points, escort none",
        "CONVOY 3 from Melfi to Venosa with 4 riders of Robert",
    ),
    "send": ("SEND nc1 to Melfi", "SEND nc1 to Venosa with Robert", "send the convoy at Melfi to Melfi"),
    "spy": ("SPY Gisulfo to Bari and back", "SPY Gisulfo home", "send Gisulfo to 4620", "spy gisulfo to b1"),
    "ransom": (
        "RANSOM Drogo from Robert's purse",
        "RANSOM Drogo from the purse of Melfi",
        "NO RANSOM for Drogo",
        "ransom Drogo",
    ),
    "attack": (
        "ATTACK Capua with Robert if at least 20 men",
        "Robert attacks Capua",
        "storm Capua with Drogo unless 5 weaker",
    ),
    "summon": ("SUMMON Capua with Robert",),
    "siege": ("SIEGE Capua with Robert", "lay siege to Capua with Drogo"),
    "loot": ("LOOT 3 with Robert", "LOOT all", "no loot with Robert"),
    "bargain": ("NO BARGAIN for Venosa", "BARGAIN for Venosa"),
    "quiet": ("QUIET up to 2 days, stop if met or asked", "quiet 3", "no quiet"),
}  # fmt: skip
FIRST, SECOND = [man.name for man in valley().in_group("n1") if man.id != valley().content("n1").leader][:2]
EVERY = [line.format(first=FIRST, second=SECOND) for lines in SAID.values() for line in lines]


def reader(at=None):
    return Reader(seen(at), NORMANS)


def hex_of(place):
    return valley().founded(place).hex


def order(line, at=None):
    [found] = reader(at).read(line)
    return found


@pytest.mark.parametrize("line", EVERY)
def test_what_stands_reads_the_same_again(line):
    answer = one(line)
    assert answer.verdict in (Verdict.OK, Verdict.NOTE), answer.message

    first = read(line)
    again = read(*first.standing)

    assert again.standing == first.standing
    filed = valley(standing={NORMANS: first.standing})
    assert plan_of(filed, NORMANS).orders == plan_of(seen(filed), NORMANS).orders
    assert len(plan_of(filed, NORMANS).orders) == len(first.standing) > 0


def test_a_march_with_all_its_terms():
    found = order(
        "MARCH Robert to Melfi by road, fight if 5 or more stronger, else withdraw; never near Bari"
    )

    assert found == March(
        group="n1", to=hex_of("melfi"), road=True, shun=((hex_of("bari"), 1),),
        meeting=Meeting(fight=STRONGER, refuse=((Term(Measure.STRONGER, most=4),),)),
        text="MARCH Robert to Melfi by road; never near Bari; fight if 5 or more stronger; else refuse",
    )  # fmt: skip


def test_unless_is_the_other_way_round():
    found = order("MARCH Robert to Melfi; if met refuse unless 5 or more stronger")

    assert found.meeting.refuse == ((Term(Measure.STRONGER, most=4),),)


def test_they_are_weaker_means_we_are_stronger():
    assert order("MEET all: fight if they are 5 weaker").meeting.fight == STRONGER


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Robert stays", Hold(group="n1")),
        ("Drogo JOIN none", Join(group="n2", never=True)),
        ("JOIN any battle next to Drogo if Robert fights", Join(group="n2", fights=("n1",))),
        ("MOVE 3 archers from Robert to Drogo", Merge(group="n1", into="n2", pick=Pick(kinds={"archer": 3}))),
        ("GARRISON Venosa at least 8", Garrison(place="venosa", least=8)),
        ("GARRISON Venosa with 5 of Drogo", Garrison(place="venosa", group="n2", pick=Pick(number=5))),
        ("HIRE mercenaries up to 20 D, else promise a share", Hire(most=40, share=True)),
        ("hire mercenaries for a share", Hire(most=0, share=True)),
        ("SPY Gisulfo to Bari and back", Scout(spy="gisulfo", to=hex_of("bari"), back=True)),
        ("SPY Gisulfo home", Scout(spy="gisulfo", back=True)),
    ],
)
def test_what_a_line_comes_to(line, expected):
    found = order(line)

    assert type(found) is type(expected)
    assert {f: getattr(found, f) for f in found.__struct_fields__ if f != "text"} == {
        f: getattr(expected, f) for f in expected.__struct_fields__ if f != "text"
    }


def test_men_are_split_off_under_somebody_by_whom_later_lines_call_them():
    found = read(f"SPLIT Robert: 3 archers under {FIRST} with 2.5 D", f"MARCH {FIRST} to Venosa")

    assert [answer.verdict for answer in found.lines] == [Verdict.OK, Verdict.OK]
    plan = plan_of(valley(standing={NORMANS: found.standing}), NORMANS)
    assert plan.of(Split)[0].purse == 5
    assert plan.of(March)[0].group == f"+{plain_name(FIRST)}"


def test_a_convoy_with_some_riders_is_three_lines():
    found = read("CONVOY 3 from Melfi to Venosa with 4 riders of Robert")

    assert [line.split()[0] for line in found.standing] == ["SPLIT", "CONVOY", "MARCH"]


@pytest.mark.parametrize("month", ["12 May", "12th of May", "12 may"])
def test_terms_may_name_a_date(month):
    assert order(f"MEET all: fight until {month}").meeting.fight == ((Term(Measure.DAY, most=9),),)


# terms, by chance

numbers = st.integers(0, 300)
bounds = st.tuples(st.one_of(st.none(), numbers), st.one_of(st.none(), numbers)).filter(
    lambda both: (both[0] is None) is not (both[1] is None)
)
single = st.builds(
    lambda measure, both, sign: Term(
        measure, *(None if b is None else b * (sign if measure is Measure.STRONGER else 1) for b in both)
    ),
    st.sampled_from(Measure), bounds, st.sampled_from((1, -1)),
)  # fmt: skip
some_cases = st.lists(st.lists(single, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple)


@given(some_cases)
def test_terms_read_as_they_are_written(cases):
    assert terms.read(terms.in_words(cases), valley().setup) == cases


@given(some_cases, st.dictionaries(st.sampled_from(Measure), st.integers(-10, 400)))
def test_what_is_denied_holds_where_the_terms_do_not(cases, facts):
    def holds(some):
        return any(
            all(
                (t.least is None or facts.get(t.measure, 5) >= t.least)
                and (t.most is None or facts.get(t.measure, 5) <= t.most)
                for t in case
            )
            for case in some
        )

    facts = {m: n if m is Measure.STRONGER else max(n, 0) for m, n in facts.items()}

    assert holds(terms.negated(cases)) is not holds(cases)
    assert terms.negated(ALWAYS) == NEVER
    assert terms.negated(NEVER) == ALWAYS


@given(
    some_cases | st.just(ALWAYS) | st.just(NEVER) | st.none(),
    some_cases | st.just(ALWAYS) | st.just(NEVER) | st.none(),
    st.booleans(), st.booleans(),
)  # fmt: skip
def test_marches_read_as_they_are_written(fight, refuse, road, avoid):
    from rules.campaign.plans.names import Known
    from rules.campaign.plans.writing import written

    meeting = None if fight is None and refuse is None else Meeting(fight=fight, refuse=refuse)
    made = March(
        group="n1", to=hex_of("venosa"), road=road, avoid=avoid, shun=((hex_of("bari"), 1),), meeting=meeting
    )
    text = written(made, Known(seen(), NORMANS))

    found = order(text) if len(text) <= 500 else None

    assert found is None or (found.meeting, found.road, found.avoid, found.shun) == (
        meeting, road, avoid, ((hex_of("bari"), 1),),
    )  # fmt: skip


# text by chance

WORDS = st.sampled_from(
    re.split(
        r"\s+",
        """MARCH HOLD MEET JOIN SPLIT MERGE MOVE PASS GARRISON DRAW LAY FETCH RECRUIT HIRE PAY SHARE LURE
        CONVOY SEND SPY RANSOM ATTACK SUMMON SIEGE LOOT NO BARGAIN QUIET CLEAR TRY Robert Drogo n3 b1 m1
        nc1 Gisulfo Venosa Melfi Bari 3822 9999 7001 to toward from with for under of at least up near
        never avoid strangers fight refuse yield if else unless and or , ; : 3 knights archers 5 D men
        stronger weaker odds day share wounded home back if only within hexes via by road""",
    )
)


@given(st.lists(WORDS, min_size=1, max_size=14).map(" ".join))
def test_no_words_break_the_desk(line):
    found = read(line)

    assert len(found.lines) == 1
    assert read(*found.standing).standing == found.standing


@given(st.text(max_size=120))
def test_no_text_breaks_the_desk(line):
    read(*line.split("\n"))


def test_a_line_that_is_too_long_is_told():
    with pytest.raises(Misread, match="at most 500"):
        reader().read("MARCH Robert to Venosa via " + ", ".join(["Melfi"] * 200))
