"""Whether an order can be carried out as things stand, and what the receipt says about it: path, odds, chances.

The one place where the desk asks the rules of play. What can never be is refused with its rule; what depends on how
the phase goes stands, with a note. Concerns GUI-4, GUI-5.1a, GUI-5.2b, GUI-6 and GUI-1.2g.
"""

from __future__ import annotations

import msgspec

from rules.core.rejection import Rejection
from rules.desk import charges, special
from rules.desk.checked import Checked as Checked
from rules.desk.checked import noted, refused
from rules.desk.drills import drawn_up, leaves_formation, told_drill, told_refusal
from rules.desk.imagined import Imagined
from rules.desk.sheet import Sheet
from rules.desk.told import told_attack, told_facts, told_move, told_shot
from rules.orders.condition import print_facts
from rules.orders.parser import print_order
from rules.orders.records import (
    AttackOrder,
    BreakOrder,
    ChargeOrder,
    CounterOrder,
    FireOrder,
    FormOrder,
    HaulOrder,
    IfOrder,
    LegKind,
    MarchOrder,
    MoveOrder,
    Order,
    RefuseOrder,
    WatchOrder,
    figures_of,
)
from rules.orders.trouble import Code
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId
from rules.tactical import bodies, drill, odds, pairing, passage, targets, weapons
from rules.tactical.movement import allowance


