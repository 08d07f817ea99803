"""What is left of a work that is destroyed (GUI-10.2.5, GUI-10.4.4)."""

from __future__ import annotations

from rules.assault.fuel import work_at
from rules.core.language import english
from rules.events.siege_engines import EngineLost
from rules.events.works import OverlayPlaced
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.battle import RUIN, Overlay
from rules.state.figure import Hex
from rules.state.terrain import engine_at
from rules.works.wood import destroy_wood


def destroy(journal: Journal, rules: Ruleset, at: Hex, rule: str, by: str) -> None:
    """The engine in a hex, the whole of it (GUI-10.2.5), and whatever wooden work is there come to an end.
    ``by``: what does it, in words ("fire", "a stone").

    Book silent on jetties and tents. Ruling RUL-1029: a jetty leaves shallow water, a tent open ground."""
    engine = engine_at(journal.battle, at)
    if engine is not None:
        journal.record(
            EngineLost(engine=engine.id, rule=rule, words=english("destroyed by {means}", means=by))
        )
    work = work_at(journal.battle, rules, at)
    if work and not destroy_wood(journal, rules, at, by, rule):
        left = rules.tables["fuel"].text(work, "left")
        ruin = Overlay(
            id=f"{RUIN}{at}",
            kind=english("what is left of the {work}", work=work.split("_")[0]),
            hexes=(at,),
            terrain=left,
        )
        journal.record(OverlayPlaced(overlay=ruin))
