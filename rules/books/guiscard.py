"""GUISCARD: the choices of the book, on one page."""

from __future__ import annotations

from rules.books.book import Book
from rules.modules.basic import BASIC
from rules.modules.buildings import BUILDINGS
from rules.modules.captives import CAPTIVES
from rules.modules.castles import CASTLES
from rules.modules.setup import SETUP
from rules.modules.tactics import TACTICS
from rules.modules.works import WORKS
from rules.options.exhaustion import EXHAUSTION
from rules.options.hunger import HUNGER
from rules.phases.sequence import OPEN_BATTLE
from rules.ruleset import Policies

GUISCARD = Book(
    id="guiscard-basic-1",
    name="guiscard",
    title="Guiscard, chapters 1 to 10",
    cites=("GUI",),
    sequence=OPEN_BATTLE,
    always=(BASIC,),
    modules=(TACTICS, BUILDINGS, CASTLES, WORKS, SETUP, EXHAUSTION, HUNGER, CAPTIVES),
    printings={
        "revised": Policies(),
        "older": Policies(
            combat_foot="combat-foot-older",
            combat_mounted="combat-mounted-older",
            combat_columns="combat-columns-older",
        ),
    },
)
