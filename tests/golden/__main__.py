"""Make the golden games anew: python -m tests.golden"""

from __future__ import annotations

from tests.golden.files import FOLDER, GAMES, play, write

for scenario, tempers in GAMES.items():
    events = play(scenario, tempers)
    write(FOLDER / f"{scenario}.jsonl", events)
    print(f"{scenario}: {len(events)} events")
