"""What a player can ask for, as frozen records. Figures, horses and hexes are named by their ids and labels.

Orders for the phase: MOVE, HAUL, FIRE, ATTACK, and IF around any of them. Standing orders, which last until
they are replaced or end by their own terms: WATCH, OPPOSE, WOUND, RETREAT, ADVANCE. In scenarios with the
rules of combat tactics (GUI-7) also CHARGE, FORM, MARCH, BREAK, and the standing COUNTER and REFUSE; in those
with siege works (GUI-10) LIGHT, DOUSE, SHOOT, PUSH and burning arrows (fire_records), and the standing orders
of siege_standing.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

import msgspec

from rules.core.places import GROUND, Place
from rules.orders.captive_records import FreeOrder as FreeOrder
from rules.orders.fire_records import DouseOrder as DouseOrder
from rules.orders.fire_records import FlameOrder as FlameOrder
from rules.orders.fire_records import LightOrder as LightOrder
from rules.orders.fire_records import PushOrder as PushOrder
from rules.orders.fire_records import ShootOrder as ShootOrder
from rules.orders.ladder_records import CarryOrder as CarryOrder
from rules.orders.ladder_records import CoilOrder as CoilOrder
from rules.orders.ladder_records import CutOrder as CutOrder
from rules.orders.ladder_records import LayOrder as LayOrder
from rules.orders.ladder_records import PullOrder as PullOrder
from rules.orders.ladder_records import RaiseOrder as RaiseOrder
from rules.orders.ladder_records import ShiftOrder as ShiftOrder
from rules.orders.ladder_records import ThrowOrder as ThrowOrder
from rules.orders.ladder_records import ToppleOrder as ToppleOrder
from rules.orders.lasting_records import ALWAYS as ALWAYS
from rules.orders.lasting_records import Fact as Fact
from rules.orders.lasting_records import FactKind as FactKind
from rules.orders.lasting_records import StandingOrder as StandingOrder
from rules.orders.lasting_records import Terms as Terms
from rules.orders.order import Order as Order
from rules.orders.placement_records import EnterOrder as EnterOrder
from rules.orders.placement_records import PlaceOrder as PlaceOrder
from rules.orders.siege_standing import CloseWhenOrder as CloseWhenOrder
from rules.orders.siege_standing import CutAnyOrder as CutAnyOrder
from rules.orders.siege_standing import DouseAnyOrder as DouseAnyOrder
from rules.orders.siege_standing import EvacuateOrder as EvacuateOrder
from rules.orders.siege_standing import FallOrder as FallOrder
from rules.orders.siege_standing import OpenWhenOrder as OpenWhenOrder
from rules.orders.siege_standing import ShelterOrder as ShelterOrder
from rules.orders.siege_standing import ToppleAnyOrder as ToppleAnyOrder
from rules.orders.structure_records import CloseOrder as CloseOrder
from rules.orders.structure_records import OpenOrder as OpenOrder
from rules.orders.structure_records import TearOrder as TearOrder
from rules.state.figure import FigureId, Hex


class LegKind(StrEnum):
    """The parts of a path."""

    HEX = "hex"  # enter (or, for a rider, pivot into) this hex
    BACK = "back"  # a rider backs one hex (GUI-4.4.4c)
    ABOUT = "about"  # a rider faces about (GUI-4.4.1b)
    MOUNT = "mount"
    DISMOUNT = "dismount"
    LEAD = "lead"
    LEAVE = "leave"
    CARRY = "carry"
    DROP = "drop"
    EXIT = "exit"
    CLIMB = (
        "climb"  # up the ladder, or one level up the rope, that stands in his hex (GUI-10.1.3a, GUI-10.6.1b)
    )
    DOWN = "down"  # down again, or from behind the wall on to what leans against it


class Leg(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of a path. ``hex``: where to (HEX, DISMOUNT, DROP, DOWN; may be empty but for the first), and
    for HEX on which ``storey``. ``who``: which horse (MOUNT, LEAD, LEAVE) or stunned figure (CARRY).
    ``hand``: left or right (LEAD)."""

    kind: LegKind
    hex: Hex = ""
    who: str = ""
    hand: str = ""
    storey: int = GROUND

    @property
    def place(self) -> Place:
        """Where it leads, for those that name a hex."""
        return Place(self.hex, self.storey)


class StopWhen(StrEnum):
    """What ends a move before its time, where its order says so."""

    FIRED_AT = "fired at"
    TESTED = "tested"
    WOUNDED = "wounded"


SAFEST, SHORTEST = "safest", "shortest"  # ways to a hex


