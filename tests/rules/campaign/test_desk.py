"""The desk of a campaign: what it answers to a mail, and what it refuses with what reason."""

import pytest
from msgspec.structs import replace

from rules import engine
from rules.campaign.desk import order_form
from rules.campaign.lessons import help_on, primer, short_help
from rules.campaign.plans.names import Known
from rules.campaign.plans.words import VERBS
from rules.desk.reading import Verdict
from rules.state.campaign_counters import Fate
from rules.state.figure import Health
from tests.rules.campaign.words_kit import NORMANS, one, read, seen, valley

BAD, ILLEGAL, NOTE, OK = Verdict.UNREADABLE, Verdict.ILLEGAL, Verdict.NOTE, Verdict.OK


def moved(**places):
    """The valley with groups in other places, or in what is written like one."""
    at = valley()
    for group, where in places.items():
        at.groups[group] = replace(at.groups[group], hex=Known(at, NORMANS).hex(where))
    return at


def captured():
    """The valley, where Drogo is a prisoner of the Byzantines and his group is led by nobody."""
    at = valley()
    men = tuple(name for name in at.contents["n2"].men if name != "drogo")
    at.contents["n2"] = replace(at.contents["n2"], men=men, leader="")
    at.captors["drogo"] = "byzantines"
    return at


