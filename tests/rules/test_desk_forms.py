"""Order forms and short help: what they offer can be carried out."""

from __future__ import annotations

from msgspec.structs import replace

from rules import engine
from rules.desk.briefing.forms import order_form
from rules.desk.help import verb_help
from rules.desk.hints import short_help
from rules.desk.reading import Verdict
from rules.orders.verbs import VERBS
from rules.state.battle import Battle
from rules.state.figure import Health
from rules.state.table import Progress
from tests.rules.desk_kit import only, read, scene
from tests.rules.kit import RULES, battle, field, man


def test_the_form_sent_back_unchanged_is_a_legal_phase() -> None:
    at = scene()
    form = order_form(at, RULES, "normans")
    assert all(len(line) <= 72 for line in form.splitlines())
    reading = read(form, at)
    assert reading.troubled == 0 and reading.idle == ()
    assert "FIRE Arnolfo AT Khaled" in form and "MOVE Robert stay" in form


def test_the_form_offers_a_good_attack_to_those_in_contact() -> None:
    at = battle(
        field(10, 8), man("Robert", "0404", attack=16), man("Khaled", "0405", side="arabs", defence=5)
    )
    form = order_form(at, RULES, "normans")
    assert "ATTACK best at +0 or better" in form.splitlines() and "+11" in form
    assert read(form, at).troubled == 0


def test_the_form_of_a_waiting_side_takes_standing_orders_only() -> None:
    at = scene()
    at.standing["arabs"] = ("WATCH Yusuf hold",)
    form = order_form(at, RULES, "arabs")
    assert all(line.startswith("#") for line in form.splitlines()) and "WATCH Yusuf hold" in form


def test_help_knows_every_verb_and_its_synonyms() -> None:
    families = {verb.family for verb in VERBS}
    for verb in VERBS:
        for word in verb.words:
            page = verb_help(word)
            family = word.upper() if word.upper() in families else verb.family
            assert page.startswith(family) and all(len(line) <= 72 for line in page.splitlines())
    assert "Did you mean MOVE?" in verb_help("movee") and "CLEAR" in verb_help()


def test_short_help_is_five_lines_of_this_battle_and_of_what_its_phase_can_use() -> None:
    mine, theirs = (" ".join(short_help(scene(), RULES, seat)) for seat in ("normans", "arabs"))
    assert "MOVE Ruggiero to 0809" in mine and "ATTACK," in mine and "ATTACK Ruggiero" not in mine
    assert "RETREAT Khaled toward 1006" in theirs and "ATTACK" not in theirs and "MOVE," not in theirs
    for word in ("CHARGE", "LADDER", "SHELTER", "DOUSE", "castle", "siege"):
        assert word not in mine and word not in verb_help("", ())
    walls = replace(scene().setup, modules=("tactics", "buildings", "castles", "works"))
    at = scene()
    at.setup = walls
    assert "and more, which HELP names" in " ".join(short_help(at, RULES, "normans"))
    for told in (
        short_help(at, RULES, "normans"),
        short_help(at, RULES, "arabs"),
        short_help(scene(), RULES, "normans"),
    ):
        assert 2 <= len(told) <= 5 and all(len(line) <= 72 for line in told)
    assert len(verb_help("", walls.modules).split("\n")) < 32


def hints(at: Battle) -> list[str]:
    return [line.strip() for line in short_help(at, RULES, "normans") if line.startswith("  ")]


def test_the_examples_of_short_help_can_be_carried_out() -> None:
    """Nobody is in contact: no ATTACK; Arnolfo has somebody in range. Then Khaled stands before Ruggiero."""
    far = hints(scene())
    assert [line.split()[0] for line in far] == ["MOVE", "FIRE"]
    near = scene()
    near.figures["khaled"] = replace(near.figures["khaled"], hex="0908")
    assert "ATTACK Ruggiero ON Khaled" in hints(near)
    for at in (scene(), near):
        reading = read("\n".join(hints(at)), at)
        assert {line.verdict for line in reading.lines} == {Verdict.OK}


