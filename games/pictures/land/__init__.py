"""Pictures of the land of a campaign: ``land_svg`` for pages, ``land_png`` for mails and walls; the whole
sheet with its frame, or a region around a hex."""

from games.pictures.land.drawing import ground_svg, land_svg
from games.pictures.land.png import land_png

__all__ = ["ground_svg", "land_png", "land_svg"]
