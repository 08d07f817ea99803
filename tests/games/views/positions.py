"""The page of positions, called in every way that it says something about."""

from __future__ import annotations

import hashlib

import pytest
from django.test import Client

from games.judge import brakes, examples
from games.views import judge
from rules import engine


def judged_in_every_way(browser: Client) -> set[str]:
    """The form, every example judged, and all that is refused. Gives what is the same in all languages. It is
    judged in this process, which may know a language that others do not."""
    same = {"A position", "keep", "ON", "via"}  # names that a writer gives, and words of orders
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judge, "judged", lambda text, _, **more: list(engine.judge(text, **more)))
        patch.setattr(judge, "BRAKES", brakes.Brakes())
        browser.get("/judge")
        for name in examples.TITLES:
            found = browser.post("/judge", {"position": _untitled(name)}).context
            same |= _written(found["picture"])
        too_long_for_a_link = "\n".join(
            f"# {hashlib.sha256(str(n).encode()).hexdigest()}" for n in range(200)
        )
        two_phases = f"{_untitled('march')}[next]\n[orders arabs]\nHOLD Zahir\n"
        for said in ("nothing", too_long_for_a_link, two_phases, "#" * (judge.MOST_CHARACTERS + 1)):
            browser.post("/judge", {"position": said})
        browser.get("/judge?p=nothing")
        patch.setattr(brakes, "PATIENCE_SECONDS", 0)
        with judge.BRAKES.turn(), judge.BRAKES.turn():
            assert browser.post("/judge", {"position": ""}).status_code == 429
        patch.setattr(judge.BRAKES, "count", _too_many)
        assert browser.post("/judge", {"position": ""}).status_code == 429
    return same


def _untitled(name: str) -> str:
    return examples.example(name).partition("\n")[2]


def _too_many(network: str) -> None:
    raise brakes.TooMany(90)


def _written(picture: engine.Picture) -> set[str]:
    """What the writer of a position called his men, and what stands on their counters."""
    return {word for piece in picture.pieces for word in (piece.name, piece.badge, piece.side)}