@pytest.mark.parametrize(
    ("line", "verdict", "words"),
    [
        ("MARCH Robert to Mefli", BAD, "no place on this map is called 'Mefli'"),
        ("MARCH Rober to Melfi", BAD, "no group is called 'Rober'"),
        ("MARCH Robert to 9999", BAD, "there is no hex 9999"),
        ("MARCH Robert to 7001", BAD, "it is sea"),
        ("MARCH n9 to Bari", BAD, "there is no counter n9"),
        ("MARCH b1 to Melfi", ILLEGAL, "b1 is not yours"),
        ("MARCH m1 to Melfi", ILLEGAL, "m1 is not yours"),
        ("MARCH Robert to Robert", ILLEGAL, "does not march to itself"),
        ("MARCH Robert to north of Atlantis", BAD, "no place on this map"),
        ("MARCH Robert to EAST of Melfi", BAD, "directions are N, NE, SE, S, SW and NW"),
        ("MARCH Robert to Melfi; fight if it rains", BAD, "'it rains' is nothing that orders can wait for"),
        ("MARCH Robert to Melfi; sing loudly", BAD, "'sing loudly' says nothing here"),
        ("MARCH Robert", BAD, "MARCH is written so"),
        ("ATTACK n3 with Robert", ILLEGAL, "n3 is of your own side"),
        ("HIRE m1 with Robert up to 0 D", BAD, "nobody serves for nothing"),
        ("MEET Robert: fight if odds 3 to 0", BAD, "odds are numbers above 0"),
        ("SPLIT Robert: 9 men under Robert", ILLEGAL, "Robert stays with his group"),
        ("MEET Robert: fight if odds under 0", BAD, "nothing is below 0"),
        ("MEET Robert: else refuse", BAD, "behind ELSE"),
        ("MEET Robert against Venetians: fight", BAD, "no faction is called 'Venetians'"),
        ("SPLIT Robert: 30 knights", ILLEGAL, "Robert has"),
        ("SPLIT Robert: 3 dragons", BAD, "'dragons' is no kind of men"),
        ("SPLIT Robert: Drogo", ILLEGAL, "Drogo is in the group Drogo"),
        ("SPLIT n3: 3 men", ILLEGAL, "each part needs 3 men, or a leader"),
        ("SPLIT n3: 5 men", ILLEGAL, "each part needs 3 men, or a leader"),
        ("MERGE Robert with Robert", ILLEGAL, "not joined with itself"),
        ("MERGE Drogo with Robert", NOTE, "Drogo is in Venosa, Robert in Melfi"),
        ("PASS 5 D from Robert to b1", ILLEGAL, "b1 is not of your side"),
        ("PASS five coins from Robert to Drogo", BAD, "PASS is written so"),
        ("GARRISON Bari at least 8", ILLEGAL, "Bari is not of your side"),
        ("GARRISON Melfi with 5 of Drogo", NOTE, "Drogo is not in Melfi"),
        ("DRAW 9 archers from Melfi for Robert", ILLEGAL, "too few"),
        ("DRAW 6 men from Melfi for Robert", ILLEGAL, "at least 5 must stay"),
        ("DRAW 2 men from Melfi for Drogo", NOTE, "Drogo is not in Melfi"),
        ("LAY wounded of Robert", NOTE, "nobody in it is wounded"),
        ("RECRUIT Robert 2 knights", BAD, "no knight is to be recruited"),
        ("RECRUIT n3 2 peasants", NOTE, "only a leader recruits"),
        ("PAY m1", ILLEGAL, "serve you for no promise"),
        ("PAY n1", BAD, "no mercenaries 'n1'"),
        ("HIRE m1 with Robert up to 99 D", NOTE, "Robert has 14 D"),
        ("CONVOY 3 from Melfi to Melfi", ILLEGAL, "from a place to another"),
        ("CONVOY 9 from Melfi to Venosa", ILLEGAL, "carries 1 to 5"),
        ("CONVOY 3 from Bari to Venosa", ILLEGAL, "Bari is not of your side"),
        ("CONVOY 3 from Melfi to Venosa with Drogo", NOTE, "Drogo is not in Melfi"),
        ("CONVOY 3 from Melfi to Venosa with 40 riders of Robert", ILLEGAL, "to spare"),
        ("SEND nc7 to Melfi", BAD, "there is no convoy 'nc7'"),
        ("SPY Kosmas to Melfi", ILLEGAL, "no spy of yours"),
        ("SPY Gisulf to Bari", BAD, "you have no spy called 'Gisulf'"),
        ("SPY Gisulfo to 7001", BAD, "it is sea"),
        ("RANSOM Drogo", NOTE, "Drogo is no prisoner"),
        ("ATTACK Bari with Robert", ILLEGAL, "too large to be attacked"),
        ("ATTACK Melfi with Robert", ILLEGAL, "of your own side"),
        ("SIEGE Capua", BAD, "say with whom"),
        ("SIEGE Capua with Drogo", NOTE, "Drogo is not in Capua"),
        ("NO BARGAIN for Bari", ILLEGAL, "Bari is not of your side"),
        ("QUIET up to 9 days", BAD, "from 1 to 7"),
        ("Marhc Robert to Melfi", BAD, "no order of a campaign"),
        ("NO MARCH Robert", BAD, "NO stands before"),
    ],
)  # fmt: skip
def test_what_is_refused_or_cannot_be_today(line, verdict, words):
    answer = one(line)

    assert answer.verdict is verdict, answer.message
    assert words.casefold() in " ".join(answer.message).casefold()
    assert bool(answer.code) is (verdict in (BAD, ILLEGAL))


@pytest.mark.parametrize(
    ("line", "near"),
    [("MARCH Robert to Mefli", "Melfi"), ("MARCH Rober to Melfi", "Robert"),
     ("SPY Gisulf to Bari", "Gisulfo"),
     ("Marhc Robert to Melfi", "MARCH"), ("SPLIT Robert: 3 archrs", "archers"), ("SEND nc7 to Melfi", "nc1")],
)  # fmt: skip
def test_the_nearest_spelling_is_offered(line, near):
    assert one(line).suggestion == near


@pytest.mark.parametrize(
    "line", ["We wait for your answer", "Dear umpire, what a day!", "my wife says hello"]
)
def test_talk_is_no_trouble(line):
    assert one(line).verdict is Verdict.TALK


# what has become of them


@pytest.mark.parametrize(
    "line",
    [
        "robert should really attack Canossa, else stay",
        "Could Drogo please go to somewhere safe",
        "leave five men there with Robert, go on",
    ],
)
def test_a_line_that_names_ones_own_and_an_order_word_is_never_passed_over(line):
    assert one(line).verdict is not Verdict.TALK


