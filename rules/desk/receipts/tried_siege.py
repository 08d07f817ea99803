"""What TRY tells of the standing orders of buildings, castles and siege works (GUI-8.3.5,
GUI-9.2.3.2, GUI-10).

They speak in the owner's own combat step, or when a shot or a fire comes; told is for whom they
would speak now.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.assault import falling_off, fire
from rules.assault.toppling import below_platform
from rules.core.language import say, translated
from rules.orders.records import (
    CloseWhenOrder,
    CutAnyOrder,
    DouseAnyOrder,
    EvacuateOrder,
    FallOrder,
    OpenWhenOrder,
    ShelterOrder,
    StandingOrder,
    ToppleAnyOrder,
)
from rules.orders.trouble import listed
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character
from rules.state.ladders import ROPE, against, climber
from rules.tactical.sight.shelter import choice_of, is_shelter, side_in_words
from rules.works import gates

SPOKEN_OF = (
    ShelterOrder,
    ToppleAnyOrder,
    CutAnyOrder,
    DouseAnyOrder,
    CloseWhenOrder,
    OpenWhenOrder,
    EvacuateOrder,
    FallOrder,
)


def of_siege(battle: Battle, rules: Ruleset, man: Character, order: StandingOrder) -> Iterator[str]:
    """For one man whom the order binds: what it would have him do as things stand."""
    match order:
        case ToppleAnyOrder() | CutAnyOrder():
            yield from _above(battle, man, order)
        case DouseAnyOrder():
            yield from _fires(battle, rules, man, order)
        case OpenWhenOrder() | CloseWhenOrder():
            yield from _gate(battle, rules, man, order)
        case ShelterOrder():
            yield from _cross_fire(battle, rules, man)
        case FallOrder():
            if man.storey:
                at = falling_off.landings(battle, rules, man)[0]
                yield say(
                    "If {man} fell now he would come down {where}.",
                    man=man.name,
                    where=translated(falling_off.told(battle, man, at)),
                )
        case EvacuateOrder():
            if any(at in battle.flames for at in man.hexes):
                yield say(
                    "{man} is in the flames: he leaves them towards {toward}, if a way leads there.",
                    man=man.name,
                    toward=order.toward,
                )


def _above(battle: Battle, man: Character, order: ToppleAnyOrder | CutAnyOrder) -> Iterator[str]:
    ladders = isinstance(order, ToppleAnyOrder)
    what, does = ("ladder", "topple") if ladders else ("rope", "cut")
    at = man.hex or ""
    below = below_platform(battle, at) if ladders else [la for la in against(battle, at) if la.kind == ROPE]
    for found in below:
        on_it = climber(battle, found)
        if on_it is not None and not battle.hostile(man.side, on_it.side):
            continue
        who = on_it.name if on_it is not None else "nobody"
        meant = not order.hold and (on_it is not None or order.empty)
        would = say("would try to {does} it", does=does) if meant else say("would leave it")
        yield say(
            "{man} stands above the {what} in {hex}, with {who} on it: he {does}.",
            man=man.name,
            what=what,
            hex=found.hexes[0],
            who=who,
            does=would,
        )


def _fires(battle: Battle, rules: Ruleset, man: Character, order: DouseAnyOrder) -> Iterator[str]:
    near = [at for at in battle.board.neighbours(man.hex or "") if at in battle.flames] if man.hex else []
    for at in near:
        meant = not order.hold and (order.own or not battle.friendly(man.side, battle.flames[at].side))
        meant = meant and (not order.hexes or at in order.hexes)
        least = fire.needed_to_douse(battle, rules, man)
        yield say("{man} stands beside the fire in {at}: he would ", man=man.name, at=at) + (
            say("try to put it out, on {least} or more.", least=least) if meant else say("let it burn.")
        )


def _gate(
    battle: Battle, rules: Ruleset, man: Character, order: OpenWhenOrder | CloseWhenOrder
) -> Iterator[str]:
    gate = gates.gate_worked_from(battle.board, man.hex or "")
    if not gate:
        return
    wished, _ = gates.wish(battle, rules, man, gate)
    stands = "open" if gates.is_open(battle, gate) else "closed"
    does = say("would work it, if he has stood there for a whole turn") if wished else say("would leave it")
    yield say(
        "{man} stands behind the gate in {gate}, which is {stands}: he {does}.",
        man=man.name,
        gate=listed(gate, "and"),
        stands=stands,
        does=does,
    )


def _cross_fire(battle: Battle, rules: Ruleset, man: Character) -> Iterator[str]:
    if man.hex is None or not is_shelter(battle, man.hex):
        return
    choice = choice_of(battle, rules, man, man.hex)
    if choice is not None:
        yield say(
            "{man} in {hex} is in cross-fire: he keeps covered {side}.",
            man=man.name,
            hex=man.hex,
            side=side_in_words(choice.kind, choice.kept),
        )
