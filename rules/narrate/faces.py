"""What the ten faces of a combat's die would have brought, in words: read from the tables of the game."""

from __future__ import annotations

from math import gcd

from rules.core.language import say
from rules.events.combat import CombatFought
from rules.narrate.story import Story

_OLDER = "-older"
FACES = range(1, 11)


def columns_of(table: str) -> str:
    """The table whose columns a combat table has."""
    return "combat-columns" + (_OLDER if table.endswith(_OLDER) else "")


def odds_in_words(story: Story, event: CombatFought) -> str:
    """ "odds 7 to 2 for the attackers", in the column that was read, all modifiers counted: faces that hurt
    the defenders or drive them back, against those that do it to the attackers. Empty where the tables do
    not say."""
    good, bad = _faces(story, event, "defenders"), _faces(story, event, "attackers")
    if _hit_nobody_back(story, event):
        bad = 0
    in_formation = {man for one in story.battle.formations.values() for man in one.places}
    if not (good or bad) or in_formation.intersection(event.defenders):
        return ""  # in formation letters do other things (GUI-7.3.1g)
    if good == len(FACES):
        return say("every face is for the attackers")
    if good and not bad:
        return say("{faces} faces of 10 for the attackers, none against them", faces=good)
    if bad and not good:
        return say("{faces} faces of 10 against the attackers, none for them", faces=bad)
    by = gcd(good, bad)
    if good == bad:
        return say("even odds")
    if good > bad:
        return say("odds {more} to {fewer} for the attackers", more=good // by, fewer=bad // by)
    return say("odds {more} to {fewer} against the attackers", more=bad // by, fewer=good // by)


def _hit_nobody_back(story: Story, event: CombatFought) -> bool:
    """The stunned do not (GUI-6.4), nor does a charger where parts are exchanged (GUI-7.2.3c)."""
    if all(f is not None and f.stunned for f in map(story.figure, event.defenders)):
        return True
    charges = (story.battle.now.charges.get(defender) for defender in event.defenders)
    return any(charge is not None and charge.counter in event.attackers for charge in charges)


def _faces(story: Story, event: CombatFought, sufferers: str) -> int:
    """How many faces bring a letter that these suffer."""
    table, effects = story.table(event.table), story.table("combat-effects")
    if table is None or effects is None or event.column not in table.columns:
        return 0
    added = sum(modifier.value for modifier in event.modifiers)
    rows = table.keys()
    read = [min(max(face + added, int(rows[0])), int(rows[-1])) for face in FACES]
    letters = [table.text(row, event.column) for row in read]
    return sum(1 for letter in letters if effects.has(letter) and effects.text(letter, "on") == sufferers)
