"""Make the golden games anew: python -m tests.golden"""

from __future__ import annotations

from tests.golden.files import AGREED, FOLDER, GAMES, play, write

for scenario, tempers in GAMES.items():
    events = play(scenario, tempers)
    write(FOLDER / f"{scenario}.jsonl", events)
    print(f"{scenario}: {len(events)} events")

for scenario, tempers in AGREED.items():
    events = play(scenario, tempers, draw_in=7)
    write(FOLDER / f"{scenario}-draw.jsonl", events)
    print(f"{scenario}-draw: {len(events)} events")
