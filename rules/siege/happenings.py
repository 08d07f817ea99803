"""The events of GUISCARD's siege, one function a row (GUI-11.6). Another book's page takes those that it
shares."""

from __future__ import annotations

from rules.events.siege import EnginesChanged, MenJoined, SiegeLifted
from rules.siege import armies, fights, picking, stores
from rules.siege.today import Today
from rules.state.figure import Character, SideId


def nothing(today: Today) -> None:
    """Rows that bring nothing: smoke, an unwell commander, low sums (GUI-11.6n, GUI-11.6o, GUI-11.6p)."""


def lifted(today: Today) -> None:
    """The besieger must raise the siege at once (GUI-11.6a). Once he is besieged himself he cannot, and
    nothing comes of it (RUL-1143)."""
    if not today.siege.exchanged:
        today.record(SiegeLifted("messenger"))


def relief(today: Today) -> None:
    """The besieged have an army for 250 points, and the initiative without a roll (GUI-11.6b). It has come
    through to them, and may give battle with them today even if theirs was fought (RUL-1111)."""
    _army(today, today.siege.besieged, "relief")
    today.initiative = (today.siege.besieged, "relief")


def reinforcement(today: Today) -> None:
    """The besieger has an army for 250 points, without engines (GUI-11.6j)."""
    _army(today, today.siege.besieger, "reinforcement")


def _army(today: Today, side: SideId, cause: str) -> None:
    """As the plan says, as far as it can be had."""
    points = today.figure("army points")
    men = armies.bought(today.siege, side, points, today.tables, today.plans[side].army)
    paid = sum(armies.price(man.kind, today.tables) for man in men)
    today.record(MenJoined(men, cause, paid))


def rain(today: Today) -> None:
    """The besieged adds 5 to his initiative roll, today alone (GUI-11.6c, RUL-1108)."""
    today.rain = today.figure("rain")


def assassin(today: Today) -> None:
    """A die for the besiegers' commander, while there is one: from 7 he is killed, from 4 wounded
    (GUI-11.6d)."""
    name = today.siege.commanders.get(today.siege.besieger)
    if name is None or today.siege.men[name].dead:
        return
    die = today.roll("GUI-11.6d", name)
    if die >= today.figure("assassin kills"):
        today.kill(name, "assassin")
    elif die >= today.figure("assassin wounds"):
        today.wound(name, "assassin")


def saboteur(today: Today) -> None:
    """A die: from 6 one of the finished engines is destroyed, drawn among them all; without any nothing
    happens (GUI-11.6e, RUL-1107)."""
    ready = [thing.id for thing in today.page.things for _ in range(today.siege.engines.get(thing.id, 0))]
    if not ready:
        return
    if today.roll("GUI-11.6e", today.siege.besieger) >= today.figure("saboteur destroys"):
        face = (
            today.roll("GUI-11.6e", today.siege.besieger, "which", sides=len(ready)) if len(ready) > 1 else 1
        )
        today.record(EnginesChanged(ready[face - 1], -1, "sabotage"))


def dysentery(today: Today) -> None:
    """As many besiegers as a die shows fall ill, named in turn by both players, the besieger first
    (GUI-11.6f)."""
    sickness(today, today.siege.besieger, "GUI-11.6f", "dysentery")


def poison(today: Today) -> None:
    """The same in the garrison, the besieged naming first (GUI-11.6m)."""
    sickness(today, today.siege.besieged, "GUI-11.6m", "poison")


def sickness(today: Today, side: SideId, rule: str, cause: str, *, deadly: bool = False) -> None:
    """Both players name one man each in turn, as their plans order them: the owner begins with whom he misses
    least (the wounded, then the weakest), the enemy with the strongest unhurt. Nobody is named twice. Where
    it is ``deadly`` it strikes as a wound does."""
    siege = today.siege
    left = list(siege.strength(side))
    number = min(today.roll(rule, side), len(left))
    owner, enemy = today.plans[side].sick_ours, today.plans[siege.enemy_of(side)].sick_theirs
    for turn in range(number):
        ours = turn % 2 == 0
        order, otherwise = (owner, _least_missed) if ours else (enemy, fights.strongest)
        man = picking.in_order(left, order, otherwise)[0]
        left.remove(man)
        (today.wound if deadly else today.sicken)(man.id, cause)


def _least_missed(man: Character) -> tuple[bool, bool, int]:
    return not man.wounded, man.leader, man.values.attack


def refugees(today: Today) -> None:
    """As many light infantrymen as a die shows join the garrison (GUI-11.6g)."""
    take_in(today, armies.refugees(today.siege, today.roll("GUI-11.6g", today.siege.besieged)))


def take_in(today: Today, men: tuple[Character, ...]) -> None:
    """Where the number of the garrison is now in a worse bracket of the table of stores, they last fewer days
    by the difference of the two modifiers (RUL-1109)."""
    siege = today.siege
    kind = siege.setup.stronghold.kind
    before = stores.modifier(kind, len(siege.strength(siege.besieged)), today.tables)
    today.record(MenJoined(men, "refugees"))
    after = stores.modifier(kind, len(siege.strength(siege.besieged)), today.tables)
    if after < before:
        stores.change(today, after - before, "refugees")


def gate(today: Today) -> None:
    """A spy has opened the gate: besiegers stand inside, six in a castle, four in another place; the besieger
    has the initiative without a roll and must assault (GUI-11.6h; the book prints the besieged, RUL-1110)."""
    siege = today.siege
    today.inside = fights.strike_party(siege, today.tables, today.plans[siege.besieger].strike)
    today.initiative = (siege.besieger, "gate")


def theft(today: Today) -> None:
    """Four days of stores are gone (GUI-11.6i)."""
    stores.change(today, -today.figure("stolen days"), "theft")


def engineer(today: Today) -> None:
    """From now on throwers take five days; what happened is enough to say so (GUI-11.6k,
    rules.siege.building)."""


def traitor(today: Today) -> None:
    """Each of the garrison rolls in the order of the roster, until one shows a 10 (printed as 0): he is put
    to death, and nobody rolls on (GUI-11.6l)."""
    for man in today.siege.strength(today.siege.besieged):
        if today.roll("GUI-11.6l", man.id) == today.figure("traitor"):
            today.kill(man.id, "traitor")
            return
