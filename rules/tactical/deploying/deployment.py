"""Set-up: where the men of a seat come to stand when its orders are carried out, and who of them
is held back.

Implements GUI-2a (a scenario lays out its characters; where it leaves that to the players, this is how).
Rulings: RUL-201, RUL-202, RUL-203.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.facing import Facing
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.orders.groups import QUALITIES
from rules.orders.place import edge_in_words
from rules.orders.records import EnterOrder, Order, Pick, PlaceOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.deployment import Deployment, Reserve
from rules.state.figure import Character, FigureId, Hex, SeatId
from rules.tactical.deploying.placing import Place, edge_of, edges_at, may_stand, places_at, shut, taken_on
from rules.tactical.instructions.picking import qualifies

NOT_THERE = "RUL-201"
OUTSIDE = "RUL-202"
RESERVES = "RUL-203"


class Trouble(NamedTuple):
    """What of an order cannot be carried out."""

    order: PlaceOrder | EnterOrder
    figure: FigureId
    why: Rejection


class DrawnUp(NamedTuple):
    """What the set-up of a seat comes to."""

    places: dict[FigureId, Place]
    reserves: dict[FigureId, Reserve]
    troubles: tuple[Trouble, ...]


def drawn_up(battle: Battle, rules: Ruleset, seat: SeatId, orders: Sequence[Order]) -> DrawnUp:
    """Who of a seat stands where, and who is held back, when these orders have been carried out; everybody
    has his place.

    Orders for men by name go first, then those for a group, then that for everybody; whoever is left has the
    place that the scenario gives, or the nearest free one (RUL-201)."""
    deployment = battle.deployment_of(seat)
    if deployment is None:
        return DrawnUp({}, {}, ())
    return _Parade(battle, rules, deployment).drawn_up(orders)


def placing(battle: Battle, seat: SeatId) -> list[Character]:
    """The men of a seat who are still to be placed or held back, in their fixed order."""
    return [f for f in battle.figures.values() if f.seat == seat and f.awaited and not _laid_out(battle, f)]


def _laid_out(battle: Battle, figure: Character) -> bool:
    return figure.id in battle.reserves and battle.reserves[figure.id].set


def usual_place(battle: Battle, figure: Character) -> Place:
    """Where the scenario puts somebody; empty for one who is held back."""
    reserve = battle.reserves.get(figure.id)
    if reserve is not None:
        return reserve.place
    deployment = battle.deployment_of(figure.seat)
    return deployment.template.get(figure.id, ()) if deployment is not None else ()


def members(battle: Battle, seat: SeatId, order: PlaceOrder | EnterOrder) -> list[Character]:
    """Whom an order means: those named, else those of its kinds, else everybody whom it may concern (for
    ENTER: all who may be held back)."""
    if order.figures:
        return [battle.figures[name] for name in order.figures]
    own = placing(battle, seat)
    if isinstance(order, EnterOrder):
        own = [man for man in own if man.id in battle.reserves]
    return [man for man in own if all(is_of_kind(battle, man, kind) for kind in order.kinds)]


def is_of_kind(battle: Battle, man: Character, kind: str) -> bool:
    """Whether somebody is an archer, a knight, on foot, ..."""
    if kind in QUALITIES:
        return qualifies(battle, Pick(how="anyone", kinds=(kind,)), man, man)
    return man.kind == kind


class _Parade:
    """A seat's men being told off to their places."""

    def __init__(self, battle: Battle, rules: Ruleset, deployment: Deployment) -> None:
        self.battle = battle
        self.rules = rules
        self.deployment = deployment
        self.own = placing(battle, deployment.seat)
        self.grounds = {man.id: deployment.hexes_of(man.id) for man in self.own}
        self.taken = taken_on(battle)
        self.places: dict[FigureId, Place] = {}
        self.reserves: dict[FigureId, Reserve] = {}
        self.troubles: list[Trouble] = []

    def drawn_up(self, orders: Sequence[Order]) -> DrawnUp:
        ordered = [order for order in orders if isinstance(order, PlaceOrder | EnterOrder)]
        for order in _in_turn(ordered):
            men = [man for man in members(self.battle, self.deployment.seat, order) if not self._settled(man)]
            if isinstance(order, EnterOrder):
                self._hold_back(order, men)
                continue
            men = self._who_may_be_placed(order, men)
            if order.hexes:
                self._in_hexes(order, men)
            elif order.area:
                self._in_area(order, men)
            else:
                self._as_usual(men)
        self._as_usual(self.own)
        # by name, in the fixed order of the men
        places = {man.id: self.places[man.id] for man in self.own if man.id in self.places}
        reserves = {man.id: self.reserves[man.id] for man in self.own if man.id in self.reserves}
        return DrawnUp(places, reserves, tuple(self.troubles))

    def _settled(self, man: Character) -> bool:
        return man.id in self.places or man.id in self.reserves

    def _refuse(self, order: PlaceOrder | EnterOrder, man: Character | None, why: Rejection) -> None:
        self.troubles.append(Trouble(order, man.id if man is not None else "", why))

    def _stand(self, man: Character, place: Place) -> None:
        self.places[man.id] = place
        self.taken.update(dict.fromkeys(place, man.name))

    # places

    def _who_may_be_placed(self, order: PlaceOrder, men: list[Character]) -> list[Character]:
        """All but those who must wait off the board; of one who is named that is said."""
        fit = [man for man in men if usual_place(self.battle, man)]
        if order.figures:
            for man in men:
                if man not in fit:
                    why = english("{figure} cannot be placed: he comes later, see ENTER", figure=man.name)
                    self._refuse(order, man, Rejection(RESERVES, why))
        return fit

    def _in_hexes(self, order: PlaceOrder, men: list[Character]) -> None:
        """Each in the hex named for him; one who cannot stand there is left to the usual places."""
        told = self._told_off(order, men)
        if isinstance(told, Rejection):
            self._refuse(order, None, told)
            return
        for man, hexes in told:
            place = self._place(man, hexes, order.facing)
            if isinstance(place, Rejection):
                self._refuse(order, man, place)
            else:
                self._stand(man, place)

    def _told_off(self, order: PlaceOrder, men: list[Character]) -> list[tuple[Character, Place]] | Rejection:
        """Which hexes are meant for whom: one for each, or two for each who rides. What a group has left over
        when some of its men were named elsewhere stays empty."""
        both = [2 if man.mounted else 1 for man in men]
        enough = not order.figures and len(order.hexes) > len(men)
        if len(order.hexes) not in (len(men), sum(both)) and men and not enough:
            return Rejection(
                "GUI-4.1a",
                english(
                    "{men} men and {hexes} hexes: name one for each, or two for a rider",
                    men=len(men),
                    hexes=len(order.hexes),
                )
                if len(men) > 1
                else english(
                    "{figure} cannot stand in {hexes} hexes", figure=men[0].name, hexes=len(order.hexes)
                ),
            )
        counts = both if len(order.hexes) == sum(both) else [1] * len(men)
        rest = iter(order.hexes)
        return [(man, tuple(next(rest) for _ in range(n))) for man, n in zip(men, counts, strict=True)]

    def _place(self, man: Character, hexes: Place, facing: str) -> Place | Rejection:
        """The place meant by the hexes named: a rider of whom one is named has his horse's tail where
        there is room."""
        board = self.battle.board
        if man.mounted and len(hexes) == 1 and hexes[0] in board:
            rear = board.neighbour(hexes[0], Facing(facing).opposite) if facing else None
            if facing and rear is None:
                return Rejection(
                    OUTSIDE, english("{figure}: his horse's tail would be off the board", figure=man.name)
                )
            choice = [(hexes[0], rear)] if rear is not None else self._ways_in(man, hexes[0])
            refusals = [(place, self._forbidden(man, place)) for place in choice]
            fitting = next((place for place, why in refusals if why is None), None)
            if fitting is not None:
                return fitting
            there = shut(board, self.rules.tables, man.name, man.armoured, hexes[0], man.mounted, self.taken)
            return there or next(why for _, why in refusals if why is not None)
        return self._forbidden(man, hexes) or hexes

    def _ways_in(self, man: Character, at: Hex) -> list[Place]:
        """The ways of standing in a hex, that in which he faces as usual first."""
        usual = usual_place(self.battle, man)
        board = self.battle.board
        facing = board.facing(*reversed(usual)) if len(usual) == 2 else None
        ways = places_at(board, man, at)
        return sorted(ways, key=lambda place: facing is None or board.facing(place[-1], at) is not facing)

    def _forbidden(self, man: Character, place: Place) -> Rejection | None:
        why = may_stand(self.battle, self.rules, man, place, self.taken)
        if why is not None:
            return why
        out = next((at for at in place if at not in self.grounds[man.id]), None)
        return None if out is None else self._outside(man, out)

    def _outside(self, man: Character, where: str) -> Rejection:
        """``where``: a hex or a named place."""
        areas = ", ".join(area.name for area in self.deployment.areas_of(man.id))
        return Rejection(
            OUTSIDE,
            english(
                "{figure} may not be placed in {hex}, only here: {areas}",
                figure=man.name,
                hex=where,
                areas=areas,
            ),
        )

    def _in_area(self, order: PlaceOrder, men: list[Character]) -> None:
        """Each in the free hex of a named place that is nearest to his usual one; of a group those to whom it
        is open."""
        area = next((a for a in self.deployment.areas if a.name == order.area), None)
        if area is None:
            return
        for man in men:
            if not area.open_to(man.id):
                if order.figures:
                    self._refuse(order, man, self._outside(man, area.name))
                continue
            place = self._nearest(man, area.hexes)
            if place is None:
                why = english("there is no room for {figure} in {area}", figure=man.name, area=area.name)
                self._refuse(order, man, Rejection("GUI-4.1a", why))
            else:
                self._stand(man, place)

    def _nearest(self, man: Character, hexes: Iterable[Hex]) -> Place | None:
        """The place among some hexes that is nearest to his usual one, rather not where somebody
        else is usually."""
        board, usual = self.battle.board, usual_place(self.battle, man)
        kept = {at for other in self.own if other.id != man.id and not self._settled(other)
                for at in usual_place(self.battle, other)}  # fmt: skip

        def away(at: Hex) -> tuple[bool, int, Hex]:
            return at in kept, board.distance(usual[0], at) if usual else 0, at

        return next(
            (
                place
                for at in sorted(hexes, key=away)
                for place in self._ways_in(man, at)
                if self._forbidden(man, place) is None
            ),
            None,
        )

    def _as_usual(self, men: Sequence[Character]) -> None:
        """Each where the scenario has him, or in the nearest free place; so stands whoever has no order, or
        none that could be carried out (RUL-201)."""
        rest = [man for man in men if not self._settled(man)]
        for man in rest:
            usual = usual_place(self.battle, man)
            if not usual:
                self._wait(man)
            elif self._forbidden(man, usual) is None:
                self._stand(man, usual)
        for man in rest:
            if not self._settled(man):
                self._stand(man, self._nearest(man, self.grounds[man.id]) or self._anywhere(man))

    def _anywhere(self, man: Character) -> Place:
        """Where his area has no room for him, the nearest place on the board that has."""
        board, usual = self.battle.board, usual_place(self.battle, man)
        return next(
            place
            for at in sorted(board.cells, key=lambda at: (board.distance(usual[0], at), at))
            for place in places_at(board, man, at)
            if may_stand(self.battle, self.rules, man, place, self.taken) is None
        )

    # reserves

    def _hold_back(self, order: EnterOrder, men: list[Character]) -> None:
        for man in men:
            allowed = self.battle.reserves.get(man.id)
            why = None if allowed is None else _too_early(self.battle, man, allowed, order)
            if allowed is None:
                why = Rejection(RESERVES, english("{figure} cannot be held in reserve", figure=man.name))
            if why is not None or allowed is None:
                assert why is not None
                self._refuse(order, man, why)
                continue
            by = order.by or allowed.by[0]
            self.reserves[man.id] = replace(allowed, by=(by,), turn=max(order.turn, allowed.turn), set=True)

    def _wait(self, man: Character) -> None:
        """A reserve of whom nothing is said comes as soon as he may, by the first edge named for
        him (RUL-203)."""
        allowed = self.battle.reserves[man.id]
        self.reserves[man.id] = replace(allowed, by=allowed.by[:1], set=True)


