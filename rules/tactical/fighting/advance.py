"""Following up: one of the winners steps into the ground that the losers gave up (GUI-6.6, GUI-4.3e)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.core.choices import Choice
from rules.core.language import english
from rules.core.rejection import Rejection
from rules.events.combat import AdvanceBegan
from rules.journal import Journal
from rules.orders.records import AdvanceOrder
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, Hex
from rules.state.ladders import held_by
from rules.tactical.fighting.strides import Path, Stride, allowance, as_at, by_links, may_end, stand_of, walk
from rules.tactical.formations.close_order import formation_of
from rules.tactical.harm import infiltration, surrounded
from rules.tactical.harm.dangers import dangers
from rules.tactical.instructions.questions import ground_at
from rules.tactical.instructions.standing import advance_choice
from rules.tactical.retreating.ordered_ways import rest_of, tell
from rules.tactical.retreating.ways_back import Place
from rules.tactical.ways import loose_horses
from rules.tactical.ways.entry import entry_cost
from rules.tactical.ways.passage import in_contact, threats
from rules.tactical.ways.stacking import cannot_halt_astride, closed_by_enemy, is_free

STAY = "stay"


class Advance(NamedTuple):
    """Who follows up, on which way, and by which standing order (empty: by default)."""

    figure: FigureId
    path: Path
    order: str


def resolve_advance(
    journal: Journal,
    rules: Ruleset,
    winners: Iterable[FigureId],
    vacated: Iterable[Hex],
    losers: Iterable[FigureId],
) -> None:
    """Let one of the winners advance at once, or none (GUI-6.6a to GUI-6.6c).

    ``vacated`` are the hexes that the losers gave up or in which a stunned or dead loser lies: the first hex
    entered is one of them. Tests are taken only on hexes that he leaves again, and neither by the losers nor
    by anybody engaged in a combat of this step (GUI-4.3e, GUI-6.6d).
    """
    winners, hexes, beaten = tuple(winners), tuple(dict.fromkeys(vacated)), frozenset(losers)
    advance = _decide(journal, rules, winners, hexes, beaten)
    if advance is None:
        return
    figure = journal.battle.figures[advance.figure]
    journal.record(AdvanceBegan(figure=figure.id, allowance=allowance(figure)))
    walk(journal, rules, figure, advance.path, beaten | journal.battle.now.engaged)
    surrounded.check(journal, rules)


def _decide(
    journal: Journal,
    rules: Ruleset,
    winners: tuple[FigureId, ...],
    vacated: tuple[Hex, ...],
    losers: frozenset[FigureId],
) -> Advance | None:
    """Who advances: the seats that are asked have the first word, in the order of the winners; then the
    standing orders of the others speak, or the default."""
    battle = journal.battle
    seats = [s for s in dict.fromkeys(battle.figures[w].seat for w in winners) if journal.asks(s, "advance")]
    for seat in seats:
        own = tuple(w for w in winners if battle.figures[w].seat == seat)
        ways = possible_advances(battle, rules, own, vacated, losers)
        usual = choose_advance(battle, rules, own, vacated, losers)
        if usual is not None:  # what his order says is offered as it says it, by the hexes that it names
            ways = [usual._replace(order="") if _key(way) == _key(usual) else way for way in ways]
        answer = journal.ask(
            seat,
            "advance",
            _key(usual) if usual else STAY,
            "GUI-6.6a",
            (
                english("{hexes} is given up: one of the winners may follow.", hexes=" and ".join(vacated))
                if len(vacated) == 1
                else english(
                    "{hexes} are given up: one of the winners may follow.", hexes=" and ".join(vacated)
                )
            ),
            lambda ways=ways: [
                Choice(STAY, english("nobody follows")),
                *_offered(battle, rules, ways, losers),
            ],  # type: ignore[misc]
            order=usual.order if usual else "",
        )
        if answer == STAY:
            journal.decided(seat, "advance", STAY, "GUI-6.6b", answered=True)
        elif answer:
            return _noted(journal, next(way for way in ways if _key(way) == answer), answered=True)
        if answer:
            winners = tuple(w for w in winners if w not in own)
    advance = choose_advance(battle, rules, winners, vacated, losers)
    if vacated:
        _tell_of_closed_ways(journal, rules, winners, vacated, losers, advance)
    if advance is None:
        _record_declined(journal, rules, winners, vacated)
        return None
    return _noted(journal, advance)


def _tell_of_closed_ways(
    journal: Journal,
    rules: Ruleset,
    winners: tuple[FigureId, ...],
    vacated: tuple[Hex, ...],
    losers: frozenset[FigureId],
    chosen: Advance | None,
) -> None:
    """Let the owners know whose named way was not open; of those who come behind somebody who advanced by his
    order nobody was looked at (RUL-622)."""
    battle = journal.battle
    for figure in (battle.figures[i] for i in winners):
        if chosen is not None and chosen.order and chosen.figure == figure.id:
            return
        order, text = advance_choice(battle, rules, figure) or (None, "")
        if order is None or not order.path or not figure.active or figure.carries is not None:
            continue
        found = _named_path(battle, rules, figure, vacated, order, losers)
        if isinstance(found, str) and found:
            tell(journal, figure, text, found)


def _noted(journal: Journal, advance: Advance, answered: bool = False) -> Advance:
    figure = journal.battle.figures[advance.figure]
    end = advance.path[-1].place.label
    journal.decided(
        figure.seat, "advance", end, "GUI-6.6a", figure=figure.id, order=advance.order, answered=answered
    )
    return advance


def _key(advance: Advance) -> str:
    return f"{advance.figure} {advance.path[-1].place.label}"


def _offered(
    battle: Battle, rules: Ruleset, ways: list[Advance], losers: frozenset[FigureId]
) -> Iterator[Choice]:
    """Each way with what it costs and who may test him on it (GUI-4.3e)."""
    for way in ways:
        figure, hexes = battle.figures[way.figure], [stride.place.label for stride in way.path]
        cost = sum(stride.mp for stride in way.path)
        through = english(" by {hexes}", hexes=" > ".join(hexes[:-1])) if len(hexes) > 1 else ""
        excluded = losers | battle.now.engaged
        crossed = [stride.place.hex for stride in way.path[:-1] if not stride.place.storey]
        risk = dangers(battle, rules, figure, crossed, frozenset(excluded))
        words = english(
            "{figure} to {place}{through}, {cost} of {allowance} MP",
            figure=figure.name,
            place=ground_at(battle, hexes[-1]) if hexes[-1] in battle.board else hexes[-1],
            through=through,
            cost=cost,
            allowance=allowance(figure),
        )
        yield Choice(_key(way), f"{words}{risk}")


def possible_advances(
    battle: Battle,
    rules: Ruleset,
    winners: tuple[FigureId, ...],
    vacated: tuple[Hex, ...],
    losers: frozenset[FigureId],
) -> list[Advance]:
    """Every advance that the rules allow (GUI-6.6a): for each winner who may, each hex where he may end, on
    the cheapest way; the shortest first."""
    found = [
        Advance(figure.id, way, "")
        for i in winners
        if (figure := battle.figures[i]).active and figure.carries is None
        for way in _ways(battle, rules, figure, vacated)
        if may_end(battle, rules, figure, way[-1].place)
    ]
    ends: dict[str, Advance] = {}
    for advance in sorted(
        found, key=lambda a: (winners.index(a.figure), len(a.path), sum(s.mp for s in a.path))
    ):
        ends.setdefault(_key(advance), advance)
    return list(ends.values())


def choose_advance(
    battle: Battle,
    rules: Ruleset,
    winners: tuple[FigureId, ...],
    vacated: tuple[Hex, ...],
    losers: frozenset[FigureId],
) -> Advance | None:
    """Who advances where: the first winner whose ADVANCE order sends him, else the first who may by default.

    Default: one hex into an empty hex, if no enemy could attack him there who neither could before nor has
    just been beaten (GUI-6.6a)."""
    able = [f for i in winners if (f := battle.figures[i]).active and f.carries is None]
    by_default = []
    for figure in able:
        chosen = advance_choice(battle, rules, figure)
        if chosen is None:
            if (
                formation_of(battle, rules, figure.id) is None
            ):  # nobody leaves a formation unasked (GUI-7.3.1a)
                by_default.append(figure)
            continue
        order, text = chosen
        path = _ordered_path(battle, rules, figure, vacated, order, losers)
        if path:
            return Advance(figure.id, path, text)
        if order.path and formation_of(battle, rules, figure.id) is None:
            by_default.append(figure)
    for figure in by_default:
        known = losers | _threats(battle, rules, figure, stand_of(battle, figure))
        for path in _first_strides(battle, rules, figure, vacated):
            end = path[-1].place
            free = all(is_free(battle, at, but=(figure.id,), storey=end.storey) for at in end.hexes)
            free = free and cannot_halt_astride(battle, rules, end.hexes) is None
            if free and _threats(battle, rules, figure, end) <= known:
                return Advance(figure.id, path, "")
    return None


def _ordered_path(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    vacated: tuple[Hex, ...],
    order: AdvanceOrder,
    losers: frozenset[FigureId],
) -> Path:
    """The way that an ADVANCE order asks for; empty for none. It goes on beyond the first hex only by the
    hexes that it names, towards a goal, or to get past a stunned man in it (GUI-6.6a)."""
    if order.when == "never":
        return ()
    if order.path:
        named = _named_path(battle, rules, figure, vacated, order, losers)
        return () if isinstance(named, str) else named
    goal = order.toward if order.toward in battle.board else ""
    ways = [
        way
        for way in _ways(battle, rules, figure, vacated)
        if may_end(battle, rules, figure, way[-1].place)
        and not (order.when == "alone" and _threats(battle, rules, figure, way[-1].place) - losers)
        and (goal or not any(may_end(battle, rules, figure, s.place) for s in way[:-1]))
    ]

    def preference(way: Path) -> tuple[int, int, int, tuple[Place, ...]]:
        away = battle.board.distance(way[-1].place.hex, goal) if goal else len(way)
        risk = sum(
            len(infiltration.opponents(battle, rules, figure, s.place.hex, losers))
            for s in way[:-1]
            if not s.place.storey
        )
        return (away, risk, sum(s.mp for s in way), tuple(s.place for s in way))

    return min(ways, key=preference, default=())


def _named_path(
    battle: Battle,
    rules: Ruleset,
    figure: Character,
    vacated: tuple[Hex, ...],
    order: AdvanceOrder,
    losers: frozenset[FigureId],
) -> Path | str:
    """The way that an ADVANCE order names, hex by hex, or in words why it is not open to its end (RUL-622);
    no words where he stands at its end, and it says no more."""
    hexes = rest_of(order.path, figure.hex or "")
    if not hexes:
        return ""
    if hexes[0] not in vacated:
        return english("{hex} was not given up", hex=hexes[0])
    way: Path = ()
    for at in hexes:
        place = way[-1].place if way else stand_of(battle, figure)
        left = allowance(figure) - sum(stride.mp for stride in way)
        stride = _stride(battle, rules, figure, place, at, left)
        if isinstance(stride, str):
            return stride
        way = (*way, stride)
    if not may_end(battle, rules, figure, way[-1].place):
        return english("he cannot stop in {hex}", hex=hexes[-1])
    if order.when == "alone" and _threats(battle, rules, figure, way[-1].place) - losers:
        return english("an enemy would touch him in {hex}", hex=hexes[-1])
    return way


def _threats(battle: Battle, rules: Ruleset, figure: Character, place: Place) -> frozenset[FigureId]:
    """The enemies who could attack him in a place, in either half."""
    if place.storey:
        return frozenset(e.id for e in in_contact(battle, rules, as_at(battle, figure, place)))
    return frozenset(e.id for at in place.hexes for e in threats(battle, rules, figure.side, at))


def _ways(battle: Battle, rules: Ruleset, figure: Character, vacated: tuple[Hex, ...]) -> list[Path]:
    """All ways that half the allowance pays for, the cheapest to each place; the first hex is one of the
    vacated and none leads back to where he stood."""
    best: dict[Place, tuple[int, Path]] = {stand_of(battle, figure): (0, ())}
    waiting = [(sum(s.mp for s in path), path) for path in _first_strides(battle, rules, figure, vacated)]
    while waiting:
        spent, path = waiting.pop(0)
        place = path[-1].place
        if place in best and best[place][0] <= spent:
            continue
        best[place] = (spent, path)
        for stride in _strides(battle, rules, figure, place, allowance(figure) - spent):
            waiting.append((spent + stride.mp, (*path, stride)))
    return [path for _, path in best.values() if path]


def _first_strides(battle: Battle, rules: Ruleset, figure: Character, vacated: tuple[Hex, ...]) -> list[Path]:
    assert figure.hex is not None
    start = stand_of(battle, figure)
    strides = list(_strides(battle, rules, figure, start, allowance(figure)))
    return [(s,) for at in vacated for s in strides if s.place.label == at]


def _strides(battle: Battle, rules: Ruleset, figure: Character, at: Place, left: int) -> Iterable[Stride]:
    """The single steps that a figure can pay for: any neighbour on foot, one of the three front hexes
    on horseback.

    Book silent on turning in an advance. Ruling RUL-608: a rider goes forward only, he does not pivot. Over
    the top of a ladder or rope everybody may advance, whatever MP he has (GUI-10.1.3b, RUL-1009)."""
    found = (_stride(battle, rules, figure, at, end, left) for end in _ahead(battle, at))
    level = [stride for stride in found if isinstance(stride, Stride)]
    return [*level, *by_links(battle, rules, figure, at, left)]


def _stride(
    battle: Battle, rules: Ruleset, figure: Character, at: Place, end: Hex, left: int
) -> Stride | str:
    """One step of an advance with ``left`` MP, or in words why he cannot take it."""
    if end not in battle.board or not battle.board.adjacent(at.hex, end):
        return english("{at} is not next to {before}", at=end, before=at.hex)
    if end not in _ahead(battle, at):
        return english("{hex} is not in front of his horse", hex=end)
    closed = closed_by_enemy(battle, figure.side, end, coming_from=at.hex)
    if closed is not None:
        return closed.why
    pushed = loose_horses.push_aside(battle, rules, figure, end)
    if isinstance(pushed, Rejection):
        return pushed.why
    cost = entry_cost(battle, rules, as_at(battle, figure, at), at.hex, end)
    if isinstance(cost, Rejection):
        return cost.why
    mp, why = cost
    if at.hex == figure.hex and held_by(battle, figure) is not None:
        mp = min(mp, left)
    if mp > left:
        return english("he cannot get to {hex} with half of his MP", hex=end)
    return Stride(Place(end, None if at.rear is None else at.hex), mp, why)


def _ahead(battle: Battle, at: Place) -> tuple[Hex, ...]:
    if at.rear is None:
        return battle.board.neighbours(at.hex)
    facing = battle.board.facing(at.rear, at.hex)
    if facing is None:
        return ()
    found = (battle.board.neighbour(at.hex, facing.turned(turn)) for turn in (0, -1, 1))
    return tuple(h for h in found if h is not None)


def _record_declined(
    journal: Journal, rules: Ruleset, winners: tuple[FigureId, ...], vacated: tuple[Hex, ...]
) -> None:
    """The right was there and nobody used it (GUI-6.6b): note it for the seats of those who could have."""
    battle = journal.battle
    if not vacated:
        return
    for figure_id in winners:
        figure = battle.figures[figure_id]
        if figure.active:
            chosen = advance_choice(battle, rules, figure)
            text = chosen[1] if chosen is not None and not chosen[0].path else ""
            journal.decided(figure.seat, "advance", "stay", "GUI-6.6b", figure=figure_id, order=text)
