"""What a fight on a board brings back to its siege: the dead, wounds, horses, prisoners, ruins; and what
follows from how it ended."""

from __future__ import annotations

from rules.events.siege import (
    EnginesChanged,
    FightOver,
    HorseLost,
    PartyFetched,
    PlaceFell,
    WallRuined,
)
from rules.siege import battering, fights, relieved, stores
from rules.siege.today import Today
from rules.state.figure import Character, SideId
from rules.state.siege import Deed, DeedId, Fight, Siege
from rules.state.works import EngineState


def settle(today: Today) -> None:
    """The day goes on where it waited. Whoever was hurt that morning has his recovery rolled for with those
    who were hurt in the fight."""
    fought = today.siege.fights
    today.hurt = list(fought[0].hurt)
    patrols = len(fights.patrols(today.siege, today.tables))
    ends: dict[DeedId, str] = {}
    for fight in fought:
        bring_back(today, fight)
        ends[fight.deed] = in_a_word(today.siege, fight)
        today.record(FightOver(fight.deed, ends[fight.deed]))
        if fight.deed == Deed.ASSAULT:
            _throwers_lost(today, fight)
        elif fight.deed == Deed.SALLY:
            _burnt(today, fight)
        elif fight.deed == Deed.SUPPLY:
            _fetched(today, fight, patrols)
    if today.siege.divided:
        inside = fought[1:]
        _evening(today, ends[Deed.BATTLE], inside[0] if inside else None)
        return
    [fight] = fought
    _follow(today, fight, ends[fight.deed])


def _evening(today: Today, outside: str, fight: Fight | None) -> None:
    """Of a day on which besiegers were divided (GUI-11.4.1f)."""
    siege, inside = today.siege, ""
    if fight is not None:
        inside = {"taken": relieved.FALLEN, "retaken": relieved.RETAKEN}.get(in_a_word(siege, fight), "")
    relieved.evening(today, lost=outside == "beaten", inside=inside)


def _attacks(siege: Siege, fight: Fight, side: SideId) -> bool:
    return siege.men[fight.attackers[0]] in siege.men_of(side)


def _burnt(today: Today, fight: Fight) -> None:
    """Tents that burnt cost days (GUI-11.4.2d), and engines that stood in the camp are gone. A camp whose
    guard is gone burns like one that had none (RUL-1136)."""
    assert fight.back is not None and fight.outcome is not None
    left, tents, engines = fight.back.stores, 0, 0
    if fight.outcome.winner == today.siege.besieged:
        table = today.tables["quick-camp"]
        unguarded = table.row(str(table.rows[-1][0]))
        tents, engines = int(unguarded["tents"]), int(unguarded["engines"])
    fights.burn_tents(today, max(left["tents"], tents))
    for what in ("thrower", "ladder"):
        most = today.tables["siege-boards"].number(f"camp {what}", "value")
        burnt = min(today.siege.engines.get(what, 0), most) - left[what]
        if burnt > 0:
            today.record(EnginesChanged(what, -burnt, "burnt"))
            engines -= burnt
    fights.burn(today, 0, max(engines, 0))


def _throwers_lost(today: Today, fight: Fight) -> None:
    """Of those that shot in an assault (GUI-11.4.1a)."""
    assert fight.back is not None
    lost = sum(engine.state is EngineState.DESTROYED for engine in fight.back.engines)
    if lost:
        today.record(EnginesChanged("thrower", -lost, "burnt"))


def _fetched(today: Today, fight: Fight, patrols: int) -> None:
    """Each packhorse that came home is a day of stores (GUI-11.1.1e, GUI-11.4.3a)."""
    assert fight.back is not None
    home = fight.back.stores["packhorses"]
    today.record(PartyFetched(fight.found, home, patrols - fight.back.stores["patrols_waiting"]))
    if home:
        stores.change(today, home, "convoy")


def bring_back(today: Today, fight: Fight) -> None:
    """Who died, who was wounded, whose horse is gone, who was taken, and what came down."""
    back = fight.back
    assert back is not None
    horses = {horse.id: horse for horse in back.horses}
    for man in back.figures:
        before = today.siege.men.get(man.id)
        if before is None or before.dead:
            continue
        if man.dead:
            today.kill(man.id, fight.deed)
        elif man.wounded and not before.wounded:
            today.wound(man.id, fight.deed)
        horse = horses.get(before.mount or "")
        if horse is not None and not man.dead and not (horse.alive and horse.side == before.side):
            today.record(HorseLost(man.id))
    for name, by in back.prisoners.items():
        if not today.siege.men[name].dead:
            today.take(name, by)
    for at in back.damage if fight.deed == Deed.ASSAULT else ():
        wall = today.siege.setup.stronghold.wall(at)
        if wall is not None and not battering.is_down(today.siege, wall, today.tables):
            today.record(WallRuined(at, battering.stages(wall, today.tables)))


def in_a_word(siege: Siege, fight: Fight) -> str:
    """How a fight ended: "taken", "retaken" (from those who held all but the refuge), "refuge" (an assault
    that left the garrison nothing else), "beaten" (who attacked), "driven" (who was attacked), "through" and
    "caught" (a supply party), "nothing"."""
    outcome = fight.outcome
    assert outcome is not None
    if fight.deed == Deed.ASSAULT:
        if not any(man.id in fight.defenders for man in _left(siege)):
            return "taken" if _attacks(siege, fight, siege.setup.besieger) else "retaken"
        if outcome.winner == siege.setup.besieger and _attacks(siege, fight, outcome.winner):
            return "taken" if outcome.agreed else "refuge"  # who gives up gives up the refuge too
    if fight.deed == Deed.SUPPLY:
        home = fight.back is not None and fight.back.stores["packhorses"] > 0
        return "through" if home else "caught"
    side = siege.men[fight.attackers[0]].side
    if not outcome.winner:
        return "nothing"
    return {side: "driven"}.get(outcome.winner, "beaten")


def _left(siege: Siege) -> tuple[Character, ...]:
    return (*siege.strength(siege.besieger), *siege.strength(siege.besieged))


def _follow(today: Today, fight: Fight, ended: str) -> None:
    """The siege is lifted if the besiegers have withdrawn from the battle outside, and goes on if the
    garrison has (GUI-11.4.4c); a place that was stormed has fallen."""
    siege = today.siege
    if fight.deed == Deed.BATTLE and ended == "beaten":
        today.give_up("battle")
        return
    if not siege.strength(siege.besieger):
        today.give_up("losses")
    elif ended == "taken":
        today.record(PlaceFell("assault"))
    elif ended == "retaken" or not siege.strength(siege.besieged):
        today.give_in("assault")
    elif ended == "refuge" and not siege.holds:
        fights.hold(today)