def _in_turn(orders: Sequence[PlaceOrder | EnterOrder]) -> list[PlaceOrder | EnterOrder]:
    """Men by name before groups, groups before everybody; hexes before places that leave a choice; men by
    name in the order of the lines, of two groups that share men the later line first (RUL-201)."""

    def rank(numbered: tuple[int, PlaceOrder | EnterOrder]) -> tuple[int, bool, int]:
        number, order = numbered
        whose = 0 if order.figures else 1 if order.kinds else 2
        return whose, isinstance(order, PlaceOrder) and not order.hexes, -number if whose else number

    return [order for _, order in sorted(enumerate(orders), key=rank)]


def _too_early(battle: Battle, man: Character, allowed: Reserve, order: EnterOrder) -> Rejection | None:
    """Why a reserve cannot enter there or then (RUL-203)."""
    if order.turn and order.turn < allowed.turn:
        why = english("{figure} cannot enter before turn {turn}", figure=man.name, turn=allowed.turn)
        return Rejection(RESERVES, why)
    if 0 < battle.setup.victory.turns < order.turn:
        why = english("the battle lasts {turns} turns", turns=battle.setup.victory.turns)
        return Rejection(RESERVES, why)
    if order.by and order.by not in allowed.by and not _on_edge_of(battle, order.by, allowed.by):
        why = english(
            "{figure} may enter by {edges} only",
            figure=man.name,
            edges=" or ".join(map(edge_in_words, allowed.by)),
        )
        return Rejection(RESERVES, why)
    return None


def _on_edge_of(battle: Battle, at: str, edges: tuple[str, ...]) -> bool:
    """Whether a hex lies on one of the edges by which somebody may enter."""
    return at in battle.board and not set(edges_at(battle.board, at)).isdisjoint(edges)


def entry_hexes(battle: Battle, by: str) -> tuple[Hex, ...]:
    """The hexes by which a reserve comes on, in the order in which he takes them: that named, then the others
    of its edge from the nearest on; of an edge, from its middle on (RUL-203)."""
    board = battle.board
    if by in board:
        edge = tuple(dict.fromkeys(at for name in edges_at(board, by) for at in edge_of(board, name))) or (
            by,
        )
        return tuple(sorted(edge, key=lambda at: (board.distance(by, at), at)))
    edge = edge_of(board, by)
    middle = edge[len(edge) // 2]
    return tuple(sorted(edge, key=lambda at: (board.distance(middle, at), at)))
