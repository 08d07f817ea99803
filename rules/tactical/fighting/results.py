"""What a letter of the combat tables does to these fighters, as things stand: read by play, words, odds and
captains alike.

Implements GUI-6c, GUI-6.4, GUI-6.8c, GUI-7.2.3c and, by the seam of result rules, GUI-7.3.1c and GUI-7.3.1g.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from rules.core.language import english
from rules.core.tables import Tables
from rules.ruleset import Fight, Result, Ruleset, Turned
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.tactical.fighting.odds import Assessment

NOBODY, ATTACKERS, DEFENDERS = "nobody", "attackers", "defenders"


class Blow(msgspec.Struct, frozen=True):
    """What a letter does. ``on``: the side that suffers it; nobody too where those who should cannot be hurt,
    for the reason ``spared`` (the stunned hit nobody back). ``foot``, ``rider``: harm to the one who suffers,
    or a retreat of all of that side by ``hexes``; ``mount``: kept, lost or killed; ``loose``: what befalls a
    riderless horse. ``turned``: another course that it takes by a rule of its own."""

    on: str
    foot: str
    rider: str
    mount: str
    loose: str
    hexes: int
    spared: str = ""
    turned: Turned | None = None

    def harm(self, figure: Character) -> str:
        """none, retreat, wounded, stunned or killed, before his present state is looked at."""
        return self.rider if figure.mounted else self.foot

    @property
    def drives_back(self) -> bool:
        return self.foot == "retreat"


def blow_of(battle: Battle, rules: Ruleset, found: Assessment, letter: str) -> Blow:
    """What a letter does in a combat that has been assessed just now."""
    blow = _read(rules.tables, letter)
    if blow.on == ATTACKERS and (spared := _spared(battle, found)):
        return replace(blow, on=NOBODY, spared=spared)
    if blow.on == DEFENDERS and found.horse is None and rules.seams.result_rules:
        return replace(blow, turned=_turned(battle, rules, found, blow))
    return blow


def blows_of(battle: Battle, rules: Ruleset, found: Assessment) -> Iterator[tuple[Blow, int]]:
    """What each letter of a combat does, and how many of the ten faces bring it."""
    for letter, faces in Counter(found.letters).items():
        yield blow_of(battle, rules, found, letter), faces


@lru_cache(maxsize=256)
def _read(tables: Tables, letter: str) -> Blow:
    row = tables["combat-effects"].row(letter)
    on, foot, rider, mount, loose = (str(row[c]) for c in ("on", "foot", "rider", "mount", "loose"))
    return Blow(on, foot, rider, mount, loose, int(row["hexes"]))


_SIDES = {
    "attacker": english("the attacker"),
    "attackers": english("the attackers"),
    "one of the attackers": english("one of the attackers"),
    "defender": english("the defender"),
    "defenders": english("the defenders"),
    "one of the defenders": english("one of the defenders"),
}


def in_words(battle: Battle, found: Assessment, blow: Blow) -> str:
    """The same for the report, e.g. "the defender is stunned and thrown from the saddle"."""
    if blow.turned is not None:
        return blow.turned.words
    if blow.on == NOBODY:
        return blow.spared or english("no effect")
    if found.horse is not None and blow.on == DEFENDERS:
        told = {"killed": english("the horse is killed"), "retreat": english("the horse gives way")}
        return told.get(blow.loose, english("no effect"))
    concerned = [battle.figures[i] for i in (found.attackers if blow.on == ATTACKERS else found.defenders)]
    alone = len(concerned) == 1
    who = _SIDES[blow.on[:-1]] if alone else _SIDES[blow.on]
    if blow.drives_back:
        return english("{who} falls back", who=who) if alone else english("{who} fall back", who=who)
    one = who if alone else _SIDES[f"one of the {blow.on}"]
    return _harmed(one, blow.harm(concerned[0]), blow.mount if concerned[0].mounted else "")


def _harmed(who: str, harm: str, mount: str) -> str:
    """``mount``: what becomes of a rider's seat; "" for a man on foot."""
    words = english("{who} is {effect}", who=who, effect=harm)
    return words + {
        "lost": english(" and thrown from the saddle"),
        "killed": english(" and his horse killed"),
    }.get(mount, "")


def letter_in_words(tables: Tables, letter: str, *, mounted: bool) -> str:
    """What a letter of the combat tables does to one man, for a legend; where it hurts the attackers, those
    are on foot."""
    blow = _read(tables, letter)
    if blow.on == NOBODY:
        return english("no effect")
    who = _SIDES[blow.on[:-1]]
    rides = mounted and blow.on == DEFENDERS
    if blow.drives_back:
        return english("{who} falls back", who=who)
    return _harmed(who, blow.rider if rides else blow.foot, blow.mount if rides else "")


def _spared(battle: Battle, found: Assessment) -> str:
    """Why a result against the attackers does nothing to them; "" if it does."""
    if found.spared:
        return english("no effect on him who counter-charged (GUI-7.2.3c)")
    if _all_stunned(battle, found):
        return english("no effect, since the stunned cannot hit back (GUI-6.4)")
    return ""


def _all_stunned(battle: Battle, found: Assessment) -> bool:
    """Whether nobody among the defenders can hit back (GUI-6.4, RUL-609); a prisoner cannot either."""
    men = (battle.figures[i] for i in found.defenders)
    return found.horse is None and all(man.stunned or man.bound for man in men)


def _turned(battle: Battle, rules: Ruleset, found: Assessment, blow: Blow) -> Turned | None:
    """The other course that a result against the defenders takes by a rule of its own; None for
    the table's."""
    fight = Fight(
        attackers=tuple(battle.figures[i] for i in found.attackers),
        defenders=tuple(battle.figures[i] for i in found.defenders),
    )
    harm = blow.rider if all(f.mounted for f in fight.defenders) else blow.foot
    result = Result(harm, blow.hexes if harm == "retreat" else 0)
    turned = (rule(battle, rules, fight, result) for rule in rules.seams.result_rules)
    return next((t for t in turned if t is not None), None)
