"""Telling shots, so that a reader can recompute each of them from its own lines."""

from __future__ import annotations

from rules.core.language import english, say, say_many, translated
from rules.core.modifier import Modifier
from rules.events import missile as ev
from rules.events.base import Event
from rules.events.movement import AllowanceCut, HorseMoved, HorseReleased
from rules.narrate.lines import TableCell
from rules.narrate.story import Story, Teller
from rules.narrate.sums import bound_of, die_sum, needed, rules_of, shifts_in_words

DRIVES_BACK = "A"  # the letter
LETTERS = ("A", "B", "C", "D", "E", "F")  # of harm
STONE = "stone"  # the weapon of an engine, and its table
WEAPONS = {
    "composite_bow": english("composite bow"),
    "short_bow": english("short bow"),
    "sling": "sling",
    "javelin": "javelin",
    "lance_mounted": english("lance, thrown from the saddle"),
    "lance_foot": english("lance, thrown on foot"),
}


def declared(story: Story, event: ev.FireDeclared) -> None:
    story.volley = (event.shooters, event.target) if len(event.shooters) > 1 else ((), "")
    if len(event.shooters) > 1 and event is not story.said:
        story.line(
            say(
                "{shooters} shoot together at {target} in {hex}.",
                shooters=story.names(event.shooters),
                target=story.name(event.target),
                hex=event.hex,
            ),
            story.depth_of_fire,
            "GUI-5.3c",
            figures=(*event.shooters, event.target),
        )


def shot(story: Story, event: ev.ShotFired) -> None:
    hexes = say_many("1 hex", "{distance} hexes", event.distance, distance=event.distance)
    reach = say("{hexes}, {band} range", hexes=hexes, band=event.band)
    offensive = event.mode == "offensive"
    story.at_movers = not offensive
    together = not offensive and event.shooter in story.volley[0] and event.target == story.volley[1]
    if together:
        told = english("{shooter}: {reach}, {weapon}.")  # at whom is told for all of them
    elif not offensive:
        told = english("{shooter} shoots at {target} in {aim}: {reach}, {weapon}.")
    elif event.aim not in story.place(event.target).split("-")[:1]:
        told = english("{shooter} shoots at {target}, aiming at {aim}: {reach}, {weapon}.")
    else:
        told = english("{shooter} shoots at {target}: {reach}, {weapon}.")
    text = say(
        told,
        shooter=story.described(event.shooter),
        target=story.described(event.target) if offensive else story.name(event.target),
        aim=event.aim,
        reach=reach,
        weapon=WEAPONS.get(event.weapon, event.weapon),
    )
    below = together or event.shooter == story.ordered
    depth = 0 if offensive else 1 if below else story.depth_of_fire
    story.ordered = ""
    rule = "GUI-5.4a" if offensive else "GUI-5.3b"
    story.line(text, depth, rule, figures=(event.shooter, event.target))


def wasted(story: Story, event: ev.ShotWasted) -> None:
    story.line(
        say("{shooter} shoots too, for nothing: {why}.", shooter=story.name(event.shooter), why=event.why),
        1,
        event.rule,
    )


def impact(story: Story, event: ev.ImpactFound) -> None:
    if not event.face:
        story.line(say("within 2 hexes: no impact roll"), 2, "GUI-5.4.1b")
        return
    flight = _flight(story, event)
    needs = needed(story.table("impact"), flight or "hexside", "aim")
    summed = die_sum(event.face, event.modifiers, event.total, needs=needs)
    cell = TableCell("impact", str(event.total), flight) if event.hex else TableCell("impact")
    if not event.hex:
        story.line(
            say("impact {summed}: the missile is lost", summed=summed),
            2,
            event.rule,
            source="impact",
            cell=cell,
        )
    elif event.hex == event.aim:
        story.line(
            say("impact {summed}: on target", summed=summed), 2, event.rule, source="impact", cell=cell
        )
    else:
        there = [
            f.name for f in (*story.battle.living_at(event.hex), *story.battle.off_the_ground_at(event.hex))
        ]
        horse = story.battle.horse_at(event.hex)
        who = (
            say(", where nobody stands")
            if not there and horse is None
            else say(", on {there}", there=" and ".join(there) or (horse.name if horse else ""))
        )
        story.line(
            say("impact {summed}: it falls in {hex}{who}", summed=summed, hex=event.hex, who=who),
            2,
            event.rule,
            source="impact",
            cell=cell,
        )