def test_a_leader_who_is_a_prisoner_leads_nobody():
    assert one("MARCH Drogo to Bari", captured()).message == ("Drogo is a prisoner of the Byzantines.",)
    assert one("RANSOM Drogo from Robert's purse", captured()).verdict is OK


def test_a_group_without_a_leader_is_called_by_any_of_its_men_or_its_counter():
    at = captured()
    name = at.in_group("n2")[0].name

    assert one(f"MARCH {name} to Melfi", at).canonical == "MARCH n2 to Melfi"
    assert one("MARCH n2 to Melfi", at).canonical == "MARCH n2 to Melfi"


def test_a_man_who_leads_nobody_is_told_whose_he_is():
    name = next(man.name for man in valley().in_group("n1") if man.id != "robert")

    answer = one(f"MARCH {name} to Venosa")

    assert answer.message == (f"{name} leads no group: he is in Robert's.",)
    assert answer.suggestion == "Robert"


@pytest.mark.parametrize(("fate", "words"), [(Fate.DEAD, "is dead"), (Fate.LOST, "is lost in the wild")])
def test_the_dead_and_the_lost_are_told(fate, words):
    at = valley()
    at.contents["n2"] = replace(
        at.contents["n2"], men=tuple(n for n in at.contents["n2"].men if n != "drogo"), leader=""
    )
    at.fates["drogo"] = fate

    assert words in one("MARCH Drogo to Melfi", at).message[0]


def test_a_counter_that_is_gone_was_there():
    at = valley()
    del at.groups["n3"], at.contents["n3"]

    assert one("HOLD n3", at).message == ("N3 is not on the map any more.",)


def test_one_who_is_cured_somewhere_is_told():
    at = valley()
    at.contents["n2"] = replace(
        at.contents["n2"], men=tuple(n for n in at.contents["n2"].men if n != "drogo"), leader=""
    )
    at.holdings["venosa"] = replace(at.holdings["venosa"], patients=("drogo",))

    assert one("MARCH Drogo to Melfi", at).message == ("Drogo is being cured in Venosa.",)


def test_two_groups_in_a_place_are_told_apart():
    answer = one("HOLD the group at Venosa", moved(n3="Venosa"))

    assert answer.verdict is Verdict.AMBIGUOUS
    assert answer.message == ("Several groups of yours are in Venosa.",)


def test_who_marches_to_a_settlement_recruits_there():
    found = read("MARCH Robert to Venosa", "RECRUIT Robert 2 peasants")
    assert found.lines[1].verdict is OK and "As soon as Robert is there." in found.lines[1].details
    assert any("To be had in Venosa" in line for line in found.lines[1].details)


def test_a_captor_is_told_who_may_ransom_his_prisoner():
    at = valley()
    leon = next(man.id for man in at.men.values() if man.name == "Leon")
    at.contents["n1"] = replace(at.contents["n1"], captives=(leon,))
    at.captors[leon] = NORMANS
    answer = one("ransom leon", at)
    assert answer.verdict not in (OK, NOTE)
    assert "Leon is your prisoner: whose man he is may ransom him." in answer.message


def test_a_leader_who_leads_no_group_is_no_talk():
    assert one("Drogo to Venosa", captured()).verdict is not Verdict.TALK


# money and points


def test_money_that_is_spent_twice_is_told():
    found = read(
        "PASS 10 D from Robert to Drogo", "RECRUIT Robert 4 light infantry, 2 peasants", at=moved(n2="Melfi")
    )

    assert found.lines[0].verdict is OK
    assert "Robert has 14 D, and other lines spend 10 D of it" in found.lines[1].message[0]


