"""Words that stand alone: states, steps, covers and ranges, as the log and the tables name them. They are
found here for the catalogues of other languages; a cover or a range is named as it stands before "cover"
and "range"."""

from __future__ import annotations

from rules.core.language import english

STATES = (english("healthy"), english("wounded"), english("stunned"), english("dead"), english("carried"))
STEPS = (english("fire"), english("charges"), english("movement"), english("combat"))
COVERS = (english("no"), english("none"), english("light"), english("medium"), english("heavy"))
RANGES = (english("short"), english("long"))
CHANCES = (
    english("nothing"),
    english("stopped"),
    english("slowed"),
    english("killed"),
    english("unhurt"),
    english("drowned"),
    english("no effect"),
    english("no harm"),
    english("thrown"),
    english("nobody"),
    english("somebody"),
    english("under 1 %"),
    english("{number} % {words}"),
)
THINGS = (
    english("ladder"),
    english("rope"),
    english("lance"),
    english("engine"),
    english("wood"),
    english("gate"),
    english("tent"),
    english("naphtha"),
    english("javelin x{number}"),
    english("{number} MP"),
    english("{number} hexes"),
)
KINDS = (english("rider"), english("leader"), english("leader {points}"), english("horse"))
MARKS = (english("charge"), english("counter-charge"))
PARTS = (english("stockade"), english("wall"), english("tower"))
DAYS = (
    english("assault"),
    english("batter"),
    english("build"),
    english("parley"),
    english("sally"),
    english("supply"),
    english("battle"),
    english("rest"),
)
EVENTS = (
    english("lifted"),
    english("relief"),
    english("rain"),
    english("assassin"),
    english("saboteur"),
    english("dysentery"),
    english("refugees"),
    english("theft"),
    english("reinforcement"),
    english("engineer"),
    english("traitor"),
    english("poison"),
)
FACTORS = (english("numbers"), english("progress"), english("stores"))
WAYS = (
    english("about"),
    english("about-face"),
    english("about_face"),
    english("backs"),
    english("climb"),
    english("dismount"),
    english("down"),
    english("drop"),
    english("lead"),
    english("leave"),
    english("mount"),
    english("over"),
    english("pivot"),
    english("up"),
)
JOINTS = (
    english(" and "),
    english(" or "),
    english(": "),
    english("; "),
    english(", "),
)
