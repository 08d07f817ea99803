"""How orders are written and read: spellings, names, hexes, and what is said of a line that
cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.orders.lexicon import Lexicon, Role
from rules.orders.parser import parse, parse_filed, print_order, read_line
from rules.orders.records import IfOrder, Leg, LegKind, MoveOrder, Order, Pick, WatchOrder
from rules.orders.trouble import MEANINGS, Code, Trouble
from rules.orders.verbs import IF_EXAMPLES, VERBS

HEXES = {f"{c:02d}{r:02d}" for c in range(1, 20) for r in range(1, 15)}
LEXICON = Lexicon(
    {
        Role.OWN: {
            "robert": "Robert", "drogo": "Drogo", "ruggiero": "Ruggiero", "arnolfo": "Arnolfo",
            "tancred": "Tancrède",
            "hugh": "Hugh of Troina", "roger": "Roger",
        },
        Role.FRIEND: {"bohemund": "Bohemund"},
        Role.ENEMY: {"khaled": "Khaled", "shakil": "Shakil", "jemal": "Jemal", "kamil": "Kamil"},
        Role.HORSE: {"robert-horse": "Robert's horse", "bayard": "Bayard"},
    },
    HEXES,
)  # fmt: skip
# Two panels: hex 0305 lies on both, 0912 on B only.
PANELS = Lexicon({Role.OWN: {"robert": "Robert"}}, {"A0305", "A0306", "B0305", "B0306", "B0912"}, ("A", "B"))


def canonical(line: str, lexicon: Lexicon = LEXICON) -> str:
    order = parse(line, lexicon)
    assert not isinstance(order, Trouble), order
    return print_order(order, lexicon)


def trouble(line: str, lexicon: Lexicon = LEXICON) -> Trouble:
    found = parse(line, lexicon)
    assert isinstance(found, Trouble), found
    return found


@pytest.mark.parametrize(
    "line",
    [
        "MOVE Robert 0305 0306 0406",
        "move robert 0305, 0306, 0406",
        "mv Robert 0305-0306-0406",
        "Robert moves 0305 > 0306 > 0406.",
        "Robert: move 0305 \u2192 0306 \u2192 0406",
        "go robert 3.5 3.6 4.6",
        "MOVE Robert 3,5 3,6 4,6",
        "MOVE Robert (3,5) (3, 6) (4,6)",
        "MOVE Robert 03-05 03-06 04-06",
        "MOVE Robert hex 0305 hex 0306 hex 0406",
        "- MOVE Robert 0305 0306 0406",
        "* MOVE Robert 0305 0306 0406",
        "1. MOVE Robert 0305 0306 0406",
        "2) MOVE Robert 0305 0306 0406",
        "  MOVE \u201cRobert\u201d 0305 0306 0406  # past the ford",
        "MOVE Robert 0305 and 0306 then 0406",
        "please let Robert move via 0305 0306 to 0406, thanks",
        "Robert 0305 0306 0406",
        "MOVE\u00a0Robert\u20030305 0306\u200b 0406",
    ],
)
def test_many_spellings_of_one_path(line: str) -> None:
    assert canonical(line) == "MOVE Robert 0305 0306 0406"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("MOVE tancrede to 0406", "MOVE Tancrède to 0406"),
        ("MOVE Tancrède 0305 facing north-east", "MOVE Tancrède 0305 facing NE"),
        ("move tanc 0305 face southwest", "MOVE Tancrède 0305 facing SW"),
        ("hugh of troina stays", "MOVE Hugh of Troina stay"),
        ("MOVE hugh stay", "MOVE Hugh of Troina stay"),
        ("HOLD Robert", "MOVE Robert stay"),
        ("turn Robert NE", "MOVE Robert facing NE"),
        ("Robert turns about", "MOVE Robert about"),
        ("Drogo backs", "MOVE Drogo back"),
        ("MOVE Drogo about-face 0305", "MOVE Drogo about 0305"),
        ("Robert mounts his horse", "MOVE Robert mount"),
        ("Robert mounts Bayard and 0305", "MOVE Robert mount Bayard 0305"),
        ("Robert dismounts to 0306 and leads Bayard on the left",
         "MOVE Robert dismount 0306 lead Bayard left"),
        ("MOVE Robert dismount then 0306", "MOVE Robert dismount then 0306"),
        ("carry Robert Drogo 0305 drop 0306", "MOVE Robert carry Drogo 0305 drop 0306"),
        ("MOVE Robert 0305 exit", "MOVE Robert 0305 exit"),
        ("MOVE Robert 0305 stop if shot at or wounded", "MOVE Robert 0305 stop if fired at or wounded"),
        ("haul Robert and Drogo the corpses from 0405 to 0406", "HAUL Robert + Drogo bodies 0405 TO 0406"),
        ("shoot arnolfo jemal", "FIRE Arnolfo AT Jemal"),
        ("Arnolfo fires at the nearest unarmoured rider within 6 hexes",
         "FIRE Arnolfo AT nearest unarmoured mounted within 6"),
        ("fire arnolfo at front half of khaled", "FIRE Arnolfo AT Khaled front half"),
        ("Robert throws lance at Khaled", "FIRE Robert AT Khaled with lance"),
        ("FIRE Arnolfo AT archers in the open at medium range",
         "FIRE Arnolfo AT best archer at medium range in no cover"),
        ("fire arnolfo at robert's horse", "FIRE Arnolfo AT Robert's horse"),
        ("atk Robert, Drogo on Khaled & Shakil", "ATTACK Robert + Drogo ON Khaled + Shakil"),
        ("Robert and Drogo attack Khaled together at 5 or better",
         "ATTACK Robert + Drogo ON Khaled at +5 or better"),
        ("Robert + Drogo fight Khaled one by one", "ATTACK Robert + Drogo ON Khaled separately"),
        ("ATTACK anyone adjacent at +5 or better", "ATTACK anyone at +5 or better"),
        ("attack khaled with robert + drogo", "ATTACK Robert + Drogo ON Khaled"),
        ("everybody retreats toward 0101", "RETREAT toward 0101"),
        ("attack with drogo on shakil", "ATTACK Drogo ON Shakil"),
        ("attack best at -2 or better", "ATTACK best at -2 or better"),
        ("watch arnolfo fire at first rider within 8, at most once",
         "WATCH Arnolfo fire at first mounted within 8 at most once"),
        ("guard arnolfo", "WATCH Arnolfo fire at first"),
        ("watch anyone fire at nearest within 6", "WATCH fire at nearest within 6"),
        ("watch anyone within 6", "WATCH fire at anyone within 6"),
        ("Arnolfo watches: hold fire", "WATCH Arnolfo hold"),
        ("oppose robert first khaled then shakil", "OPPOSE Robert first Khaled then Shakil"),
        ("oppose robert only cavalry", "OPPOSE Robert first mounted"),
        ("oppose never", "OPPOSE never"),
        ("wound first robert, then drogo", "WOUND first Robert then Drogo"),
        ("fall back drogo to 0508", "RETREAT Drogo toward 0508"),
        ("advance only if alone", "ADVANCE if alone"),
        ("Robert advances toward 0710", "ADVANCE Robert toward 0710"),
        ("fire arnolfo at jemal if khaled is not down", "IF Khaled is not down THEN FIRE Arnolfo AT Jemal"),
        ("unless khaled is dead then move robert stay", "IF Khaled is not dead THEN MOVE Robert stay"),
        ("if 0507 is taken, and Khaled isn't next to Robert then Robert 0305 else stay",
         "IF 0507 is not free AND Khaled is not next to Robert THEN MOVE Robert 0305 ELSE MOVE Robert stay"),
    ],
)  # fmt: skip
def test_spellings(line: str, expected: str) -> None:
    assert canonical(line) == expected


def test_a_clear_slip_in_a_name_is_read_and_told() -> None:
    (part,) = read_line("Ruggerio move 0807 0907", LEXICON)
    assert isinstance(part.order, MoveOrder) and part.order.figure == "ruggiero"
    assert part.notes == ("Ruggerio read as Ruggiero.",)


def test_a_slip_in_a_verb_is_read_and_told() -> None:
    (part,) = read_line("MVOE Robert 0305", LEXICON)
    assert part.notes == ("MVOE read as MOVE.",)
    assert "attk read as ATK." in read_line("mv robert to 0305 then attk khaled", LEXICON)[1].notes


@pytest.mark.parametrize("joint", [" then ", "; ", ", ", ", then ", " and "])
def test_orders_on_one_line_are_joined_by_words_and_signs(joint: str) -> None:
    parts = read_line(f"mv robert to 0305{joint}atk khaled{joint}drogo 0306 facing NE", LEXICON)
    orders = [print_order(part.order, LEXICON) for part in parts if part.order]
    assert orders == ["MOVE Robert to 0305", "ATTACK Robert ON Khaled", "MOVE Drogo 0306 facing NE"]


def test_an_order_behind_an_order_without_a_joint_says_how_to_join_them() -> None:
    assert "joined by THEN" in trouble("mv robert to 0305 attack khaled").message


def test_what_begins_no_order_is_told_the_three_nearest_verbs_of_this_battle() -> None:
    at_a_siege = Lexicon(
        {Role.OWN: {"robert": "Robert"}}, HEXES, modules=("tactics", "buildings", "castles", "works")
    )
    assert trouble("xyzzy 0305", at_a_siege).message == "'xyzzy' is no order; perhaps MOVE, ATTACK or FIRE"
    said = trouble("toppledown 0305", at_a_siege).message
    assert said.startswith("'toppledown' is no order; perhaps TOPPLE, ") and len(said.split()) == 9
    assert "TOPPLE" not in trouble("toppledown 0305").message


def test_a_question_is_told_that_it_is_one() -> None:
    found = trouble("can Drogo reach Khaled?")
    assert found.code is Code.VERB and "TRY" in found.message
    assert trouble("can Drogo reach Khaled").message != found.message


def test_an_abbreviation_that_fits_two_is_ambiguous_with_both_candidates() -> None:
    found = trouble("MOVE Ro 0305")
    assert (found.code, found.candidates, found.position) == (Code.WHICH_NAME, ("Robert", "Roger"), 5)
    assert canonical("MOVE Rob 0305") == "MOVE Robert 0305"


def test_an_unknown_name_gets_the_nearest_spelling_as_a_suggestion_only() -> None:
    found = trouble("MOVE Arnofeld 0305")
    assert (found.code, found.suggestion, found.position) == (Code.NAME, "Arnolfo", 5)


@pytest.mark.parametrize(
    ("line", "code", "position"),
    [
        ("MOVE Khaled 0305", Code.NOT_YOURS, 5),
        ("MOVE Bohemund 0305", Code.NOT_YOURS, 5),
        ("Khaled attacks Robert", Code.NOT_YOURS, 0),
        ("everyone stays", Code.EXPECTED, 14),
        ("MOVE all stay", Code.EXPECTED, 5),
        ("FIRE Arnolfo AT Robert", Code.WRONG_TARGET, 16),
        ("MOVE Robert 0399", Code.HEX, 12),
        ("MOVE Robert 305", Code.HEX, 12),
        ("MOVE Robert facing E", Code.DIRECTION, 19),
        ("MOVE Robert", Code.INCOMPLETE, 11),
        ("MOVE Robert to", Code.INCOMPLETE, 14),
        ("MOVE Robert 0305 banana", Code.LEFT_OVER, 17),
        ("MOVE Robert to 0305 0306", Code.LEFT_OVER, 20),
        ("MOVE Robert + Drogo 0305", Code.EXPECTED, 5),
        ("WOUND first Robert then Robert", Code.TWICE, 12),
        ("RETREAT Drogo", Code.INCOMPLETE, 13),
        ("charge Robert at Khaled", Code.CHARGE, 0),
        ("Robert charges Khaled", Code.CHARGE, 7),
        ("hello there", Code.VERB, 0),
        ("IF Khaled is down THEN WATCH Arnolfo hold", Code.CONDITION, 23),
        ("IF Khaled is down THEN IF Jemal is down THEN MOVE Robert stay", Code.CONDITION, 23),
        ("IF Khaled is down OR Jemal is down THEN MOVE Robert stay", Code.CONDITION, 18),
        ("IF Khaled is down MOVE Robert stay", Code.EXPECTED, 18),
        ("MOVE Robert " + "0305 " * 400, Code.TOO_LONG, 0),
    ],
)
def test_what_cannot_be_read_says_where_and_why(line: str, code: Code, position: int) -> None:
    found = trouble(line)
    assert (found.code, found.position) == (code, position), found.message
    assert found.message


def test_a_hex_without_its_zero_is_suggested() -> None:
    assert trouble("MOVE Robert 305").suggestion == "0305"


def test_east_is_refused_with_both_directions_beside_it() -> None:
    found = trouble("MOVE Robert facing east")
    assert found.candidates == ("NE", "SE") and "NE or SE?" in found.message


def test_places_count_in_the_line_as_written() -> None:
    line = "\u2022 \u201cMOVE\u201d Robert \u2192 0399"
    assert trouble(line).position == line.index("0399")


@pytest.mark.parametrize(
    "line", ["MOVE Robert A0305 B0306", "move robert a.3.5 b.3.6", "MOVE Robert a0305 B.0306"]
)
def test_hexes_of_several_panels_carry_their_letter(line: str) -> None:
    assert canonical(line, PANELS) == "MOVE Robert A0305 B0306"


def test_a_hex_on_several_panels_is_ambiguous_and_one_on_a_single_panel_is_not() -> None:
    assert trouble("MOVE Robert 0305", PANELS).candidates == ("A0305", "B0305")
    assert canonical("MOVE Robert 0912", PANELS) == "MOVE Robert B0912"


def test_two_orders_on_a_line() -> None:
    parts = read_line("mv drogo to 0908 then attack shakil; FIRE Arnolfo AT Jemal", LEXICON)
    assert [print_order(p.order, LEXICON) for p in parts if p.order] == [
        "MOVE Drogo to 0908", "ATTACK Drogo ON Shakil", "FIRE Arnolfo AT Jemal",
    ]  # fmt: skip


def test_a_bad_order_does_not_spoil_its_neighbours_on_the_line() -> None:
    first, bad, last = read_line("MOVE Robert 0305; MOVE Xyz 0306; MOVE Drogo stay", LEXICON)
    assert first.order and last.order and bad.trouble and bad.trouble.code is Code.NAME


@pytest.mark.parametrize("line", ["", "   ", "# a note", "; a note", "-----", "***", "   # MOVE Robert 0305"])
def test_blank_lines_and_comments_hold_nothing(line: str) -> None:
    assert read_line(line, LEXICON) == ()


def test_then_joins_names_before_it_joins_orders() -> None:
    order = parse("FIRE Arnolfo AT Jemal then Shakil", LEXICON)
    assert not isinstance(order, Trouble)
    assert getattr(order, "at") == Pick(names=("jemal", "shakil"))  # noqa: B009


def test_records_hold_what_was_meant() -> None:
    assert parse("MOVE Robert 0305 dismount 0306 facing NE stop if tested", LEXICON) == MoveOrder(
        "robert",
        path=(Leg(LegKind.HEX, hex="0305"), Leg(LegKind.DISMOUNT, hex="0306")),
        facing="NE",
        stops=("tested",),
    )
    assert parse("WATCH hold", LEXICON) == WatchOrder((), hold=True)
    condition = parse("IF Jemal is in 0305 THEN Robert stays", LEXICON)
    assert isinstance(condition, IfOrder) and condition.facts[0].hex == "0305"


def examples() -> list[str]:
    return [*(e for verb in VERBS for e in verb.examples), *IF_EXAMPLES]


@pytest.mark.parametrize("line", examples())
def test_every_example_of_the_help_reads_back_as_written(line: str) -> None:
    people = {
        n.lower(): n
        for n in ("Tancred", "Drogo", "Robert", "Yani", "Gui", "Argyris", "Tybalt", "Fursa", "Milo")
    }
    enemies = {n.lower(): n for n in ("Jemal", "Shakil", "Okeanos")}
    if "OPPOSE" in line:
        enemies |= {n: people.pop(n) for n in ("robert", "drogo")}
    if line.startswith(("FORM", "MARCH", "BREAK", "REFUSE")):
        people |= {n.lower(): n for n in ("Okeanos", "Nikolaos", "Basilios", "Hassan")}
        enemies.pop("okeanos")
    lexicon = Lexicon(
        {Role.OWN: people, Role.ENEMY: enemies, Role.ENGINE: {"catapult": "Catapult"}},
        HEXES,
        modules=("tactics", "buildings", "castles", "works", "captives", "setup"),
        grounds=("the wall",),
    )
    order = parse(line, lexicon)
    assert not isinstance(order, Trouble), order
    printed = print_order(order, lexicon)
    assert parse(printed, lexicon) == order


def test_each_code_has_its_meaning() -> None:
    assert set(MEANINGS) == set(Code)


def test_a_filed_line_that_no_longer_reads_is_our_fault() -> None:
    with pytest.raises(ValueError, match="E-101"):
        parse_filed("frobnicate", LEXICON)


def test_every_verb_prints_what_it_parses() -> None:
    families: set[type[Order]] = {verb.record for verb in VERBS}
    assert len(families) == len(VERBS)


def test_the_players_guide_shows_every_verb_example_and_code() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "players.md").read_text("utf-8")
    for verb in VERBS:
        assert f"### {verb.family}\n" in guide
    assert [line for line in examples() if line not in guide.splitlines()] == []
    assert [code for code in Code if f"| {code.value} | {MEANINGS[code]} |" not in guide] == []


@pytest.mark.parametrize("line", ["Robert>0508", "Robert > 0508", "Robert: 0508", "robert>0508 0509"])
def test_a_name_a_sign_and_a_hex_are_a_move(line):
    [part] = read_line(line, LEXICON)
    assert isinstance(part.order, MoveOrder), part.trouble


def test_a_slip_in_the_verb_is_read_and_told_where_the_rest_of_the_line_can_be_read():
    [part] = read_line("Robert atack Khaled", LEXICON)
    assert part.order is not None and print_order(part.order, LEXICON) == "ATTACK Robert ON Khaled"
    assert part.notes == ("atack read as ATTACK.",)


@pytest.mark.parametrize(
    "line",
    [
        "Robert atack Khaled somehow",  # the rest cannot be read
        "Robert attacked Khaled",  # told of the past
        "Robert takes Khaled",  # a word of its own
        "Robert ataxx Khaled",  # too far
    ],
)
def test_a_verb_is_never_guessed_from_what_may_be_meant_otherwise(line: str) -> None:
    [part] = read_line(line, LEXICON)
    assert part.order is None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("robert atacks khaled", "ATTACK Robert ON Khaled"),
        ("Robert attacking Khaled", "ATTACK Robert ON Khaled"),
        ("Robert moving to 0305", "MOVE Robert to 0305"),
        ("retraet Robert toward 0101", "RETREAT Robert toward 0101"),
        ("Robert satys", "MOVE Robert stay"),
    ],
)
def test_slips_in_verbs_are_read_as_slips_in_names_are(line: str, expected: str) -> None:
    assert canonical(line) == expected


def test_a_name_cut_short_is_the_mans_and_not_his_horses() -> None:
    named = Lexicon(
        {
            Role.OWN: {"robert": "Robert"},
            Role.ENEMY: {"anas": "Anas the Black"},
            Role.HORSE: {"mount": "Anas the Black's horse", "grey": "Asim the Grey's horse"},
        },
        HEXES,
    )
    assert canonical("ATTACK Robert ON Anas", named) == "ATTACK Robert ON Anas the Black"
    assert canonical("Robert attacks Anas", named) == "ATTACK Robert ON Anas the Black"
    assert canonical("ATTACK Robert ON Anas the Black's horse", named).endswith("Anas the Black's horse")
    assert canonical("ATTACK Robert ON Asim", named) == "ATTACK Robert ON Asim the Grey's horse"


def test_the_longest_names_of_a_campaign_read_back() -> None:
    """Of many Aubreys one is called after his home too, and his horse after him."""
    long = Lexicon(
        {
            Role.OWN: {"serlo": "Serlo", "aubrey": "Aubrey the Younger of San Marco"},
            Role.HORSE: {"mount": "Aubrey the Younger of San Marco's horse"},
        },
        HEXES,
    )
    line = "MOVE Serlo 0305 mount Aubrey the Younger of San Marco's horse"
    assert canonical(line, long) == line
