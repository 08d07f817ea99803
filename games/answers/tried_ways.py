"""A map of what was tried: where everybody would go, where somebody may stop him, and how likely he comes
through unhurt."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext

from games.answers.replies import Block
from games.models import MapSize, Seat
from games.play.submissions import Status, Submission
from games.reports import maps
from pbem.mail.writer import Picture
from rules import engine


def would_stand(submission: Submission, seat: Seat) -> list[Block]:
    """The block with the orders that a mail of TRY would have brought, as they would be filed."""
    reading = submission.reading
    if reading is None or submission.status is not Status.TRIED or not reading.would_stand:
        return []
    return [Block(f"{'; '.join(reading.would_stand)}.", gettext("What would stand"), quotes=True)]


def drawn(submission: Submission, seat: Seat) -> list[Block]:
    """The block with the map; none where nothing was tried, or for whom a mail shows no picture."""
    reading, size = submission.reading, MapSize(seat.map_size)
    if reading is None or not reading.ways or not seat.html_mail or size is MapSize.NONE:
        return []
    picture = engine.picture_of_ways(submission.battle, seat.name, reading)
    part = maps.part(picture, size)
    png = part.png if part else maps.drawn(picture, size)
    if not png:
        return []
    ways = [
        gettext("{figure} {way}: {share} unhurt").format(
            figure=way.figure, way=" > ".join(way.labels), share=engine.translated(way.unhurt)
        )
        for way in reading.ways
    ]
    text = gettext(
        "Dotted: where they would go; !: where somebody may stop them; percent: who comes through unhurt."
    )
    name = f"ways-{submission.game.number}-{submission.game.phase_key}@{settings.MAIL_DOMAIN}"
    title, alt = gettext("The map of what you tried"), "; ".join(ways) + "."
    return [Block(text, title, picture=Picture(name, png), alt=alt)]
