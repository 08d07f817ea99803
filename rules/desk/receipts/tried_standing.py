"""What TRY tells of a standing order: how it would answer the enemy as everybody stands now.

It is asked with the functions that ask it in play, on a board on which the enemy's next phase has just begun.
Whom the enemy will bring where is his secret; only what stands on the board counts (GUI-4.3a, GUI-5.3,
GUI-6.2d, GUI-6.5a, GUI-6.6a, GUI-7.2.2, GUI-7.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from rules.core.dice import ScriptedDice
from rules.core.language import say, say_many
from rules.core.percent import in_words
from rules.core.rejection import Rejection
from rules.desk.imagined import announced_on
from rules.desk.receipts import tried
from rules.desk.receipts.told import name_of, told_attack
from rules.desk.receipts.tried_siege import SPOKEN_OF, of_siege
from rules.events.charge import CounterChargeAnnounced
from rules.evolve import evolve
from rules.journal import Journal
from rules.orders.records import (
    AdvanceOrder,
    CounterOrder,
    OpposeOrder,
    RefuseOrder,
    RetreatOrder,
    StandingOrder,
    WatchOrder,
    WoundOrder,
    figures_of,
)
from rules.orders.trouble import listed
from rules.phases import playing
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, SeatId
from rules.tactical import weapons
from rules.tactical.charging import charge, combats, countering, runs
from rules.tactical.fighting import advance, odds, refusing
from rules.tactical.harm import infiltration
from rules.tactical.instructions import standing
from rules.tactical.instructions.picking import distance_between
from rules.tactical.instructions.terms import attend, standing_orders
from rules.tactical.retreating import ways_back
from rules.tactical.retreating.ordered_ways import retreat_wish
from rules.tactical.shooting import watching
from rules.tactical.shooting.missile import DEFENSIVE
from rules.tactical.sight import line_of_fire
from rules.tactical.sight.cover import grade
from rules.tactical.ways.passage import in_contact

MOST_MEN = 4  # told of for an order that binds all of a seat
MOST_ENEMIES = 3
MOST_CHARGERS, MOST_TARGETS = 2, 4
NEAR = 15  # hexes: who is farther away does not come by in one phase


def answers_now(
    battle: Battle, rules: Ruleset, seat: SeatId, order: StandingOrder, filed: tuple[str, ...]
) -> Iterator[str]:
    """How a standing order would answer as things stand. ``battle``: as the seat sees it; ``filed``: all that
    would be in force with it."""
    now = _Moment(battle, rules, seat, order, filed)
    if not now.men:
        yield say("Nobody who can act now is bound by it: those who could have orders of their own.")
    else:
        told = list(_TELLERS[type(order)](now, order))
        yield from told or [say("As everybody stands now nothing would call for it.")]


class _Moment:
    """The beginning of the enemy's next phase, with the order tried in force for the men whom it binds."""

    def __init__(
        self, battle: Battle, rules: Ruleset, seat: SeatId, order: StandingOrder, filed: tuple[str, ...]
    ) -> None:
        side = battle.seat(seat).side
        draft = battle.copy()
        draft.asked = {}
        draft.standing = {seat: filed}
        for _ in battle.setup.sides:
            if draft.side and not draft.hostile(side, draft.side):
                opened = playing.phase_opened(rules.sequence.follows(draft), draft.phase + 1)
                draft = evolve(draft, opened)
        self.rules = rules
        self.seat = seat
        self.journal = Journal(draft, ScriptedDice(()))
        self.lookout = attend(self.journal, rules)
        self.named = figures_of(order)
        self.men = [
            f for f in draft.figures.values() if f.seat == seat and f.active and self._bound(f, order)
        ]

    def _bound(self, man: Character, order: StandingOrder) -> bool:
        """Whether the order speaks for a man: if he is named, or nobody is and he has none of his own."""
        if self.named:
            return man.id in self.named
        others = standing_orders(self.battle, self.seat)
        return not any(type(f.order) is type(order) and man.id in figures_of(f.order) for f in others)

    @property
    def battle(self) -> Battle:
        return self.journal.battle

    def near(self, man: Character) -> list[Character]:
        """The enemies who could come by, the nearest first."""
        enemies = self.battle.active_enemies(man.side)
        near = [e for e in enemies if distance_between(self.battle, man, e) <= NEAR]
        return sorted(near, key=lambda e: (distance_between(self.battle, man, e), e.id))[:MOST_ENEMIES]

    def in_contact(self) -> list[tuple[Character, list[Character]]]:
        """The men who stand beside enemies, with these."""
        found = [(man, in_contact(self.battle, self.rules, man)) for man in self.men]
        return [(man, enemies) for man, enemies in found if enemies][:MOST_MEN]


# shooting


