"""How the refereed situations are played: order lines as players send them, through the whole phase."""

from __future__ import annotations

from rules.journal import Journal
from rules.state.battle import Battle
from tests.rules.kit import battle, field, of_kind


def opened(*pieces: object, board: str = "", **more: object) -> Battle:
    """A battle before its first step, on flat ground of 12 by 12 unless a board is drawn."""
    return battle(board or field(12, 12), *pieces, step=None, **more)  # type: ignore[arg-type]


def at(journal: Journal, who: str) -> str:
    """The hexes of a counter after all, front first."""
    figure = journal.battle.figures[who]
    return "-".join(figure.hexes) if figure.hex else "off"


def health(journal: Journal, who: str) -> str:
    return journal.battle.figures[who].health.value


def opposed(journal: Journal, mover: str = "") -> list[tuple[str, str]]:
    """(enemy, hex) of every infiltration test."""
    found = of_kind(journal, "infiltration_tested")
    return [(e.enemy, e.hex) for e in found if mover in ("", e.mover)]  # type: ignore[attr-defined]


def refusals(journal: Journal) -> list[str]:
    """The rules by which orders failed or moves ended early."""
    found = of_kind(journal, "order_failed", "move_ended")
    return [e.rule for e in found if e.rule]  # type: ignore[attr-defined]


def shots(journal: Journal) -> list[tuple[str, str, str]]:
    """(shooter, target, hex aimed at) of every shot."""
    return [(e.shooter, e.target, e.aim) for e in of_kind(journal, "shot_fired")]