def test_short_help_moves_the_first_man_who_can_go() -> None:
    """Ruggiero stands among friends in a corner; Arnolfo behind him is hemmed in by no one."""
    at = battle(
        field(8, 8), man("Ruggiero", "0101"), man("Odo", "0102"), man("Ivo", "0201"), man("Hugo", "0202"),
        man("Khaled", "0808", side="arabs"),
    )  # fmt: skip
    (line,) = hints(at)
    reading = read(line, at)
    assert line.startswith("MOVE") and only(reading).verdict is Verdict.OK
    assert line.split()[-1] not in {"0101", "0102", "0201", "0202"}


def test_the_dead_are_left_out_of_standing_orders() -> None:
    at = scene()
    at.standing["normans"] = (
        "WATCH Arnolfo + Ruggiero fire at first within 8",
        "WATCH Drogo fire at nearest, at most twice",
        "REFUSE Ruggiero always",
        "WOUND first Ruggiero then Robert",
        "RETREAT toward 0101",
    )
    at.figures["ruggiero"] = replace(at.figures["ruggiero"], health=Health.DEAD, hex=None)
    form = order_form(at, RULES, "normans")
    assert "Ruggiero" not in form
    reading = read("MOVE Robert stay", at)
    assert reading.standing == (
        "WATCH Arnolfo fire at first within 8",
        "WATCH Drogo fire at nearest, at most twice",
        "WOUND first Robert",
        "RETREAT toward 0101",
    )
    assert not read("", at).changed


def test_an_order_that_is_counted_keeps_the_words_by_which_it_is_counted() -> None:
    at = scene()
    counted = "WATCH Arnolfo + Ruggiero fire at first, at most 3 times"
    at.standing["normans"] = (counted,)
    at.progress["normans"] = {counted: Progress(times=1)}
    at.figures["ruggiero"] = replace(at.figures["ruggiero"], health=Health.DEAD, hex=None)
    assert read("MOVE Robert stay", at).standing == (counted,)
    at.figures["arnolfo"] = replace(at.figures["arnolfo"], health=Health.DEAD, hex=None)
    assert read("MOVE Robert stay", at).standing == ()


def test_the_form_says_what_at_first_means_where_a_watch_says_it() -> None:
    meaning = "'At first': at the first enemy who moves and whom the order fits."
    at = scene()
    at.standing["normans"] = ("WATCH Arnolfo fire at first within 8",)
    assert meaning in order_form(at, RULES, "normans")
    at.standing["normans"] = ("WATCH Arnolfo fire at Khaled",)
    assert meaning not in order_form(at, RULES, "normans")


def test_where_the_form_proposes_no_shot_at_those_in_range_it_says_which_limit_keeps_it() -> None:
    """Gui has Khaled in range; Drogo and Odo stand beside him, where a third of the arrows falls."""
    at = battle(
        field(12, 9),
        man("Gui", "0105", weapon="short_bow"),
        man("Drogo", "0904"),
        man("Odo", "0903"),
        man("Khaled", "1003", side="arabs"),
    )
    form = " ".join(order_form(at, RULES, "normans").replace("# ", "").split())
    assert "In range: Khaled" in form and "MOVE Gui stay" in form
    assert "No shot is proposed: the best would endanger friends (" in form
    for name in ("Drogo", "Odo"):
        at.figures.pop(name.lower())
    form = order_form(at, RULES, "normans")
    assert "FIRE Gui AT Khaled" in form and "No shot" not in form


def test_help_in_a_battle_names_its_own_men() -> None:
    said = engine.battle_help(scene(), "FIRE", "normans")
    assert "FIRE Arnolfo AT Khaled" in said and "Yani" not in said and "Jemal" not in said
    assert "SHIFT" not in engine.battle_help(scene(), "MOVE", "normans")