def _watch(now: _Moment, order: WatchOrder) -> Iterator[str]:
    armed = [(m, weapons.weapon_of(now.battle, now.rules, m)) for m in now.men]
    use = now.rules.tables["weapons"]
    shooters = [(m, w) for m, w in armed if w and (now.named or use.cell(w, "move_defensive") != "no")]
    for shooter, weapon in [] if order.hold else shooters[:MOST_MEN]:
        barred = weapons.may_fire_defensively(now.battle, now.rules, shooter, weapon)
        if barred is not None:
            yield say(
                "{shooter} could not shoot in the enemy's phase: {why} ({rule}).",
                shooter=shooter.name,
                why=barred.why,
                rule=barred.rule,
            )
        else:
            yield from _best_shot(now, shooter, weapon)


def _best_shot(now: _Moment, shooter: Character, weapon: str) -> Iterator[str]:
    """The shot that he would make if everybody stayed where he is, or what speaks against the nearest."""
    wanted: list[tuple[int, int, int, int, line_of_fire.Sight]] = []
    muster = list(now.battle.figures)
    against: list[str] = []
    enemies = sorted(
        now.battle.active_enemies(shooter.side),
        key=lambda e: (distance_between(now.battle, shooter, e), e.id),
    )
    watches = watching.speaking(now.battle, now.rules, shooter)
    for enemy in enemies if watches else ():
        sight = line_of_fire.best_sight(now.battle, now.rules, shooter, weapon, enemy.id)
        if isinstance(sight, Rejection):
            against.append(say("{enemy} ({why})", enemy=enemy.name, why=sight.why))
            continue
        weighed = [
            (watching.weigh(now.lookout, now.battle, now.rules, w, shooter, enemy, sight), w.order)
            for w in watches
        ]
        meant = next(((found, order) for found, order in weighed if not found.why), None)
        if meant is None:
            against.append(weighed[0][0].why)
        else:
            found, order = meant
            assert isinstance(order, WatchOrder)
            aimed = line_of_fire.at_half(now.battle, now.rules, shooter, weapon, sight, order.half)
            wanted.append(
                (found.rank, grade(aimed.cover), aimed.distance, muster.index(enemy.id), aimed)
            )  # in this order he would choose (RUL-512)
    if wanted:
        names = listed([name_of(now.battle, aimed.target) for *_, aimed in wanted], "and")
        yield say(
            "If he stayed or moved where he is, {shooter} would shoot at {names}; the best of it:",
            shooter=shooter.name,
            names=names,
        )
        yield from tried.of_shot(now.battle, now.rules, shooter, weapon, min(wanted)[4], DEFENSIVE)
    elif against:
        yield say(
            "{shooter} would shoot at nobody where they stand now: {against}.",
            shooter=shooter.name,
            against="; ".join(against[:MOST_ENEMIES]),
        )


# passing by


def _oppose(now: _Moment, order: OpposeOrder) -> Iterator[str]:
    for man in now.men[:MOST_MEN]:
        for enemy in now.near(man):
            if not standing.oppose(now.journal, now.rules, man, enemy):
                yield say("{man} would let {enemy} pass.", man=man.name, enemy=enemy.name)
                continue
            die = infiltration.one_die(now.battle, now.rules, enemy, man)
            yield say(
                "{man} would test {enemy} if he passed: {odds}.",
                man=man.name,
                enemy=enemy.name,
                odds=in_words(die._asdict()).replace("none", "nothing"),
            )


# fights


def _wound(now: _Moment, order: WoundOrder) -> Iterator[str]:
    for enemy in now.battle.active_enemies(now.battle.seat(now.seat).side):
        beside = [m for m in now.men if any(e.id == enemy.id for e in in_contact(now.battle, now.rules, m))]
        if len(beside) > 1:
            taker = standing.who_takes_it(now.journal, now.rules, beside)
            yield say(
                "Of {beside}, all beside {enemy}, {taker} would take it.",
                beside=listed([m.name for m in beside], "and"),
                enemy=enemy.name,
                taker=taker.name,
            )


def _retreat(now: _Moment, order: RetreatOrder) -> Iterator[str]:
    for man, enemies in now.in_contact():
        wish = retreat_wish(now.battle, now.rules, man)
        found = ways_back.choose_route(
            now.battle, now.rules, man, 1, enemies=frozenset(e.id for e in enemies),
            goal=wish.goal, path=wish.path,
        )  # fmt: skip
        fight = say(
            "Driven back 1 hex in a fight with {enemies}, {man} would",
            enemies=listed([e.name for e in enemies], "and"),
            man=man.name,
        )
        if isinstance(found, Rejection):
            yield say(
                "{fight} stay and be wounded: {why} ({rule}).", fight=fight, why=found.why, rule=found.rule
            )
        else:
            passed = say_many("1 enemy", "{tests} enemies", found.tests, tests=found.tests)
            tests = say(", past {passed} who may test him", passed=passed) if found.tests else ""
            rope = say(", down the rope: on 1 to {missed} he falls to his death", missed=found.missed)
            yield say(
                "{fight} go to {places}{rope}{tests}.",
                fight=fight,
                places=" > ".join(p.hex for p in found.places),
                rope=rope if found.missed else "",
                tests=tests,
            )


