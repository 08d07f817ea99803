"""Write the answers of all scenes in the documents anew: python -m tests.examples [FILE...]

Look at what has changed before you keep it: an answer that changes is a rule that is played otherwise.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.examples.files import DOCS, rewritten, scenes_in

for path in [Path(name) for name in sys.argv[1:]] or sorted(DOCS.glob("*.md")):
    if not scenes_in(path):
        continue
    before, after = path.read_text("utf-8"), rewritten(path)
    path.write_text(after, "utf-8")
    print(f"{path.name}: {len(scenes_in(path))} scenes{'' if before == after else ', changed'}")
