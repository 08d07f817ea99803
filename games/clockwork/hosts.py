"""The machines that a server runs on, and whether they run the same version of it."""

from __future__ import annotations

import logging
import platform
from datetime import datetime, timedelta

from django.utils import timezone

from games.clockwork.failpoints import failpoint
from games.clockwork.inserts import insert_once
from games.models import Host
from pbem import version

logger = logging.getLogger(__name__)

LATELY = timedelta(minutes=10)
_told: set[tuple[str, str]] = set()


def seen() -> Host:
    """A process of this machine runs. Whether others run another version is noticed by the way, and told
    once."""
    now, own = timezone.now(), version.of_server()
    host, new = insert_once(Host(name=platform.node()[:60], version=own, seen=now), "name")
    failpoint("hosts.noted")
    if not new:
        since = {} if host.version == own else {"since": now}
        Host.objects.filter(pk=host.pk).update(version=own, seen=now, **since)
    failpoint("hosts.seen")
    _tell_of_others()
    return host


def _tell_of_others() -> None:
    others = {(other.name, other.version) for other in of_other_versions()}
    for name, theirs in sorted(others - _told):
        logger.warning("the host %s runs version %s, this one %s", name, theirs, version.of_server())
    _told.clear()
    _told.update(others)


def first_seen() -> datetime | None:
    """Since when this server has had a host at all, as far as its hosts tell; None: it has none yet."""
    return Host.objects.order_by("since").values_list("since", flat=True).first()


def of_other_versions() -> list[Host]:
    """The machines that were seen lately and run another version than this one."""
    others = Host.objects.filter(seen__gt=timezone.now() - LATELY).exclude(name=platform.node()[:60])
    return list(others.exclude(version=version.of_server()).order_by("name"))
