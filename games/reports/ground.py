"""What a map shows besides the living, in words: works, fires, loose horses and the dead; and the ground
itself, for those who cannot see the map. From the same record that the map is drawn from, so neither says
more than the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.pictures.lettering import runs
from rules import engine

_FACINGS = {
    "N": "north",
    "NE": "north-east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "NW": "north-west",
}
BUILT = "structure"  # of which no rule tells how it stands
_BY_SIGHT = ("pikes",)  # told with the men who hold them


def about(picture: engine.Picture | None, told: Sequence[str] = ()) -> list[str]:
    """A sentence for each thing on the board that is no man; none where there is no board. ``told``: what the
    rules say themselves of what men bring and light: it takes the place of what the picture shows of that."""
    if picture is None:
        return [*told]
    drawn = [work for work in picture.works if not told or work.kind == BUILT]
    works = [*told, *(_work(work) for work in drawn if work.kind not in ("flame", "naphtha"))]
    fires = [_flame(work) for work in drawn if work.kind == "flame"]
    naphtha = [label for work in drawn if work.kind == "naphtha" for label in work.labels]
    horses = [f"{engine.translated(p.name)} {_place(p)}" for p in picture.pieces if p.kind == "horse"]
    dead = sorted(_counted(h.label, h.bodies) for h in picture.hexes if h.bodies)
    carcasses = sorted(_counted(h.label, h.carcasses) for h in picture.hexes if h.carcasses)
    lists = [
        (gettext("Loose horses"), horses),
        (gettext("Fire in"), fires),
        (gettext("Naphtha in"), naphtha),
        (gettext("The dead lie in"), dead),
        (gettext("Dead horses lie in"), carcasses),
    ]
    return [*works, *(f"{title}: {', '.join(things)}." for title, things in lists if things)]


def _work(work: engine.PictureWork) -> str:
    kind = engine.translated(work.kind.replace("_", " "))
    name = f"{work.name} ({kind})" if work.name else f"{kind.capitalize()}"
    facing = (
        gettext(", facing {facing}").format(facing=_facing(work.facing)) if work.facing in _FACINGS else ""
    )
    wait = gettext(", ready in {turns}").format(turns=_turns(work.number)) if work.number else ""
    where = gettext("{name} in {hexes}").format(name=name, hexes="-".join(work.labels))
    return f"{where}{facing}{f', {engine.translated(work.state)}' if work.state else ''}{wait}."


def _facing(facing: str) -> str:
    return engine.translated(_FACINGS.get(facing, facing))


def _flame(work: engine.PictureWork) -> str:
    since = gettext("for {turns}").format(turns=_turns(work.number)) if work.number else gettext("just lit")
    return f"{work.labels[0]} ({since})"


def _turns(number: int) -> str:
    return ngettext("{number} turn", "{number} turns", number).format(number=number)


def _place(piece: engine.PicturePiece) -> str:
    return piece.place


def _counted(label: str, number: int) -> str:
    return f"{label} ({number})" if number > 1 else label


def terrain(picture: engine.Picture | None) -> list[str]:
    """Every hex that is not of the commonest kind, and every hexside with something on it, a sentence
    for each kind."""
    if picture is None:
        return []
    kinds = Counter((h.terrain, h.level) for h in picture.hexes)
    common = kinds.most_common(1)[0][0]
    hexes: dict[tuple[str, int], list[str]] = defaultdict(list)
    for h in picture.hexes:
        hexes[h.terrain, h.level].append(h.label)
    told = [
        f"{_kind(*kind).capitalize()}: {', '.join(runs(hexes[kind]))}."
        for kind, _ in kinds.most_common()
        if kind != common
    ]
    sides: dict[str, list[str]] = defaultdict(list)
    for side in picture.hexsides:
        if side.feature not in _BY_SIGHT:
            sides[side.feature].append(f"{side.label} {_facing(side.facing)}")
    told += [
        f"{engine.translated(feature.replace('_', ' ')).capitalize()}: {', '.join(places)}."
        for feature, places in sorted(sides.items())
    ]
    return [*told, gettext("Everywhere else: {kind}.").format(kind=_kind(*common))]


def _kind(terrain: str, level: int) -> str:
    return engine.translated(terrain.replace("_", " ")) + (
        gettext(", level {level}").format(level=level) if level else ""
    )
