"""Groups of his own men that a player has named: papers of his seat that stand beside its standing orders and
last as they do. They move nobody; what is ordered for a group is ordered for its men."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.orders.lexicon import Lexicon
from rules.state.figure import FigureId

Groups = dict[str, tuple[FigureId, ...]]
_VERB, _IS, _JOINT = "GROUP ", " = ", " + "


def is_group(line: str) -> bool:
    """Whether a paper as filed names a group."""
    return line.startswith(_VERB)


def print_group(name: str, members: Sequence[FigureId], lexicon: Lexicon) -> str:
    """The canonical spelling."""
    return f"{_VERB}{name}{_IS}{_JOINT.join(lexicon[figure] for figure in members)}"


def groups_in(lines: Iterable[str], lexicon: Lexicon) -> Groups:
    """The groups among the papers of a seat."""
    figures = {lexicon[figure]: figure for figure in lexicon.role}
    found: Groups = {}
    for line in filter(is_group, lines):
        name, _, members = line.removeprefix(_VERB).partition(_IS)
        found[name] = tuple(figures[one] for one in members.split(_JOINT) if one in figures)
    return found
