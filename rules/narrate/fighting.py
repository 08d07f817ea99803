"""Telling combats, wounds, retreats and advances."""

from __future__ import annotations

from rules.core.language import say
from rules.events import combat as ev
from rules.events import harm
from rules.events.base import Event
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum, rules_of, shifts_in_words


def fought(story: Story, event: ev.CombatFought) -> None:
    attackers = " and ".join(story.described(a) for a in event.attackers)
    defenders = " and ".join(story.described(d) for d in event.defenders)
    verb = "attack" if len(event.attackers) > 1 else "attacks"
    together = " together" if len(event.attackers) > 1 else ""
    story.say(
        f"{attackers} {verb} {defenders}{together}.",
        0,
        "GUI-6a",
        figures=(*event.attackers, *event.defenders),
    )
    for bonus in event.raised:
        story.say(f"{bonus.words} {bonus.value:+d}", 2, bonus.rule)
    attack = " + ".join(str(a) for a in event.attack)
    defence = " - ".join(str(d) for d in event.defence)
    text = say(
        "{attack} - {defence} = {differential}: column {base_column}",
        attack=attack,
        defence=defence,
        differential=event.differential,
        base_column=event.base_column,
    )
    if event.shifts:
        text += f"; {shifts_in_words(event.shifts)}"
        text += say(": column {column}", column=event.column) if any(s.value for s in event.shifts) else ""
    story.say(text, 2, rules_of(event.shifts) or "GUI-6c")
    story.say(
        f"{die_sum(event.face, event.modifiers, event.total)}: {_result(event)}",
        2,
        rules_of(event.modifiers) or "GUI-6c",
        source=f"{event.table.replace('-', '/', 1)}, {event.column}",
    )


def _result(event: ev.CombatFought) -> str:
    if event.letter == "-" or not event.effect:
        return event.effect or event.letter
    return f"{event.letter}, {event.effect}"


def retreated(story: Story, event: ev.Retreated) -> None:
    figure = story.figure(event.figure)
    assert figure is not None and figure.hex is not None
    if story.path is None or story.path.figure != event.figure:
        story.begin_path(event.figure, say("falls back"), figure.hex, 1)
    assert story.path is not None
    story.path.hexes.append(event.hex)


def blocked(story: Story, event: ev.RetreatBlocked) -> None:
    hexes = say("1 hex") if event.needed == 1 else say("{needed} hexes", needed=event.needed)
    story.say(
        f"{story.name(event.figure)} cannot fall back {hexes}: {event.why}. He stands and pays for it.",
        1,
        event.rule,
    )


def wounded(story: Story, event: harm.Wounded) -> None:
    story.say(f"{story.name(event.figure)} is wounded{_why(event)}.", 1, event.rule, figures=(event.figure,))


def stunned(story: Story, event: harm.Stunned) -> None:
    story.say(f"{story.name(event.figure)} is stunned{_why(event)}.", 1, event.rule, figures=(event.figure,))


def killed(story: Story, event: harm.Killed) -> None:
    verb = "drowns" if event.drowned else say("is killed")
    story.say(f"{story.name(event.figure)} {verb}{_why(event)}.", 1, event.rule, figures=(event.figure,))


def _why(event: harm.Wounded | harm.Stunned | harm.Killed) -> str:
    """The reason, unless the line of the die above has told it."""
    return f": {event.words}" if event.words and event.rule != "GUI-5.4.3a" else ""


def recovered(story: Story, event: harm.Recovered) -> None:
    place = story.place(event.figure)
    story.say(
        f"{story.name(event.figure)} gets to his feet in {place}.", 0, "GUI-2.1f", figures=(event.figure,)
    )


def unhorsed(story: Story, event: harm.Unhorsed) -> None:
    story.say(
        f"{story.name(event.figure)} is thrown into {event.hex}; {story.name(event.horse)} stands in "
        f"{story.place(event.figure)}.",
        1,
        event.rule,
        figures=(event.figure,),
    )


def horse_killed(story: Story, event: harm.HorseKilled) -> None:
    story.say(f"{story.name(event.horse)} is killed.", 1, event.rule)


def displaced(story: Story, event: harm.Displaced) -> None:
    story.say(f"{story.name(event.figure)} makes room and goes to {event.hex}.", 1, event.rule)


TELLERS: dict[type[Event], Teller] = {
    ev.CombatFought: fought,
    ev.Retreated: retreated,
    ev.RetreatBlocked: blocked,
    harm.Wounded: wounded,
    harm.Stunned: stunned,
    harm.Killed: killed,
    harm.Recovered: recovered,
    harm.Unhorsed: unhorsed,
    harm.HorseKilled: horse_killed,
    harm.Displaced: displaced,
}