@pytest.mark.parametrize("lines", [
    ("ATTACK Canosa with Robert", "MARCH Robert to Canosa"),
    ("MARCH Robert to Canosa", "ATTACK Canosa with Robert"),
])  # fmt: skip
def test_an_attack_that_waits_for_a_march_is_in_order_wherever_the_march_is_written(lines):
    alone = one("ATTACK Canosa with Robert")
    assert alone.verdict is NOTE and "Robert is not in Canosa" in " ".join(alone.message)
    assert "MARCH Robert to Canosa" in " ".join(alone.details)
    both = {answer.line: answer for answer in read(*lines).lines}
    attack = both["ATTACK Canosa with Robert"]
    assert (attack.verdict, attack.message, attack.barred) == (OK, (), False)
    assert attack.details == ("As soon as Robert is there.",)


def test_points_that_two_convoys_want_are_told():
    found = read(
        "CONVOY 5 from Melfi to Venosa", "CONVOY 5 from Melfi to Venosa", "CONVOY 4 from Melfi to Bari"
    )

    assert found.lines[2].verdict is ILLEGAL
    at = valley()
    at.places["bari"] = replace(at.places["bari"], side=NORMANS)
    at.holdings["melfi"] = replace(at.holdings["melfi"], resources=6)
    found = read("CONVOY 5 from Melfi to Venosa", "CONVOY 4 from Melfi to Bari", at=at)
    assert "other convoys take 5" in found.lines[1].message[0]


def test_half_deniers_are_kept():
    assert one("PASS 2,5 D from Robert to Drogo").canonical == "PASS 2.5 D from Robert to Drogo"
    assert one("PASS 2½ D from Robert to Drogo").canonical == "PASS 2.5 D from Robert to Drogo"


# what a march comes to


def test_a_march_is_told_with_its_way_its_days_and_what_they_eat():
    told = one("MARCH Robert to Venosa by road").details

    assert told[0].startswith("Robert (18 men, on foot, 5 MP a day): Melfi > ")
    assert told[1] == "2 days: there on 5 May."
    assert told[2].startswith("Fed in Venosa: ")


def test_a_long_march_without_supply_is_a_warning():
    told = " ".join(one("MARCH Robert to Bari").details)

    assert "days: there on" in told
    assert "Without supply on the way" in told


def test_hexes_that_are_shunned_may_leave_no_way():
    answer = one("MARCH Robert to Bari; never within 1 of Melfi")

    assert answer.verdict is NOTE
    assert "no way around what it is to keep away from" in answer.message[0]


# what replaces what


def standing(*lines, at=None):
    return read(*lines, at=at).standing


def after(first, *second):
    """What stands after two mails."""
    return read(*second, at=valley(standing={NORMANS: standing(*first)})).standing


def test_a_line_takes_the_place_of_its_like_about_the_same_group():
    assert after(["MARCH Robert to Bari", "HOLD Drogo"], "MARCH Robert to Venosa") == (
        "HOLD Drogo",
        "MARCH Robert to Venosa",
    )
    assert after(["MARCH Robert to Bari"], "HOLD Robert") == ("HOLD Robert",)
    assert after(["HOLD Robert"], "MARCH Robert to Bari") == ("MARCH Robert to Bari",)
    assert after(["QUIET 3"], "QUIET 1") == ("QUIET up to 1 day",)
    assert after(["NO BARGAIN for Venosa"], "BARGAIN for Venosa") == ("BARGAIN for Venosa",)


def test_what_is_said_of_one_faction_stands_beside_what_is_said_of_all():
    assert len(after(["MEET Robert: fight"], "MEET Robert against Byzantines: refuse")) == 2


def test_several_that_divide_a_group_stand_side_by_side_in_a_mail():
    assert len(standing("SPLIT Robert: 3 archers", "SPLIT Robert: 3 knights")) == 2
    assert after(["SPLIT Robert: 3 archers"], "SPLIT Robert: 3 knights") == ("SPLIT Robert: 3 knights",)
    assert standing("SPLIT Robert: 3 archers", "SPLIT Robert: 3 archers") == ("SPLIT Robert: 3 archers",)


def test_joining_no_battle_leaves_no_room_for_joining_one():
    assert standing("JOIN any battle next to Drogo if Robert fights", "Drogo JOIN none") == (
        "JOIN no battle next to Drogo",
    )


