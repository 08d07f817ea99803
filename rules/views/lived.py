"""What each man of a battle has lived through: whom he fought, what befell him and by whom, what he did to
others, each with its turn and the event that tells it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core.language import english, say, translated
from rules.events import charge, combat, harm, ladders, missile, movement, umpire
from rules.events.base import Event
from rules.state.battle import Battle
from rules.state.figure import FigureId
from rules.views.chronicle import Chronicle
from rules.views.records import Life


def lives(events: Iterable[Event], seat: str | None) -> list[Life]:
    """The lives of all of whom there is something to tell, from the events of a battle that a seat (None: the
    public, or whoever may see everything) was shown, from its first on: who has lived through most first."""
    found = _Lives(Battle)
    at = found.follow(events)
    if at is None:
        return []
    told = [found.life(at, name) for name in found.entries]
    return sorted(told, key=lambda life: (-len(life.entries), life.name))


_GOES_ON = (
    umpire.DieRolled, umpire.DecisionMade, combat.Retreated, combat.RetreatBlocked, harm.Displaced,
    harm.HorseKilled, harm.Killed, harm.Stunned, harm.Unhorsed, harm.Wounded,
)  # fmt: skip
"""What follows from a blow or a shot; behind anything else harm has another cause."""


class _Lives(Chronicle[Battle]):
    """``struck``: the blow or shot that was told last, while what follows from it is still being told."""

    struck: combat.CombatFought | missile.DamageRolled | None = None

    def see(self, event: Event) -> None:
        if not isinstance(event, _GOES_ON):
            self.struck = None
        super().see(event)

    def note(self, figure: str, words: str) -> None:
        """An entry in somebody's life; horses have none."""
        if figure in self.at.figures:
            self.enter(figure, self.at.turn, say("turn {turn}", turn=self.at.turn), words)

    def life(self, at: Battle, figure: FigureId) -> Life:
        man = at.figures[figure]
        return Life(
            figure=figure,
            name=man.name,
            kind=translated(man.kind),
            side=translated(at.side_of(man.side).name),
            prestige=0,
            now=translated(man.health.value),
            entries=tuple(self.entries[figure]),
        )

    def names(self, who: Sequence[str]) -> str:
        """ "Khaled", "Khaled and Shakil", "Khaled, Shakil and Omar"."""
        figures, horses = self.at.figures, self.at.horses
        found = [
            figures[name].name if name in figures else horses[name].name if name in horses else name
            for name in who
        ]
        if len(found) < 2:
            return "".join(found)
        return say("{these} and {last}", these=", ".join(found[:-1]), last=found[-1])

    def by_whom(self, figure: FigureId) -> tuple[str, ...]:
        """Who has just struck or shot him."""
        if isinstance(self.struck, missile.DamageRolled):
            return (self.struck.shooter,) if self.struck.victim == figure else ()
        if self.struck is None:
            return ()
        attackers, defenders = self.struck.attackers, self.struck.defenders
        return attackers if figure in defenders else defenders if figure in attackers else ()


def _fought(lives: _Lives, event: combat.CombatFought) -> None:
    lives.struck = event
    foes = lives.names(event.defenders)
    for name in event.attackers:
        others = [other for other in event.attackers if other != name]
        words = (
            say("Attacked {foes} together with {friends}.", foes=foes, friends=lives.names(others))
            if others
            else say("Attacked {foes}.", foes=foes)
        )
        lives.note(name, words)
    for name in event.defenders:
        lives.note(name, say("Attacked by {foes}.", foes=lives.names(event.attackers)))


def _hit(lives: _Lives, event: missile.DamageRolled) -> None:
    lives.struck = event


_BEFELL = {
    harm.Wounded: (english("Wounded."), english("Wounded by {foes}."), english("Wounded {foe}.")),
    harm.Stunned: (english("Stunned."), english("Stunned by {foes}."), english("Stunned {foe}.")),
    harm.Killed: (english("Killed."), english("Killed by {foes}."), english("Killed {foe}.")),
}
"""What is told of whom a harm befell, of him if it is known by whom, and of these."""


def _harmed(lives: _Lives, event: harm.Wounded | harm.Stunned | harm.Killed) -> None:
    """It is a deed of whoever has done it."""
    plain, by_somebody, deed = _BEFELL[type(event)]
    foes = lives.by_whom(event.figure)
    if isinstance(event, harm.Killed) and event.drowned:
        lives.note(event.figure, say("Drowned."))
    elif foes:
        lives.note(event.figure, say(by_somebody, foes=lives.names(foes)))
        for name in foes:
            lives.note(name, say(deed, foe=lives.names([event.figure])))
    else:
        lives.note(event.figure, say(plain))


def _unhorsed(lives: _Lives, event: harm.Unhorsed) -> None:
    lives.note(event.figure, say("Parted from his horse."))


def _woke(lives: _Lives, event: harm.Recovered) -> None:
    lives.note(event.figure, say("Came round again."))


def _refused(lives: _Lives, event: combat.CombatRefused) -> None:
    lives.note(event.figure, say("Went out of the way of {foes}.", foes=lives.names(event.attackers)))


def _charged(lives: _Lives, event: charge.ChargeRidden) -> None:
    lives.note(event.figure, say("Rode a charge."))


def _fell(lives: _Lives, event: ladders.Fell) -> None:
    lives.note(event.figure, say("Fell in {hex}.", hex=event.hex))


def _over_the_wall(lives: _Lives, event: movement.Moved) -> None:
    """Whoever goes over a wall has done something to be remembered."""
    if event.how == "over":
        lives.note(event.figure, say("Went over the wall in {hex}.", hex=event.hex))


_Lives.tellers = {
    combat.CombatFought: _fought,
    combat.CombatRefused: _refused,
    missile.DamageRolled: _hit,
    harm.Wounded: _harmed,
    harm.Stunned: _harmed,
    harm.Killed: _harmed,
    harm.Unhorsed: _unhorsed,
    harm.Recovered: _woke,
    charge.ChargeRidden: _charged,
    ladders.Fell: _fell,
    movement.Moved: _over_the_wall,
}
