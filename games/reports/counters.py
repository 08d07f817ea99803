"""What the counters on a map show, in a few sentences: told with the first map of a game; with all others,
whose key shows the rest, what no key has, and a link."""

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
    men = _men(picture)
    if not men:
        return []
    riders = [piece for piece in men if piece.kind == "rider"]
    said = [_letters(men), gettext("Colour and shape tell the side.")]
    if riders:
        said.append(
            gettext(
                "A long counter is a rider, its point the horse's head; one with a broken line and no "
                "letters a loose horse; a horseshoe a dead one. A chevron before the head: he charges; two: "
                "he rides against a charge."
            )
        )
    said += _weapons(men)
    said.append(
        gettext(
            "A second, pale rim: armour. A red stroke: wounded. Hatched and lying on its side: stunned. "
            "A cross: a dead man."
        )
    )
    if picture and (any(man.storey for man in men) or any(work.kind in STEEP for work in picture.works)):
        said.append(gettext("A small /1 or /2: so many storeys up."))
    return said


def in_short(picture: engine.Picture | None) -> list[str]:
    """What the key of a map does not show of the counters on it: whose letters they are, and what is below
    them."""
    men = _men(picture)
    return [_letters(men), *_weapons(men)] if men else []


def _men(picture: engine.Picture | None) -> list[engine.PicturePiece]:
    return [piece for piece in picture.pieces if piece.kind != "horse" and piece.badge] if picture else []


def _letters(men: list[engine.PicturePiece]) -> str:
    return gettext("The letters are a man's name: {badge} is {name}.").format(
        badge=men[0].badge, name=men[0].name
    )


def _weapons(men: list[engine.PicturePiece]) -> list[str]:
    if not any(is_marked(piece) for piece in men):
        return []
    return [gettext("A small bow, sling or spear below the letters: he can shoot or throw.")]


def page(game: Game) -> str:
    """Where the same stands for good: the page of orders at a glance."""
    return f"{settings.BASE_URL}/g/{game.number}/sheet#{ANCHOR}"
