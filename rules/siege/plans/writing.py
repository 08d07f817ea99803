"""The lines of a plan as they stand in it, which read the same again."""

from __future__ import annotations

from collections.abc import Sequence

from rules.siege.page import Behind, SiegePage
from rules.siege.plans import terms
from rules.siege.plans.ending import Ends, ends_in_words
from rules.siege.plans.plan import Act, Plan
from rules.state.siege import DeedId


def verb(deed: DeedId) -> str:
    return deed.upper()


def written(page: SiegePage, cases: terms.Cases, acts: Sequence[Act]) -> str:
    """A line as it stands in the plan: names and kinds by their ids, which read the same again."""
    deeds = " AND ".join(_act_in_words(page, act) for act in acts)
    return f"IF {terms.in_words(cases)} THEN {deeds}" if cases else deeds


def _act_in_words(page: SiegePage, act: Act) -> str:
    words = [verb(act.deed)]
    words += [page.thing(act.what).words[0]] if act.what else []
    words += act.hexes
    named = [*(_called(name) for name in act.men), *act.kinds]
    if named:
        words.append("with " + ", ".join(named))
    if act.number:
        things = "throwers" if page.action(act.deed).behind is Behind.HEXES else "ladders"
        words.append(f"with {max(act.number, 0)} {things}")
    if act.throwers:
        words.append(f"with {act.throwers} throwers")
    words += ends_in_words(Ends(act.halt, act.until))
    if act.edge:
        words.append(f"edge {act.edge}")
    return " ".join(words)


SMALL = ("the", "of", "de")


def _called(name: str) -> str:
    """As one writes it: Abdallah the Younger; where a number would be taken for a count with its hyphens."""
    parts = [part if part in SMALL else part[:1].upper() + part[1:] for part in name.split("-")]
    return " ".join(parts) if name.replace("-", "").isalpha() else "-".join(parts)


def wish_in_words(plan: Plan) -> list[str]:
    """The wishes of a plan, a line each."""
    lines = []
    for word, order in (
        ("SICK OURS", plan.sick_ours),
        ("SICK THEIRS", plan.sick_theirs),
        ("CAMP", plan.camp),
    ):
        said = [
            f"{', '.join(names)} {end}"
            for names, end in ((order.first, "first"), (order.last, "last"))
            if names
        ]
        lines += [f"{word} {', '.join(said)}"] if said else []
    lines += ["STRIKE " + ", ".join(_called(name) for name in plan.strike)] if plan.strike else []
    lines += (
        ["BUY " + ", ".join(f"{kind} {number}" for kind, number in plan.army.items())] if plan.army else []
    )
    if plan.relief.choice:
        named = [*(_called(name) for name in plan.relief.men), *plan.relief.kinds]
        with_whom = f" with {', '.join(named)}" if named else ""
        lines.append(f"RELIEF {plan.relief.choice}{with_whom}")
    lines += [f"QUIET {plan.quiet}"] if plan.quiet else []
    return lines


def lines_of(plan: Plan) -> tuple[str, ...]:
    """All lines of a plan, in canonical words."""
    return (*(line.text for line in plan.lines), *wish_in_words(plan))
