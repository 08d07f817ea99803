"""The order form of a report: what each figure could do, and a sane order for him, ready to edit.

Written in the order language itself, so that sending it back unchanged is a legal phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.language import say, say_many
from rules.core.rejection import Reason, Rejection
from rules.desk.briefing import escalade
from rules.desk.help import wrap
from rules.desk.receipts import captives, fires, placing, structures
from rules.desk.receipts.charges import possible_charges
from rules.desk.receipts.drills import formation_in_words
from rules.desk.receipts.terms import how_far
from rules.desk.receipts.told import name_of
from rules.desk.sheet import Sheet, in_force, told_together
from rules.desk.steps import is_over, sets_up
from rules.orders.lexicon import lexicon_of
from rules.orders.parser import print_order
from rules.orders.records import AttackOrder, ChargeOrder, FireOrder, MoveOrder, Pick, WatchOrder, figures_of
from rules.orders.trouble import listed
from rules.orders.verbs import standing_words
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.state.ladders import borne_by
from rules.tactical import weapons
from rules.tactical.deploying.entering import due, entered
from rules.tactical.fighting import odds, pairing
from rules.tactical.formations import close_order
from rules.tactical.horses import riding
from rules.tactical.moving.movement import allowance
from rules.tactical.shooting import targets
from rules.tactical.shooting.targets import Odds
from rules.tactical.ways import passage

WIDTH = 72
MOST_TARGETS = 3
MOST_FRIENDS_HIT = 10  # percent; a default order takes no greater risk for one's own


def order_form(battle: Battle, rules: Ruleset, seat: SeatId) -> str:
    """The form of a seat for the open phase, without the lines that mark its beginning and end."""
    lexicon = lexicon_of(battle, seat)
    sheet = in_force(battle, seat, lexicon)
    standing = sheet.texts()[1]
    lines: list[str] = []
    if battle.outcome is None and any(s.id == seat and s.side == battle.side for s in battle.setup.seats):
        if sets_up(battle):
            lines += _of_the_setup(battle, rules, seat, sheet)
        else:
            lines += _of_the_phase(battle, rules, seat, sheet)
    else:
        words = standing_words(battle.setup.modules)
        lines += _comment(say("Only standing orders are taken now: {words}.", words=words))
    if standing:
        lines += _comment(say("Standing orders in force:"))
        for text in _standing(battle, seat, sheet):
            lines += _comment(f"  {text}", hanging="    ")
        if _watches_for_the_first(sheet):
            lines += _comment(say("'At first': at the first enemy who moves and whom the order fits."))
        if battle.phase > 1:
            lines += _comment(say("TEST tells what they would have done in the enemy's last phase."))
    else:
        lines += _comment(say("No standing orders are in force."))
    return "\n".join(lines)


def _standing(battle: Battle, seat: SeatId, sheet: Sheet) -> list[str]:
    """The standing orders in force: those that are the same but for the men as one, and of those that count
    how far they have got; groups last."""
    counted = {e.text: how_far(battle, seat, e.text, sheet.lexicon) for e in sheet.standing}
    told: list[str] = []
    for order in told_together(e.order for e in sheet.standing if not counted[e.text]):
        told.append(print_order(order, sheet.lexicon))
    told += [f"{text} ({so_far})" for text, so_far in counted.items() if so_far]
    return [*told, *sheet.texts()[1][len(sheet.standing) :]]


def _watches_for_the_first(sheet: Sheet) -> bool:
    watches = [order for order in sheet.every(WatchOrder) if isinstance(order, WatchOrder)]
    return any(pick.how == "first" for watch in watches if not watch.hold for pick in watch.at.in_order)


def _of_the_setup(battle: Battle, rules: Ruleset, seat: SeatId, sheet: Sheet) -> Iterator[str]:
    """Where he may place his men, and where each of them stands unless he says otherwise."""
    if battle.deployment_of(seat) is None:
        yield from _comment(say("You have nobody to place."))
        return
    yield from _comment(
        say("Place your men. Each stands as below unless you change his line; this is where he may stand:")
    )
    for text in placing.told(battle, seat):
        yield from _comment(text, hanging="  ")
    yield from _filed(sheet)
    if sheet.orders:
        yield from _comment(say("All others, as the scenario has them:"))
    for order in placing.form_lines(battle, rules, seat, [entry.order for entry in sheet.orders]):
        yield print_order(order, sheet.lexicon)


def _reserves_due(battle: Battle, rules: Ruleset, seat: SeatId) -> Iterator[str]:
    """Who comes on to the board in this phase, and where as things stand."""
    after = entered(battle, rules)
    for figure in due(battle):
        if figure.seat != seat:
            continue
        place = "-".join(after.figures[figure.id].hexes)
        if place:
            told = say(
                "{figure} enters in {hex} before you move; MOVE {figure} begins there.",
                figure=figure.name,
                hex=place,
            )
        else:
            told = say("{figure} finds no room to enter now and comes in the next turn.", figure=figure.name)
        yield from _comment(told)


def _of_the_phase(battle: Battle, rules: Ruleset, seat: SeatId, sheet: Sheet) -> Iterator[str]:
    own = [f for f in battle.figures.values() if f.seat == seat]
    shooting: set[FigureId] = set()
    filed = {f for entry in sheet.orders for f in figures_of(entry.order)}
    for figure in own:
        if not figure.active:
            continue
        shots = _shots(battle, rules, figure)
        shot = targets.best_of(shots)
        yield from _comment(_where(battle, rules, figure))
        formation = close_order.formation_of(battle, rules, figure.id)
        if formation is not None:
            words = formation_in_words(battle, rules, formation)
            yield from _comment(say("He stands {words}.", words=words))
            yield from _comment(say("MARCH {figure} N and the like move all of it.", figure=figure.name))
        shoots = shot is not None and not _against_it(battle, shot)
        yield from _comment_targets(battle, rules, figure, shots)
        yield from _comment_charges(battle, rules, figure)
        for hint in (
            *captives.hints(battle, rules, figure),
            *structures.hints(battle, rules, figure),
            *fires.hints(battle, rules, figure),
            *escalade.hints(battle, rules, figure),
        ):
            yield from _comment(hint)
        if figure.id in filed or is_over(rules, battle, MoveOrder):
            continue
        if shot is not None and shoots:
            shooting.add(figure.id)
            order: FireOrder | MoveOrder = FireOrder((figure.id,), Pick(names=(shot.sight.target,)))
        else:
            order = MoveOrder(figure.id, stay=True)
        if isinstance(order, MoveOrder) and figure.id in battle.now.left:
            continue
        if isinstance(order, MoveOrder) and close_order.formation_of(battle, rules, figure.id) is not None:
            continue
        yield print_order(order, sheet.lexicon)
    yield from _reserves_due(battle, rules, seat)
    for hint in fires.torches(battle, rules, seat):
        yield from _comment(hint)
    for hint in fires.engine_hints(battle, rules, seat):
        yield from _comment(hint)
    helpless = [_helpless(f) for f in own if f.living and not f.active]
    if helpless:
        yield from _comment(say("No orders for {helpless}.", helpless=listed(helpless, "and")))
    yield from _filed(sheet)
    ready = [f.id for f in own if f.active and f.id not in shooting]
    yield from _attacks(battle, rules, ready, sheet)


def _filed(sheet: Sheet) -> Iterator[str]:
    if sheet.orders:
        yield from _comment(say("Received from you already:"))
        yield from (entry.text for entry in sheet.orders)


def _attacks(battle: Battle, rules: Ruleset, ready: list[FigureId], sheet: Sheet) -> Iterator[str]:
    """One line for all who touch an enemy, if any attack looks good from where they stand."""
    if any(isinstance(entry.order, AttackOrder) for entry in sheet.orders):
        return
    best = AttackOrder((), Pick(how="best"), rules.policies.weighing.even)
    touching = [
        f for f in ready if passage.in_contact(battle, rules, battle.figures[f]) or _touches(battle, f)
    ]
    fights = pairing.best_combats(battle, rules, touching, best.on, best.at_least) if touching else []
    for attackers, defenders in fights:
        found = odds.assess(battle, rules, attackers, defenders)
        if not isinstance(found, Rejection):
            who = listed([name_of(battle, f) for f in attackers], "and")
            whom = listed([name_of(battle, f) for f in defenders], "and")
            yield from _comment(
                say(
                    "{who} can attack {whom}: {weight}, column {column}.",
                    who=who,
                    whom=whom,
                    weight=found.weight.short,
                    column=found.column,
                )
            )
    if fights:
        yield print_order(best, sheet.lexicon)


def _touches(battle: Battle, name: FigureId) -> bool:
    figure = battle.figures[name]
    hostile = battle.enemies_of(figure.side)
    around = (at for half in figure.hexes for at in battle.board.neighbours(half))
    return any(f.side in hostile and f.active for f in battle.figures.among(around))


def _where(battle: Battle, rules: Ruleset, figure: Character) -> str:
    """Place, facing, MP, and the enemies next to him."""
    facing = riding.facing_of(battle, figure)
    at = say("at {hex}", hex=figure.hex) + (say(" facing {facing}", facing=facing.words) if facing else "")
    state = say(", wounded") if figure.wounded else ""
    near = [e.name for e in passage.in_contact(battle, rules, figure)]
    contact = say(" In contact: {names}.", names=listed(near, "and")) if near else ""
    return say(
        "{figure}{state} {at}, {allowance} MP.{contact}",
        figure=figure.name,
        state=state,
        at=at,
        allowance=allowance(battle, rules, figure),
        contact=contact,
    )


def _shots(battle: Battle, rules: Ruleset, figure: Character) -> list[Odds]:
    """Those that he could make with his own weapon now."""
    weapon = weapons.weapon_of(battle, rules, figure)
    if not weapon or is_over(rules, battle, FireOrder):
        return []
    if weapons.may_fire_offensively(battle, rules, figure, weapon) is not None:
        return []
    own = not weapon.startswith("lance")
    return targets.every_shot(battle, rules, figure) if own else []


def _against_it(battle: Battle, shot: Odds) -> str:
    """Why the form does not propose the best shot that somebody has; empty where it does."""
    if shot.friends >= MOST_FRIENDS_HIT:
        friends = [f"{name_of(battle, friend)} {share} %" for friend, share in shot.endangered.items()]
        return say("the best would endanger friends ({friends})", friends=", ".join(friends))
    if shot.worth <= 0:
        return say("none from here would do an enemy any harm")
    return ""


def _comment_targets(
    battle: Battle, rules: Ruleset, figure: Character, shots: Sequence[Odds]
) -> Iterator[str]:
    weapon = weapons.weapon_of(battle, rules, figure)
    if not weapon or is_over(rules, battle, FireOrder):
        return
    barred = weapons.may_fire_offensively(battle, rules, figure, weapon)
    if barred is not None and borne_by(battle, figure.id) is not None:
        return  # the hint on his ladder says that he has his hands full
    if barred is not None and barred.code is Reason.IN_CONTACT:
        return  # the line above says who is next to him
    if barred is not None:
        yield from _comment(say("He cannot shoot now: {why} ({rule}).", why=barred.why, rule=barred.rule))
        return
    shot = targets.best_of(shots)
    if shot is None:
        return
    sights = []
    for sight in (each.sight for each in shots):
        enemy = battle.figures[FigureId(sight.target)]
        if enemy.active:
            sights.append((sight.target != shot.sight.target, sight.distance, enemy.name, sight.cover))
    found = [
        say_many(
            "{name} ({distance} hex, {cover} cover)",
            "{name} ({distance} hexes, {cover} cover)",
            distance,
            name=name,
            distance=distance,
            cover="no" if cover == "none" else cover,
        )
        for _, distance, name, cover in sorted(sights)[:MOST_TARGETS]
    ]
    more = say(" and {more} more", more=len(sights) - MOST_TARGETS) if len(sights) > MOST_TARGETS else ""
    if found:
        yield from _comment(say("In range: {targets}{more}.", targets=", ".join(found), more=more))
    if why := _against_it(battle, shot):
        yield from _comment(say("No shot is proposed: {why}.", why=why))


def _comment_charges(battle: Battle, rules: Ruleset, figure: Character) -> Iterator[str]:
    """Whom a rider could charge from where he is, in scenarios that know charges (GUI-7.2)."""
    if not rules.knows(ChargeOrder) or not figure.mounted or is_over(rules, battle, ChargeOrder):
        return
    found = [
        say("{name} ({hexes} hexes)", name=name, hexes=hexes)
        for name, hexes in possible_charges(battle, rules, figure)
    ]
    if found:
        yield from _comment(say("He can charge {targets}.", targets=listed(found)))


def _helpless(figure: Character) -> str:
    state = "stunned" if figure.stunned else "a prisoner" if figure.bound else "carried"
    return f"{figure.name} ({state})"


def _comment(text: str, hanging: str = "") -> list[str]:
    indent = text[: len(text) - len(text.lstrip())]
    lines = wrap(text, WIDTH - 2 - max(len(indent), len(hanging)))
    return [f"# {indent if i == 0 else hanging}{line}" for i, line in enumerate(lines)]
