"""The set-up: who stands where when it is over, and what is refused."""

from __future__ import annotations

import pytest

from rules import engine
from rules.core.dice import ScriptedDice
from rules.events.umpire import OrderFailed
from rules.scenarios import loader
from rules.scenarios.creation import begun
from rules.scenarios.loader import scenario_from_toml
from tests.rules.kit import RULES, reported
from tests.rules.setup_kit import GRANGE, game, places, played, said

# the sequence


@pytest.mark.rule("GUI-2a", "RUL-201")
def test_the_sides_place_one_after_the_other_and_turn_1_follows() -> None:
    at, seen = game(), []
    for _ in range(3):
        due = engine.awaiting(at)
        seen.append((due.phase, due.turn, due.title, due.key, due.seats))
        at, _ = played(at)
    assert seen == [
        (1, 0, "Lombard set-up", "setup-lombards", ("lombards",)),
        (2, 0, "Norman set-up", "setup-normans", ("normans",)),
        (3, 1, "turn 1, Norman phase", "t1-normans", ("normans",)),
    ]
    assert engine.awaiting(at).title == "turn 1, Lombard phase"


def test_one_side_alone_may_have_a_set_up() -> None:
    cut = GRANGE[GRANGE.index('[[setup]]\nseat = "normans"') : GRANGE.index("[victory]")]
    at = game((cut, ""))
    assert engine.awaiting(at).title == "Lombard set-up"
    assert places(at, "robert", "tancred") == ["1315", "1917-1918"]
    at, _ = played(at)
    assert engine.awaiting(at).title == "turn 1, Norman phase"


@pytest.mark.rule("RUL-201")
def test_without_orders_everybody_stands_where_the_scenario_has_him() -> None:
    at = game()
    for _ in range(2):
        events = engine.adjudicate(at, ScriptedDice(()))
        at = engine.replay(events, at)
    assert places(at, "teobaldo", "arnolfo", "robert", "tancred") == ["1310", "0805", "1315", "1917-1918"]
    assert at.reserves.keys() == {"gisulfo", "romualdo", "landolfo", "melo"}
    assert all((r.by, r.turn, r.set) == (("east",), 3, True) for r in at.reserves.values())


def test_the_form_sent_back_unchanged_is_that_set_up() -> None:
    for seat in ("lombards", "normans"):
        at = game() if seat == "lombards" else played(game())[0]
        lines = [line for line in engine.order_form(at, seat).splitlines() if not line.startswith("#")]
        assert len(lines) == sum(f.seat == seat for f in at.figures.values())
        assert played(at, *lines)[0].figures == played(at)[0].figures
        filed = engine.accept_orders(at, seat, engine.read_orders(at, seat, lines[:3]))
        again = engine.order_form(engine.evolve(at.copy(), filed), seat)
        assert sorted(line for line in again.splitlines() if not line.startswith("#")) == sorted(lines)


# places


def test_places_by_name_in_pairs_by_group_and_all_at_once() -> None:
    at, events = played(
        game(),
        "PLACE everybody on foot in the yard",
        "Arnolfo + Liutprando deploy 0706 0707",
        "PLACE archers on the windows",
        "PLACE Carlo 1206",
    )
    assert places(at, "carlo", "arnolfo", "liutprando", "agilulfo") == ["1206", "0706", "0707", "1906"]
    area = next(a for d in at.setup.deployments for a in d.areas if a.name == "the yard")
    others = {"teobaldo", "sandro", "dattus", "adelchi", "ruggiero"}
    assert all(at.figures[name].hex in area.hexes for name in others)
    [line] = [e for e in events if e.kind == "placed"]
    told = reported(game(), events, "normans")
    assert told[0].text.startswith("Set-up of Teobaldo's garrison: Teobaldo 1310, Atenolfo 1110")
    assert len(line.places) == 13  # type: ignore[attr-defined]


@pytest.mark.rule("RUL-201")
def test_whoever_is_ordered_goes_before_him_who_stands_there_usually() -> None:
    at, _ = played(game(), "PLACE Carlo 1310")
    assert places(at, "carlo") == ["1310"]
    (teobaldo,) = places(at, "teobaldo")
    assert at.board.distance(teobaldo, "1310") == 1


