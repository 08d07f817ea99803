"""SHELTER: which side somebody keeps in cross-fire; and what receipts and reports say of shots
between walls."""

from __future__ import annotations

import pytest

from rules.desk.read import read_orders
from rules.desk.reading import Verdict
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import parse, print_order
from tests.rules.kit import SIEGE, battle, man, narrated, of_kind, play
from tests.rules.test_sight_built import HOUSE, INSIDE, archer, at_house, ground, look, seen

VICTIM = man("Robert", "0505")


def crossed(**more):
    """Robert stands in the doorway; Yani shoots from the room, Basil from outside."""
    return at_house(
        VICTIM, archer("Yani", "0404", side="arabs"), archer("Basil", "0508", side="arabs"), step=None, **more
    )


def answer(at, line):
    return read_orders(at, SIEGE, "normans", (line,)).lines[0]


@pytest.mark.rule("GUI-8.3.5")
@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("shelter robert from yani", "SHELTER Robert FROM Yani"),
        ("Robert shelters from 0504", "SHELTER Robert FROM 0504"),
        ("Robert shelters against Basil", "SHELTER Robert FROM Basil"),
        ("SHELTER Robert 0506", "SHELTER Robert FROM 0506"),
    ],
)
def test_ways_to_write_it(line, canonical):
    lexicon = lexicon_of(crossed(), "normans")
    assert print_order(parse(line, lexicon), lexicon) == canonical


@pytest.mark.rule("GUI-8.3.5", "GUI-9.4.3a")
@pytest.mark.parametrize(
    ("line", "inside", "outside"),
    [
        ("", "none", "medium"),
        ("SHELTER Robert FROM Yani", "medium", "none"),
        ("SHELTER Robert FROM 0404", "medium", "none"),
        ("SHELTER Robert FROM Basil", "none", "medium"),
        ("SHELTER Robert FROM 0506", "none", "medium"),
    ],
)
def test_the_side_named_is_kept(line, inside, outside):
    table = play(crossed(), normans=(line,) if line else ())
    assert seen(look(table.battle, "yani", "robert")).cover == inside
    assert seen(look(table.battle, "basil", "robert")).cover == outside
    told = [line_.text for line_ in narrated(crossed(), table.events, "normans")] if line else []
    assert not line or any("keeps covered from" in text for text in told)


@pytest.mark.rule("GUI-8.3.6")
def test_at_a_corner_too():
    b = battle(
        ground(**INSIDE), man("Robert", "0403"), archer("Yani", "0204", side="arabs"),
        archer("Basil", "0703", side="arabs"), rules=SIEGE, traits=["corner 0403"], step=None, **HOUSE,
    )  # fmt: skip
    assert seen(look(b, "yani", "robert")).cover == "medium"
    after = play(b, normans=("SHELTER Robert FROM Basil",)).battle
    assert seen(look(after, "basil", "robert")).cover == "medium"
    assert "covered only on the right" in seen(look(after, "yani", "robert")).cover_why[0].words or (
        seen(look(after, "yani", "robert")).cover == "none"
    )


@pytest.mark.rule("GUI-8.3.5")
def test_receipts():
    found = answer(crossed(), "SHELTER Robert FROM Yani")
    assert found.verdict is Verdict.OK and "keeps covered from Yani" in found.message[0]
    away = at_house(man("Robert", "0801"), archer("Yani", "0404", side="arabs"), step=None)
    found = answer(away, "SHELTER Robert FROM Yani")
    assert "stands for where he goes" in " ".join(found.message)
    dead = at_house(VICTIM, archer("Yani", "0404", side="arabs", health="dead"), step=None)
    assert answer(dead, "SHELTER Robert FROM Yani").verdict is Verdict.ILLEGAL


@pytest.mark.rule("GUI-8.3.5")
def test_it_stands_beside_a_shot_and_a_move():
    b = at_house(archer("Robert", "0505"), archer("Basil", "0509", side="arabs"), step=None)
    lines = ("FIRE Robert AT Basil", "SHELTER Robert FROM Basil", "MOVE Robert 0404")
    found = read_orders(b, SIEGE, "normans", lines).lines
    assert all(line.verdict in (Verdict.OK, Verdict.NOTE) for line in found), found


@pytest.mark.rule("GUI-8.2.4", "GUI-8.2.1b")
@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("0403", "0404", "The wall between 0403 and 0404 is in the way."),
        ("0504", "0503", "Jemal stands right under the window towards 0503."),
        ("0503", "0507", "through the window towards 0504 only that room is seen"),
    ],
)
def test_receipts_of_shots_name_what_is_in_the_way(start, end, words):
    b = at_house(archer("Yani", start), man("Jemal", end, side="arabs", health="stunned"), step=None)
    found = answer(b, "FIRE Yani AT Jemal")
    assert words.lower() in " ".join(found.message).lower(), found


@pytest.mark.rule("GUI-8.2.1a", "GUI-8.3.1")
def test_receipts_of_shots_name_opening_and_cover():
    b = at_house(archer("Yani", "0503"), man("Jemal", "0405", side="arabs"), step=None)
    said = " ".join(answer(b, "FIRE Yani AT Jemal").message)
    assert "medium cover (in a room, through the window), from the window towards 0504" in said


@pytest.mark.rule("GUI-8.2.3b", "GUI-5.3b")
def test_defensive_fire_goes_through_openings_too():
    """The watcher at the window shoots at a man who passes outside; the one in the middle of the
    room cannot."""
    for at, shots in (("0504", 1), ("0404", 0)):
        b = at_house(
            archer("Jemal", at, side="arabs"), man("Robert", "0201"), step=None,
            standing={"arabs": ("WATCH Jemal anyone",)},
        )  # fmt: skip
        table = play(
            b, named={"GUI-5.4.1a": 1, "GUI-5.4.3a": 9}, normans=("MOVE Robert 0301 0401 0502 0601",)
        )
        assert len(of_kind(table, "shot_fired")) == shots
