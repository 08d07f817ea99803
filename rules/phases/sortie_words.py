"""When a fight of a siege before the walls ends, or a battle of a campaign, and what comes of it, in words
(rules.phases.sallying)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.language import english
from rules.state.battle import Errand, Sortie, Victory


def in_words(victory: Victory, sortie: Sortie, besieger: str, garrison: str) -> list[str]:
    """One sentence each. ``besieger``, ``garrison``: the names of the sides."""
    found = {Errand.CAMP: _camp, Errand.SUPPLY: _supply, Errand.FIELD: _field, Errand.OPEN: _open}[
        sortie.errand
    ]
    lines = list(found(victory, sortie, besieger, garrison))
    lines.append(
        english("Whoever lies stunned when his side has gone is taken, if enemies are still on the board.")
    )
    return lines


def _camp(victory: Victory, sortie: Sortie, besieger: str, garrison: str) -> Iterator[str]:
    yield english(
        "The {garrison} burn what they can and go home by any edge: five hexes of tents that are burnt, or "
        "burn at the end, cost the {besieger} a day.",
        garrison=garrison,
        besieger=besieger,
    )
    yield english("Each archer has {arrows} burning arrows.", arrows=sortie.arrows)
    yield english(
        "It is over when nobody of a side is left on the board who can act, when {share} % of the {garrison} "
        "or fewer still stand, or after turn {turns}.",
        share=victory.break_at.get(sortie.besieged, 0),
        garrison=garrison,
        turns=victory.turns,
    )


def _supply(victory: Victory, sortie: Sortie, besieger: str, garrison: str) -> Iterator[str]:
    yield english(
        "The {garrison} cross the board to the edge on its other side: each packhorse that one of them leads "
        "off it is a day of stores.",
        garrison=garrison,
    )
    yield english(
        "Before each phase of the {besieger} a die may bring one more of their patrols.", besieger=besieger
    )
    yield english(
        "It is over when nobody of the {garrison} is left on the board who can act, or after turn {turns}.",
        garrison=garrison,
        turns=victory.turns,
    )


def _field(victory: Victory, sortie: Sortie, besieger: str, garrison: str) -> Iterator[str]:
    for side, name in ((sortie.besieger, besieger), (sortie.besieged, garrison)):
        yield english(
            "The {side} withdraw when no more than {stand} of them are unhurt.",
            side=name,
            stand=max(sortie.stand.get(side, 0), 0),
        )
    yield english(
        "Whoever withdraws, or has nobody left on the board who can act, has lost: if it is the {besieger}, "
        "the siege is lifted; if it is the {garrison}, it goes on. After turn {turns} it is over and nobody "
        "has won.",
        besieger=besieger,
        garrison=garrison,
        turns=victory.turns,
    )


def _open(victory: Victory, sortie: Sortie, attacker: str, defender: str) -> Iterator[str]:
    for side, name in ((sortie.besieger, attacker), (sortie.besieged, defender)):
        yield english(
            "The {side} flee when {share} % of them or fewer still stand.",
            side=name,
            share=victory.break_at.get(side, 0),
        )
    yield english(
        "Whoever flees, or has nobody left on the board who can act, has lost the field; who lives may leave "
        "by the edge by which he came. Whoever gives up is taken with all his men."
    )
    yield english("After turn {turns} both leave the field, and nobody has won.", turns=victory.turns)
