"""What the counters on a map show, in a few sentences: told with the first map of a game, linked from all
others."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext

from games.models import Game
from games.pictures.pieces import is_marked
from rules import engine

ANCHOR = "counters"
STEEP = ("ladder", "rope")


def told(picture: engine.Picture | None) -> list[str]:
    """A sentence for each thing that a counter may come to show in a battle with these men; none where there
    is no board."""
    men = [piece for piece in picture.pieces if piece.kind != "horse" and piece.badge] if picture else []
    if not men:
        return []
    riders = [piece for piece in men if piece.kind == "rider"]
    said = [
        gettext("The letters are a man's name: {badge} is {name}.").format(
            badge=men[0].badge, name=men[0].name
        ),
        gettext("Colour and shape tell the side."),
    ]
    if riders:
        said.append(
            gettext(
                "A long counter is a rider, its point the horse's head; one with a broken line and no "
                "letters a loose horse; a horseshoe a dead one. A chevron before the head: he charges; two: "
                "he rides against a charge."
            )
        )
    if any(is_marked(piece) for piece in men):
        said.append(gettext("A small bow, sling or spear below the letters: he can shoot or throw."))
    said.append(
        gettext(
            "A second, pale rim: armour. A red stroke: wounded. Hatched and lying on its side: stunned. "
            "A cross: a dead man."
        )
    )
    if picture and (any(man.storey for man in men) or any(work.kind in STEEP for work in picture.works)):
        said.append(gettext("A small /1 or /2: so many storeys up."))
    return said


def page(game: Game) -> str:
    """Where the same stands for good: the page of orders at a glance."""
    return f"{settings.BASE_URL}/g/{game.number}/sheet#{ANCHOR}"
