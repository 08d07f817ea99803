"""How figures and places are put into words where a player is asked."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.language import english
from rules.state.battle import Battle
from rules.state.figure import Character, Hex
from rules.state.terrain import terrain_at


def placed(figure: Character) -> str:
    """ "Drogo (0909-0808)"."""
    return f"{figure.name} ({'-'.join(figure.hexes) or 'off the board'})"


def named(figures: Sequence[Character]) -> str:
    """ "Khaled, Shakil and Omar"."""
    names = [figure.name for figure in figures]
    return (
        names[0]
        if len(names) == 1
        else english("{names} and {name}", names=", ".join(names[:-1]), name=names[-1])
    )


def ground_at(battle: Battle, at: Hex) -> str:
    """ "1007, scrub"."""
    return f"{at}, {terrain_at(battle, at)}"


def in_state(figure: Character) -> str:
    """ "Ruggiero (0808), armoured, wounded, defence 7"."""
    marks = [
        word for word, is_so in ((english("a leader"), figure.leader), ("armoured", figure.armoured)) if is_so
    ]
    marks += [] if figure.health == "healthy" else [figure.health.value]
    return ", ".join(
        [
            placed(figure),
            *marks,
            english("attack {attack}", attack=figure.values.attack),
            english("defence {defence}", defence=figure.values.defence),
        ]
    )
