from __future__ import annotations

import pytest

from rules.campaign import in_force, land_file
from tests.rules.campaign.kit import toy


@pytest.fixture(autouse=True)
def _toy_land(monkeypatch: pytest.MonkeyPatch) -> None:
    """Campaigns on the toy land find it."""
    monkeypatch.setattr(in_force, "land", lambda name: toy() if name == "toy" else land_file.land(name))