def test_a_later_line_takes_the_place_of_an_earlier_one_and_two_may_change_places() -> None:
    at = game()
    first = engine.read_orders(at, "lombards", ["PLACE Carlo 1206", "PLACE Sandro 0906", "PLACE Carlo 1106"])
    assert first.orders == ("PLACE Sandro at 0906", "PLACE Carlo at 1106")
    at = engine.evolve(at, engine.accept_orders(at, "lombards", first))
    changed = engine.read_orders(at, "lombards", ["PLACE Carlo 0906", "PLACE Sandro 1106"])
    assert [line.code for line in changed.lines] == ["", ""]
    assert said(at, "PLACE Carlo 0906").code == "E-302"


def test_held_back_takes_the_place_of_placed_and_the_other_way_round() -> None:
    at, _ = played(game())
    reading = engine.read_orders(at, "normans", ["PLACE Tancred", "ENTER Tancred by west turn 4"])
    assert reading.orders == ("ENTER Tancred by west turn 4",)
    reading = engine.read_orders(at, "normans", ["ENTER Tancred", "PLACE Tancred 0517-0518"])
    assert reading.orders == ("PLACE Tancred at 0517-0518",)


@pytest.mark.rule("RUL-201")
def test_who_is_named_goes_before_a_group_and_the_receipt_says_what_that_undoes() -> None:
    lines = ["PLACE archers at 0706 0707 0807", "PLACE Carlo at 0707", "PLACE Agilulfo at 1906"]
    reading = engine.read_orders(game(), "lombards", lines)
    assert reading.lines[1].verdict is engine.Verdict.NOTE
    assert reading.lines[1].message == (
        "Carlo 0707.",
        (
            "If this is done, PLACE archers at 0706 0707 0807 cannot be: Liutprando in 0707: Carlo stands "
            "there already."
        ),
    )
    assert reading.lines[2].verdict is engine.Verdict.OK  # two are left, and have hexes enough
    after, _ = played(game(), lines[0], lines[2])
    assert places(after, "arnolfo", "liutprando", "agilulfo") == ["0706", "0707", "1906"]


REFUSED = {
    "PLACE Teobaldo 0305": ("RUL-202", "Teobaldo may not be placed in 0305, only here: the house"),
    "PLACE Sandro 1310; PLACE Carlo 1310": ("GUI-4.1a", "Carlo in 1310: Sandro stands there already"),
    "PLACE Carlo + Sandro at 1310": ("GUI-4.1a", "2 men and 1 hexes: name one for each"),
    "PLACE Carlo 1310 1311": ("GUI-4.1a", "Carlo cannot stand in 2 hexes"),
    "PLACE knights at the yard": ("RUL-202", "None of your men is meant by that"),
    "PLACE Gisulfo 1310-1311": ("RUL-203", "Gisulfo cannot be placed: he comes later"),
    "ENTER Carlo turn 3": ("RUL-203", "Carlo cannot be held in reserve"),
    "ENTER Gisulfo by north": ("RUL-203", "Gisulfo may enter by the east only"),
    "ENTER Gisulfo by 1310": ("RUL-203", "Gisulfo may enter by the east only"),
    "ENTER Gisulfo turn 2": ("RUL-203", "Gisulfo cannot enter before turn 3"),
    "ENTER Gisulfo turn 11": ("RUL-203", "The battle lasts 10 turns"),
    "ENTER archers turn 4": ("RUL-203", "Nobody of whom you write can be held back"),
    "MOVE Carlo to 0906": ("", "Before the first turn men are placed"),
    "ATTACK Carlo ON Robert": ("", "Before the first turn men are placed"),
    "PLACE Robert 1310": ("", "Robert is not under your command"),
    "PLACE Carlo on the roof": ("", "A hex such as 0305, or one of the house, the barn"),
    "PLACE Carlo 9999": ("", "There is no hex 9999"),
    "IF Carlo is up THEN PLACE Sandro 0906": ("", "A set-up cannot stand under IF"),
}


