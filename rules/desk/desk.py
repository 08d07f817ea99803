"""What one mail is read against: the battle, the rules, the seat's sheet as it grows, and the
moves imagined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.desk.checked import Checked
from rules.desk.imagined import Imagined
from rules.desk.sheet import Sheet, Slot
from rules.orders.records import FireOrder, FlameOrder, StandingOrder, WatchOrder, figures_of
from rules.ruleset import Ruleset
from rules.state.battle import Battle
from rules.state.figure import Character, FigureId, SeatId
from rules.tactical import weapons

SheetCheck = Callable[[Battle, Ruleset, Sheet, Any], Checked]

MOST_EFFORT = 400  # figures looked at in one mail


class Desk:
    """One reading of one seat's mail. ``effort``: how much looking it has asked for; ``searched``: other ways
    looked for in place of such as do not hold together; ``trying``: all is told that can be worked out, for
    TRY; ``entering``: reserves who come on to the board in this phase, where the battle has them already."""

    def __init__(
        self,
        battle: Battle,
        rules: Ruleset,
        sheet: Sheet,
        imagined: Imagined,
        effort: int = 0,
        *,
        trying: bool = False,
        entering: frozenset[FigureId] = frozenset(),
    ) -> None:
        self.battle = battle
        self.rules = rules
        self.sheet = sheet
        self.imagined = imagined
        self.effort = effort
        self.searched = 0
        self.trying = trying
        self.entering = entering
        self.to_come: frozenset[Slot] = (
            frozenset()
        )  # the places of orders that stand further down in the mail
        self.cut_short: set[FigureId] = set()  # who has been told how far a shot lets him go
        self.placed_anew: frozenset[FigureId] = frozenset()  # whom this mail places or holds back by name
        self.asked_back: frozenset[FigureId] = frozenset()  # whose own line in this mail has to be mended

    @property
    def tired(self) -> bool:
        """Whether the mail has asked for more than one mail may."""
        return self.effort > MOST_EFFORT

    @property
    def seat(self) -> SeatId:
        """The seat that the mail came from."""
        own = (f for f, role in self.sheet.lexicon.role.items() if role == "own")
        return self.battle.figures[next(own)].seat

    def standing_with(self, order: StandingOrder) -> tuple[str, ...]:
        """The standing orders as they would be with one more."""
        sheet = self.sheet.copy()
        sheet.file(order)
        return sheet.texts()[1]

    def fires(self, figure: FigureId) -> bool:
        """Whether a figure is to shoot in this phase, by the sheet so far or by a line further down."""
        below = figure in self.imagined.shooting
        shots = (*self.sheet.every(FireOrder), *self.sheet.every(FlameOrder))
        return below or any(figure in figures_of(order) for order in shots)

    def limit(self, figure: Character, *, fired: bool, watching: bool) -> int | None:
        """MP left to a shooter (GUI-5.1a, GUI-5.1b); None where nothing limits them."""
        if not fired and not watching:
            return None
        return weapons.movement_limit(self.battle, self.rules, figure, fired, watching)

    def gives_up_watch(self, figure: Character, cost: int) -> bool:
        """Whether going so far takes his shot in the enemy's phase from one who would have it (GUI-5.1b)."""
        weapon = weapons.weapon_of(self.battle, self.rules, figure)
        if not weapon or self.rules.tables["weapons"].cell(weapon, "move_defensive") == "no":
            return False
        held = any(
            isinstance(w, WatchOrder) and w.hold and (not w.figures or figure.id in w.figures)
            for w in self.sheet.every(WatchOrder)
        )
        limit = self.limit(figure, fired=self.fires(figure.id), watching=True)
        return not held and limit is not None and cost > limit


def of_sheet(check: SheetCheck) -> Callable[[Desk, Any], Checked]:
    """A check that asks for no more than the battle and the sheet."""

    def checked(desk: Desk, order: Any) -> Checked:
        return check(desk.battle, desk.rules, desk.sheet, order)

    return checked
