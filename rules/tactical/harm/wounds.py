"""The ladder of harm: whole, wounded or stunned, dead (GUI-6.5e, GUI-5.4.4e).

What stuns is in stunning.py: it throws riders, for whom friends make room and at whom enemies
strike, who wound.
"""

from __future__ import annotations

from rules.events.harm import HorseKilled, Killed, Wounded
from rules.journal import Journal
from rules.ruleset import Ruleset
from rules.state.figure import Character, FigureId, Health, HorseId
from rules.tactical.harm.landing import lay_down

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

    A wounded rider keeps the saddle. Nothing happens to the dead. ``by_die``: the damage die has said the
    words; of a second injury they are said once more.
    """
    figure = journal.battle.figures[figure_id]
    if figure.animal and not figure.dead:
        kill(journal, rules, figure_id, rule, words, by_die=by_die)
    elif figure.health is Health.HEALTHY:
        journal.record(Wounded(figure=figure_id, rule=rule, words=words, by_die=by_die))
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
    """Death. A rider's body lies next to his horse, which stays as a piece of its own (GUI-6.8a, GUI-6.8b);
    the drowned leave no body (GUI-4.2.1d). Nothing happens to the dead."""
    figure = journal.battle.figures[figure_id]
    if figure.dead:
        return
    if figure.mounted:
        lay_down(journal, rules, figure_id, rule)
    journal.record(Killed(figure=figure_id, rule=rule, words=words, drowned=drowned, by_die=by_die))


def end_horse(journal: Journal, horse_id: HorseId, rule: str) -> None:
    """A horse without a rider dies where it stands and becomes clutter (GUI-6.8b)."""
    journal.record(HorseKilled(horse=horse_id, rule=rule))


def comes_to(figure: Character, harm: str) -> str:
    """What a harm (none, retreat, wounded, stunned, killed) is for somebody in his present state, for those
    who weigh what may come: whoever is hurt already, or an animal, dies of a wound or a stunning blow, and a
    stunned man of a retreat (GUI-6.5e, GUI-5.4.4e)."""
    if harm == "retreat":
        return "killed" if figure.stunned else harm
    frail = figure.animal or figure.health is not Health.HEALTHY
    return "killed" if frail and harm in ("wounded", "stunned") else harm
