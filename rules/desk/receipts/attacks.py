"""What the receipt says of attacks: who can never fight whom, and the odds once all moves of the mail are
known (GUI-6)."""

from __future__ import annotations

from rules.core.language import say
from rules.core.rejection import Rejection
from rules.desk.checked import Checked, refused
from rules.desk.desk import Desk
from rules.desk.receipts import tried
from rules.desk.receipts.told import told_attack, unreadable
from rules.orders.records import AttackOrder, ChargeOrder, figures_of
from rules.orders.trouble import Code
from rules.state.figure import FigureId
from rules.tactical.fighting import odds, pairing
from rules.tactical.moving.movement import allowance

FAR = 3  # hexes that retreats and advances of others may bring an enemy nearer


def check_attack(desk: Desk, order: AttackOrder) -> Checked:
    """What can never be is refused: the attackers' own state, whom they may fight, and how far away he is."""
    found = unread(desk, order)
    if found is not None:
        return refused(found, code=Code.TERMS)
    for name in order.figures:
        found = odds.attacker_refusal(desk.battle, desk.battle.figures[name])
        if found is not None:
            return refused(found)
    if order.on.names and order.figures:
        found = _never_together(desk, order)
        if found is not None:
            return refused(found)
    return Checked()


def unread(desk: Desk, order: AttackOrder) -> Rejection | None:
    """Why a threshold says nothing in this book, and so never will."""
    why = unreadable(desk.rules, order.at_least)
    return Rejection("", why) if why else None


def _never_together(desk: Desk, order: AttackOrder) -> Rejection | None:
    enemies = [desk.battle.figures[n] for n in order.on.names if n in desk.battle.figures]
    for enemy in enemies:
        if not enemy.living:
            return Rejection(
                "GUI-6a",
                (
                    say("{enemy} is dead", enemy=enemy.name)
                    if enemy.dead
                    else say("{enemy} is not on the board", enemy=enemy.name)
                ),
            )
    fighters = 1 if not order.pooled else len(order.figures)
    if fighters == 1 and len(order.on.names) > 1:
        who = desk.battle.figures[order.figures[0]].name
        return Rejection(
            "GUI-6.2a",
            say("{who} is alone: he attacks one enemy, not {count}", who=who, count=len(order.on.names)),
        )
    for name in order.figures:
        attacker = desk.battle.figures[name]
        for enemy in enemies:
            reach = allowance(desk.battle, desk.rules, attacker) + FAR
            away = min(desk.battle.board.distance(a, b) for a in attacker.hexes for b in enemy.hexes)
            if away > reach:
                return Rejection(
                    "GUI-6a",
                    say(
                        "{attacker} is {away} hexes from {enemy}: out of reach",
                        attacker=attacker.name,
                        away=away,
                        enemy=enemy.name,
                    ),
                )
    return None


def attack_as_planned(desk: Desk, order: AttackOrder) -> Checked:
    """The odds of the combats that an order leads to, on the board as all orders of the mail would
    leave it (GUI-6)."""
    draft = desk.imagined.draft
    message: list[str] = []
    details: list[str] = []
    rule, barred = "", False
    for attackers, defenders in _pairs(desk, order):
        found = odds.assess(draft, desk.rules, attackers, defenders)
        if isinstance(found, Rejection):
            rule, barred = rule or found.rule, True
            message.append(say("As planned now: {why}. It stands in case that changes.", why=found.why))
        else:
            message += told_attack(draft, found)
            if desk.trying:
                details += tried.of_fight(draft, desk.rules, found)
            if not desk.rules.policies.weighing.meets(found.weight, order.at_least):
                message.append(
                    say(
                        "That is less than {at_least}: he will not attack unless it changes.",
                        at_least=order.at_least,
                    )
                )
    if not message:
        barred = True
        message.append(say("As planned now nobody will be next to an enemy whom this would attack."))
    charging = [n for n in order.figures if any(n in figures_of(o) for o in desk.sheet.every(ChargeOrder))]
    if charging:
        who = desk.battle.figures[charging[0]].name
        message.append(
            say("{who} charges in this phase: this counts only if the charge comes to nothing.", who=who)
        )
    shooting = [n for n in order.figures if desk.fires(n)]
    if shooting:
        rule = "GUI-5.2b"
        message.append(
            say(
                "{figure} shoots in this phase: then he cannot attack.",
                figure=desk.battle.figures[shooting[0]].name,
            )
        )
    return Checked(tuple(message), rule, note=bool(rule), barred=barred, details=tuple(details))


def _pairs(desk: Desk, order: AttackOrder) -> list[pairing.Combat]:
    """The combats that an order would bring about on the imagined board."""
    if order.on.how:
        own = order.figures or _unbound(desk, order)
        return pairing.best_combats(desk.imagined.draft, desk.rules, own, order.on, order.at_least)
    if order.pooled:
        return [(order.figures, order.on.names)]
    return [((name,), order.on.names) for name in order.figures]


def _unbound(desk: Desk, order: AttackOrder) -> list[FigureId]:
    bound = {f for o in desk.sheet.every(AttackOrder) for f in figures_of(o)}
    own = [f for f, role in desk.sheet.lexicon.role.items() if role == "own"]
    return [
        f for f in own
        if f not in bound and not desk.fires(f) and odds.attacker_refusal(desk.imagined.draft,
            desk.battle.figures[f]) is None
    ]  # fmt: skip