def _flight(story: Story, event: ev.ImpactFound) -> str:
    """The column of the table: across a hexside or along a corner. Empty for a shooter of two hexes, who may
    shoot from either."""
    shooter = story.figure(event.shooter)
    if shooter is None or shooter.hex is None or len(shooter.hexes) > 1:
        return ""
    return "corner" if story.battle.board.bearing(shooter.hex, event.aim) % 2 else "hexside"


def stopped(story: Story, event: ev.MissileStopped) -> None:
    story.line(
        say("{victim} is out of its reach: {why}", victim=story.name(event.victim), why=event.why),
        2,
        event.rule,
        figures=(event.victim,),
    )


def damage(story: Story, event: ev.DamageRolled) -> None:
    story.struck[event.victim] = event.effect
    offset = _offset(story, event)
    by_weapon = () if offset is None else (Modifier(offset, "GUI-5.4.3a", _weapon(event.weapon)),)
    total = event.total if offset is None else event.row
    summed = die_sum(event.face, (*event.modifiers, *by_weapon), total, needs=_harms(story, event))
    cover = say("no cover") if event.cover == "none" else say("{cover} cover", cover=event.cover)
    if event.cover != "none" and event.cover_why:
        cover += f" ({'; '.join(translated(m.words) for m in event.cover_why)})"
    if event.shifts:
        cover += f", {shifts_in_words(event.shifts)}"
    if offset is None or event.shifts:
        cover = say("{cover}, row {row}", cover=cover, row=event.row)
    result = (
        say("no harm")
        if event.letter == "-"
        else say("{effect} ({letter})", effect=_effect(story, event), letter=event.letter)
        if event.effect
        else event.letter
    )
    story.told_of_blow = (event.victim, _harm(story, event))
    story.line(
        say(
            "damage on {victim}: {summed}; {cover}: {result}",
            victim=story.name(event.victim),
            summed=summed,
            cover=cover,
            result=result,
        ),
        2,
        " ".join(filter(None, ("GUI-5.4.3a", rules_of(event.shifts)))),
        source=f"missile/{event.category}",
        cell=TableCell(event.table, str(event.row), "" if event.shifts else event.cover),
        figures=(event.victim,),
    )


def _harms(story: Story, event: ev.DamageRolled) -> str:
    """Up to which row anything befalls him; empty where other columns than that of his cover are read."""
    found = None if event.shifts else bound_of(story.table(event.table), event.cover, *LETTERS)
    return say("harm at {number} or less", number=found[0]) if found is not None and found[1] else ""


def _harm(story: Story, event: ev.DamageRolled) -> str:
    """What the letter does to the man himself."""
    table, key = story.table("missile-effects"), f"{event.category} {event.letter}"
    return table.text(key, "harm") if table is not None and table.has(key) else ""


def _weapon(weapon: str) -> str:
    return WEAPONS.get(weapon, english("a stone") if weapon == STONE else weapon)


def _offset(story: Story, event: ev.DamageRolled) -> int | None:
    """What the weapon adds to find the row; None where the tables of the game do not say."""
    table = story.table(STONE if event.weapon == STONE else "weapons")
    key, column = ("offset", "value") if event.weapon == STONE else (event.weapon, "offset")
    return table.number(key, column) if table is not None and table.has(key) else None


def _effect(story: Story, event: ev.DamageRolled) -> str:
    """What a letter means here; where it drives nobody back, why."""
    if event.letter != DRIVES_BACK:
        return translated(event.effect)
    if event.victim in story.battle.horses:
        goes = isinstance(story.next, HorseMoved | HorseReleased)
        return translated(event.effect) if goes else say("it has no way back and stands")
    return _held_up(story, event) if story.at_movers else translated(event.effect)


def _held_up(story: Story, event: ev.DamageRolled) -> str:
    """What the letter does in the phase of those who are shot at: it takes MP from whoever moves, and nothing
    from others (RUL-511)."""
    cut = story.next
    if not isinstance(cut, AllowanceCut) or cut.figure != event.victim:
        return say("nothing, since he does not move: such a shot drives nobody back")
    story.said = cut
    if story.held_up:
        return say("held up, {left} MP left", left=cut.left)
    story.held_up = True
    return say("held up, {left} MP left: a shot at movers takes MP and drives nobody back", left=cut.left)


TELLERS: dict[type[Event], Teller] = {
    ev.FireDeclared: declared,
    ev.ShotFired: shot,
    ev.ShotWasted: wasted,
    ev.ImpactFound: impact,
    ev.MissileStopped: stopped,
    ev.DamageRolled: damage,
}
