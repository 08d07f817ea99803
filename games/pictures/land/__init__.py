"""Pictures of the land of a campaign: the whole sheet with its frame (``land_svg`` for pages, ``land_png``
for walls), or a region around a hex (``land_svg``, and ``Region`` for mails)."""

from games.pictures.land.drawing import ground_svg, land_svg
from games.pictures.land.png import Region, land_png

__all__ = ["Region", "ground_svg", "land_png", "land_svg"]
