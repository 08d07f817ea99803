"""Telling combats, wounds, retreats and advances."""

from __future__ import annotations

from rules.core.language import english, say, say_many, translated
from rules.events import combat as ev
from rules.events import harm
from rules.events.base import Event
from rules.narrate.faces import columns_of, odds_in_words
from rules.narrate.lines import TableCell
from rules.narrate.story import Story, Teller
from rules.narrate.sums import die_sum, rules_of, shifts_in_words
from rules.state.figure import Health


def fought(story: Story, event: ev.CombatFought) -> None:
    story.line(
        say_many(
            "{attackers} attacks {defenders}.",
            "{attackers} attack {defenders} together.",
            len(event.attackers),
            attackers=" and ".join(story.described(a) for a in event.attackers),
            defenders=" and ".join(story.described(d) for d in event.defenders),
        ),
        0,
        "GUI-6a",
        figures=(*event.attackers, *event.defenders),
    )
    for bonus in event.raised:
        story.line(f"{translated(bonus.words)} {bonus.value:+d}", 2, bonus.rule)
    column = say("column {column}", column=event.weight.column)
    text = f"{event.weight.words}: {column}"
    if event.shifts:
        text += f"; {shifts_in_words(event.shifts)}"
        moved = any(s.value for s in event.shifts)
        column = say("column {column}", column=event.column)
        text += f": {column}" if moved else ""
    if odds := odds_in_words(story, event):
        text += f"; {odds}"
    columns = columns_of(event.table)
    story.line(
        text,
        2,
        rules_of(event.shifts) or "GUI-6c",
        source=columns,
        cell=TableCell(columns, event.weight.column),
    )
    story.line(
        f"{die_sum(event.face, event.modifiers, event.total)}: {_result(event)}",
        2,
        rules_of(event.modifiers) or "GUI-6c",
        source=f"{event.table.replace('-', '/', 1)}, {event.column}",
        cell=TableCell(event.table, str(event.total), event.column),
    )
    story.told_of_blow = _blow_of(story, event)


def _blow_of(story: Story, event: ev.CombatFought) -> tuple[str, str]:
    """Whom the letter struck and what befell him, where that can be one man only."""
    table = story.table("combat-effects")
    if table is None or not table.has(event.letter):
        return ("", "")
    effect = table.row(event.letter)
    sufferers = event.attackers if effect["on"] == "attackers" else event.defenders
    man = story.figure(sufferers[0]) if len(sufferers) == 1 else None
    return (man.id, str(effect["rider" if man.mounted else "foot"])) if man is not None else ("", "")


def _result(event: ev.CombatFought) -> str:
    if event.letter == "-" or not event.effect:
        return translated(event.effect or event.letter)
    return say("{effect} ({letter})", effect=event.effect, letter=event.letter)


def retreated(story: Story, event: ev.Retreated) -> None:
    figure = story.figure(event.figure)
    assert figure is not None and figure.hex is not None
    if story.path is None or story.path.figure != event.figure:
        story.begin_path(event.figure, english("{who} falls back {way}."), figure.hex, 1)
    assert story.path is not None
    story.path.hexes.append(event.hex)


def blocked(story: Story, event: ev.RetreatBlocked) -> None:
    hexes = say_many("1 hex", "{distance} hexes", event.needed, distance=event.needed)
    story.line(
        say(
            "{figure} cannot fall back {hexes}: {why}. He stands and pays for it.",
            figure=story.name(event.figure),
            hexes=hexes,
            why=event.why,
        ),
        1,
        event.rule,
    )


def wounded(story: Story, event: harm.Wounded) -> None:
    if _told_with_blow(story, event.figure, "wounded"):
        return
    _harmed(story, event, say("{figure} is wounded", figure=story.name(event.figure)))


def stunned(story: Story, event: harm.Stunned) -> None:
    if _told_with_blow(story, event.figure, "stunned"):
        return
    _harmed(story, event, say("{figure} is stunned", figure=story.name(event.figure)))


def killed(story: Story, event: harm.Killed) -> None:
    name, before = story.name(event.figure), story.figure(event.figure)
    if not event.drowned and _told_with_blow(story, event.figure, "killed"):
        return
    if event.drowned:
        what = say("{figure} drowns", figure=name)
    elif before is None or event.by_die or before.health is Health.HEALTHY:
        what = say("{figure} is killed", figure=name)
    else:
        state = translated(before.health.value)
        what = say("{figure} was {state} already and is killed", figure=name, state=state)
    _harmed(story, event, what)


def _told_with_blow(story: Story, figure: str, harm: str) -> bool:
    """Whether the line of the die has said just that of him; it does so once."""
    told = story.told_of_blow == (figure, harm)
    if story.told_of_blow[0] == figure:
        story.told_of_blow = ("", "")
    return told


def _harmed(story: Story, event: harm.Wounded | harm.Stunned | harm.Killed, what: str) -> None:
    if event.by_die and _just_told(story, event.figure):
        return
    told = event.by_die or story.struck.get(event.figure) == event.words  # by the line of the die above
    why = "" if told else event.words
    text = say("{what}: {why}.", what=what, why=why) if why else f"{what}."
    story.line(text, 1, event.rule, figures=(event.figure,))


def _just_told(story: Story, figure: str) -> bool:
    """Whether the line above is that of the damage die that struck him: it says what befell him."""
    if story.path is not None or not story.lines:
        return False
    above = story.lines[-1]
    return (
        story.struck.get(figure) is not None
        and above.source.startswith("missile/")
        and figure in above.figures
    )


def recovered(story: Story, event: harm.Recovered) -> None:
    place = story.place(event.figure)
    story.line(
        say("{figure} gets to his feet in {place}.", figure=story.name(event.figure), place=place),
        0,
        "GUI-2.1f",
        figures=(event.figure,),
    )


def unhorsed(story: Story, event: harm.Unhorsed) -> None:
    """Where he lies, and his horse; what was told of both by the line of the die is not said again."""
    told = english("{figure} is thrown into {hex}; {horse} stands in {place}.")
    if isinstance(story.next, harm.HorseKilled) and story.next.horse == event.horse:
        story.said = story.next
        told = english("{figure} is thrown into {hex}; {horse} lies dead in {place}.")
    story.thrown.add(event.figure)
    story.line(
        say(
            told,
            figure=story.name(event.figure),
            hex=event.hex,
            horse=story.name(event.horse),
            place=story.place(event.figure),
        ),
        1,
        event.rule,
        figures=(event.figure,),
    )


def horse_killed(story: Story, event: harm.HorseKilled) -> None:
    if event is story.said:
        return
    story.line(say("{horse} is killed.", horse=story.name(event.horse)), 1, event.rule)


def displaced(story: Story, event: harm.Displaced) -> None:
    story.line(
        say("{figure} makes room and goes to {hex}.", figure=story.name(event.figure), hex=event.hex),
        1,
        event.rule,
    )


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