@pytest.mark.parametrize("line", REFUSED)
@pytest.mark.rule("GUI-4.1a", "RUL-202", "RUL-203")
def test_what_cannot_be_is_refused_with_its_rule(line: str) -> None:
    reading = engine.read_orders(game(), "lombards", line.split("; "))
    answer = reading.lines[-1]
    rule, words = REFUSED[line]
    assert (answer.rule, bool(answer.code)) == (rule, True)
    assert answer.message[0].startswith(words), answer.message


GROUND = (
    ('hexes = ["0115-2618"]', 'hexes = ["0101-2604", "0112-2618"]'),
    ('drawing = "farm"', 'drawing = "strand"'),
)


@pytest.mark.rule("GUI-4.2.1a", "GUI-4.2.1c", "GUI-8.4a")
def test_ground_closed_to_riders_to_armour_and_to_everybody() -> None:
    at, _ = played(game())
    assert said(at, "PLACE Tancred 0215-0315", "normans").rule == "GUI-4.2.1a"  # trees
    assert said(at, "PLACE Tancred 1915-1815", "normans").code == ""
    assert said(at, "PLACE Tancred 1915-1715", "normans").message == ("Tancred: 1915 and 1715 do not touch.",)
    wall = scenario_with_riders_in_the_yard()
    assert said(wall, "PLACE Gisulfo 0708-0707").rule == "GUI-4.2.1a"
    strand = sea()
    assert said(strand, "PLACE Robert 0101", "normans").rule == "GUI-4.2.1c"
    assert said(strand, "PLACE Gilbert 0101", "normans").code == ""


def scenario_with_riders_in_the_yard() -> engine.Battle:
    return game(('Gisulfo = "reserve mounted"', 'Gisulfo = "1309-1308"'))


def sea() -> engine.Battle:
    """The strand with a set-up of the Normans on the whole board."""
    text = (loader.SCENARIOS / "strand.toml").read_text("utf-8")
    section = '\n[[setup]]\nseat = "normans"\nareas = [{ name = "the shore", hexes = ["0101-2418"] }]\n'
    text = text.replace('Gilbert = "0413"', 'Robert = "0412"\nGilbert = "0413"')
    events = begun(scenario_from_toml(text + section, "strand"), RULES)
    opened = engine.PhaseOpened(number=1, turn=0, side="normans", name="setup")
    return engine.replay([*events, opened])


def test_a_rider_is_turned_as_he_usually_stands_or_as_he_is_told() -> None:
    at, _ = played(game())
    assert said(at, "PLACE Tancred 1216 facing N", "normans").message == ("Tancred 1216-1217.",)
    assert said(at, "PLACE Tancred 1216", "normans").message == ("Tancred 1216-1217.",)
    assert said(at, "PLACE Tancred 1217 facing NE", "normans").message == ("Tancred 1217-1118.",)


def test_near_misses_are_shown_and_try_keeps_nothing() -> None:
    at = game()
    assert said(at, "PLACE Teobaldo 0604").suggestion == "PLACE Teobaldo at 0705"
    assert said(at, "Carlo 0906").suggestion == "PLACE Carlo at 0906"
    reading = engine.read_orders(at, "lombards", ["TRY PLACE Carlo 0906"])
    assert reading.orders == () and "Carlo 0906." in reading.lines[0].message


def test_nobody_is_placed_once_the_battle_has_begun() -> None:
    at, _ = played(game())
    at, _ = played(at)
    answer = said(at, "PLACE Robert 1310", "normans")
    assert answer.code == "E-303" and "The set-up is over" in answer.message[0]
    assert said(engine.replay(engine.new_game("orchard")), "PLACE Robert 0305", "normans").code


def test_standing_orders_may_be_given_before_anybody_stands() -> None:
    reading = engine.read_orders(
        game(),
        "lombards",
        ["WATCH Arnolfo fire at first", "RETREAT Carlo toward 0906", "ADVANCE Carlo never"],
    )
    assert [line.code for line in reading.lines] == ["", "", ""]
    normans = engine.read_orders(game(), "normans", ["WATCH Gilbert hold", "PLACE Robert 1315"])
    assert [line.code for line in normans.lines] == ["", "E-303"]