# commands


def test_clear_takes_back_all_or_what_speaks_of_somebody():
    lines = [
        "MARCH Robert to Bari",
        "HOLD Drogo",
        "MERGE n3 with Robert",
        "HIRE mercenaries",
        "GARRISON Venosa at least 8",
    ]

    assert after(lines, "CLEAR") == ()
    assert after(lines, "CLEAR Robert") == ("HOLD Drogo", "HIRE mercenaries", "GARRISON Venosa at least 8")
    assert after(lines, "clear venosa") == tuple(standing(*lines)[:-1])
    assert "HIRE mercenaries" not in after(lines, "CLEAR HIRE")
    assert read("CLEAR Umfrey").lines[0].verdict is BAD


def test_try_keeps_nothing_below_it_and_all_above():
    found = read("HOLD Robert", "TRY", "MARCH Drogo to Bari")

    assert found.standing == ("HOLD Robert",)
    assert found.lines[2].details[1].startswith("5 days")
    assert "Only tried" in found.lines[2].message[0]
    assert read("TRY MARCH Drogo to Bari").changed is False


def test_agreeing_changes_nothing_but_gives_the_order():
    found = read("as planned", at=valley(standing={NORMANS: ("HOLD Robert",)}))

    assert (found.orders, found.standing, found.changed) == (("AS PLANNED",), ("HOLD Robert",), True)


def test_a_word_for_the_dice_a_language_and_an_end():
    found = read("HOLD Robert", "SALT lance", "LANGUAGE de", "#END", "HOLD Drogo")

    assert found.salt == "lance"
    assert "language de" in found.commands
    assert found.standing == ("HOLD Robert",)
    assert found.lines[-1].code


def test_a_line_that_was_broken_on_the_way_is_whole_again():
    found = read(
        "MARCH Robert to Venosa by road; avoid strangers; if met refuse unless", "   5 or more stronger"
    )

    assert len(found.lines) == 1
    assert found.lines[0].verdict is OK


def test_remarks_and_quoted_lines_are_no_orders():
    assert {a.verdict for a in read("# MARCH Robert to Bari", "> MARCH Robert to Bari", "").lines} == {
        Verdict.COMMENT
    }


def test_a_campaign_that_is_over_takes_no_orders():
    from rules.state.table import Outcome

    at = valley()
    at.outcome = Outcome(winner="", reason="over")

    assert one("HOLD Robert", at).message == ("The campaign has ended.",)


# the form


def test_the_form_of_the_first_day_says_what_a_sane_leader_would():
    form = order_form(seen(), NORMANS).splitlines()

    assert form[0] == "# Orders for 4 May 1057. What is not said goes on as it stands."
    assert [line for line in form if not line.startswith("#")] == ["HOLD Robert", "HOLD Drogo", "HOLD n3"]


def test_who_finds_nothing_to_eat_is_sent_to_the_nearest_place_that_has_enough():
    form = order_form(seen(moved(n1="NE of Melfi")), NORMANS)

    assert "MARCH Robert to Melfi by road; avoid strangers" in form.splitlines()
    assert "# Robert: 18 men find too little to eat where they are. Their march" in form.splitlines()


def test_whoever_holds_and_hungers_is_told_where_to_go():
    at = moved(n1="NE of Melfi")
    at.standing[NORMANS] = ("HOLD Robert",)

    form = order_form(seen(at), NORMANS).splitlines()

    assert "HOLD Robert" in form
    assert "# MARCH Robert to Melfi by road; avoid strangers" in form


def test_the_form_names_what_counts_no_more():
    at = valley(standing={NORMANS: ("MARCH n17 to Venosa",)})

    assert "# Counts no more: MARCH n17 to Venosa (there is no counter n17)" in order_form(seen(at), NORMANS)


