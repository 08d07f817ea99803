"""The battles in which the lines of spoken.txt are read: three first phases, and three in the middle of a
game (spoken/*.position), as a player had them before him when he wrote."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.books.registry import rules_of
from rules.positions.reading import read
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from tests.rules.castle_kit import castle, lying
from tests.rules.kit import SIEGE, battle, field, man, rider


def evening() -> Battle:
    """Nine Normans below, nine Lombards above; a yard, and a house in it."""
    foe = {"side": "arabs"}
    return battle(
        field(24, 20),
        man("Robert", "1315", kind="knight", rides=True),
        man("William", "1215", kind="heavy infantry"),
        man("Geoffrey", "1415", kind="heavy infantry"),
        man("Hugo", "1016"),
        man("Odo", "1516"),
        man("Walter", "0915"),
        man("Ivo", "1116", kind="light infantry"),
        man("Gilbert", "1214", kind="archer", code="Nia", weapon="short_bow"),
        rider("Serlo", "2017", "2018"),
        man("Teobaldo", "1310", **foe),
        man("Atenolfo", "1110", **foe),
        man("Astolfo", "1510", **foe),
        man("Carlo", "0910", **foe),
        man("Sandro", "1311", **foe),
        man("Alboino", "1710", **foe),
        man("Arnolfo", "1209", weapon="short_bow", **foe),
        rider("Gisulfo", "2010", "2009", **foe),
        traits=("yard 1112 1212 1312 1412", "house 1211 1411"),
        step=None,
        rules=SIEGE,
    )


def siege() -> Battle:
    """A ladder lies before a stockade; archers and a slinger behind it."""
    foe = {"side": "arabs"}
    return castle(
        man("William", "0407", kind="heavy infantry"),
        man("Geoffrey", "0408", kind="heavy infantry"),
        man("Baldwin", "0208"),
        man("Warin", "0207"),
        man("Gilbert", "0507", kind="archer", code="Nia", weapon="short_bow"),
        man("Ralph", "0307", kind="archer", code="Nia", weapon="short_bow"),
        man("Milo", "0607", kind="slinger", weapon="sling"),
        man("Okeanos", "0404", storey=1, kind="hoplite", **foe),
        man("Argyris", "0204", storey=1, kind="archer", code="Nia", weapon="composite_bow", **foe),
        ladders=(lying("0407", "0408"),),
    )


def lances() -> Battle:
    """Riders on open ground, in lines that lead straight at each other."""
    foe = {"side": "arabs"}
    return battle(
        field(24, 20),
        rider("Robert", "1312", "1313", leader=True),
        rider("Drogo", "1115", "1116", lance=True),
        rider("Gui", "0715", "0716", kind="sergeant"),
        rider("Mauger", "0915", "0916", kind="sergeant"),
        man("Anquetil", "1114", kind="archer", code="Nia", weapon="short_bow"),
        man("Gilbert", "1414", kind="archer", code="Nia", weapon="short_bow"),
        man("Ralph", "1614", kind="archer", code="Nia", weapon="short_bow"),
        rider("Leon", "1304", "1303", kind="cataphract", **foe),
        rider("Maniakes", "1104", "1103", kind="cataphract", **foe),
        man("Argyris", "1308", kind="archer", code="Nia", weapon="composite_bow", **foe),
        step=None,
        rules=SIEGE,
    )


SCENES = {"evening": evening, "siege": siege, "lances": lances}
POSITIONS = Path(__file__).parent / "spoken"


@cache
def opened(scene: str) -> Battle:
    if scene in SCENES:
        return SCENES[scene]()
    found = read((POSITIONS / f"{scene}.position").read_text())
    assert isinstance(found.battle, Battle)
    return found.battle


@cache
def rules_at(scene: str) -> Ruleset:
    return SIEGE if scene in SCENES else rules_of(opened(scene))
