"""The fights of a siege in the words of a report: those by one die, those on boards, and what follows from
them."""

from __future__ import annotations

from rules.core.language import english, say, say_many, translated
from rules.events import siege as happens
from rules.narrate.lines import TableCell
from rules.siege.telling import Teller, Tellers
from rules.siege.wording import OVER
from rules.state.siege import Meeting


def _fought(t: Teller, event: happens.FoughtQuickly) -> None:
    defender = t.siege.enemy_of(event.attacker)
    raised = "".join(
        say(" ({who} +{percent} % in it)", who=t.side(side), percent=percent)
        for side, percent in zip((event.attacker, defender), event.percent, strict=True)
        if percent
    )
    read = min(max(event.die + event.modifier, 1), 10)
    die = (
        f"{event.die}{event.modifier:+d} = {event.die + event.modifier}" if event.modifier else f"{event.die}"
    )
    t.line(
        say("{attacker} {a} against {defender} {b}{raised}: 1D10 = {die}: {letter}.",
            attacker=t.side(event.attacker), a=event.values[0], defender=t.side(defender), b=event.values[1],
            raised=raised, die=die, letter=event.letter),
        depth=1, rule="GUC-17.2", cell=TableCell("quick-results", str(read), event.column),
    )  # fmt: skip
    losses = [
        say(
            "{side} {dead} % dead, {wounded} % wounded",
            side=t.side(side),
            dead=event.dead[n],
            wounded=event.wounded[n],
        )
        for n, side in enumerate((event.attacker, defender))
    ]
    t.line(
        f"{translated('; ').join(losses)}.",
        depth=1,
        rule="GUC-17.3",
        cell=TableCell("quick-losses", event.letter),
    )


def _tents(t: Teller, event: happens.TentsBurnt) -> None:
    words = say_many(
        "{hexes} hex of tents burns", "{hexes} hexes of tents burn", event.hexes, hexes=event.hexes
    )
    if event.idle_until > t.siege.day:
        words += say(": the besiegers can do nothing before day {day}", day=event.idle_until + 1)
    t.line(f"{words}.", depth=1, rule="GUI-11.4.2d")


def _fetched(t: Teller, event: happens.PartyFetched) -> None:
    patrols = say_many("{n} patrol", "{n} patrols", event.patrols, n=event.patrols)
    t.line(
        say("Packhorses found: {found}; {home} came home, past {patrols}.",
            found=event.found, home=event.home, patrols=patrols),
        depth=1, rule="GUI-11.4.3a",
    )  # fmt: skip


def _fight_called(t: Teller, event: happens.FightCalled) -> None:
    t.line(
        say("It is fought out on a board, {attackers} against {defenders}; the day waits for it.",
            attackers=len(event.attackers), defenders=len(event.defenders)),
        rule="GUI-11.4",
    )  # fmt: skip


def _fight_over(t: Teller, event: happens.FightOver) -> None:
    """Why it ended a siege of a campaign does not know: there the report of the fight has said so."""
    fight = t.siege.fight
    fought, ended = translated(t.page.action(event.deed).fought), say(OVER[event.ended])
    if fight is not None and fight.outcome is not None:
        reason = translated(fight.outcome.reason)
        words = say("{fight} is over: {reason}. {ended}", fight=fought, reason=reason, ended=ended)
    else:
        words = say("{fight} is over. {ended}", fight=fought, ended=ended)
    t.line(words, rule=t.page.action(event.deed).rule)


def _taken(t: Teller, event: happens.ManTaken) -> None:
    t.line(say("{man} is a prisoner of the {side}.", man=t.name(event.figure), side=t.side(event.by)),
           depth=1, rule="GUI-11.4.1c", figures=(event.figure,))  # fmt: skip


def _unhorsed(t: Teller, event: happens.HorseLost) -> None:
    t.line(say("{man} has lost his horse.", man=t.name(event.figure)), depth=1, figures=(event.figure,))


def _ruined(t: Teller, event: happens.WallRuined) -> None:
    t.line(say("{hex} of the walls came down in the fight.", hex=event.hex), depth=1, rule="GUI-11.3.3")


def _held(t: Teller, event: happens.RefugeHeld) -> None:
    t.line(
        say("The besiegers hold all but {refuge}.", refuge=translated(t.siege.setup.stronghold.refuge)),
        depth=1, rule="GUI-11.4.1h",
    )  # fmt: skip


def _met(t: Teller, event: happens.ReliefMet) -> None:
    refuge = translated(t.siege.setup.stronghold.refuge)
    words = {
        Meeting.SHELTER: english("The {side} shelter in what they hold, all but {refuge}."),
        Meeting.FIGHT: english("The {side} leave what they hold to fight the relief."),
        Meeting.DIVIDE: english("The {side} divide: {names} go out to fight the relief."),
    }[Meeting(event.choice)]
    names = ", ".join(t.siege.men[name].name for name in event.men)
    t.line(
        say(words, side=t.side(event.side), refuge=refuge, names=names),
        rule="GUI-11.4.1e",
        figures=event.men,
    )


def _let_in(t: Teller, event: happens.ReliefLetIn) -> None:
    refuge = translated(t.siege.setup.stronghold.refuge)
    t.line(say("What is left of the relief is with the garrison in {refuge}.", refuge=refuge),
           rule="RUL-1140")  # fmt: skip


def _exchanged(t: Teller, event: happens.RolesExchanged) -> None:
    who, by = t.side(t.siege.besieger), t.side(t.siege.besieged)
    t.line(say("From now on the {side} are besieged by the {others}.", side=who, others=by),
           rule="GUI-11.4.1g")  # fmt: skip
    until = t.siege.day - 1 + event.days
    t.line(
        say("Stores of the {side}: {left} left by the garrison, {days} in all: food until day {until}.",
            side=who, left=event.left, days=event.days, until=until),
        depth=1, rule="GUI-11.4.1g",
    )  # fmt: skip


def _left_again(t: Teller, event: happens.RefugeLeft) -> None:
    t.line(say("The besiegers leave what they hold, and the garrison has all of {place} again.",
               place=t.siege.setup.stronghold.name), rule="RUL-1125")  # fmt: skip


FIGHTS: Tellers = {
    happens.FoughtQuickly: _fought,
    happens.TentsBurnt: _tents,
    happens.PartyFetched: _fetched,
    happens.FightCalled: _fight_called,
    happens.FightOver: _fight_over,
    happens.ManTaken: _taken,
    happens.HorseLost: _unhorsed,
    happens.WallRuined: _ruined,
    happens.RefugeHeld: _held,
    happens.ReliefMet: _met,
    happens.ReliefLetIn: _let_in,
    happens.RolesExchanged: _exchanged,
    happens.RefugeLeft: _left_again,
}