def test_the_form_does_not_send_back_what_cannot_be_done_any_more():
    standing = ("ATTACK Venosa with Robert", "HOLD n3")
    at = seen(valley(standing={NORMANS: standing}))
    form = order_form(at, NORMANS)

    assert "ATTACK Venosa with Robert" not in form.splitlines() and "HOLD n3" in form.splitlines()
    said = " ".join(form.replace("\n# ", " ").split())
    assert "Stands, and cannot be done now: ATTACK Venosa with Robert (Venosa is of your own side)" in said
    assert read(*form.splitlines(), at=at).standing[:2] == standing


@pytest.mark.parametrize("line", ["MARCH Robert to 7001", "MARCH n3 to Mefli", "ATTACK Venosa with Robert"])
def test_what_cannot_be_does_not_stand_whatever_comes_behind_it(line):
    assert read(line, "HOLD Drogo").standing == ("HOLD Drogo",)


def test_a_seat_without_anybody_gets_a_form_and_may_agree():
    at = valley()
    for group in ("n1", "n2", "n3"):
        del at.groups[group], at.contents[group]

    assert "HOLD" not in [line.split(" ")[0] for line in order_form(seen(at), NORMANS).splitlines()]
    assert read("as planned", at=at).orders == ("AS PLANNED",)
    assert one("HOLD Robert", at).verdict is ILLEGAL


def test_the_wounded_slow_a_march_down():
    at = valley()
    at.men["robert"] = replace(at.men["robert"], health=Health.WOUNDED)

    assert "on foot, 1 MP a day" in one("MARCH Robert to Venosa", at).details[0]


# help


def test_each_order_word_has_its_help_with_an_example_that_can_be_read():
    at = seen()

    for verb, found in VERBS.items():
        text = help_on(at, verb)
        assert text.startswith(found.example + "\n")
        assert len(text) > len(found.example) + 20


def test_help_on_an_unknown_word_is_help_on_all():
    told = help_on(seen(), "dance").split("\n")

    assert told[: len(VERBS)] == [found.example for found in VERBS.values()]


@pytest.mark.parametrize("seat", [NORMANS, "byzantines"])
def test_the_lines_of_the_primer_can_all_be_given(seat):
    at = valley()

    for line, what in primer(seen(at, seat), seat):
        assert one(line, at, seat).verdict in (OK, NOTE), line
        assert what


def test_the_short_help_is_the_first_lines_with_what_they_do():
    found = short_help(seen(), NORMANS)

    assert found[::2] == tuple(line for line, _ in primer(seen(), NORMANS))


@pytest.mark.rule("GUC-15.3a", "GUC-13.5")
@pytest.mark.parametrize(("verb", "refused"), [("ATTACK", True), ("SUMMON", True), ("SIEGE", False)])
def test_a_city_can_only_be_besieged(verb: str, refused: bool) -> None:
    at = engine.replay(engine.new_game("campaign-canne"))
    [line] = engine.read_orders(at, "normans", [f"{verb} Bari with Robert"]).lines
    assert ("city" in str(line)) is refused


def test_of_several_orders_on_a_line_each_says_whose_its_answers_are():
    answer = one("Hold Robert. Hold Drogo; SPY Gisulfo to Bari")

    told = " ".join(answer.details)
    assert all(f"{who}: " in told for who in ("Robert", "Drogo", "Gisulfo")), answer.details
    assert not any(line.startswith("Robert: ") for line in one("Hold Robert").details)


def test_the_first_lines_speak_of_places_that_are_near():
    at = valley()
    lines = [line for line, _ in primer(seen(at), NORMANS)]
    known = Known(at, NORMANS)
    first = known.own_groups()[0]
    start = at.groups[first].hex
    goals = [line.split(" to ")[1].split(" by ")[0] for line in lines if line.startswith("MARCH")]
    asked = [line.removeprefix("SUMMON ").split(" with ")[0] for line in lines if line.startswith("SUMMON")]
    far = [known.land.distance(start, known.hex(name)) for name in (*goals, *asked)]
    assert len(far) == 2 and max(far) <= 12, (lines, far)
