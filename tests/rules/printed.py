"""The figures that the book prints, and those that were read from copies of its play sheet: copied from
there, row by row, for comparison with our tables. Only figures and codes; "no" is what nobody may enter, "."
what is not printed, or cannot come to bear since no blow goes through. Cells are in the order of ``columns``;
of our other columns (names, words, letters of drawn maps, what a cell refers to) the book knows nothing."""

from __future__ import annotations

from typing import NamedTuple


class Printed(NamedTuple):
    """Of a table the columns compared, and the rows as they are printed: their keys, and their cells
    in one text."""

    columns: str
    rows: dict[str, str]


def _faces(*results: str) -> dict[str, str]:
    return {str(face): result for face, result in enumerate(results, start=1)}


# fmt: off
BOOK: dict[str, Printed] = {
    "ammunition": Printed("shots", {"javelin": "4", "lance_mounted": "1", "lance_foot": "1"}),
    "bridle": Printed("result", _faces(*["caught"] * 6, *["missed"] * 4)),
    "built-cover": Printed(
        "cover",
        {
            **dict.fromkeys(("room", "yard", "window", "doorway", "corner"), "medium"),
            **dict.fromkeys(("slit", "rampart", "tent"), "heavy"),
            **dict.fromkeys(("breach", "open gate", "tent opening"), "light"),
        },
    ),
    "burning": Printed(
        "value",
        {
            "turns": "3",
            "roused to": "6",
            "naphtha kills to": "5",
            "naphtha wounds to": "8",
            "siphon bursts to": "1",
            "siphon jams to": "2",
        },
    ),
    "charge": Printed(
        "value",
        {
            "least_hexes": "6",
            "straight_hexes": "4",
            "answer_divisor": "2",
            "meeting_hexes": "2",
            "bonus_divisor": "2",
            "group": "3",
            "group_columns": "1",
            "throw_over_from": "3",
        },
    ),
    "clutter": Printed(
        "value",
        {
            "dearer_from": "3",
            "extra_mp": "1",
            "closed_from": "6",
            "haulers": "2",
            "haul_people": "3",
            "haul_horses": "1",
        },
    ),
    "combat-columns": Printed("low high", {"0/4": "0 4", "5/8": "5 8", "9/12": "9 12"}),
    "combat-columns-older": Printed(
        "low high", {"9/15": "9 15", "26/40": "26 40", "41/60": "41 60", "61/80": "61 80"}
    ),
    "combat-modifiers": Printed("columns die", {"joint attack": "1 0", "armoured defender": "0 1"}),
    "defensive-spacing": Printed(
        "hexes", {"wounded on foot": "1", "on foot": "2", "mounted": "3", "charging": "4"}
    ),
    "elevation-cover": Printed(
        "share bound terrains",
        {"1": "50 below scrub marsh shallow slope", "2": "100 up to scrub marsh shallow slope"},
    ),
    "elevation-cover-works": Printed(
        "share bound terrains",
        {"1": "50 below scrub marsh shallow slope rock", "2": "100 up to scrub marsh shallow slope rock"},
    ),
    "engine-ground": Printed("steps", {"flat": "1", "scrub": "2", "stairs": "2"}),
    "engines": Printed("nearest farthest every crew pace", {"greek_fire": "5 10 5 2 0"}),
    "formation": Printed(
        "value",
        {
            "abreast": "3",
            "left": "0",
            "right": "1",
            "rear": "2",
            "line mp": "3",
            "tortoise mp": "2",
            "tortoise ranks": "2",
            "tortoise attack": "-1",
            "tortoise cover": "2",
        },
    ),
    "formation-depth": Printed("defence attack", {"1": "-1 1", "2": "-2 2", "3": "-3 3"}),
    "fuel": Printed("left", {"stockade": "wreckage", "gate": "wreckage"}),
    "grapnels": Printed(
        "value",
        {
            "up": "8",
            "down": "4",
            "parapet": "2",
            "hold": "3",
            "cut": "3",
            "slip": "3",
            "slip wounded": "6",
            "pull": "2",
            "pullers": "4",
            "wounded": "1",
            "columns": "2",
        },
    ),
    "hexside-cover": Printed("cover", {"low_wall": "medium"}),
    "hexsides": Printed(
        "mp_foot mp_horse attacker defender",
        {
            "window": "4 no - +", "door": "0 0 . +", "low_wall": "2 2 . +",
            **dict.fromkeys(("wall", "chapel_window", "slit", "half_slit", "stockade", "parapet"),
                            "no no . ."),
        },
    ),
    "horse-values": Printed("defence", {"any": "1"}),
    "horses-led": Printed("horses", {"foot": "3", "mounted": "1"}),
    "infiltration": Printed("result", _faces(*["none"] * 5, *["stopped"] * 2, *["wounded"] * 2, "killed")),
    "infiltration-modifiers": Printed(
        "modifier",
        {
            "mover_rider": "-1",
            "mover_armoured": "-1",
            "mover_wounded": "2",
            "opposer_rider": "1",
            "opposer_hoplite": "1",
            "opposer_wounded": "-2",
        },
    ),
    "jump": Printed("result armoured", _faces(*["safe 1"] * 5, "wounded 1")),
    "ladders": Printed(
        "value",
        {
            "climb": "3",
            "over": "4",
            "shift": "2",
            "less": "2",
            "bearers": "2",
            "topple": "6",
            "combat": "-",
            "cover": "none",
        },
    ),
    "missile-effects": Printed("horse", {"horse D": "killed", "horse E": "killed"}),
    "missile-modifiers": Printed(
        "die value within",
        {
            "long range": "impact 2 0",
            "medium range": "impact 1 0",
            "wounded shooter": "impact 1 0",
            "byzantine horse archer": "impact -1 0",
            "near": "impact -2 4",
            "point blank": "impact 0 2",
        },
    ),
    "mounting": Printed(
        "value",
        {
            "unarmoured": "2",
            "armoured": "3",
            "mounting_times": "2",
            "dismounting_divided": "2",
            "dismounting_divided_wounded": "4",
        },
    ),
    "movement-allowance": Printed(
        "healthy wounded",
        {
            "woman or priest": "4 2",
            "foot unarmoured": "8 4",
            "foot armoured": "6 3",
            "foot knight": "6 3",
            "rider unarmoured": "15 15",
            "rider armoured": "12 12",
            "cataphract": "10 10",
            "foot cataphract": "4 2",
        },
    ),
    "refusing": Printed("hexes", {"rider": "2", "foot": "1"}),
    "terrain": Printed(
        "mp_foot mp_horse cover combat",
        {
            "flat": "1 1 none 0",
            "scrub": "2 4 light -",
            "tree": "2 no light -",
            "slope": "2 4 medium -",
            "marsh": "2 4 light -",
            "rock": "4 no light -",
            "trail": "1 no medium 0",
            "stairway": "2 no light -",
            "beach": "1 1 none 0",
            "shallow": "2 2 light -",
            "deep": "4 no light -",
            "interior": "1 no none +",
            "stairs": "2 no none -",
            "tent": "2 no heavy -",
            "tent_opening": "2 no light -",
            "platform": "1 no heavy 0",
            "open_gate": "2 no light -",
            "destroyed_gate": "2 4 none -",
        },
    ),
    "terrain-shift": Printed("- 0 +", {"-": "0 -1 -2", "0": "1 0 -1", "+": "2 1 0"}),
    "turning": Printed("mp", {"pivot": "1", "about_face": "5"}),
}

SHEET: dict[str, Printed] = {
    "missile-effects": Printed(
        "harm horse retreat less half",
        {
            "foot -": "none spared 0 0 no",
            "foot A": "none spared 2 2 no",
            "foot B": "wounded spared 0 0 yes",
            "foot C": "killed spared 0 0 no",
        },
    ),
    "missile-foot": Printed(
        "none light medium heavy",
        _faces(
            "C C C B", "C C B B", "C B B B", "B B B A", "B B A A", "B A A A", "A A A -", "A A - -", "- - - -"
        ),
    ),
    "missile-modifiers": Printed("die value within", {"armoured target": "damage 1 0"}),
    "weapons": Printed(
        "short medium long offset move_offensive move_defensive move_both",
        {
            "composite_bow": "12 30 70 1 50 50 50",
            "javelin": "5 12 25 2 100 no no",
            "lance_mounted": "3 6 9 1 100 no no",
            "lance_foot": "4 8 12 1 100 no no",
        },
    ),
}
# fmt: on
