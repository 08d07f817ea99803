"""Who goes about what is built: on foot, in armour, on horseback."""

from __future__ import annotations

from tests.rules.kit import man, rider

GOING = man("Hugo", "0101")
ARMOURED = man("Roger", "0101", armoured=True)
RIDING = rider("Drogo", "0101", "0102")
STOPPED = 8
