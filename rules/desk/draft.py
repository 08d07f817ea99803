"""What a mail of orders has come to so far: the sheet as it stands, the board as it will be, and
the answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from rules.core.percent import percents
from rules.desk.answers import once_each
from rules.desk.desk import Desk
from rules.desk.hanging import who_goes
from rules.desk.idle import unordered
from rules.desk.imagined import Imagined
from rules.desk.reading import Gathered, LineReading, Reading
from rules.desk.receipts.fires import crews
from rules.desk.receipts.shots import can_shoot
from rules.desk.sheet import Entry, Sheet, Slot, in_force, slots_of
from rules.desk.steps import is_over
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import Part
from rules.orders.records import ChargeOrder, FireOrder, FlameOrder, MoveOrder, Order, ShootOrder, figures_of
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import FigureId, SeatId
from rules.tactical.deploying.entering import due, entered
from rules.views.records import PictureWay


class Draft:
    """The words of one mail of a seat, against what the seat has filed."""

    def __init__(self, battle: Battle, rules: Ruleset, seat: SeatId) -> None:
        self.rules = rules
        self.seat = seat
        self.side = next((s.side for s in battle.setup.seats if s.id == seat), "")
        self.entering: frozenset[FigureId] = frozenset()
        if battle.side == self.side and battle.outcome is None:
            coming = frozenset(figure.id for figure in due(battle))
            battle = entered(battle, rules)
            self.entering = frozenset(name for name in coming if not battle.figures[name].awaited)
        self.battle = battle
        self.lexicon = lexicon_of(battle, seat)
        self.sheet = in_force(battle, seat, self.lexicon)
        self.before = self.sheet.texts()
        self.salt = battle.salts.get(seat, "")
        self.kept: Sheet | None = None  # what stands while the rest of the mail is only tried
        self.commands: list[str] = []
        self.answers: list[LineReading] = []
        self.tests: list[str] = []
        self.ways: dict[FigureId, PictureWay] = {}
        self.filed = False
        self.desk = Desk(battle, rules, self.sheet, Imagined(battle, rules), entering=self.entering)
        self.to_come: list[frozenset[Slot]] = []  # of the lines that are still to be read
        self.foreseen: Sheet | None = None  # what stands in the end, if that is known
        self.perhaps: dict[str, Gathered] = {}  # what lines may mean, where that is not sure

    @property
    def on_move(self) -> bool:
        return self.battle.side == self.side and self.battle.outcome is None

    def imagine(self) -> None:
        """Begin the board anew: with what stands for the movement step and is not given anew further down,
        and with all charges that will stand, since those are ridden before anybody moves."""
        anew = frozenset(slot for slots in self.to_come for slot in slots)
        ends = self.foreseen.orders if self.foreseen is not None else []
        lasting = [entry.text for entry in ends if not entry.new]
        orders = [e.order for e in self.sheet.orders if e.text in lasting or not e.slots & anew]
        charges = [order for order in orders if isinstance(order, ChargeOrder)]
        if self.foreseen is not None:
            charges = [entry.order for entry in ends if isinstance(entry.order, ChargeOrder)]
        family = self.rules.orders_in("movement")
        works = [order for order in orders if isinstance(order, family)]
        imagined = Imagined(self.battle, self.rules)
        if self.on_move:
            crews = self._crews(ends if self.foreseen is not None else self.sheet.orders)
            shooting = self._shooting(ends if self.foreseen is not None else self.sheet.orders)
            imagined = Imagined(self.battle, self.rules, works, charges, crews, shooting)
        effort = self.desk.effort + imagined.waiting
        placed_anew, asked_back = self.desk.placed_anew, self.desk.asked_back
        self.desk = Desk(
            self.battle,
            self.rules,
            self.sheet,
            imagined,
            effort,
            trying=self.kept is not None,
            entering=self.entering,
        )
        self.desk.placed_anew, self.desk.asked_back = placed_anew, asked_back
        self.desk.to_come = anew

    def _crews(self, entries: Sequence[Entry]) -> frozenset[FigureId]:
        """Who works an engine in the fire step."""
        shots = [entry.order for entry in entries if isinstance(entry.order, ShootOrder)]
        return frozenset(crews(self.battle, self.rules, self.seat, shots)) if shots else frozenset()

    def _shooting(self, entries: Sequence[Entry]) -> frozenset[FigureId]:
        """Who shoots in the fire step, as things stand, and is to go somewhere afterwards."""
        orders = [entry.order for entry in entries]
        gone = frozenset(figure for order in orders for figure in who_goes(order))
        shots = (order for order in orders if isinstance(order, (FireOrder, FlameOrder)))
        return gone & self.battle.now.fired | frozenset(
            figure
            for shot in shots
            for figure in gone.intersection(shot.figures)
            if can_shoot(self.battle, self.rules, shot, figure)
        )

    def reading(self) -> Reading:
        """The answer to the mail."""
        sheet = self.kept or self.sheet
        if self.kept is not None:
            self.note_ways()
        orders, standing = sheet.texts()
        renewed = () if self.kept is not None else self._renewed(standing)
        salted = self.salt != self.battle.salts.get(self.seat, "")
        changed = (orders, standing) != self.before or bool(renewed) or salted
        if self.kept is not None and not changed:
            orders, standing = self.before
        return Reading(
            lines=tuple(once_each(self.answers)),
            orders=orders,
            standing=standing,
            idle=self._idle(sheet),
            commands=tuple(dict.fromkeys(self.commands)),
            changed=changed,
            renewed=renewed,
            tests=tuple(self.tests),
            salt=self.salt,
            ways=tuple(self.ways.values()),
            would_stand=self._would_stand(),
            bound={e.text: self._bound(e) for e in (*sheet.orders, *sheet.standing)},
        )

    def _bound(self, entry: Entry) -> tuple[str, tuple[str, ...]]:
        verb = " ".join(takewhile(str.isupper, entry.text.split()))
        men = (self.battle.figures.get(figure) for figure in figures_of(entry.order))
        return verb, tuple(man.name for man in men if man is not None)

    def _would_stand(self) -> tuple[str, ...]:
        """What a mail that only tries would have brought."""
        if self.kept is None:
            return ()
        return tuple(entry.text for entry in (*self.sheet.orders, *self.sheet.standing) if entry.new)

    def note_ways(self) -> None:
        """Keep for a picture where those would go whom this mail moves, while it only tries."""
        moved = {
            entry.order.figure
            for entry in self.sheet.orders
            if entry.new and isinstance(entry.order, MoveOrder | ChargeOrder)
        }
        for plan in self.desk.imagined.rides_and_moves() if moved else ():
            man = self.battle.figures[plan.figure]
            if plan.path and man.id in moved:
                self.ways[man.id] = PictureWay(
                    figure=man.name,
                    side=man.side,
                    labels=(man.hex or "", *plan.path),
                    tested=tuple(at for at, _ in plan.tests),
                    unhurt=percents({True: plan.unhurt, False: 1 - plan.unhurt}).get(True, "0 %"),
                )

    def _renewed(self, standing: tuple[str, ...]) -> tuple[str, ...]:
        """Standing orders that were spent, or used in part, and that this mail gives anew."""
        given = {text for answer in self.answers for text in answer.canonical.split("; ")}
        used = {
            *self.battle.spent_orders.get(self.seat, ()),
            *self.battle.progress.get(self.seat, {}),
        }
        return tuple(text for text in standing if text in given and text in used)

    def _idle(self, sheet: Sheet) -> tuple[str, ...]:
        if not self.on_move or is_over(self.rules, self.battle, MoveOrder):
            return ()
        orders = [entry.order for entry in sheet.orders]
        return tuple(self.lexicon[f.id] for f in unordered(self.battle, self.rules, self.seat, orders))

    def swap(self, sheet: Sheet) -> None:
        """Go on with another sheet."""
        self.sheet = sheet
        self.imagine()

    def _lasts(self, order: Order) -> bool:
        """Whether an order stands to the end of the mail, as far as that is known."""
        return self.foreseen is None or any(entry.order == order for entry in self.foreseen.orders)

    def _imagine_again(self, order: Order) -> None:
        """A refused move or charge leaves what was before it in force."""
        if not isinstance(order, MoveOrder | ChargeOrder):
            return
        for entry in self.sheet.orders:
            if entry.slots & slots_of(order) and self._lasts(entry.order):
                if isinstance(entry.order, ChargeOrder):
                    self.desk.imagined.add_charge(entry.order)
                else:
                    self.desk.imagined.follow(entry.order)

    def _stands(self, order: Order) -> bool:
        return any(entry.order == order for entry in self.sheet.orders)

    def _names_in(self, parts: Sequence[Part]) -> tuple[str, ...]:
        """Whom the orders of a line name, as players call them."""
        men = (figure for part in parts if part.order is not None for figure in figures_of(part.order))
        return tuple(self.lexicon[man] for man in dict.fromkeys(men))
