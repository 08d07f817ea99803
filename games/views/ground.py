"""The ground of a region of a land, which all pages that show it share: a browser fetches it once."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.pictures.land import ground_svg
from pbem import version
from rules import engine

MOST = 20  # hexes to each side


def address(land: engine.Land, region: engine.Region) -> str:
    """It changes with the version of the server, so that a picture can be kept for good."""
    named = {"land": land.id, "around": region.around, "radius": region.radius}
    return f"{reverse('ground', kwargs=named)}?v={version.mark()}"


@require_safe
def ground(request: HttpRequest, land: str, around: str, radius: int) -> HttpResponse:
    """Everybody may see it: there is nothing on it but the land."""
    if land not in engine.land_ids() or around not in engine.land(land).hexes or not 0 < radius <= MOST:
        raise Http404("There is no such map.")
    response = HttpResponse(ground_svg(engine.land(land), around, radius), content_type="image/svg+xml")
    kept = "public, max-age=31536000, immutable" if request.GET.get("v") == version.mark() else "no-cache"
    response.headers["Cache-Control"] = kept
    return response
