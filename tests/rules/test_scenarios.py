"""Rosters, scenario files and set-up: what ships is playable, what is wrong is named."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules import engine
from rules.assault import holding
from rules.books.book import UnknownChoice
from rules.books.guiscard import GUISCARD
from rules.books.registry import UnknownRuleset, missing_rules, rules_of
from rules.core.tables import TableError, shipped_tables
from rules.evolve import replay
from rules.orders.records import ChargeOrder
from rules.orders.verbs import verbs_in
from rules.scenarios import loader
from rules.scenarios.creation import create, created
from rules.scenarios.loader import (
    ScenarioError,
    ScenarioFile,
    load,
    scenario_from_toml,
    scenarios_in_order,
    slugs,
)
from rules.scenarios.lobby import scenario_infos
from rules.scenarios.rosters import RosterError, all_rosters, plain_name, roster_figures, roster_from_toml
from rules.state.table import Options, Pace
from rules.tactical.formations import close_order
from rules.tactical.sight import line_of_fire
from rules.tactical.ways.stacking import cannot_end
from tests.rules.kit import RULES

ONE_MAN = """
faction = "testers"
status = "house"
note = "for a test"

[[figures]]
name = "Hugon"
code = "Nil"
kind = "spearman"
healthy = [9, 6, 8]
wounded = [5, 4, 4]
stunned = [0, 2, 0]
"""

# rosters


@pytest.mark.rule("GUI-1.2f", "GUI-5b")
def test_five_factions_with_two_dozen_figures_each_and_fewer_slavs() -> None:
    count = {r.faction: len(r.figures) for r in all_rosters()}
    assert set(count) == {"normans", "lombards", "byzantines", "arabs", "slavs"}
    assert all(n >= 24 for faction, n in count.items() if faction != "slavs")
    letters = {r.faction: {f.code[0] for f in r.figures} for r in all_rosters()}
    assert letters == {
        "normans": {"N"},
        "lombards": {"L"},
        "byzantines": {"B"},
        "arabs": {"A"},
        "slavs": {"S"},
    }


def test_every_name_is_unique_without_accents_and_case() -> None:
    names = [plain_name(f.name) for r in all_rosters() for f in r.figures]
    assert len(names) == len(set(names)) == len(roster_figures())
    assert plain_name("Cefalù") == "cefalu"


@pytest.mark.rule("GUI-4", "GUI-1.2d")
def test_movement_on_the_counters_is_that_of_the_books_table() -> None:
    table = shipped_tables()["movement-allowance"]
    for figure in roster_figures().values():
        cataphract = figure.kind == "cataphract"
        on_foot = (
            "foot cataphract" if cataphract else "foot armoured" if figure.armoured else "foot unarmoured"
        )
        assert figure.healthy.movement == table.number(on_foot, "healthy"), figure.name
        assert figure.wounded.movement == table.number(on_foot, "wounded"), figure.name
        if figure.mounted is not None and figure.mounted_wounded is not None:
            riding = (
                "cataphract" if cataphract else "rider armoured" if figure.armoured else "rider unarmoured"
            )
            assert figure.mounted.movement == table.number(riding, "healthy"), figure.name
            assert figure.mounted_wounded.movement == table.number(riding, "wounded"), figure.name


@pytest.mark.rule("GUI-1", "GUI-1.2a")
def test_values_keep_within_what_the_examples_show_and_wounds_make_worse() -> None:
    for figure in roster_figures().values():
        assert 5 <= figure.healthy.attack <= 17 and 5 <= figure.healthy.defence <= 9, figure.name
        assert figure.wounded.attack < figure.healthy.attack, figure.name
        assert figure.wounded.defence < figure.healthy.defence, figure.name
        assert figure.stunned.attack == figure.stunned.movement == 0 and 2 <= figure.stunned.defence <= 4, (
            figure.name
        )
        if figure.mounted is not None:
            assert 15 <= figure.mounted.attack <= 30 and 7 <= figure.mounted.defence <= 11, figure.name


def test_only_missile_weapons_of_the_table_are_carried() -> None:
    weapons = shipped_tables()["weapons"]
    assert all(weapons.has(f.weapon) for f in roster_figures().values() if f.weapon)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            'code = "Nil"',
            'code = "Ncl"',
            r"levy\.toml: Hugon: the code Ncl and the mounted face do not agree",
        ),
        ('code = "Nil"', 'code = "Norman"', r"levy\.toml: Hugon: the code 'Norman' is not"),
        ('code = "Nil"', 'code = "Nia"', r"levy\.toml: Hugon: exactly the classes j, s and a"),
        ("[9, 6, 8]", "[9, 6]", r"levy\.toml: "),
        ("healthy", "hale", r"levy\.toml: .*hale"),
    ],
)
def test_a_faulty_roster_is_refused_with_file_and_figure(old: str, new: str, complaint: str) -> None:
    assert roster_from_toml(ONE_MAN).figures[0].id == "hugon"
    with pytest.raises(RosterError, match=complaint):
        roster_from_toml(ONE_MAN.replace(old, new), "levy.toml")


# set-up


TWO_BATTLES = ("reapers", "evening")  # of one day, each smaller than one that stands for itself


@pytest.mark.parametrize("slug", slugs())
def test_every_scenario_can_be_set_up_and_all_stand_legally(slug: str) -> None:
    made = create(slug, RULES, commitment="c0ffee")
    battle = replay([made])
    assert battle.setup.commitment == "c0ffee"
    assert battle.setup.tables_digest == RULES.tables.digest
    for side in battle.setup.sides:
        assert (9 if slug in TWO_BATTLES else 12) <= len(battle.side_figures(side.id)) <= 30
    for figure in battle.figures.values():
        assert cannot_end(battle, RULES, figure) is None
    ridden = {f.mount for f in battle.figures.values() if f.mount is not None}
    assert ridden == set(battle.horses)


@pytest.mark.rule("GUI-7.3", "GUI-7.3.1a")
def test_the_spears_play_with_combat_tactics_and_their_hoplites_keep_together() -> None:
    battle = replay(engine.new_game("spears"))
    assert battle.setup.modules == ("tactics",) and rules_of(battle).knows(ChargeOrder)
    [before] = battle.formations.values()
    orders = engine.captain_orders(battle, "byzantines", "cautious")
    reading = engine.read_orders(battle, "byzantines", orders)
    assert all(not line.code for line in reading.lines)
    filed = replay([engine.accept_orders(battle, "byzantines", reading)], battle)
    after = replay(engine.adjudicate(filed, engine.KeyedDice(b"spears")), filed)
    [now] = after.formations.values()
    assert now.places.keys() == before.places.keys()
    assert not any(
        battle.setup.modules
        for battle in (replay([create(s, RULES)]) for s in ("orchard", "defile", "strand", "ford"))
    )


@pytest.mark.rule("GUI-2a")
def test_the_side_that_begins_stands_first() -> None:
    ford = load("ford")
    assert ford.first == "arabs" and ford.sides[0].id == "byzantines"
    assert [side.id for side in create("ford", RULES).setup.sides] == ["arabs", "byzantines"]


def test_a_cataphracts_horse_is_armoured() -> None:
    horses = {h.id: h for h in create("ford", RULES).horses}
    assert horses["leon-horse"].armoured
    assert not horses["bardas-horse"].armoured


def test_options_and_a_table_pack_go_into_the_first_event() -> None:
    ours = RULES.tables["clutter"]
    pack = {"clutter": replace(ours, note="mine")}
    made = create("orchard", RULES, Options(pace=Pace.STEP), table_pack=pack)
    assert made.setup.options.pace is Pace.STEP
    assert made.setup.tables == {**RULES.tables.as_dict(), **pack}
    assert made.setup.tables_digest != RULES.tables.digest
    with pytest.raises(TableError):
        create("orchard", RULES, table_pack={"nonsense": ours})


def test_an_unknown_scenario_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        create("atlantis", RULES)


def test_a_scenario_is_played_by_the_rules_it_was_written_for() -> None:
    with pytest.raises(
        ScenarioError, match=r"orchard\.toml: ruleset: there is no book 'montjoie' \(known: guiscard\)"
    ):
        created(replace(load("orchard"), ruleset="montjoie"), RULES)


MODULES = tuple(m.name.id for m in GUISCARD.modules if m.name.chapter.startswith("GUI"))


@pytest.mark.rule("GUI-7")
@pytest.mark.parametrize("module", MODULES)
def test_a_module_brings_its_rules_and_its_verbs_and_no_other_brings_them(module: str) -> None:
    """Chapters 1 to 6 are always in force; 7 to 10 each only where the scenario names them."""
    verb = {"tactics": "CHARGE", "buildings": "TEAR", "castles": "OPEN", "works": "LIGHT", "setup": "PLACE"}[
        module
    ]
    seam = {
        "tactics": lambda r: close_order.no_test in r.seams.passage_bars,
        "castles": lambda r: line_of_fire.lance_upwards in r.seams.shot_bars,
        "works": lambda r: holding.tests_nobody in r.seams.passage_bars,
    }
    others = tuple(m for m in MODULES if m != module)
    for modules, there in (((module,), True), (others, False), ((), False)):
        rules = GUISCARD.rules(modules=modules)
        assert (module in rules.switched_on) is there
        assert (verb in {v.family for v in verbs_in(modules)}) is there
        assert module not in seam or seam[module](rules) is there
    assert {"MOVE", "FIRE", "ATTACK"} <= {v.family for v in verbs_in(())}


@pytest.mark.rule("GUI-7")
def test_a_module_that_does_not_exist_is_named_with_the_nearest() -> None:
    """At set-up, from a file or from a record at hand; and the rules of a book say the same
    for themselves."""
    with pytest.raises(ScenarioError, match=r"lances\.toml: there is no module 'tactic'; 'tactics' is"):
        created(replace(load("lances"), modules=("tactic",)), RULES)
    with pytest.raises(UnknownChoice, match="'buildings' is meant"):
        GUISCARD.rules(modules=("tactics", "building"))
    with pytest.raises(UnknownChoice, match="no printing 'oldest'"):
        GUISCARD.rules(printing="oldest")


@pytest.mark.rule("GUI-7")
def test_a_stored_game_of_an_unknown_module_is_told_apart_from_the_others() -> None:
    setup = create("lances", RULES).setup
    assert missing_rules(setup) == ""
    named = missing_rules(replace(setup, modules=("tactics", "sappers")))
    assert "there is no module 'sappers'" in named and "known: tactics" in named
    with pytest.raises(UnknownRuleset, match="sappers"):
        rules_of(replay([replace(create("lances", RULES), setup=replace(setup, modules=("sappers",)))]))


def test_a_faulty_scenario_file_takes_no_other_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slug in ("orchard", "lances"):
        shutil.copy(loader.SCENARIOS / f"{slug}.toml", tmp_path)
    wrong = (tmp_path / "lances.toml").read_text("utf-8").replace('"tactics"', '"tactic"')
    (tmp_path / "mine.toml").write_text(wrong, "utf-8")
    monkeypatch.setattr(loader, "SCENARIOS", tmp_path)
    caches = (load, loader.slugs, loader.faulty_scenarios)
    for cached in caches:
        cached.cache_clear()
    try:
        assert [s.slug for s in scenarios_in_order()] == ["orchard", "lances"]
        [(slug, said)] = engine.faulty_scenarios().items()
        assert slug == "mine" and "mine.toml: there is no module 'tactic'" in said
    finally:
        for cached in caches:
            cached.cache_clear()


def _moved(seat: str, **places: str) -> ScenarioFile:
    scenario = load("strand")
    figures = {**scenario.figures, seat: {**scenario.figures[seat], **places}}
    return replace(scenario, figures=figures)


@pytest.mark.parametrize(
    ("seat", "name", "place", "complaint"),
    [
        ("normans", "Roger", "0411-0410", "Tancred in 0411: Roger stands there already"),
        ("normans", "Gilbert", "9901", "Gilbert in 9901: there is no such hex"),
        ("normans", "Roger", "0410-0610", "Roger: 0410 and 0610 do not touch"),
        ("normans", "Roger", "1008-1009", "Roger in 1008: rock is closed to riders"),
        ("normans", "Gilbert", "0413-0414", "Gilbert has no horse to sit on"),
        ("normans", "Roger", "0101", "Roger in 0101: armour sinks in deep water"),
        ("normans", "Hengist", "0413", "Hengist is in no roster"),
        ("arabs", "Roger", "1308", "Roger is called up twice"),
    ],
)
@pytest.mark.rule("GUI-4.1a", "GUI-4.2.1a", "GUI-4.2.1c")
def test_a_figure_that_cannot_stand_there_is_named(seat: str, name: str, place: str, complaint: str) -> None:
    with pytest.raises(ScenarioError, match=rf"strand\.toml: {complaint}"):
        created(_moved(seat, **{name: place}), RULES)


def test_exits_and_edges_must_be_on_the_board() -> None:
    strand = load("strand")
    aims = (replace(strand.victory.aims[0], hexes=("9999",)),)
    with pytest.raises(ScenarioError, match="victory: there is no hex 9999"):
        created(replace(strand, victory=replace(strand.victory, aims=aims)), RULES)
    sides = tuple(replace(side, edge="9999") for side in strand.sides)
    with pytest.raises(ScenarioError, match="edge of the Normans: there is no hex 9999"):
        created(replace(strand, sides=sides), RULES)


# files


TINY = """
title = "T"
blurb = "B"
chapter = "C"
order = 1
ruleset = "guiscard"
first = "a"
panels = [{ letter = "A", drawing = "orchard" }]
sides = [{ id = "a", name = "As", adjective = "A" }, { id = "b", name = "Bs", adjective = "B" }]
seats = [{ id = "a", side = "a", name = "A" }, { id = "b", side = "b", name = "B" }]
figures = { a = { Robert = "0101" }, b = { Zahir = "2401" } }
victory = { turns = 3 }
"""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('first = "a"', 'first = "x"', "first: there is no side 'x'"),
        ('side = "b"', 'side = "a"', "nobody commands the side 'b'"),
        ("b = { Zahir", "c = { Zahir", "figures: give one list for each seat"),
        ('drawing = "orchard"', 'drawing = "moon"', "there is no panel 'moon'"),
        ("turns = 3", "turns = 3, break_at = { x = 5 }", "victory.break_at: there is no side 'x'"),
        ("order = 1", 'order = "one"', "order"),
        ("blurb =", "blurp =", "blurp"),
        (
            "order = 1",
            'order = 1\nmodules = ["tactis"]',
            "there is no module 'tactis'; 'tactics' is meant perhaps",
        ),
        (
            "order = 1",
            'order = 1\nmodules = ["Castle"]',
            "there is no module 'Castle'; 'castles' is meant",
        ),
        (
            "order = 1",
            'order = 1\nmodules = ["q"]',
            r"there is no module 'q' \(known: tactics, buildings, castles",
        ),
        (
            "order = 1",
            'order = 1\nmodules = ["works", "works"]',
            "the module 'works' is named twice",
        ),
        (', { id = "b", name = "Bs", adjective = "B" }', "", "a battle has two sides or more, not 1"),
    ],
)
def test_a_faulty_scenario_file_is_refused_with_its_name(old: str, new: str, complaint: str) -> None:
    scenario_from_toml(TINY, "tiny")
    assert old in TINY
    with pytest.raises(ScenarioError, match=rf"tiny\.toml: .*{complaint}"):
        scenario_from_toml(TINY.replace(old, new), "tiny")


def test_two_panels_with_letters_make_one_board() -> None:
    two = (
        'panels = [{ letter = "A", drawing = "orchard" }, { letter = "B", drawing = "orchard", column = 23, '
        "row = 35, turn = 3 }]"
    )
    text = TINY.replace('panels = [{ letter = "A", drawing = "orchard" }]', two)
    text = text.replace('"0101"', '"A0101"').replace('"2401"', '"B2401"')
    battle = replay([created(scenario_from_toml(text, "tiny"), RULES)])
    assert len(battle.board.cells) == 2 * 24 * 18
    assert battle.figures["zahir"].hex == "B2401"


def test_the_lobby_shows_all_scenarios_in_their_order() -> None:
    infos = scenario_infos()
    assert [i.slug for i in infos] == [s.slug for s in scenarios_in_order()]
    assert [i.slug for i in infos[:4]] == ["orchard", "defile", "strand", "ford"]
    orchard = infos[0]
    assert orchard.turns == 9 and orchard.blurb and orchard.victory
    assert [(s.side_name, s.figures) for s in orchard.seats] == [("Normans", 12), ("Lombards", 12)]


@pytest.mark.parametrize("slug", slugs())
def test_the_men_whom_a_story_counts_are_those_of_the_battle(slug: str) -> None:
    """All of a side, all but its first leader, or all of a kind; a part of them is told as such."""
    info = next(one for one in scenario_infos() if one.slug == slug)
    battle = engine.replay(engine.new_game(slug))
    counts = {len(battle.side_figures(side.id)) - less for side in battle.setup.sides for less in (0, 1)}
    kinds = [(figure.side, figure.kind) for figure in battle.figures.values()]
    counts |= {kinds.count(kind) for kind in kinds}
    whole = info.blurb.replace("worth three men", "").replace("Two men of the garrison", "")
    for word in re.findall(r"([a-z-]+)(?: of \w+'s)? (?:men|spearmen|bowmen|archers)\b", whole.lower()):
        if word in NUMBERS:
            assert NUMBERS[word] in counts, (word, counts)


NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "twenty": 20,
    "twenty-one": 21,
}  # fmt: skip
