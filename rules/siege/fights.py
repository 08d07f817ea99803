"""The fights of a siege, resolved without a board: assault, sally against the camp, supply party, battle
outside (GUI-11.4, by GUC-17 and house tables for what that lacks)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.language import english
from rules.core.tables import Tables
from rules.events.siege import (
    DeedDone,
    EnginesChanged,
    FoughtQuickly,
    PartyFetched,
    RefugeHeld,
    RefugeLeft,
    TentsBurnt,
)
from rules.siege import battering, picking, quick, stores
from rules.siege.boards import assault as board
from rules.siege.boards import calling, retaking
from rules.siege.boards import outside as outside_walls
from rules.siege.boards import sally as raid
from rules.siege.boards import supply as convoy
from rules.siege.facing import able, chosen, withstanding
from rules.siege.plans.plan import Act, Order
from rules.siege.today import Today, names
from rules.state.figure import Character, FigureId, SideId
from rules.state.siege import Deed, Siege

FIELD, SIEGE = "field", "siege"
TAKEN, HELD, BROKEN = "taken", "held", "broken"
"""How an assault ended: whoever withstood it lays down his arms, or gives way; or it cost too much."""


# who goes


def strongest(man: Character) -> tuple[bool, int]:
    """The unhurt before the wounded, the strong before the weak."""
    return man.wounded, -man.values.attack


def not_at_hand(siege: Siege, side: SideId, act: Act) -> str:
    """Whom an act names who cannot come, and why, in a sentence."""
    for name in act.men:
        man = siege.men.get(name)
        if man is None or man not in siege.men_of(side):
            return english("{name} is none of yours", name=name)
        if man.dead:
            return english("{name} is dead", name=man.name)
        if name in siege.captured:
            return english("{name} is a prisoner", name=man.name)
        if name in siege.building:
            return english("{name} is building", name=man.name)
    return ""


def sally_limit(siege: Siege, tables: Tables, share: str) -> int:
    """How many of the garrison may go: a third, rounded down (GUI-11.4.2a, GUI-11.4.3a)."""
    return len(siege.strength(siege.besieged)) // tables["siege-figures"].number(share, "value")


def sally_party(siege: Siege, tables: Tables, act: Act) -> tuple[Character, ...]:
    """The party of a sally against the camp: at most a third of the garrison, and of any kind at most half,
    both rounded down (GUI-11.4.2a); the strongest of those named, the commander last."""
    of_kind = tables["siege-figures"].number("sally type half of", "value")
    most = sally_limit(siege, tables, "sally third of")
    kinds = [man.kind for man in siege.strength(siege.besieged)]
    went: list[Character] = []
    commander = siege.commanders.get(siege.besieged)
    for man in sorted(chosen(siege, siege.besieged, act), key=lambda m: (m.id == commander, strongest(m))):
        same = sum(other.kind == man.kind for other in went)
        if len(went) < most and same < kinds.count(man.kind) // of_kind:
            went.append(man)
    return tuple(went)


def camp_party(siege: Siege, tables: Tables, order: Order) -> tuple[Character, ...]:
    """Who guards the camp: at most half of the besiegers, rounded down, of any kind (GUI-11.4.2a); shooters
    and riders first unless the plan says otherwise. Builders may be among them: they lose that day of work
    (RUL-1101)."""
    most = len(siege.strength(siege.besieger)) // tables["siege-figures"].number("camp half of", "value")
    men = siege.strength(siege.besieger)
    ready = picking.in_order(men, order, lambda m: (m.wounded, not m.weapon, not m.rider, -m.values.attack))
    return ready[:most]


def patrols(siege: Siege, tables: Tables) -> tuple[tuple[Character, ...], ...]:
    """As many full patrols as the unhurt besiegers make up, each of at most 8 men with at most 2 riders and 2
    shooters (GUI-11.4.3b, RUL-1112); at least one, however small."""

    def figure(name: str) -> int:
        return tables["siege-figures"].number(name, "value")

    size, riders, shooters = figure("patrol men"), figure("patrol riders"), figure("patrol shooters")
    free = sorted((m for m in siege.at_hand(siege.besieger) if not m.wounded), key=strongest)
    found: list[tuple[Character, ...]] = []
    while free:
        patrol: list[Character] = []
        for man in free:
            rides = sum(m.rider for m in patrol) < riders if man.rider else True
            shoots = sum(bool(m.weapon) for m in patrol) < shooters if man.weapon else True
            if len(patrol) < size and rides and shoots:
                patrol.append(man)
        if len(patrol) < size and found:
            break
        found.append(tuple(patrol))
        free = [man for man in free if man not in patrol]
    return tuple(found)


# how it ends


def fight(
    today: Today,
    deed: Deed,
    attackers: Sequence[Character],
    defenders: Sequence[Character],
    ground: str,
    *,
    percent: tuple[int, int] = (0, 0),
    cases: Sequence[str] = (),
) -> FoughtQuickly:
    """Resolve a fight by one die and record it with all who fall (GUC-17)."""
    side = attackers[0].side
    die = today.roll("GUC-17.2", side, deed.value)
    found = quick.resolved(attackers, defenders, ground, die, today.tables, percent=percent, cases=cases)
    fought = FoughtQuickly(
        deed=deed,
        ground=ground,
        attacker=side,
        values=found.values,
        percent=found.percent,
        column=found.column,
        die=die,
        modifier=found.modifier,
        letter=found.letter,
        ends=found.ends,
        dead=found.dead,
        wounded=found.wounded,
    )
    today.record(fought)
    for men, dead, wounded in zip((attackers, defenders), found.dead, found.wounded, strict=True):
        lose(today, men, dead, wounded, ground == SIEGE, deed.value)
    return fought


def lose(today: Today, men: Sequence[Character], dead: int, wounded: int, on_foot: bool, cause: str) -> None:
    """The losses of a side (rules.siege.quick.fallen), who falls by dice."""

    def leader_die(man: Character) -> int:
        return today.roll("GUC-17.4", man.id)

    def draw(line: str, faces: int) -> int:
        return today.roll("GUC-17.3", men[0].side, line, sides=faces)

    for man, fate in quick.fallen(men, dead, wounded, on_foot, leader_die, draw):
        if fate == quick.DEAD:
            today.kill(man.id, cause)
        else:
            today.wound(man.id, cause)


# the actions


def why_no_assault(siege: Siege, tables: Tables, act: Act) -> str:
    if siege.day <= siege.idle_until:
        return english(
            "nothing can be done before day {day}: stores must be replaced", day=siege.idle_until + 1
        )
    if missing := not_at_hand(siege, siege.besieger, act):
        return missing
    return "" if able(siege, siege.besieger, act) else english("nobody is there to assault with")


def assault(today: Today, act: Act) -> None:
    """All that remain on both sides, or those named of the besiegers (GUI-11.4.1a). A throw may lift the
    siege or end it at once; a castle's garrison may be driven into its refuge, with half of its stores
    (GUI-11.4.1h)."""
    ended = storm(today, today.siege.besieger, act)
    if ended == BROKEN:
        today.give_up("losses")
    elif ended == TAKEN:
        today.give_in("assault")
    elif ended == HELD and _can_be_held(today.siege):
        hold(today)


def storm(today: Today, side: SideId, act: Act) -> str:
    """An assault by a side: how it ended, in a word; empty where nothing came of it, or where it is fought on
    a board. Whether those are named who would go anyhow is their commander's secret. Who withstands it counts
    by his walls; an engine and a breach help besiegers once each. Whether somebody gives way is told by a
    house table (RUL-1117)."""
    siege = today.siege
    attackers, defenders = able(siege, side, act), withstanding(siege, side)
    everybody = attackers == able(siege, side, Act(act.deed))
    today.record(DeedDone(side, Deed.ASSAULT, () if everybody else names(attackers)))
    if not defenders:
        return TAKEN
    if calling.is_fought_out(today):
        begins = retaking.begins if siege.owns(side) else board.begins
        first = begins(siege, today.tables, act, attackers, defenders, today.inside)
        calling.call(today, Deed.ASSAULT, first, attackers, defenders)
        return ""
    wall = walls(siege, today.tables, opened=bool(today.inside))
    cases: list[str] = []
    if siege.besieges(side):
        cases += ["engine"] if siege.engines.get("thrower") else []
        cases += ["rubble"] if battering.breaches(siege, today.tables) else []
    fought = fight(today, Deed.ASSAULT, attackers, defenders, SIEGE, percent=(0, wall), cases=cases)
    if fought.ends[0] == "lifted":
        return BROKEN
    if fought.ends[1] == "surrender":
        return TAKEN
    return HELD if today.tables["quick-hold"].number(fought.letter, "held") else ""


def walls(siege: Siege, tables: Tables, *, opened: bool) -> int:
    """What its walls add to the value of a garrison, in percent; less behind a gate that was ``opened``."""
    modifiers = tables["quick-modifiers"]
    whole = modifiers.number(siege.setup.stronghold.kind, "percent")
    return min(whole, modifiers.number("gate open", "percent")) if opened else whole


def _can_be_held(siege: Siege) -> bool:
    """A castle takes two assaults, other places one (GUI-11.4.1d)."""
    return not siege.holds and siege.setup.stronghold.kind == "castle"


def hold(today: Today) -> None:
    """What is left of the garrison is in its refuge; it takes half of its remaining days of stores along,
    rounded down (GUI-11.4.1h)."""
    left = stores.days_left(today.siege)
    kept = left // today.figure("refuge half of")
    today.record(RefugeHeld(left - kept))
    stores.change(today, kept - left, "refuge")


def why_no_sally(siege: Siege, tables: Tables, act: Act) -> str:
    if siege.shut_in:
        return english("the besiegers hold all but the refuge: nobody gets out to their camp")
    if missing := not_at_hand(siege, siege.besieged, act):
        return missing
    return "" if sally_party(siege, tables, act) else english("too few are left for a sally")


def sally(today: Today, act: Act) -> None:
    """Against the camp: tents and engines burn by the letter of the fight (a house table); for every five
    hexes of tents the besieger loses a day (GUI-11.4.2d)."""
    siege = today.siege
    party = sally_party(siege, today.tables, act)
    camp = camp_party(siege, today.tables, today.plans[siege.besieger].camp)
    today.record(DeedDone(siege.besieged, Deed.SALLY, names(party)))
    if camp and calling.is_fought_out(today):
        first = raid.begins(siege, today.tables, act, party, camp)
        calling.call(today, Deed.SALLY, first, party, camp)
        return
    if camp:
        letter = fight(today, Deed.SALLY, party, camp, FIELD).letter
    else:
        letter = str(today.tables["quick-camp"].rows[-1][0])
    row = today.tables["quick-camp"].row(letter)
    burn(today, int(row["tents"]), int(row["engines"]))


def burn(today: Today, tents: int, engines: int) -> None:
    """Tents, and throwers before ladders."""
    burn_tents(today, tents)
    for what in ("thrower", "ladder"):
        burnt = min(engines, today.siege.engines.get(what, 0))
        if burnt:
            today.record(EnginesChanged(what, -burnt, "burnt"))
            engines -= burnt


def burn_tents(today: Today, tents: int) -> None:
    """Each five of them cost a day from tomorrow on (GUI-11.4.2d)."""
    if tents:
        lost = tents // today.figure("tents a day")
        begins = max(today.siege.idle_until, today.siege.day)
        today.record(TentsBurnt(tents, begins + lost if lost else today.siege.idle_until))


def why_no_supply(siege: Siege, tables: Tables, act: Act) -> str:
    if siege.shut_in:
        return english("who does not hold the stockade can send nobody for supplies")
    if missing := not_at_hand(siege, siege.besieged, act):
        return missing
    return "" if supply_party(siege, tables, act) else english("too few are left for a supply party")


def supply_party(siege: Siege, tables: Tables, act: Act) -> tuple[Character, ...]:
    """At most a third of the garrison (GUI-11.4.3a): those named, else the strongest; the commander last."""
    most = sally_limit(siege, tables, "supply third of")
    commander = siege.commanders.get(siege.besieged)
    men = sorted(chosen(siege, siege.besieged, act), key=lambda m: (m.id == commander, strongest(m)))
    return tuple(men[:most])


def supply(today: Today, act: Act) -> None:
    """A party fetches 1D6 packhorses (GUI-11.4.3a) past the patrols: the first, and those that the dice of
    four turns bring (GUI-11.4.3b, GUI-11.4.3c), as far as there are any. Who comes home is a house table's;
    each horse is a day of stores (GUI-11.1.1e)."""
    siege = today.siege
    party = supply_party(siege, today.tables, act)
    today.record(DeedDone(siege.besieged, Deed.SUPPLY, names(party)))
    found = today.roll("GUI-11.4.3a", siege.besieged, sides=today.figure("packhorses"))
    waiting = list(patrols(siege, today.tables))
    if waiting and calling.is_fought_out(today):
        first = convoy.begins(siege, today.tables, act, party, waiting, found)
        calling.call(today, Deed.SUPPLY, first, [m for one in waiting for m in one], party, found=found)
        return
    met = waiting[:1]
    table = today.tables["siege-patrols"]
    for turn, *_ in table.rows:
        face = today.roll("GUI-11.4.3c", siege.besieger, f"turn{turn}")
        if face <= table.number(turn, "at_most") and len(met) < len(waiting):
            met.append(waiting[len(met)])
    hunters = [man for patrol in met for man in patrol]
    home = found
    if hunters:
        letter = fight(today, Deed.SUPPLY, hunters, party, FIELD).letter
        home = found * today.tables["quick-supply"].number(letter, "percent") // 100
    today.record(PartyFetched(found, home, len(met)))
    if home:
        stores.change(today, home, "convoy")


def why_no_battle(siege: Siege, tables: Tables, act: Act) -> str:
    relieved = siege.happened.get("relief") == siege.day
    if siege.battle_spent and not relieved:
        return english("the one battle outside has been fought")
    if siege.shut_in and not relieved:
        return english("the besiegers hold all but the refuge: nobody gets out to give battle")
    return ""


def battle(today: Today, act: Act) -> None:
    """Everybody of both sides in the field (GUI-11.4.4a). If the besieger must fall back the siege is lifted;
    a garrison that must is inside again and the siege goes on. Builders are called to it, and lose that day.
    Besiegers who hold all but the refuge have left it for the battle (RUL-1125)."""
    siege = today.siege
    today.record(DeedDone(siege.besieged, Deed.BATTLE))
    if siege.shut_in:
        today.record(RefugeLeft())
    if meet(today, act, siege.strength(siege.besieger), siege.strength(siege.besieged)):
        today.give_up("battle")


def meet(today: Today, act: Act, outside: Sequence[Character], inside: Sequence[Character]) -> bool:
    """Besiegers, who are the attackers (RUL-1113), and garrison in the field: whether the besiegers must fall
    back. False where it is fought on a board, too."""
    if calling.is_fought_out(today):
        first = outside_walls.begins(today.siege, today.tables, act, outside, inside)
        calling.call(today, Deed.BATTLE, first, outside, inside)
        return False
    return bool(fight(today, Deed.BATTLE, outside, inside, FIELD).ends[0])


# events that strike men


def strike_party(siege: Siege, tables: Tables, wanted: Iterable[FigureId]) -> tuple[FigureId, ...]:
    """Who goes in when the gate is opened: those named in the plan, then the strongest of the unhurt on foot;
    riders and the wounded where there are too few (GUI-11.6h)."""
    kind = siege.setup.stronghold.kind
    most = tables["siege-figures"].number(f"inside {kind}", "value")
    able = siege.at_hand(siege.besieger)
    named = [man for name in wanted for man in able if man.id == name and not man.wounded]
    rest = sorted(able, key=lambda m: (m.wounded, m.rider, -m.values.attack))
    return names(dict.fromkeys([*named, *rest]))[:most]
