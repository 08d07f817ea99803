"""What the receipt says of formations and of fights that nobody waits for (GUI-7.3, GUI-7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from rules.core.language import say, say_many
from rules.core.percent import in_words
from rules.core.rejection import Rejection
from rules.desk.checked import Checked, noted, refused
from rules.desk.desk import Desk
from rules.desk.receipts.told import name_of, told_tests
from rules.events.base import Event
from rules.evolve import evolve
from rules.orders.records import MarchOrder, Order, RefuseOrder, figures_of
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle, Formation
from rules.state.figure import FigureId
from rules.tactical.formations import close_order, drill, forming, marching
from rules.tactical.ways.entry import allowance


def check_drill(desk: Desk, order: drill.DrillOrder) -> Checked:
    """What becomes of an order to a formation: where everybody will stand, or why that can never be
    (GUI-7.3.1)."""
    never = forming.never(desk.battle, order)
    if never is not None and not isinstance(order, MarchOrder):
        return refused(never)
    draft = desk.imagined.draft_for(order)
    events = drill.events_of(draft, desk.rules, order)
    if isinstance(events, Rejection):
        return noted(events, say("The order stands in case that changes."))
    return Checked(tuple(told_drill(draft, events, desk.rules, order)))


def leaves_formation(battle: Battle, drawn: Battle, rules: Ruleset, figure: FigureId) -> str:
    """What is said to somebody who walks out of a formation, the one he stands in or the one ordered."""
    if not any(close_order.formation_of(board, rules, figure) for board in (battle, drawn)):
        return ""
    return say(
        "By this {figure} leaves his formation: MARCH moves all of it.", figure=battle.figures[figure].name
    )


def told_drill(before: Battle, events: list[Event], rules: Ruleset, order: Order) -> Iterator[str]:
    """What a formation will be, or where it will be, if nothing comes between (GUI-7.3.1)."""
    after = before.copy()
    for event in events:
        evolve(after, event)
    figures = figures_of(order)
    formation = close_order.formation_of(after, rules, figures[0])
    if formation is None:
        yield say("{figures} and those with them stand in no formation then.", figures=_and(before, figures))
        return
    words = formation_in_words(after, rules, formation)
    if isinstance(order, MarchOrder):
        was = close_order.formation_of(before, rules, figures[0])
        had = marching.march_allowance(before, rules, was) if was is not None else 0
        mp = max(after.now.spent.get(f, 0) - before.now.spent.get(f, 0) for f in formation.places)
        ends = [
            say("{figure} to {at}", figure=name_of(after, f), at=at) for f, at in formation.places.items()
        ]
        yield say(
            "The formation goes {steps}: {mp} of {had} MP; {ends}.",
            steps=" ".join(order.steps),
            mp=mp,
            had=had,
            ends=listed(ends, "and"),
        )
        yield from _told_opposition(before, rules, order)
    else:
        yield say("{figures} stand {words}.", figures=_and(after, tuple(formation.places)), words=words)


def _told_opposition(before: Battle, rules: Ruleset, order: MarchOrder) -> Iterator[str]:
    """Who may be tested at the flanks on a march, and the chance that nobody is held up (GUI-7.3.3b)."""
    planned = marching.plan_march(before, rules, order)
    opposed = () if isinstance(planned, Rejection) else marching.opposition(before, rules, *planned)
    if opposed:
        men = [told_tests(before, o.tests, name_of(before, o.figure), o.chances) for o in opposed]
        yield say("Infiltration (GUI-7.3.3): {men}.", men="; ".join(men))
        through = prod((o.chances.none for o in opposed), start=Fraction(1))
        yield say(
            "All get through in {odds}; else the whole formation halts there.",
            odds=in_words({"of all cases": through}),
        )


def formation_in_words(battle: Battle, rules: Ruleset, formation: Formation) -> str:
    """ "in formation, facing north and north-east, 2 ranks; Basilios without pikes"."""
    ranks = close_order.ranks_of(battle, rules, formation)
    deep = say_many("1 rank", "{count} ranks", len(ranks), count=len(ranks))
    front = say(
        "facing {front} and {other}", front=formation.front.words, other=formation.front.turned(1).words
    )
    bare = [f for f in ranks[0] if f in formation.opened] if ranks else []
    without = say("; {figures} without pikes", figures=_and(battle, tuple(bare))) if bare else ""
    return f"{say('as a tortoise') if formation.tortoise else say('in formation')}, {front}, {deep}{without}"


def check_refusal(desk: Desk, order: RefuseOrder) -> Checked:
    """For whom they are fast enough."""
    return Checked(tuple(told_refusal(desk.battle, desk.rules, order)))


def told_refusal(battle: Battle, rules: Ruleset, order: RefuseOrder) -> Iterator[str]:
    """Whom the figures of a REFUSE order are fast enough for (GUI-7.4a)."""
    alike: dict[tuple[int, int], list[str]] = {}
    for name in () if order.hold else order.figures:
        man = battle.figures[name]
        hexes = rules.tables["refusing"].number("rider" if man.mounted else "foot", "hexes")
        alike.setdefault((hexes, allowance(battle, rules, man)), []).append(man.name)
    for (hexes, mp), names in alike.items():
        figure = listed(names, "and")
        if len(names) == 1:
            yield say_many(
                "{figure} goes 1 hex before an attack by enemies who all have less than his {mp} MP.",
                "{figure} goes {hexes} hexes straight back before an attack by enemies who all have less "
                "than his {mp} MP.",
                hexes,
                figure=figure,
                hexes=hexes,
                mp=mp,
            )
        else:
            yield say_many(
                "{figures} go 1 hex before an attack by enemies who all have less than their {mp} MP.",
                "{figures} go {hexes} hexes straight back before an attack by enemies who all have less "
                "than their {mp} MP.",
                hexes,
                figures=figure,
                hexes=hexes,
                mp=mp,
            )


def _and(battle: Battle, figures: tuple[str, ...]) -> str:
    return listed([name_of(battle, f) for f in figures], "and")
