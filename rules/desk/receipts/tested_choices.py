"""The other choices of a TEST: who would have been tested, ridden against or not awaited, and what was
asked besides."""

from __future__ import annotations

from rules.core.language import say
from rules.core.percent import in_words
from rules.core.rejection import Rejection
from rules.core.weights import Weight
from rules.desk.receipts.stage import Stage
from rules.events.combat import CombatFought, CombatRefused
from rules.events.umpire import DecisionMade
from rules.orders.filed import Filed
from rules.orders.records import CounterOrder, OpposeOrder
from rules.orders.trouble import listed
from rules.state.figure import Character, FigureId
from rules.tactical.charging import countering
from rules.tactical.charging.combats import defence_share
from rules.tactical.fighting import odds, refusing
from rules.tactical.harm import infiltration
from rules.tactical.instructions import standing
from rules.tactical.instructions.picking import unfit
from rules.tactical.instructions.terms import waits

_OCCASIONS = ("retreat", "advance", "wound", "evacuate", "fall", "cover")


def oppose(stage: Stage, mover_id: FigureId) -> bool:
    """The OPPOSE orders meet a man who has entered a hex. Answers whether they were asked: once a
    hex is enough."""
    mover = stage.battle.figures[mover_id]
    if not mover.active or mover.hex is None or not stage.has(OpposeOrder):
        return False
    for enemy in infiltration.opponents(stage.battle, stage.rules, mover, mover.hex):
        if enemy.seat != stage.seat:
            continue
        chosen, text = standing.opposing(stage.battle, stage.rules, enemy, mover)
        if chosen:
            stage.battle.now.tested.add(enemy.id)
        if not text:
            continue
        if chosen:
            die = infiltration.one_die(stage.battle, stage.rules, mover, enemy)
            chances = in_words(
                {
                    "nothing": die.none,
                    "stopped": die.stopped,
                    "wounded": die.wounded,
                    "killed": die.killed,
                }
            )
            stage.account.would[text].append(
                say(
                    "{enemy} tests {mover} in {hex}: {chances}.",
                    enemy=enemy.name,
                    mover=mover.name,
                    hex=mover.hex,
                    chances=chances,
                )
            )
            stage.decided("oppose", f"test {mover.id}", enemy.id, text)
        else:
            stage.account.pass_over(
                text, enemy, mover, say("{enemy} spares him in {hex}", enemy=enemy.name, hex=mover.hex)
            )
    return True


def counter(stage: Stage, charger_id: FigureId) -> None:
    """The COUNTER orders meet a charge that was announced."""
    battle, charger = stage.battle, stage.battle.figures[charger_id]
    if charger.side != battle.side or not stage.has(CounterOrder):
        return
    own = [
        a
        for a in countering.answers(battle, stage.rules, charger_id)
        if stage.own(a.rider)
    ]  # fmt: skip
    wish = countering.wished(battle, stage.rules, charger_id, own)
    if wish is not None and wish.order in stage.account.would:
        rider = battle.figures[wish.answer.rider]
        share = defence_share(stage.rules, rider, charger)
        way = " > ".join(wish.answer.route)
        stage.account.would[wish.order].append(
            say(
                "{rider} rides against {charger} over {way}; his defence is {share} % of the charge.",
                rider=rider.name,
                charger=charger.name,
                way=way,
                share=share,
            )
        )
        stage.decided("counter", f"counter-charge {charger_id}", rider.id, wish.order)
    for filed in stage.of_kind(CounterOrder):
        for rider in stage.bound(filed):
            if not rider.mounted or (wish is not None and wish.order == filed.text):
                continue
            found = countering.answer_of(battle, stage.rules, rider, charger_id)
            why = found.why if isinstance(found, Rejection) else _not_countered(stage, filed, rider, charger)
            stage.account.pass_over(filed.text, rider, charger, why)


def _not_countered(stage: Stage, filed: Filed, rider: Character, charger: Character) -> str:
    order = filed.order
    assert isinstance(order, CounterOrder)
    if order.hold:
        return say("it says never")
    why = waits(stage.battle, stage.rules, stage.seat, filed) or unfit(stage.battle, order.at, rider, charger)
    share = defence_share(stage.rules, rider, charger)
    return why or say(
        "his defence is {share} % of the charge, {at_least} % were asked for",
        share=share,
        at_least=order.at_least,
    )


def refuse(stage: Stage, event: CombatFought | CombatRefused) -> None:
    """The REFUSE orders meet an attack."""
    battle = stage.battle
    defenders = event.defenders if isinstance(event, CombatFought) else (event.figure,)
    for name in defenders:
        defender = battle.figures.get(name)
        if defender is None or defender.seat != stage.seat or not defender.active:
            continue
        if isinstance(event, CombatFought):
            weight = event.weight
        else:
            found = odds.assess(battle, stage.rules, event.attackers, (name,))
            if isinstance(found, Rejection):
                continue
            weight = found.weight
        _refuse_one(stage, defender, event.attackers, weight)


def _refuse_one(stage: Stage, defender: Character, attackers: tuple[FigureId, ...], weight: Weight) -> None:
    battle, first = stage.battle, stage.battle.figures[attackers[0]]
    given = standing.refuse_choice(battle, stage.rules, defender)
    if given is None:
        return
    text = given[1]
    wish = standing.refusal(battle, stage.rules, defender, attackers, weight)
    barred = refusing.may_refuse(battle, stage.rules, defender, attackers)
    way = refusing.best_escape(battle, stage.rules, defender, attackers)
    if wish is None:
        stage.account.pass_over(
            text,
            defender,
            first,
            say("it does not mean this attack at {weight}", weight=weight.short),
        )
    elif barred is not None:
        stage.account.pass_over(text, defender, first, f"{barred.why} ({barred.rule})")
    elif isinstance(way, Rejection):
        stage.account.pass_over(text, defender, first, f"{way.why} ({way.rule})")
    elif not refusing.fits(wish, way):
        stage.account.pass_over(text, defender, first, say("enemies beside the only way may strike at him"))
    else:
        names = listed([battle.figures[a].name for a in attackers], "and")
        stage.account.would[text].append(
            say(
                "{defender} does not wait for {names}: he goes to {hex}.",
                defender=defender.name,
                names=names,
                hex=way.places[-1].hex,
            )
        )
        stage.decided("refuse", way.places[-1].hex, defender.id, text)


def direct(stage: Stage, event: DecisionMade) -> None:
    """RETREAT, ADVANCE, WOUND, EVACUATE, FALL and SHELTER choose among what the rules leave open: the
    occasions are told."""
    figure = stage.battle.figures.get(event.figure)
    if figure is None or event.about not in _OCCASIONS:
        return
    what = {
        "retreat": say("{figure} had to fall back from {hex}", figure=figure.name, hex=figure.hex),
        "advance": say("{figure} could follow up from {hex}", figure=figure.name, hex=figure.hex),
        "wound": say("one of yours had to take an injury; {figure} took it", figure=figure.name),
        "evacuate": say("{figure} had to leave the flames in {hex}", figure=figure.name, hex=figure.hex),
        "fall": say("{figure} fell in {hex}", figure=figure.name, hex=figure.hex),
        "cover": say("{figure} was in cross-fire in {hex}", figure=figure.name, hex=figure.hex),
    }[event.about]
    given = standing.direction(stage.battle, stage.rules, figure, event.about)
    if given is not None and given[1] in stage.account.would:
        stage.account.would[given[1]].append(say("It is asked: {what}.", what=what))
