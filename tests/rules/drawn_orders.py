"""Orders of every kind drawn at random, for tests of reading and printing them."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from rules.core.facing import Facing
from rules.orders.groups import PRINTED_IN_ORDER
from rules.orders.lexicon import Lexicon, Role
from rules.orders.records import (
    AdvanceOrder,
    AttackOrder,
    BreakOrder,
    CarryOrder,
    ChargeOrder,
    CloseOrder,
    CloseWhenOrder,
    CoilOrder,
    CounterOrder,
    CutAnyOrder,
    CutOrder,
    DouseAnyOrder,
    DouseOrder,
    EnterOrder,
    EvacuateOrder,
    Fact,
    FallOrder,
    FireOrder,
    FlameOrder,
    FormOrder,
    FreeOrder,
    HaulOrder,
    IfOrder,
    LayOrder,
    Leg,
    LegKind,
    LightOrder,
    MarchOrder,
    MoveOrder,
    OpenOrder,
    OpenWhenOrder,
    OpposeOrder,
    Pick,
    PlaceOrder,
    PullOrder,
    PushOrder,
    RaiseOrder,
    RefuseOrder,
    RetreatOrder,
    ShelterOrder,
    ShiftOrder,
    ShootOrder,
    StandingOrder,
    TearOrder,
    Terms,
    ThrowOrder,
    ToppleAnyOrder,
    ToppleOrder,
    WatchOrder,
    WoundOrder,
)

OWN = {
    "robert": "Robert",
    "tancred": "Tancrède",
    "hugh": "Hugh of Troina",
    "bras": "Guillaume Bras-de-Fer",
    "ro": "Roger",
}
FOES = {"yusuf": "Yusuf", "shakil": "Shakil", "abd": "Abd al-Rahman", "ines": "Inès", "a7": "Archer 7"}
HORSES = {"robert-horse": "Robert's horse", "yusuf-horse": "Yusuf's horse", "bayard": "Bayard"}
ENGINES = {"cat": "Catapult", "siphon": "Greek Siphon"}
HEXES = [f"{letter}{c:02d}{r:02d}" for letter in "AB" for c in range(1, 13) for r in range(1, 11)]
LEXICON = Lexicon(
    {
        Role.OWN: OWN,
        Role.FRIEND: {"bohemund": "Bohémond"},
        Role.ENEMY: FOES,
        Role.HORSE: HORSES,
        Role.ENGINE: ENGINES,
    },
    set(HEXES),
    "AB",
    modules=("tactics", "buildings", "castles", "works", "captives", "setup"),
    areas=("yard", "tower"),
    grounds=("the wall", "the wall of the yard", "keep"),
)
own = st.sampled_from(list(OWN))
owns = st.lists(own, min_size=1, max_size=4, unique=True).map(tuple)
anyones = st.lists(own, max_size=3, unique=True).map(tuple)
people = st.sampled_from([*OWN, *FOES, "bohemund"])
target = st.sampled_from([*FOES, *HORSES])
hexes = st.sampled_from(HEXES)
places = st.sampled_from([*HEXES[:20], "yard", "tower"])
kinds = st.lists(
    st.sampled_from(
        [
            "mounted",
            "foot",
            "armoured",
            "unarmoured",
            "wounded",
            "unhurt",
            "stunned",
            "archer",
            "leader",
            "horse",
        ]
    ),
    max_size=3,
    unique=True,
).map(tuple)
qualifiers = {
    "kinds": kinds,
    "within": st.integers(0, 30),
    "band": st.sampled_from(["", "short", "medium", "long"]),
    "cover": st.sampled_from(["", "none", "light", "medium"]),
    "hexes": st.lists(places, max_size=3).map(tuple),
}
named = st.builds(Pick, names=st.lists(target, min_size=1, max_size=3, unique=True).map(tuple), **qualifiers)
chosen = st.builds(Pick, how=st.sampled_from(["nearest", "first", "best", "anyone", "weakest"]), **qualifiers)
picks = named | chosen
passing = {
    "arc": st.sampled_from(["", "front", "N", "SW"]),
    "entering": st.lists(places, max_size=2).map(tuple),
    "charging": st.booleans(),
}
of_a_shot = {**passing, "leaving_cover": st.booleans(), "clear": st.booleans()}
weights = (
    st.just("")
    | st.integers(-20, 40).map("{:+d}".format)
    | st.tuples(st.integers(1, 12), st.integers(1, 12)).map("{0[0]}:{0[1]}".format)
)
one_shot = st.builds(
    Pick, names=st.lists(target, min_size=1, max_size=3, unique=True).map(tuple), **qualifiers, **of_a_shot
) | st.builds(Pick, how=st.sampled_from(["nearest", "first", "best", "anyone"]), **qualifiers, **of_a_shot)


def _in_order(first: Pick, second: Pick, third: Pick | None) -> Pick:
    """Preferences as they are read: names directly behind bare names belong to the same list."""
    if third is not None and not (second.names and third.names):
        second = replace(second, or_else=third)
    return first if first.names and second.names else replace(first, or_else=second)


shots = one_shot | st.builds(_in_order, one_shot, one_shot, st.none() | one_shot)
tested = picks | st.builds(
    Pick, names=st.lists(target, min_size=1, max_size=3, unique=True).map(tuple), **qualifiers, **passing
)
fought = picks | st.builds(
    Pick, how=st.just("anyone"), arc=st.sampled_from(["front", "NE"]), charging=st.booleans()
)
half = st.sampled_from(["", "front", "rear"])
storeys = st.just(0) | st.integers(-3, 12)
legs = st.one_of(
    st.builds(Leg, st.just(LegKind.HEX), hex=hexes, storey=storeys),
    st.sampled_from([Leg(LegKind.BACK), Leg(LegKind.ABOUT), Leg(LegKind.MOUNT), Leg(LegKind.EXIT)]),
    st.builds(Leg, st.just(LegKind.MOUNT), who=st.sampled_from(list(HORSES))),
    st.builds(Leg, st.sampled_from([LegKind.DISMOUNT, LegKind.DROP]), hex=st.just("") | hexes),
    st.builds(
        Leg,
        st.just(LegKind.LEAD),
        who=st.sampled_from(list(HORSES)),
        hand=st.sampled_from(["", "left", "right"]),
    ),
    st.builds(Leg, st.just(LegKind.LEAVE), who=st.sampled_from(list(HORSES))),
    st.builds(Leg, st.just(LegKind.CARRY), who=people),
    st.builds(Leg, st.just(LegKind.CLIMB)),
    st.builds(Leg, st.just(LegKind.DOWN), hex=st.just("") | hexes),
)
facing = st.sampled_from(["", "N", "NE", "SE", "S", "SW", "NW"])
hand = st.sampled_from(["", "left", "right"])
stops = st.lists(st.sampled_from(["fired at", "tested", "wounded"]), max_size=3, unique=True).map(tuple)
moves = st.one_of(
    st.builds(
        MoveOrder,
        own,
        path=st.lists(legs, min_size=1, max_size=8).map(tuple),
        facing=facing,
        hand=hand,
        stops=stops,
    ),
    st.builds(
        MoveOrder,
        own,
        to=hexes,
        storey=storeys,
        facing=facing,
        hand=hand,
        stops=stops,
        way=st.sampled_from(["", "safest", "shortest"]),
    ),
    st.builds(MoveOrder, own, stay=st.just(True)),
    st.builds(MoveOrder, own, facing=facing.filter(bool), stops=stops),
)
hauls = st.builds(HaulOrder, owns, hexes, hexes, st.sampled_from(["bodies", "carcass"]))
fires = st.builds(FireOrder, owns, picks, half, st.sampled_from(["", "lance"]))
attacks = st.one_of(
    st.builds(AttackOrder, owns, picks, weights, st.booleans()),
    st.builds(AttackOrder, st.just(()), chosen, weights, st.booleans()),
)
watches = st.builds(WatchOrder, anyones, shots, half) | st.builds(WatchOrder, anyones, hold=st.just(True))
opposes = st.builds(OpposeOrder, anyones, tested) | st.builds(OpposeOrder, anyones, hold=st.just(True))
foes = st.lists(st.sampled_from(list(FOES)), min_size=1, max_size=3, unique=True).map(tuple)
charges = st.builds(ChargeOrder, own, foes, st.lists(hexes, max_size=8).map(tuple))
counters = st.builds(CounterOrder, anyones, picks, st.integers(0, 99)) | st.builds(
    CounterOrder, anyones, hold=st.just(True)
)
ways = st.lists(hexes, min_size=1, max_size=4).map(tuple)
one = own.map(lambda name: (name,))
advances = st.one_of(
    st.builds(AdvanceOrder, anyones, st.sampled_from(["always", "alone"]), st.just("") | hexes),
    st.builds(AdvanceOrder, one, st.sampled_from(["always", "alone"]), path=ways),
    st.builds(AdvanceOrder, anyones, st.just("never")),
)
retreats = st.builds(RetreatOrder, anyones, hexes) | st.builds(RetreatOrder, one, path=ways)
refusals = st.builds(RefuseOrder, anyones, fought, weights, st.booleans()) | st.builds(
    RefuseOrder, anyones, hold=st.just(True)
)
states = ["down", "up", "dead", "stunned", "wounded", "healthy", "mounted", "on foot", "fired at"]
facts = st.one_of(
    st.builds(Fact, people, st.sampled_from(states), negated=st.booleans()),
    st.builds(Fact, people, st.just("at"), hex=hexes, negated=st.booleans()),
    st.builds(Fact, people, st.just("next to"), other=st.just("") | people, negated=st.booleans()),
    st.builds(Fact, hexes, st.just("free"), negated=st.booleans()),
)
no_hex = st.just("") | hexes
siege = st.one_of(
    st.builds(ShelterOrder, anyones, foe=st.sampled_from(list(FOES))),
    st.builds(ShelterOrder, anyones, hex=hexes),
    st.builds(ToppleAnyOrder, anyones, st.booleans(), no_hex),
    st.builds(CutAnyOrder, anyones, st.booleans()),
    st.builds(DouseAnyOrder, anyones, st.booleans(), st.lists(hexes, max_size=3).map(tuple)),
    st.builds(CloseWhenOrder, anyones, st.integers(0, 20), no_hex),
    st.builds(OpenWhenOrder, anyones, st.integers(0, 20), no_hex),
    st.builds(EvacuateOrder, anyones, hexes),
    st.builds(FallOrder, anyones, hexes),
    st.builds(FallOrder, anyones, on=st.lists(people, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(FallOrder, anyones, enemy=st.just(True)),
    st.builds(
        lambda kind, figures: kind(figures, hold=True),
        st.sampled_from([ToppleAnyOrder, CutAnyOrder, DouseAnyOrder, CloseWhenOrder, OpenWhenOrder]),
        anyones,
    ),
)
lasting = st.one_of(
    siege,
    watches,
    opposes,
    counters,
    st.builds(WoundOrder, owns),
    st.builds(RetreatOrder, anyones, hexes),
    advances,
    refusals,
)


def _acts(order: StandingOrder) -> bool:
    if isinstance(order, WoundOrder | RetreatOrder | EvacuateOrder | ShelterOrder | FallOrder):
        return False
    return order.when != "never" if isinstance(order, AdvanceOrder) else not getattr(order, "hold", False)


@st.composite
def terms(draw: st.DrawFn, order: StandingOrder, ends: bool) -> Terms:
    """Terms that an order may have; ``ends``: such that something can follow."""
    first = draw(st.integers(0, 9))
    last = draw(st.just(0) | st.integers(max(first, 1), 12))
    waits = draw(st.lists(facts, max_size=2, unique=True).map(tuple))
    waits = waits if not any(replace(f, negated=not f.negated) in waits for f in waits) else ()
    until = draw(
        st.lists(st.lists(facts, min_size=1, max_size=2).map(tuple), max_size=2, unique=True).map(tuple)
    )
    until = tuple(group for group in until if not set(group) <= set(waits))
    acts = _acts(order)
    times = draw(st.integers(0, 9)) if acts else 0
    if ends and not (times or last or until):
        last = 12
    keep = draw(st.integers(0, 3)) if acts and isinstance(order, WatchOrder) else 0
    return Terms(times, acts and draw(st.booleans()), keep, first, last, waits, until)


@st.composite
def chains(draw: st.DrawFn) -> StandingOrder:
    """A standing order with terms, perhaps with others of its kind and for the same figures behind it."""
    order = draw(lasting)
    chain: StandingOrder | None = None
    for _ in range(draw(st.integers(0, 2))):
        link = draw(lasting.filter(lambda other: type(other) is type(order)))
        if not isinstance(order, WoundOrder):
            link = replace(link, figures=order.figures)
        chain = replace(link, terms=draw(terms(link, chain is not None)), after_that=chain)
    return replace(order, terms=draw(terms(order, chain is not None)), after_that=chain)


standing = lasting | chains()
directions = st.sampled_from(list(Facing))
fronts = st.one_of(
    directions.map(lambda f: (f.value,)), directions.map(lambda f: (f.value, f.turned(1).value))
)
drills = st.one_of(
    st.builds(FormOrder, owns, fronts, st.booleans()),
    st.builds(FormOrder, owns, tortoise=st.just(True)),
    st.builds(MarchOrder, owns, st.lists(directions.map(str), min_size=1, max_size=9).map(tuple)),
    st.builds(BreakOrder, owns, st.booleans()),
)
structures = st.one_of(
    st.builds(TearOrder, own, hexes),
    st.builds(OpenOrder, own, st.just("") | hexes),
    st.builds(CloseOrder, own, st.just("") | hexes),
    st.builds(FreeOrder, own, people).filter(lambda order: order.figure != order.captive),
)
engine = st.sampled_from(list(ENGINES))
works = st.one_of(
    st.builds(LightOrder, own, hexes),
    st.builds(DouseOrder, owns, hexes),
    st.builds(FlameOrder, owns, hexes),
    st.builds(ShootOrder, engine, hexes, anyones),
    st.builds(
        PushOrder,
        engine,
        st.lists(directions.map(str), max_size=9).map(tuple),
        st.sampled_from(list(Facing)).map(str),
        anyones,
    ),
    st.builds(
        PushOrder, engine, st.lists(directions.map(str), min_size=1, max_size=9).map(tuple), figures=anyones
    ),
)
ladders = st.one_of(
    st.builds(CarryOrder, owns, st.lists(hexes, min_size=1, max_size=9).map(tuple)),
    st.builds(CarryOrder, owns, to=hexes),
    st.builds(RaiseOrder, owns, hexes, no_hex),
    st.builds(ShiftOrder, owns, no_hex, hexes, no_hex),
    st.builds(ShiftOrder, owns, no_hex, at=hexes),
    st.builds(LayOrder, owns),
    st.builds(ToppleOrder, own, no_hex, no_hex),
    st.builds(ThrowOrder, own, hexes),
    st.builds(ThrowOrder, own, facing=directions.map(str)),
    st.builds(CoilOrder, own, no_hex),
    st.builds(CutOrder, own, no_hex),
    st.builds(PullOrder, owns, no_hex),
)
groups = st.lists(
    st.sampled_from(["armoured", "unarmoured", "mounted", "foot", "horse archer", "heavy infantry", "knight",
                     "spearman", "archer", "leader"]), min_size=1, max_size=3, unique=True,
).map(lambda found: tuple(kind for kind in PRINTED_IN_ORDER if kind in found))  # fmt: skip
facings = st.just("") | directions.map(str)
setups = st.one_of(
    *(
        build
        for who in ({"figures": owns}, {"kinds": groups}, {})
        for build in (
            st.builds(PlaceOrder, **who),
            st.builds(PlaceOrder, **who, area=st.sampled_from(["the wall", "the wall of the yard", "keep"])),
            st.builds(
                PlaceOrder, **who, hexes=st.lists(hexes, min_size=1, max_size=6).map(tuple), facing=facings
            ),
            st.builds(
                EnterOrder,
                **who,
                by=st.sampled_from(["", "north", "east", "south", "west", *HEXES[:9]]),
                turn=st.integers(0, 30),
            ),
        )
    )
)
plain_orders = moves | hauls | fires | attacks | charges | drills | structures | works | ladders
conditions = st.builds(
    IfOrder, st.lists(facts, min_size=1, max_size=3).map(tuple), plain_orders, st.none() | plain_orders
)