@pytest.mark.rule("RUL-201")
def test_what_was_filed_and_cannot_be_any_more_is_told_and_the_man_is_placed() -> None:
    at = game()
    at.sheets["lombards"] = ("PLACE Carlo at 0304", "PLACE Sandro at 1310")
    events = engine.adjudicate(at, ScriptedDice(()))
    [failed] = [e for e in events if isinstance(e, OrderFailed)]
    assert (failed.rule, failed.figure) == ("RUL-202", "carlo")
    after = engine.replay(events, at)
    assert places(after, "carlo", "sandro") == ["0910", "1310"]


# captains


def test_captains_place_their_men_and_random_players_do_what_they_like() -> None:
    at = game()
    assert engine.captain_orders(at, "lombards", "bold") == ["PLACE everybody"]
    assert engine.captain_orders(at, "lombards", "cautious") == [
        "PLACE everybody",
        "PLACE archers at the windows",
    ]
    assert engine.captain_orders(at, "normans", "bold") == []


# several seats, engines
TWO_SEATS = (
    ('[figures.lombards]',
     '[[seats]]\nid = "archers"\nside = "lombards"\nname = "The archers"\n\n[figures.lombards]'),
    ('Arnolfo = "0805"\nLiutprando = "1305"\nAgilulfo = "1906"\n', ""),
    ("[figures.normans]",
     '[figures.archers]\nArnolfo = "0805"\nLiutprando = "1305"\nAgilulfo = "1906"\n\n[figures.normans]'),
    ('[[setup]]\nseat = "normans"',
     ('[[setup]]\nseat = "archers"\nareas = [{ name = "the house", places = ["house", "barn"] }]\n\n'
      '[[setup]]\nseat = "normans"')),
)  # fmt: skip


@pytest.mark.rule("GUI-2b", "RUL-201")
def test_the_seats_of_a_side_place_at_once_and_the_second_gives_way() -> None:
    at = game(*TWO_SEATS)
    assert engine.awaiting(at).seats == ("lombards", "archers")
    for seat, line in (("lombards", "PLACE Carlo 0806"), ("archers", "PLACE Arnolfo 0806")):
        reading = engine.read_orders(at, seat, [line])
        assert reading.lines[0].code == ""  # nobody knows yet what the other wrote
        at = engine.evolve(at, engine.accept_orders(at, seat, reading))
    events = engine.adjudicate(at, ScriptedDice(()))
    [failed] = [e for e in events if isinstance(e, OrderFailed)]
    assert (failed.seat, failed.figure, failed.rule) == ("archers", "arnolfo", "GUI-4.1a")
    after = engine.replay(events, at)
    assert places(after, "carlo", "arnolfo") == ["0806", "0805"]
    assert engine.awaiting(after).title == "Norman set-up"
    refused = said(after, "PLACE Gilbert 1316", "archers")
    assert refused.code == "E-301"


@pytest.mark.rule("GUI-4.1a")
def test_nobody_is_placed_where_an_engine_or_an_enemy_stands() -> None:
    text = (loader.SCENARIOS / "stones.toml").read_text("utf-8")
    seat = "byzantines"
    section = f'\n[[setup]]\nseat = "{seat}"\nareas = [{{ name = "the field" }}]\n'
    events = begun(scenario_from_toml(text + section, "stones"), RULES)
    opened = engine.PhaseOpened(number=1, turn=0, side=seat, name="setup")
    at = engine.replay([*events, opened])
    own = next(f for f in at.figures.values() if f.seat == seat)
    enemy = next(f for f in at.figures.values() if f.seat != seat and f.hex)
    thrower = next(iter(at.engines.values()))
    for hex in (thrower.hexes[0], enemy.hex):
        answer = said(at, f"PLACE {own.name} {hex}", seat)
        assert answer.rule == "GUI-4.1a" and "stands there already" in answer.message[0]