def _advance(now: _Moment, order: AdvanceOrder) -> Iterator[str]:
    for man, enemies in now.in_contact():
        for enemy in enemies[:MOST_ENEMIES]:
            gone = now.battle.copy()
            gone.figures[enemy.id] = replace(enemy, hex=None, rear=None)
            found = advance.choose_advance(
                gone, now.rules, (man.id,), enemy.hexes, frozenset({enemy.id})
            )  # fmt: skip
            does = (
                say("stay")
                if found is None
                else say("follow to {hexes}", hexes=" > ".join(s.place.hex for s in found.path))
            )
            yield say(
                "If {enemy} gave up {hexes}, {man} would {does}.",
                enemy=enemy.name,
                hexes=listed(list(enemy.hexes), "and"),
                man=man.name,
                does=does,
            )


def _refuse(now: _Moment, order: RefuseOrder) -> Iterator[str]:
    for man, enemies in now.in_contact():
        for enemy in enemies[:MOST_ENEMIES]:
            found = odds.assess(now.battle, now.rules, (enemy.id,), (man.id,))
            if not isinstance(found, Rejection):
                yield say(
                    "Attacked by {enemy} alone ({weight}), {man} would {stands}.",
                    enemy=enemy.name,
                    weight=found.weight.short,
                    man=man.name,
                    stands=_stands(now, man, found),
                )


def _stands(now: _Moment, man: Character, found: odds.Assessment) -> str:
    wish = standing.refusal(now.battle, now.rules, man, found.attackers, found.weight)
    if wish is None:
        return say("stand: the order does not ask for more")
    barred = refusing.may_refuse(now.battle, now.rules, man, found.attackers)
    if barred is not None:
        return say("have to stand: {why} ({rule})", why=barred.why, rule=barred.rule)
    way = refusing.best_escape(now.battle, now.rules, man, found.attackers)
    if isinstance(way, Rejection):
        return say("have to stand: {why} ({rule})", why=way.why, rule=way.rule)
    assert isinstance(wish.order, RefuseOrder)
    if way.tests and not wish.order.though_tested:
        return say("stand: on every way out somebody may strike at him")
    return say("go to {places}", places=" > ".join(p.hex for p in way.places))


# charges


def _counter(now: _Moment, order: CounterOrder) -> Iterator[str]:
    """For the nearest enemy who could charge now: whom he could ride at, and who of those bound
    would meet him."""
    riders = [m for m in now.men if m.mounted]
    near = [e for rider in riders for e in now.near(rider) if charge.cannot_ride(now.battle, e) is None]
    for enemy in list(dict.fromkeys(near))[:MOST_CHARGERS]:
        yield from _met(now, riders, enemy)


def _met(now: _Moment, riders: list[Character], enemy: Character) -> Iterator[str]:
    ways = runs.Runs(now.battle, now.rules, enemy)
    own = sorted(
        now.battle.active_enemies(enemy.side), key=lambda f: (distance_between(now.battle, enemy, f), f.id)
    )
    for target in own[:MOST_TARGETS]:
        route = runs.charge_route(now.battle, now.rules, enemy, target, ways)
        if isinstance(route, Rejection):
            continue
        found = charge.planned(now.battle, now.rules, enemy.id, target.id, route)
        if isinstance(found, Rejection):
            continue
        announced = announced_on(now.battle, found)
        wish = countering.wished(announced, now.rules, enemy.id)
        charged = say(
            "If {enemy} charged {target} over {count} hexes,",
            enemy=enemy.name,
            target=target.name,
            count=len(route),
        )
        if wish is not None and any(wish.answer.rider == rider.id for rider in riders):
            yield say(
                "{charged} {rider} would ride against him over {route}:",
                charged=charged,
                rider=name_of(announced, wish.answer.rider),
                route=" > ".join(wish.answer.route),
            )
            yield from _impact(now, announced, enemy, wish.answer)
        else:
            yield say("{charged} nobody whom this order binds would ride against him.", charged=charged)


def _impact(now: _Moment, announced: Battle, enemy: Character, answer: countering.Answer) -> Iterator[str]:
    declared = CounterChargeAnnounced(figure=answer.rider, charger=enemy.id, route=answer.route)
    met = charge.as_ridden(evolve(announced, declared), now.rules)
    bout = combats.bout(met, now.rules, enemy.id)
    if not isinstance(bout, Rejection):
        yield from told_attack(met, bout)
        yield from tried.of_fight(met, now.rules, bout)


# buildings, castles and siege works


def _siege(now: _Moment, order: StandingOrder) -> Iterator[str]:
    told = [line for man in now.men for line in of_siege(now.battle, now.rules, man, order)]
    yield from told[: 2 * MOST_MEN]


_TELLERS: dict[type, Callable[[_Moment, Any], Iterator[str]]] = {
    WatchOrder: _watch,
    OpposeOrder: _oppose,
    WoundOrder: _wound,
    RetreatOrder: _retreat,
    AdvanceOrder: _advance,
    RefuseOrder: _refuse,
    CounterOrder: _counter,
    **dict.fromkeys(SPOKEN_OF, _siege),
}