class MoveOrder(Order, frozen=True):
    """MOVE Tancred 0305 0306 0406 facing NE horse left stop if fired at.

    ``to``: move there (then ``path`` is empty), to its ``storey``, by ``way``: the safest one that the MP
    allow, or the cheapest legal path, be it said or left unsaid; the desk says it for whoever writes now.
    ``stay``: declared not to move. ``hand``: at which side of a rider the horse that he leads ends, left or
    right (GUI-4.4.3c). ``stops``: any of StopWhen."""

    slot: ClassVar[str] = "MOVE"
    figure: FigureId
    path: tuple[Leg, ...] = ()
    to: Hex = ""
    facing: str = ""
    hand: str = ""
    stay: bool = False
    stops: tuple[str, ...] = ()
    storey: int = GROUND
    way: str = ""


class HaulOrder(Order, frozen=True):
    """HAUL Tybalt + Fursa bodies 0405 TO 0406: two men on foot shift three corpses or one carcass
    (GUI-4.2.3a)."""

    slot: ClassVar[str] = "MOVE"
    figures: tuple[FigureId, ...]
    start: Hex
    end: Hex
    what: str = "bodies"


class Pick(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom to choose: named figures in order of preference, or a way of choosing among those that qualify.

    ``how``: "" (the names, in order), nearest, first, best, anyone, weakest. ``kinds``: any of mounted,
    foot, armoured, unarmoured, wounded, unhurt, stunned, archer, leader, horse; all must hold. ``within``:
    hexes. ``band``: short, medium or long at most. ``cover``: none, light or medium at most. ``hexes``:
    standing there.

    Only in standing orders: ``arc``: "front" or a direction, the third of a circle round it; ``entering``:
    moving into one of these hexes; ``charging``; ``leaving_cover``: moving from better cover into worse;
    ``clear``: only a shot that can fall on no friend; ``or_else``: whom to take if nobody answers this
    description."""

    names: tuple[str, ...] = ()
    how: str = ""
    kinds: tuple[str, ...] = ()
    within: int = 0
    band: str = ""
    cover: str = ""
    hexes: tuple[Hex, ...] = ()
    arc: str = ""
    entering: tuple[Hex, ...] = ()
    charging: bool = False
    leaving_cover: bool = False
    clear: bool = False
    or_else: Pick | None = None

    @property
    def in_order(self) -> tuple[Pick, ...]:
        """The preferences, the first one first."""
        rest = self.or_else.in_order if self.or_else is not None else ()
        return (self, *rest)


class FireOrder(Order, frozen=True):
    """FIRE Yani AT Jemal; FIRE Yani AT nearest unarmoured; ``half``: front or rear of a rider; ``weapon``:
    "lance" to throw it (GUI-5c), else the figure's own. ``figures`` may be several, each shooting in turn."""

    slot: ClassVar[str] = "FIRE"
    figures: tuple[FigureId, ...]
    at: Pick
    half: str = ""
    weapon: str = ""


class AttackOrder(Order, frozen=True):
    """ATTACK Robert + Drogo ON Okeanos; ATTACK Robert best; ATTACK anyone adjacent at +5 or better.

    No ``figures``: all of the seat's figures who have not fought when its turn comes and have no ATTACK of
    their own to come, each alone or pooled as is best.
    ``on``: the defenders by name, or a way of choosing. ``at_least``: only at this weight or better, as the
    book writes it ("+5", "2:1"; "": any).
    ``pooled``: several attackers add their strengths (GUI-6.2b); False: one after another."""

    slot: ClassVar[str] = "ATTACK"
    figures: tuple[FigureId, ...]
    on: Pick
    at_least: str = ""
    pooled: bool = True


class WatchOrder(StandingOrder, frozen=True):
    """WATCH Yani fire at first mounted enemy within 8, at most once; WATCH Yani hold (GUI-5.3b)."""

    figures: tuple[FigureId, ...]
    at: Pick = Pick(how="first")
    half: str = ""
    hold: bool = False


class OpposeOrder(StandingOrder, frozen=True):
    """OPPOSE Argyris first Robert; OPPOSE Argyris only mounted; OPPOSE Argyris never: whom to test when
    enemies pass (GUI-4.3a). No ``figures``: all of the seat's."""

    figures: tuple[FigureId, ...]
    at: Pick = Pick(how="first")
    hold: bool = False


class WoundOrder(StandingOrder, frozen=True):
    """WOUND first Tybalt then Fursa: who takes the injury of a joint combat (GUI-6.2d)."""

    first: tuple[FigureId, ...]


class RetreatOrder(StandingOrder, frozen=True):
    """RETREAT toward 0101; RETREAT Drogo toward 0508; RETREAT Drogo via 0507 0508: which way to give ground,
    and where an unhorsed rider falls (GUI-6.5a, GUI-5.4.4a, GUI-6.8a). No ``figures``: all of the seat's.
    Either ``toward`` or ``path``, the hexes of the way in their order, for one man."""

    figures: tuple[FigureId, ...]
    toward: Hex = ""
    path: tuple[Hex, ...] = ()

    @property
    def goal(self) -> Hex:
        """The hex to which it leads in the end."""
        return self.toward or self.path[-1]


class AdvanceOrder(StandingOrder, frozen=True):
    """ADVANCE never; ADVANCE Robert always; ADVANCE if alone; ADVANCE Drogo toward 0710; ADVANCE Drogo via
    0708 0709 (GUI-6.6a).

    ``when``: never, always, alone (only if he then stands next to no other enemy). ``toward``: go on in this
    direction after the first hex, as far as half the allowance allows; ``path``: by these hexes, one man
    alone; else one hex only."""

    figures: tuple[FigureId, ...]
    when: str
    toward: Hex = ""
    path: tuple[Hex, ...] = ()


class ChargeOrder(Order, frozen=True):
    """CHARGE Robert AT Khaled then Shakil; CHARGE Robert AT Khaled via 0305 0306 ...: announced before all
    moves (GUI-7.2.1a). ``at``: the first of these whom he can charge; ``route``: every hex that he enters,
    else the best."""

    slot: ClassVar[str] = "MOVE"
    figure: FigureId
    at: tuple[FigureId, ...]
    route: tuple[Hex, ...] = ()


class CounterOrder(StandingOrder, frozen=True):
    """COUNTER Hassan charge anyone; COUNTER Hassan charge only Robert; COUNTER Hassan never
    (GUI-7.2.2a). No ``figures``: all of the seat's riders. ``at_least``: only if his defence is so many
    percent of the charge."""

    figures: tuple[FigureId, ...]
    at: Pick = Pick(how="anyone")
    at_least: int = 0
    hold: bool = False


class RefuseOrder(StandingOrder, frozen=True):
    """REFUSE Hassan against mounted; REFUSE Hassan always; REFUSE never (GUI-7.4a). No ``figures``: all
    of the seat's.

    ``at``: from whom he goes away; ``at_least``: only at this weight (see ATTACK) or worse for him;
    ``though_tested``: even past enemies who may strike at him; ``hold``: he stands and fights."""

    figures: tuple[FigureId, ...]
    at: Pick = Pick(how="anyone")
    at_least: str = ""
    though_tested: bool = False
    hold: bool = False


class FormOrder(Order, frozen=True):
    """FORM Okeanos + Nikolaos + Basilios facing NE: hoplites lock into a formation (GUI-7.3.1a). ``front``:
    the direction or the two neighbouring ones to which they look; empty: as they stand. ``tortoise``: shields
    overhead (GUI-7.3.2a)."""

    figures: tuple[FigureId, ...]
    front: tuple[str, ...] = ()
    tortoise: bool = False


class MarchOrder(Order, frozen=True):
    """MARCH Okeanos N N: his whole formation goes hex by hex in these directions (GUI-7.3.1b)."""

    slot: ClassVar[str] = "MOVE"
    figures: tuple[FigureId, ...]
    steps: tuple[str, ...]


class BreakOrder(Order, frozen=True):
    """BREAK formation Okeanos: everybody is his own man again; ``tortoise``: only the shields come down."""

    figures: tuple[FigureId, ...]
    tortoise: bool = False


class IfOrder(Order, frozen=True):
    """IF Jemal is down AND 0507 is free THEN ... ELSE ...: looked at when the order inside would be
    carried out."""

    facts: tuple[Fact, ...]
    then: Order
    otherwise: Order | None = None


PHASE_ORDERS = (
    MoveOrder,
    HaulOrder,
    ChargeOrder,
    FireOrder,
    AttackOrder,
    FormOrder,
    MarchOrder,
    BreakOrder,
    LightOrder,
    DouseOrder,
    FlameOrder,
    ShootOrder,
    PushOrder,
    TearOrder,
    OpenOrder,
    CloseOrder,
    FreeOrder,
    CarryOrder,
    RaiseOrder,
    ShiftOrder,
    LayOrder,
    ToppleOrder,
    ThrowOrder,
    CoilOrder,
    CutOrder,
    PullOrder,
    IfOrder,
)
STANDING_ORDERS = (
    WatchOrder,
    OpposeOrder,
    WoundOrder,
    RetreatOrder,
    AdvanceOrder,
    CounterOrder,
    RefuseOrder,
    ShelterOrder,
    ToppleAnyOrder,
    CutAnyOrder,
    DouseAnyOrder,
    CloseWhenOrder,
    OpenWhenOrder,
    EvacuateOrder,
    FallOrder,
)


def figures_of(order: Order) -> tuple[FigureId, ...]:
    """The figures that an order moves or binds; empty for one that concerns the whole seat."""
    if isinstance(order, IfOrder):
        held = (order.then, *((order.otherwise,) if order.otherwise is not None else ()))
        return tuple(dict.fromkeys(figure for inner in held for figure in figures_of(inner)))
    # every record calls the one whom it binds ``figure``, several ``figures``
    one: FigureId = getattr(order, "figure", "")
    several: tuple[FigureId, ...] = getattr(order, "figures", ())
    return (one,) if one else several
