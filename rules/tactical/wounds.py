"""The ladder of harm: whole, wounded or stunned, dead (GUI-6.5e, GUI-5.4.4e).

Harm, unhorsing, displacement and infiltration call one another (a stunned rider falls, a friend makes room for him,
an enemy cuts at that friend), so these modules import each other as modules and look names up when they need them.
"""

from __future__ import annotations

from rules.events.harm import Killed, Stunned, Wounded
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.figure import Character, FigureId, Health
from rules.tactical import surrounded, unhorsing

SECOND_INJURY = "GUI-6.5e"


def wound(
    journal: Journal,
    rules: Ruleset,
    figure_id: FigureId,
    rule: str,
    words: str = "",
    *,
    by_die: bool = False,
) -> None:
    """One more wound: it fells whoever was wounded or stunned already, and any animal (GUI-6.5e, GUI-5.4.4e).

    A wounded rider keeps the saddle. Nothing happens to the dead. ``by_die``: the damage die has said the words; of a
    second injury they are said once more.
    """
    figure = journal.battle.figures[figure_id]
    if figure.animal and not figure.dead:
        kill(journal, rules, figure_id, rule, words, by_die=by_die)
    elif figure.health is Health.HEALTHY:
        journal.record(Wounded(figure=figure_id, rule=rule, words=words, by_die=by_die))
    elif not figure.dead:
        kill(journal, rules, figure_id, SECOND_INJURY, words)


def stun(journal: Journal, rules: Ruleset, figure_id: FigureId, rule: str, words: str = "") -> None:
    """A stunning blow: it fells whoever was hurt already (GUI-6.5e, GUI-5.4.4e); a rider is parted from his horse
    first (GUI-1.2b). Nothing happens to the dead."""
    figure = journal.battle.figures[figure_id]
    if figure.animal and not figure.dead:
        kill(journal, rules, figure_id, rule, words)
    elif figure.health is Health.HEALTHY:
        if figure.mounted:
            unhorsing.unhorse(journal, rules, figure_id, rule)
            if journal.battle.figures[figure_id].dead:
                return
        journal.record(Stunned(figure=figure_id, rule=rule, words=words))
        surrounded.check(journal, rules)
    elif not figure.dead:
        kill(journal, rules, figure_id, SECOND_INJURY, words)


def kill(
    journal: Journal,
    rules: Ruleset,
    figure_id: FigureId,
    rule: str,
    words: str = "",
    *,
    drowned: bool = False,
    by_die: bool = False,
) -> None:
    """Death. A rider's body lies next to his horse, which stays as a piece of its own (GUI-6.8a, GUI-6.8b); the
    drowned leave no body (GUI-4.2.1d). Nothing happens to the dead."""
    figure = journal.battle.figures[figure_id]
    if figure.dead:
        return
    if figure.mounted:
        unhorsing.lay_down(journal, rules, figure_id, rule)
    journal.record(Killed(figure=figure_id, rule=rule, words=words, drowned=drowned, by_die=by_die))


def comes_to(figure: Character, harm: str) -> str:
    """What a harm (none, retreat, wounded, stunned, killed) is for somebody in his present state, for those who weigh what
    may come: whoever is hurt already, or an animal, dies of a wound or a stunning blow, and a stunned man of a retreat
    (GUI-6.5e, GUI-5.4.4e)."""
    if harm == "retreat":
        return "killed" if figure.stunned else harm
    frail = figure.animal or figure.health is not Health.HEALTHY
    return "killed" if frail and harm in ("wounded", "stunned") else harm
