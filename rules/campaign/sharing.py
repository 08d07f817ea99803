"""How loot is dealt out to mercenaries who were promised a share (GUC-12.2g)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.campaign import battles, mercenaries
from rules.campaign.plans.plan import Share, own_first
from rules.campaign.today import Today
from rules.events.campaign_secrets import BandCounted
from rules.state.campaign_counters import Group


def share_out(today: Today, group: Group, points: int) -> None:
    """Each band that serves for a promise gets as many points as ordered, else one a man as far as the loot
    goes. At least as many as they are: loyal for good; fewer: 1D10, and above 7 all of them attack at once,
    each band for itself (GUC-12.2g)."""
    at = today.at
    left = points
    for band in at.stacked(group.id):
        service = at.bands.get(band.id)
        if service is None or service.paid:
            continue
        men = len(at.content(band.id).men)
        said = own_first(order for order in today.orders(group.seat, Share) if order.band in ("", band.id))
        wanted = said[0].points if said and said[0].points is not None else men
        given = min(wanted, left)
        left -= given
        today.pay(-given * today.price("loot point"), "share", group=group.id)
        if given >= men:
            counted = replace(service, paid=True)
            today.record(BandCounted(to=today.of(group.side), group=band.id, band=counted))
        elif mercenaries.tested(today, band, shared=True) == mercenaries.REVOLT and band.id in at.groups:
            battles.attack(today, at.groups[band.id], at.groups[group.id])
        if group.id not in at.groups:
            return