class Desk:
    """One reading of one seat's mail: the battle, the rules, the sheet as it grows, and the moves imagined."""

    def __init__(
        self, battle: Battle, rules: Ruleset, sheet: Sheet, imagined: Imagined, effort: int = 0
    ) -> None:
        self.battle = battle
        self.rules = rules
        self.sheet = sheet
        self.imagined = imagined
        self._searched = 0
        self.effort = effort

    def check(self, order: Order) -> Checked:
        """What becomes of an order before it is filed; moves are let into the imagined board."""
        unfit = self._unfit(order)
        if unfit is not None:
            return unfit
        self.effort += self._worth_of(order)
        if self.tired:
            return Checked((TOO_MUCH,), code=Code.TOO_MANY.value)
        match order:
            case MoveOrder():
                return self._move(order)
            case FireOrder():
                return self._fire(order)
            case AttackOrder():
                return self._attack(order)
            case HaulOrder():
                found = bodies.check_haul(self.battle, self.rules, order)
                return Checked() if found is None else refused(found)
            case IfOrder():
                return self._condition(order)
            case WatchOrder():
                return self._watch(order)
            case ChargeOrder():
                return self._charge(order)
            case CounterOrder():
                idle = charges.no_rider(self.battle, order)
                return Checked() if idle is None else refused(idle)
            case FormOrder() | MarchOrder() | BreakOrder():
                return self._drill(order)
            case RefuseOrder():
                return Checked(tuple(told_refusal(self.battle, self.rules, order)))
            case _:
                check = special.CHECKS.get(type(order))
                return Checked() if check is None else check(self.battle, self.rules, self.sheet, order)

    @property
    def tired(self) -> bool:
        """Whether the mail has asked for more than one mail may."""
        return self.effort > MOST_EFFORT

    def _worth_of(self, order: Order) -> int:
        """How much looking an order takes: a mail of many long searches must not hold up everybody else's."""
        if isinstance(order, IfOrder):
            return self._worth_of(order.then) + (self._worth_of(order.otherwise) if order.otherwise else 0)
        if isinstance(order, ChargeOrder):
            return SEARCHING * (1 + len(order.at))
        if isinstance(order, MoveOrder):
            again = order.figure in self.imagined.plans
            return (SEARCHING if order.to else 1) + (SEARCHING if again else 0)
        return max(1, len(figures_of(order)))

    def at_the_end(self, order: Order) -> Checked:
        """What is said of an attack once all moves of the mail are known; nothing of other orders."""
        if isinstance(order, AttackOrder):
            return self._attack_as_planned(order)
        return Checked()

    # who

    def _unfit(self, order: Order) -> Checked | None:
        """The dead and the gone get no orders; the stunned only standing ones (GUI-1.2g)."""
        named = figures_of(order)
        for name in named:
            figure = self.battle.figures[name]
            why = _why_unfit(figure, order.standing)
            if why and not isinstance(order, IfOrder):
                return refused(Rejection("GUI-1.2g", f"{figure.name} {why}"), code=Code.CANNOT_ACT)
        return None

    # moving

    def _move(self, order: MoveOrder) -> Checked:
        figure = self.battle.figures[order.figure]
        found = self.imagined.add(order)
        if isinstance(found, Rejection):
            answer = refused(found, *(self._hints(order) if found.rule in OCCUPIED else ()))
            return msgspec.structs.replace(answer, suggestion=self._other_way(order))
        limits: list[str] = []
        rule = ""
        limit = self._limit(figure, fired=self._fires(figure.id), watching=False)
        if limit is not None and found.cost > limit:
            short = f"{figure.name} shoots first: then he has {limit} MP, and this takes {found.cost}."
            limits, rule = (
                [f"{short} He goes as far as they carry him, or does not shoot if you take the shot back."],
                "GUI-5.1a",
            )
        elif self._gives_up_watch(figure, found.cost):
            limits, rule = (
                [f"{figure.name} gives up his shot in the enemy's phase by going so far."],
                "GUI-5.1b",
            )
        drawn = drawn_up(self.imagined.draft, self.rules, self.sheet)
        leaving = leaves_formation(self.battle, drawn, self.rules, figure.id) if found.path else ""
        if leaving:
            limits, rule = [*limits, leaving], rule or "GUI-7.3.1b"
        return Checked((*told_move(self.battle, self.rules, found), *limits), rule, note=bool(limits))

    def _other_way(self, order: MoveOrder) -> str:
        """The order that leads to the last hex of a path that does not hold together, if there is one."""
        plainly = order.path and all(leg.kind is LegKind.HEX for leg in order.path)
        if not plainly or self._searched >= MOST_SEARCHES:
            return ""
        end = order.path[-1].hex
        self._searched += 1
        other = MoveOrder(order.figure, to=end, facing=order.facing, stops=order.stops)
        found = self.imagined.plan(other)
        return "" if isinstance(found, Rejection) else print_order(other, self.sheet.lexicon)

    def _hints(self, order: MoveOrder) -> tuple[str, ...]:
        """Who of one's own stands where the move ends, as long as he does."""
        end = order.to or next((leg.hex for leg in reversed(order.path) if leg.hex), "")
        if not end:
            return ()
        there = [f for f in self.imagined.draft.living_at(end) if f.id != order.figure]
        side = self.battle.figures[order.figure].side
        if there and there[0].side == side:
            return (f"Moves are carried out in the order of the lines: is {there[0].name} to go first?",)
        if there:
            return (f"If {there[0].name} may be gone by then, write IF {end} is free THEN MOVE ...",)
        return ()

    def _limit(self, figure: Character, *, fired: bool, watching: bool) -> int | None:
        if not fired and not watching:
            return None
        return weapons.movement_limit(self.battle, self.rules, figure, fired, watching)

    def _fires(self, figure: FigureId) -> bool:
        return any(figure in figures_of(order) for order in self.sheet.every(FireOrder))

    def _gives_up_watch(self, figure: Character, cost: int) -> bool:
        weapon = weapons.weapon_of(self.battle, self.rules, figure)
        if not weapon or self.rules.tables["weapons"].cell(weapon, "move_defensive") == "no":
            return False
        held = any(
            isinstance(w, WatchOrder) and w.hold and (not w.figures or figure.id in w.figures)
            for w in self.sheet.every(WatchOrder)
        )
        limit = self._limit(figure, fired=self._fires(figure.id), watching=True)
        return not held and limit is not None and cost > limit

    # charging

    def _charge(self, order: ChargeOrder) -> Checked:
        never = charges.never(self.battle, order)
        if never is not None:
            return refused(never)
        before = self.imagined.announced_without(order.figure)
        found = self.imagined.add_charge(order)
        if isinstance(found, Rejection):
            if any(self.sheet.every(FireOrder)):
                return noted(found, _EARLIER)
            return refused(found)
        message = list(charges.told_charge(before, self.rules, found))
        if self._fires(order.figure):
            message.append("If he shoots, he cannot charge (GUI-5.2b).")
        return Checked(tuple(message), note=self._fires(order.figure))

    # in formation

    def _drill(self, order: drill.DrillOrder) -> Checked:
        never = drill.never(self.battle, order)
        if never is not None and not isinstance(order, MarchOrder):
            return refused(never)
        draft = drawn_up(self.imagined.draft, self.rules, self.sheet, order)
        events = drill.events_of(draft, self.rules, order)
        if isinstance(events, Rejection):
            return noted(events, "The order stands in case that changes.")
        return Checked(tuple(told_drill(draft, events, self.rules, order)))

    # shooting

    def _fire(self, order: FireOrder) -> Checked:
        message: list[str] = []
        rule = ""
        for shooter in order.figures:
            found = self._one_shot(order, self.battle.figures[shooter])
            if found.refused and len(order.figures) == 1:
                return found
            message += found.message
            rule = rule or found.rule
        return Checked(
            (*message, *self._also_ordered(order)), rule, note=bool(rule or self._also_ordered(order))
        )

    def _one_shot(self, order: FireOrder, shooter: Character) -> Checked:
        weapon = weapons.chosen_weapon(self.battle, self.rules, shooter, order.weapon)
        if isinstance(weapon, Rejection):
            return refused(weapon)
        barred = weapons.may_fire_offensively(self.battle, self.rules, shooter, weapon)
        others = any(shooter.id not in figures_of(o) for o in self.sheet.every(FireOrder))
        if barred is not None:
            return noted(barred, _EARLIER) if others and barred.rule == "GUI-5.2a" else refused(barred)
        chosen = targets.choose_target(self.battle, self.rules, shooter, order.at, weapon, order.half)
        if isinstance(chosen, Rejection):
            named_dead = any(
                n in self.battle.figures and not self.battle.figures[n].living for n in order.at.names
            )
            return refused(chosen) if not others or named_dead else noted(chosen, _EARLIER)
        target, aim, _ = chosen
        found = targets.odds(self.battle, self.rules, shooter.id, target, aim, weapon)
        if isinstance(found, Rejection):
            return refused(found)
        return Checked(
            tuple(told_shot(self.battle, self.rules, shooter, weapon, found, several=len(order.figures) > 1))
        )

    def _also_ordered(self, order: FireOrder) -> list[str]:
        """What a shot takes from the orders that the shooter already has (GUI-5.1a, GUI-5.2b)."""
        told: list[str] = []
        for name in order.figures:
            figure = self.battle.figures[name]
            plan = self.imagined.plans.get(name)
            limit = self._limit(figure, fired=True, watching=False)
            if plan is not None and limit is not None and plan.cost > limit:
                told.append(
                    f"After the shot {figure.name} has {limit} MP; his move takes {plan.cost} (GUI-5.1a)."
                )
            if any(name in figures_of(a) for a in self.sheet.every(AttackOrder)):
                told.append(f"If he shoots, {figure.name} cannot attack (GUI-5.2b).")
        return told

    def _watch(self, order: WatchOrder) -> Checked:
        for name in order.figures:
            figure = self.battle.figures[name]
            weapon = weapons.weapon_of(self.battle, self.rules, figure)
            if not weapon and not order.hold:
                return refused(Rejection("GUI-5b", f"{figure.name} has no missile weapon"))
            if not order.hold and self.rules.tables["weapons"].cell(weapon, "move_defensive") == "no":
                what = weapons.name_of(self.rules, weapon)
                return refused(Rejection("GUI-5.1a", f"a {what} cannot be used in the enemy's phase"))
        return Checked()

    # fighting

    def _attack(self, order: AttackOrder) -> Checked:
        """What can never be is refused: the attackers' own state, whom they may fight, and how far away he is."""
        for name in order.figures:
            found = odds.attacker_refusal(self.battle, self.battle.figures[name])
            if found is not None:
                return refused(found)
        if order.on.names and order.figures:
            found = self._never_together(order)
            if found is not None:
                return refused(found)
        return Checked()

    def _never_together(self, order: AttackOrder) -> Rejection | None:
        enemies = [self.battle.figures[n] for n in order.on.names if n in self.battle.figures]
        for enemy in enemies:
            if not enemy.living:
                return Rejection("GUI-6a", f"{enemy.name} is {'dead' if enemy.dead else 'not on the board'}")
        fighters = 1 if not order.pooled else len(order.figures)
        if fighters == 1 and len(order.on.names) > 1:
            who = self.battle.figures[order.figures[0]].name
            return Rejection("GUI-6.2a", f"{who} is alone: he attacks one enemy, not {len(order.on.names)}")
        for name in order.figures:
            attacker = self.battle.figures[name]
            for enemy in enemies:
                reach = allowance(self.battle, self.rules, attacker) + FAR
                away = min(self.battle.board.distance(a, b) for a in attacker.hexes for b in enemy.hexes)
                if away > reach:
                    return Rejection(
                        "GUI-6a", f"{attacker.name} is {away} hexes from {enemy.name}: out of reach"
                    )
        return None

    def _attack_as_planned(self, order: AttackOrder) -> Checked:
        draft = drawn_up(self.imagined.draft, self.rules, self.sheet)
        message: list[str] = []
        rule = ""
        for attackers, defenders in self._pairs(order):
            found = odds.assess(draft, self.rules, attackers, defenders)
            if isinstance(found, Rejection):
                rule = rule or found.rule
                message.append(f"As planned now: {found.why}. It stands in case that changes.")
            else:
                message += told_attack(draft, found)
                if order.at_least is not None and found.differential < order.at_least:
                    message.append(
                        f"That is less than {order.at_least:+d}: he will not attack unless it changes."
                    )
        if not message:
            message.append("As planned now nobody will be next to an enemy whom this would attack.")
        charging = [
            n for n in order.figures if any(n in figures_of(o) for o in self.sheet.every(ChargeOrder))
        ]
        if charging:
            who = self.battle.figures[charging[0]].name
            message.append(f"{who} charges in this phase: this counts only if the charge comes to nothing.")
        shooting = [n for n in order.figures if self._fires(n)]
        if shooting:
            rule = "GUI-5.2b"
            message.append(
                f"{self.battle.figures[shooting[0]].name} shoots in this phase: then he cannot attack."
            )
        return Checked(tuple(message), rule, note=bool(rule))

    def _pairs(self, order: AttackOrder) -> list[pairing.Combat]:
        """The combats that an order would bring about on the imagined board."""
        if order.on.how:
            own = order.figures or self._unbound(order)
            return pairing.best_combats(self.imagined.draft, self.rules, own, order.on, order.at_least)
        if order.pooled:
            return [(order.figures, order.on.names)]
        return [((name,), order.on.names) for name in order.figures]

    def _unbound(self, order: AttackOrder) -> list[FigureId]:
        bound = {f for o in self.sheet.every(AttackOrder) for f in figures_of(o)}
        own = [f for f, role in self.sheet.lexicon.role.items() if role == "own"]
        return [
            f for f in own
            if f not in bound and not self._fires(f) and odds.attacker_refusal(self.imagined.draft, self.battle.figures[f]) is None
        ]  # fmt: skip

    # waiting

    def _condition(self, order: IfOrder) -> Checked:
        """An order under IF may be impossible now: that is what it waits for. Its draft is not kept."""
        told = list(told_facts(print_facts(order.facts, self.sheet.lexicon), order))
        for inner in (order.then, order.otherwise):
            if inner is None:
                continue
            unfit = self._unfit(inner)
            if unfit is not None:
                return unfit
            if isinstance(inner, MoveOrder | ChargeOrder):
                trial = Imagined(self.imagined.draft, self.rules)
                desk = Desk(self.battle, self.rules, self.sheet, trial)
                checked = desk.check(inner) if inner.figure not in self.imagined.plans else Checked()
            elif isinstance(inner, AttackOrder):
                checked = self._attack(inner)
            else:
                checked = self.check(inner)
            told += [f"As things stand: {m}" if checked.refused else m for m in checked.message]
        return Checked(tuple(told))


OCCUPIED = frozenset({"GUI-4.1a", "GUI-4.2"})  # somebody stands there
MOST_EFFORT = 400  # figures looked at in one mail
SEARCHING = 5  # what looking for a way, or imagining all moves anew, counts for
TOO_MUCH = (
    "This mail asks for more than can be looked at in one go; send this line once more in another mail."
)
MOST_SEARCHES = 3  # other ways looked for in one mail: a long bad mail must stay quick
FAR = 3  # hexes that retreats and advances of others may bring an enemy nearer
_EARLIER = "The order stands, since the shots before it may change that."


def _why_unfit(figure: Character, standing: bool) -> str:
    if figure.dead:
        return "is dead"
    if figure.hex is None and figure.carried_by is None:
        return "has left the board"
    if standing:
        return ""
    if figure.stunned:
        return "is stunned and can do nothing"
    return "" if figure.active else "is being carried and can do nothing"


def may_act(figure: Character) -> bool:
    """Whether an order of the phase could be given to a figure at all (GUI-1.2g)."""
    return figure.active


def in_contact(battle: Battle, rules: Ruleset, figure: Character) -> list[Character]:
    """The enemies who could attack him where he stands (GUI-5.2a)."""
    return passage.in_contact(battle, rules, figure)
