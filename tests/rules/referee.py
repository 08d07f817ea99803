"""How the refereed situations are played: order lines as players send them, through the whole phase."""

from __future__ import annotations

from rules.core.dice import ScriptedDice
from rules.events.base import Event
from rules.events.sequence import PhaseOpened
from rules.evolve import evolve
from rules.journal import Journal
from rules.phases import playing
from rules.state.battle import Battle
from rules.state.figure import Character
from tests.rules.kit import RULES, battle, field, man

NO_HARM = 5  # an infiltration test that does nothing, a shot beside the target at three hexes and more


def opened(*pieces: object, board: str = "", **more: object) -> Battle:
    """A battle before its first step, on flat ground of 12 by 12 unless a board is drawn.

    Without an enemy the day would be won: then one lies stunned in the last hex of the board."""
    drawn = board or field(12, 12)
    if not any(isinstance(p, Character) and p.side == "arabs" for p in pieces):
        rows = [line.split() for line in drawn.split("\n") if line.strip()]
        last = f"{len(rows[-1]):02d}{len(rows):02d}"
        pieces = (*pieces, man("Bystander", last, side="arabs", health="stunned"))
    return battle(drawn, *pieces, step=None, **more)  # type: ignore[arg-type]


def play(
    at: Battle,
    *faces: int,
    named: dict[str, int] | None = None,
    otherwise: int | None = NO_HARM,
    **sheets: tuple[str, ...],
) -> Journal:
    """Adjudicate the open phase with these order sheets. ``named``: a face by rule, e.g. {"GUI-6c": 1}."""
    at.sheets.update(sheets)
    journal = Journal(at, ScriptedDice(faces, named=named, otherwise=otherwise))
    playing.play_phase(journal, RULES)
    return journal


def of_kind(journal: Journal, *kinds: str) -> list[Event]:
    return [e for e in journal.events if e.kind in kinds]


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


def next_phase(journal: Journal) -> Battle:
    """The battle as the other side's phase opens."""
    battle = journal.battle.copy()
    number = battle.phase + 1
    other = "arabs" if battle.side == "normans" else "normans"
    evolve(battle, PhaseOpened(number=number, turn=(number + 1) // 2, side=other))
    battle.sheets = {}
    return battle
