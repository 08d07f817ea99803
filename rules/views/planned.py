"""What is not yet done, on the board: ways that a seat tries, and where the answers to a question lead."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from rules.core.choices import Choice
from rules.core.language import english
from rules.state.table import Setup
from rules.views.records import Picture, PictureTrack, PictureWay

_HEX = re.compile(r"\b[A-Z]?\d{4}\b")


def with_ways(picture: Picture, setup: Setup, ways: Iterable[PictureWay]) -> Picture:
    """The board as it stands, with where everybody would go, where he may be stopped, and how likely he comes
    through unhurt; these are what matters on it."""
    number = {side.id: i for i, side in enumerate(setup.sides_by_colour)}
    tracks: list[PictureTrack] = []
    for way in ways:
        words = english("{figure} would go: {share} unhurt", figure=way.figure, share=way.unhurt)
        at_risk = way.unhurt if way.tested or way.unhurt != "100 %" else ""
        tracks.append(PictureTrack("plan", number[way.side], way.labels, words, badge=at_risk))
        risk = english("{figure} may be stopped here", figure=way.figure)
        tracks += [PictureTrack("risk", number[way.side], (at,), risk, badge="!") for at in way.tested]
    focus = tuple(label for track in tracks for label in track.labels)
    return replace(picture, tracks=(*picture.tracks, *tracks), focus=focus)


def with_options(picture: Picture, options: Iterable[Choice], question: str) -> Picture:
    """The board with the number of each answer in the hex to which it leads; these are what matters on it,
    and the hexes that the question names."""
    numbers: dict[str, list[str]] = {}
    for number, option in enumerate(options, start=1):
        if named := _HEX.findall(option.words):
            numbers.setdefault(named[0], []).append(str(number))
    tracks = tuple(
        PictureTrack("option", 0, (at,), english("choice {number}", number=said), badge=said)
        for at, said in ((at, " ".join(found)) for at, found in numbers.items())
    )
    focus = (*numbers, *_HEX.findall(question)) or picture.focus
    return replace(picture, tracks=(*picture.tracks, *tracks), focus=focus)
