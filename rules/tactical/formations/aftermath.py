"""What has to be put right after everything that changes who stands where, or can act: formations that are no
longer whole, and whatever the modules in force keep an eye on (ladders that nobody holds any more)."""

from __future__ import annotations

from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.tactical.formations import keeping


def settle(journal: Journal, rules: Ruleset) -> None:
    """To be called whenever a move, a combat, an action or a step is over."""
    keeping.check(journal, rules)
    for aftermath in rules.seams.aftermaths:
        aftermath(journal, rules)
