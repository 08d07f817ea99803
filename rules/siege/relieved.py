"""Besieging the besiegers: a relief comes while they hold all but the refuge (GUI-11.4.1e, GUI-11.4.1f,
GUI-11.4.1g).

They choose by their plan: to come out with all and fight, to divide, or to shelter in what they hold, after
which the roles are exchanged. What the book leaves open is ruled by RUL-1125 and RUL-1140 to RUL-1143."""

from __future__ import annotations

from rules.core.language import english
from rules.core.tables import Tables
from rules.events.siege import (
    MenJoined,
    PlaceFell,
    RefugeLeft,
    ReliefLetIn,
    ReliefMet,
    RolesExchanged,
    TeamLeft,
)
from rules.siege import fights
from rules.siege.facing import able
from rules.siege.plans.plan import Act, Relief
from rules.siege.today import Today, names
from rules.state.figure import Character, FigureId
from rules.state.siege import Meeting, Siege

RELIEF = "relief"
"""The row of the events, and why its men have come."""

FALLEN, RETAKEN = "fallen", "retaken"
"""How the fight inside ended: the refuge was taken, or what was held before it."""


def choose(today: Today) -> None:
    """As the besiegers' plan says; they shelter where it says nothing. To send nobody out, or everybody, is
    not to divide (RUL-1125)."""
    siege = today.siege
    came = _who_came(today)
    if siege.today.event != RELIEF or not siege.shut_in or not came:
        return
    wish = today.plans[siege.besieger].relief
    choice = Meeting(wish.choice or Meeting.SHELTER)
    party = field_party(siege, wish) if choice is Meeting.DIVIDE else ()
    if choice is Meeting.DIVIDE and len(party) == len(siege.strength(siege.besieger)):
        choice, party = Meeting.FIGHT, ()
    today.record(ReliefMet(siege.besieger, choice.value, came, names(party)))
    if choice is Meeting.FIGHT:
        today.record(RefugeLeft())
    elif choice is Meeting.SHELTER:
        exchange(today)


def _who_came(today: Today) -> tuple[FigureId, ...]:
    joined = [e for e in today.journal.events if isinstance(e, MenJoined) and e.cause == RELIEF]
    return tuple(man.id for man in joined[-1].men) if joined else ()


def field_party(siege: Siege, wish: Relief) -> tuple[Character, ...]:
    """Who goes out of besiegers who divide: those named, by name or kind; else half of them, rounded up, the
    strongest. Builders may be among them (RUL-1125)."""
    men = siege.strength(siege.besieger)
    party = tuple(man for man in men if man.id in wish.men or man.kind in wish.kinds)
    return party or tuple(sorted(men, key=fights.strongest)[: (len(men) + 1) // 2])


def exchange(today: Today) -> None:
    """Builders leave off, and those who hold the place live on what was left there and what they brought
    (GUI-11.4.1g)."""
    siege = today.siege
    for place in reversed(range(len(siege.teams))):
        today.record(TeamLeft(place, RELIEF))
    least = today.figure("least stores")
    figures = today.tables["siege-figures"]
    # a siege that began before there was the figure has not got it
    brought = figures.number("brought days", "value") if figures.has("brought days") else least
    today.record(RolesExchanged(max(siege.left_behind + brought, least), siege.left_behind))


def evening(today: Today, *, lost: bool, inside: str) -> None:
    """What follows from both fights of a day on which besiegers were divided (RUL-1140). ``lost``: those who
    went out were beaten; ``inside``: FALLEN, RETAKEN, or empty where nothing changed hands."""
    siege = today.siege
    if not siege.strength(siege.besieger):
        today.give_up("losses")
    elif inside == FALLEN or not siege.strength(siege.besieged):
        today.record(PlaceFell("assault"))
    elif inside == RETAKEN:
        today.record(RefugeLeft())
        if lost:
            today.give_up("battle")
    elif lost:
        exchange(today)
    else:
        today.record(ReliefLetIn())


# what the besieged may do as well, while both sides stand in the place


def why_no_storm(siege: Siege, tables: Tables, act: Act) -> str:
    """The garrison may try to retake what is held while besiegers are divided (GUI-11.4.1f); those who hold
    it, once they are besieged, may assault the refuge (GUI-11.4.1g)."""
    if not (siege.exchanged or siege.divided):
        return english("that can be done on a day on which a relief comes and the besiegers divide")
    if missing := fights.not_at_hand(siege, siege.besieged, act):
        return missing
    return "" if able(siege, siege.besieged, act) else english("nobody is there to assault with")


def storm(today: Today, act: Act) -> None:
    """Those who hold the place and are besieged in it assault the refuge; if they take it all of it is theirs
    and the siege is over. If it costs too much they are where they were (RUL-1141)."""
    if fights.storm(today, today.siege.besieged, act) == fights.TAKEN:
        today.record(PlaceFell("assault"))


def why_no_parley(siege: Siege) -> str:
    """Negotiations are suspended (GUI-11.4.1g)."""
    return english("since the roles were exchanged nobody asks for terms") if siege.exchanged else ""
