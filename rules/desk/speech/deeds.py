"""Clauses as orders: which hex a way leads to, whose ladder is meant.

Where two orders are possible neither is chosen: both are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.language import english, say
from rules.desk.desk import Desk
from rules.desk.speech import aways, bearers, compass, whither
from rules.desk.speech.as_above import as_above, which_order
from rules.desk.speech.aways import Away
from rules.desk.speech.clause import Clause, Unknown, Unsure
from rules.desk.speech.company import names
from rules.desk.speech.exchanged import Sent
from rules.desk.speech.means import Means
from rules.desk.speech.named import Named
from rules.desk.speech.saying import Saying
from rules.desk.speech.vocabulary import Deed
from rules.orders.fire_records import LightOrder
from rules.orders.ladder_records import CarryOrder, LayOrder, RaiseOrder
from rules.orders.lexicon import Lexicon
from rules.orders.parser import parse, print_order
from rules.orders.records import (
    ChargeOrder,
    Leg,
    LegKind,
    MoveOrder,
    Order,
    WatchOrder,
)
from rules.orders.trouble import Code, Trouble
from rules.state.figure import FigureId

_ELSEWHERE = (Deed.STAY, Deed.GO, Deed.JOIN, Deed.LEAVE)  # what says that nothing but a shot is forgone


class Deeds(Means):
    """What the clauses of a line come to. ``pairs``: the men at each ladder."""

    def __init__(
        self, desk: Desk, lexicon: Lexicon, named: Named, pairs: Sequence[tuple[FigureId, ...]]
    ) -> None:
        self.desk = desk
        self.lexicon = lexicon
        self.named = named
        self.pairs = pairs
        self.taken: list[str] = []
        self.told: list[str] = []
        self.going: dict[FigureId, str] = {}  # where those are sent who were told so on this line

    def sayings(self, clauses: Sequence[Clause]) -> list[Saying]:
        """Raises Unsure where several orders are possible, Unknown where none is."""
        out: list[Saying] = []
        sent = Sent(clauses, self.desk.battle, self.lexicon)
        for clause in clauses:
            orders = list(self._orders(clause, clauses))
            sent.all(orders)
            told, self.told = tuple(self.told), []
            for number, order in enumerate(orders):
                text = print_order(order, self.lexicon)
                if clause.given:
                    text = f"IF {clause.given} THEN {text}"
                out.append(Saying(text, told if not number else ()))
        return out

    def _orders(self, clause: Clause, clauses: Sequence[Clause]) -> Iterator[Order]:
        if clause.same and clause is clauses[0]:
            yield from as_above(self.named, clause, self.lexicon, self.told)
            return
        if clause.same and clause.hex and clause.deed in (Deed.GO, Deed.LEAVE):
            raise Unsure(which_order())
        match clause.deed:
            case Deed.ATTACK:
                yield self._attack(clause.who, clause)
            case Deed.STRIKE:
                yield from self._strike(clause)
            case Deed.FIRE:
                yield from self._fire(clause)
            case Deed.HOLD_FIRE:
                yield from self._hold_fire(clause, clauses)
            case Deed.CARRY | Deed.RAISE | Deed.LAY:
                yield self._ladder(clause)
            case _:
                for man in clause.who:
                    yield self._of_one(man, clause)

    def _of_one(self, man: FigureId, clause: Clause) -> Order:
        """What every man does for himself."""
        match clause.deed:
            case Deed.CHARGE if clause.whom and clause.joined != "together":
                return ChargeOrder(man, clause.whom)
            case Deed.STAY:
                away = self._away(man, clause.away) if clause.away is not None else ""
                if away and away != self.desk.battle.figures[man].hex:
                    raise Unsure(
                        Trouble(Code.EXPECTED, english("where to? Name a hex, or somebody to go to"))
                    )
                return MoveOrder(man, stay=True)
            case Deed.WRITTEN:
                order = parse(f"{self.lexicon[man]} {clause.text}", self.lexicon)
                if not isinstance(order, Trouble):
                    return order
            case Deed.TURN:
                return MoveOrder(man, facing=self._facing(man, clause.facing))
            case Deed.LIGHT:
                return LightOrder(man, clause.hex)
            case Deed.CLIMB:
                return MoveOrder(man, path=(Leg(LegKind.CLIMB),))
            case Deed.THROW:
                return bearers.thrown_by(self.desk, man, clause.hex, clause.facing)
            case Deed.GO | Deed.JOIN | Deed.LEAVE:
                return self._move(man, clause)
        raise Unknown

    # harming an enemy

    def _hold_fire(self, clause: Clause, clauses: Sequence[Clause]) -> Iterator[Order]:
        filed = [man for man in clause.who if self.desk.fires(man)]
        if filed:
            message = english(
                "{names} has an order to shoot: CLEAR takes all orders back", names=names(filed, self.lexicon)
            )
            raise Unsure(Trouble(Code.TERMS, message))
        if not clause.now and not any(
            other.deed in _ELSEWHERE and other.who == clause.who for other in clauses
        ):
            man = clause.who[0]
            raise Unsure(self._either((MoveOrder(man, stay=True), WatchOrder((man,), hold=True))))
        for man in clause.who:
            moves = any(other is not clause and man in other.who for other in clauses)
            if not moves and not self.desk.imagined.has_move(man):
                yield MoveOrder(man, stay=True)

    # going somewhere

    def _move(self, man: FigureId, clause: Clause) -> Order:
        figure = self.desk.battle.figures[man]
        there = self._goal(man, clause)
        if clause.far or not there:
            there = self._as_far(man, clause, there)
        if not there:
            raise Unsure(
                Trouble(Code.EXPECTED, english("there is no way there that could be found: name a hex"))
            )
        if there == figure.hex and not clause.hex:
            return self._there_already(man, clause)
        self.taken.append(there)
        self.going[man] = there
        if clause.steps == (1, "back") and figure.mounted:
            return MoveOrder(man, path=(Leg(LegKind.BACK),), facing=clause.facing)
        if figure.hex is not None and self.desk.battle.board.adjacent(figure.hex, there):
            return MoveOrder(man, path=(Leg(LegKind.HEX, hex=there),), facing=clause.facing)
        return MoveOrder(man, to=there, facing=clause.facing, way=clause.way)

    def _goal(self, man: FigureId, clause: Clause) -> str:
        """The hex that a clause means for somebody; "" where there is none."""
        figure = self.desk.battle.figures[man]
        if clause.steps[0]:
            found = compass.hex_there(self.desk.battle, figure, *clause.steps)
            if isinstance(found, Trouble):
                raise Unsure(found)
            where = clause.steps[1]
            if figure.rear is None and (way := compass.towards_enemies(self.desk.battle, figure, where)):
                self.told.append(english("{written} read as {name}.", written=where, name=way.value))
            return found
        if clause.hex in self.taken and len(clause.who) > 1:
            there = whither.around(self.desk, man, clause.hex, self.taken)
            if there:
                self.told.append(whither.taken_by_another(clause.hex, there))
            return there
        if clause.beside:
            return (
                self._beside_him_there(man, clause.beside)
                or whither.beside(self.desk, man, clause.beside, self.taken)
                or self._hex_beside(man, clause.beside)
            )
        if clause.away is not None:
            return self._away(man, clause.away)
        if clause.area:
            return whither.inside(self.desk, man, clause.area, self.taken)
        if clause.sight:
            return whither.in_sight(self.desk, man, clause.sight, self.taken)
        if clause.spots:
            return whither.nearest(self.desk, man, clause.spots, self.taken)
        return clause.hex

    def _away(self, man: FigureId, away: Away) -> str:
        there, holds = aways.hex_for(self.desk, man, away, self.taken)
        if there and not holds:
            self.told.append(say("So far he does not get: the farthest from them is {hex}.", hex=there))
        return there

    def _there_already(self, man: FigureId, clause: Clause) -> Order:
        if clause.beside:
            self.told.append(whither.beside_already(self.desk, man, clause.beside))
        return MoveOrder(man, stay=True)

    def _as_far(self, man: FigureId, clause: Clause, there: str) -> str:
        """As near as he gets to where he is sent, if he does not get there; nothing else if that was not
        said, and the place has no name."""
        board, figures = self.desk.battle.board, self.desk.imagined.draft.figures
        goals = clause.spots or ((there,) if there else ())
        if clause.area:
            goals = tuple(at for at in board.cells if clause.area in board.traits(at))
        if clause.beside:
            goals = figures[clause.beside].hexes
        if not goals or not (clause.far or clause.spots or clause.area):
            return there
        found = whither.closest(self.desk, man, goals, self.taken)
        beside = clause.beside and any(board.adjacent(found, at) for at in goals if found)
        if found and found not in goals and not beside:
            self.told.append(say("So far he does not get: the nearest to it is {found}.", found=found))
        return found or there

    def _beside_him_there(self, man: FigureId, whom: str) -> str:
        """The same beside somebody who was sent away on this line."""
        if whom not in self.going:
            return ""
        around = self.desk.battle.board.neighbours(self.going[whom])
        return whither.nearest(self.desk, man, around, (*self.taken, *self.going.values()))

    def _hex_beside(self, man: FigureId, whom: str) -> str:
        """The nearest hex next to somebody, though it be too far: the answer then says what it costs."""
        figures, board = self.desk.imagined.draft.figures, self.desk.battle.board
        held = {at for figure in figures.values() if figure.living for at in figure.hexes}
        start = figures[man].hex
        around = (
            {near for at in figures[whom].hexes for near in board.neighbours(at)} - held - set(self.taken)
        )
        return min(around, key=lambda at: (board.distance(start, at), at)) if start and around else ""

    def _facing(self, man: FigureId, facing: str) -> str:
        battle = self.desk.battle
        if facing in battle.figures:
            at, there = battle.figures[man].hex, battle.figures[facing].hex
            if at is None or there is None:
                raise Unknown
            found = compass.looking_at(battle.board, at, there)
        else:
            found = compass.which(battle.board, battle.figures[man], facing)
        if isinstance(found, Trouble):
            raise Unsure(found)
        return found.value

    # ladders

    def _ladder(self, clause: Clause) -> Order:
        who = self._bearers(clause.who)
        if clause.deed is Deed.LAY:
            return LayOrder(who)
        if clause.deed is Deed.RAISE:
            return RaiseOrder(who, clause.hex or bearers.wall_for(self.desk, who))
        if clause.spots:
            return CarryOrder(who, to=bearers.carried_to(self.desk, who, clause.spots))
        if not clause.steps[0]:
            return CarryOrder(who, to=clause.hex)
        figures = self.desk.battle.figures
        held = {at for man in who for at in figures[man].hexes}
        many, where = clause.steps
        steps = {man: compass.hex_there(self.desk.battle, figures[man], 1, where) for man in who}
        ahead = [man for man, step in steps.items() if step not in held]
        if len(ahead) != 1:
            trouble = next((step for step in steps.values() if isinstance(step, Trouble)), None)
            message = english("who of the two goes ahead is not sure: name the hex to carry it to")
            raise Unsure(trouble or Trouble(Code.EXPECTED, message))
        end = compass.hex_there(self.desk.battle, figures[ahead[0]], many, where)
        if isinstance(end, Trouble):
            raise Unsure(end)
        return CarryOrder(who, to=end)

    def _bearers(self, who: tuple[FigureId, ...]) -> tuple[FigureId, ...]:
        if len(who) == 2:
            return who
        fitting = [pair for pair in self.pairs if set(who) <= set(pair)]
        if len(who) != 1 or len(fitting) != 1:
            raise Unknown
        self.told.append(say("The ladder of {names}.", names=names(fitting[0], self.lexicon)))
        return fitting[0]
