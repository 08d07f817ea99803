"""How what happens in a siege changes it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events import siege as happens
from rules.events.families import GameTold
from rules.evolve import families
from rules.evolve.registry import begins, handles, leaves_alone
from rules.state.figure import FigureId, Health
from rules.state.siege import DayRecord, Fight, Siege, Team

leaves_alone(Siege, happens.Parleyed, happens.FoughtQuickly, happens.PartyFetched, happens.DayEnded)


@begins(happens.SiegeCreated)
def _created(event: happens.SiegeCreated) -> Siege:
    return Siege(
        setup=event.setup,
        men={man.id: man for man in event.men},
        engines=dict(event.engines),
        commanders=dict(event.commanders),
    )


@handles(Siege, happens.StoresCounted)
def _stores(siege: Siege, event: happens.StoresCounted) -> None:
    siege.stores = siege.fed_until = event.days


@handles(Siege, happens.StoresChanged)
def _stores_changed(siege: Siege, event: happens.StoresChanged) -> None:
    siege.fed_until += event.days


@handles(Siege, happens.DayBegan)
def _day(siege: Siege, event: happens.DayBegan) -> None:
    siege.turn = event.day
    siege.days = (*siege.days, DayRecord(day=event.day))


@handles(Siege, happens.EventDrawn)
def _drawn(siege: Siege, event: happens.EventDrawn) -> None:
    _mark(siege, total=event.total, event=event.event if event.happens else "")
    if event.happens:
        siege.happened[event.event] = siege.day


@handles(Siege, happens.InitiativeTaken)
def _initiative(siege: Siege, event: happens.InitiativeTaken) -> None:
    _mark(siege, initiative=event.side)


@handles(Siege, happens.InitiativePassed)
def _passed(siege: Siege, event: happens.InitiativePassed) -> None:
    _mark(siege, passed=True)


@handles(Siege, happens.DeedDone)
def _deed(siege: Siege, event: happens.DeedDone) -> None:
    _mark(siege, deeds=(*siege.today.deeds, event.deed))
    if event.deed == "battle":
        siege.battle_spent = True


@handles(Siege, happens.ManHurt)
def _hurt(siege: Siege, event: happens.ManHurt) -> None:
    _mark(siege, hurt=siege.today.hurt + 1)
    siege.men[event.figure] = replace(siege.men[event.figure], health=Health.WOUNDED)


@handles(Siege, happens.ManDied)
def _died(siege: Siege, event: happens.ManDied) -> None:
    _mark(siege, dead=siege.today.dead + 1)
    siege.men[event.figure] = replace(siege.men[event.figure], health=Health.DEAD, mount=None)
    siege.recovers.pop(event.figure, None)
    siege.teams = tuple(_without(team, event.figure) for team in siege.teams)


def _without(team: Team, name: FigureId) -> Team:
    return replace(team, men=tuple(man for man in team.men if man != name))


@handles(Siege, happens.RecoverySet)
def _recovery(siege: Siege, event: happens.RecoverySet) -> None:
    siege.recovers[event.figure] = event.day


@handles(Siege, happens.ManRecovered)
def _recovered(siege: Siege, event: happens.ManRecovered) -> None:
    siege.men[event.figure] = replace(siege.men[event.figure], health=Health.HEALTHY)
    siege.recovers.pop(event.figure, None)


@handles(Siege, happens.CommanderNamed)
def _commander(siege: Siege, event: happens.CommanderNamed) -> None:
    siege.commanders[event.side] = event.figure


@handles(Siege, happens.MenJoined)
def _joined(siege: Siege, event: happens.MenJoined) -> None:
    """Raises ValueError for a man who is there already."""
    for man in event.men:
        if man.id in siege.men:
            raise ValueError(f"{man.id} joins, and is there already")
        siege.men[man.id] = man
        if siege.exchanged and man in siege.men_of(siege.besieger):
            siege.relief = (*siege.relief, man.id)


@handles(Siege, happens.EnginesChanged)
def _engines(siege: Siege, event: happens.EnginesChanged) -> None:
    """Raises ValueError where fewer than none would be left."""
    left = siege.engines.get(event.what, 0) + event.by
    if left < 0:
        raise ValueError(f"there are no {-left} {event.what} to lose")
    siege.engines[event.what] = left
    if event.by < 0:
        _mark(siege, broken=siege.today.broken - event.by)


@handles(Siege, happens.TeamSet)
def _team(siege: Siege, event: happens.TeamSet) -> None:
    worked, *left = siege.worked.pop(event.what, (0,))
    if left:
        siege.worked[event.what] = tuple(left)
    siege.teams = (*siege.teams, Team(event.what, event.men, worked))


@handles(Siege, happens.TeamWorked)
def _worked(siege: Siege, event: happens.TeamWorked) -> None:
    teams = list(siege.teams)
    teams[event.team] = replace(teams[event.team], worked=event.worked)
    siege.teams = tuple(team for place, team in enumerate(teams) if not (event.done and place == event.team))


@handles(Siege, happens.TeamLeft)
def _left(siege: Siege, event: happens.TeamLeft) -> None:
    team = siege.teams[event.team]
    if team.worked:
        siege.worked[team.what] = tuple(sorted((*siege.worked.get(team.what, ()), team.worked), reverse=True))
    siege.teams = tuple(other for place, other in enumerate(siege.teams) if place != event.team)


@handles(Siege, happens.WallBattered)
def _battered(siege: Siege, event: happens.WallBattered) -> None:
    if event.stage:
        siege.damage[event.hex] = event.stage


@handles(Siege, happens.FightCalled)
def _called(siege: Siege, event: happens.FightCalled) -> None:
    fight = Fight(event.deed, event.attackers, event.defenders, event.hurt, event.found)
    if siege.fight is None:
        siege.fight = fight
    else:
        siege.fight_inside = fight


@handles(Siege, GameTold)
def _told(siege: Siege, event: GameTold) -> None:
    families.told(siege, event)
    inside = siege.fight_inside
    if inside is not None and event.call.endswith(f"-{inside.deed}"):
        siege.fight_inside = replace(inside, outcome=event.outcome, back=event.back)
    elif siege.fight is not None:
        siege.fight = replace(siege.fight, outcome=event.outcome, back=event.back)


@handles(Siege, happens.FightOver)
def _fought(siege: Siege, event: happens.FightOver) -> None:
    if siege.fight is not None and siege.fight.deed == event.deed:
        siege.fight = None
    else:
        siege.fight_inside = None


@handles(Siege, happens.ManTaken)
def _taken(siege: Siege, event: happens.ManTaken) -> None:
    siege.captured[event.figure] = event.by
    siege.teams = tuple(_without(team, event.figure) for team in siege.teams)


@handles(Siege, happens.HorseLost)
def _unhorsed(siege: Siege, event: happens.HorseLost) -> None:
    siege.men[event.figure] = replace(siege.men[event.figure], mount=None)


@handles(Siege, happens.WallRuined)
def _ruined(siege: Siege, event: happens.WallRuined) -> None:
    siege.damage[event.hex] = event.stage


@handles(Siege, happens.TentsBurnt)
def _burnt(siege: Siege, event: happens.TentsBurnt) -> None:
    siege.idle_until = max(siege.idle_until, event.idle_until)


@handles(Siege, happens.RefugeHeld)
def _held(siege: Siege, event: happens.RefugeHeld) -> None:
    siege.holds, siege.left_behind = True, event.left


@handles(Siege, happens.RefugeLeft)
def _left_again(siege: Siege, event: happens.RefugeLeft) -> None:
    siege.holds, siege.left_behind = False, 0
    siege.relief = siege.afield = ()


@handles(Siege, happens.ReliefMet)
def _met(siege: Siege, event: happens.ReliefMet) -> None:
    siege.met, siege.relief, siege.afield = event.choice, event.relief, event.men


@handles(Siege, happens.ReliefLetIn)
def _let_in(siege: Siege, event: happens.ReliefLetIn) -> None:
    siege.relief = siege.afield = ()


@handles(Siege, happens.RolesExchanged)
def _exchanged(siege: Siege, event: happens.RolesExchanged) -> None:
    """Engines are taken in; works that were begun stand outside, for whoever goes on with them."""
    siege.exchanged, siege.afield = True, ()
    siege.refuge_until = siege.fed_until
    siege.stores, siege.fed_until = event.days, siege.day - 1 + event.days
    siege.aside, siege.engines = siege.engines, {}
    siege.idle_until = 0


@handles(Siege, happens.SiegeLifted)
def _lifted(siege: Siege, event: happens.SiegeLifted) -> None:
    siege.lifted = event.cause


@handles(Siege, happens.PlaceFell)
def _fell(siege: Siege, event: happens.PlaceFell) -> None:
    siege.fallen = event.cause


def _mark(siege: Siege, **noted: object) -> None:
    """Into the box of the day."""
    siege.days = (*siege.days[:-1], replace(siege.today, **noted))
