"""Telling shots, so that a reader can recompute each of them from its own lines."""

from __future__ import annotations

from rules.core.language import english, say
from rules.events import missile as ev
from rules.events.base import Event
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum

WEAPONS = {
    "composite_bow": english("composite bow"),
    "short_bow": english("short bow"),
    "sling": "sling",
    "javelin": "javelin",
    "lance_mounted": english("lance, thrown from the saddle"),
    "lance_foot": english("lance, thrown on foot"),
}


def declared(story: Story, event: ev.FireDeclared) -> None:
    if len(event.shooters) > 1:
        story.say(
            f"{story.names(event.shooters)} shoot together at {story.name(event.target)} in {event.hex}.",
            1,
            "GUI-5.3c",
            figures=(*event.shooters, event.target),
        )


def shot(story: Story, event: ev.ShotFired) -> None:
    hexes = say("1 hex") if event.distance == 1 else say("{distance} hexes", distance=event.distance)
    reach = say("{hexes}, {band} range", hexes=hexes, band=event.band)
    if event.mode == "offensive":
        text = say(
            "{shooter} shoots at {target}",
            shooter=story.described(event.shooter),
            target=story.described(event.target),
        )
        if event.aim not in story.place(event.target).split("-")[:1]:
            text += say(", aiming at {aim}", aim=event.aim)
        story.say(f"{text}: {reach}, {WEAPONS.get(event.weapon, event.weapon)}.", 0, "GUI-5.4a",
                  figures=(event.shooter, event.target))  # fmt: skip
    else:
        text = say(
            "{shooter} shoots at {target} in {aim}",
            shooter=story.described(event.shooter),
            target=story.name(event.target),
            aim=event.aim,
        )
        depth = 1 if story.mover else 0
        story.say(f"{text}: {reach}, {WEAPONS.get(event.weapon, event.weapon)}.", depth, "GUI-5.3b",
                  figures=(event.shooter, event.target))  # fmt: skip


def wasted(story: Story, event: ev.ShotWasted) -> None:
    story.say(f"{story.name(event.shooter)} shoots too, for nothing: {event.why}.", 1, event.rule)


def impact(story: Story, event: ev.ImpactFound) -> None:
    if not event.face:
        story.say("within 2 hexes: no impact roll", 2, "GUI-5.4.1b")
        return
    summed = die_sum(event.face, event.modifiers, event.total)
    if not event.hex:
        story.say(f"impact {summed}: the missile is lost", 2, event.rule, source="impact")
    elif event.hex == event.aim:
        story.say(f"impact {summed}: on target", 2, event.rule, source="impact")
    else:
        there = [f.name for f in (*story.battle.living_at(event.hex), *story.battle.aloft_at(event.hex))]
        horse = story.battle.horse_at(event.hex)
        who = (
            say(", where nobody stands")
            if not there and horse is None
            else say(", on {there}", there=" and ".join(there) or (horse.name if horse else ""))
        )
        story.say(f"impact {summed}: it falls in {event.hex}{who}", 2, event.rule, source="impact")


def stopped(story: Story, event: ev.MissileStopped) -> None:
    story.say(
        f"{story.name(event.victim)} is out of its reach: {event.why}", 2, event.rule, figures=(event.victim,)
    )


def damage(story: Story, event: ev.DamageRolled) -> None:
    summed = die_sum(event.face, event.modifiers, event.total)
    cover = say("no cover") if event.cover == "none" else say("{cover} cover", cover=event.cover)
    if event.cover != "none" and event.cover_why:
        cover += f" ({'; '.join(m.words for m in event.cover_why)})"
    result = (
        say("no harm")
        if event.letter == "-"
        else f"{event.letter}, {event.effect}"
        if event.effect
        else event.letter
    )
    story.say(
        f"damage on {story.name(event.victim)}: {summed}; {cover}, row {event.row}: {result}",
        2,
        "GUI-5.4.3a",
        source=f"missile/{event.category}",
        figures=(event.victim,),
    )


TELLERS: dict[type[Event], Teller] = {
    ev.FireDeclared: declared,
    ev.ShotFired: shot,
    ev.ShotWasted: wasted,
    ev.ImpactFound: impact,
    ev.MissileStopped: stopped,
    ev.DamageRolled: damage,
}
