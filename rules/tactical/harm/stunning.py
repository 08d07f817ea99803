"""A blow that stuns: the saddle is lost first, and whoever lies among enemies is lost (GUI-6.5e,
GUI-1.2b, GUI-6.2f)."""

from __future__ import annotations

from rules.events.harm import Stunned
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.figure import FigureId, Health
from rules.tactical.harm import surrounded, unhorsing, wounds


def stun(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str, words: str = "") -> None:
    """A stunning blow: it fells whoever was hurt already (GUI-6.5e, GUI-5.4.4e); a rider is parted from his
    horse first (GUI-1.2b). Nothing happens to the dead."""
    figure = journal.battle.figures[figure_id]
    if figure.animal and not figure.dead:
        wounds.kill(journal, rules, figure_id, rule, words)
    elif figure.health is Health.HEALTHY:
        if figure.mounted:
            unhorsing.unhorse(journal, rules, figure_id, rule)
            if journal.battle.figures[figure_id].dead:
                return
        journal.record(Stunned(figure=figure_id, rule=rule, words=words))
        surrounded.check(journal, rules)
    elif not figure.dead:
        wounds.kill(journal, rules, figure_id, wounds.SECOND_INJURY, words)
