"""Train the tagger that says what the words of an order line do, on the marked lines of `bench/marked`:

    python -m bench.tagger              weights from all lines, into rules/data/tagger.txt
    python -m bench.tagger --without D  how well it tags lines it has not seen, of the files that begin so

A marked file holds mails as people write them: `# ...` names a mail and the situation
(`scenes/NAME.position`), `> ` a line, `@ ` the same with what its words do in square brackets, `= ` what it
means. Needs `pip install python-crfsuite`, which playing does not.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from rules.desk.tagging.acts import NOTHING
from rules.desk.tagging.features import features_of
from rules.desk.tagging.model import SCALE
from rules.orders.lexicon import Lexicon, lexicon_of
from rules.orders.text import Written, written
from rules.positions.reading import read
from rules.state.battle import Battle

FOLDER = Path(__file__).parent / "marked"
WEIGHTS = Path(__file__).parents[1] / "rules" / "data" / "tagger.txt"
SMALLEST = 6  # hundredths: weights below are left out
NO_ORDER = ("TALK", "QUESTION")
ITERATIONS = 120


class Marked(NamedTuple):
    """A line of a mail, the same with its marks, what it means and where it was written."""

    line: str
    marks: str
    meant: str
    scene: str


def marked_lines(path: Path) -> Iterator[Marked]:
    scene = line = marks = ""
    for text in path.read_text(encoding="utf-8").splitlines():
        sign, rest = text[:2], text[2:]
        if sign.startswith("#"):
            found = re.findall(r"[a-z_]+-t\d-[a-z]+", text)
            scene = found[-1] if found else scene
        elif sign == "> ":
            line, marks = rest, ""
        elif sign == "@ ":
            marks = rest
        elif sign == "= " and marks:
            yield Marked(line, line if rest.split()[0] in NO_ORDER else marks, rest, scene)
            marks = ""


@cache
def battle_of(scene: str) -> Battle:
    found = read((FOLDER / "scenes" / f"{scene}.position").read_text(encoding="utf-8")).battle
    assert isinstance(found, Battle)
    return found


def lexicon_at(scene: str) -> Lexicon:
    return lexicon_of(battle_of(scene), scene.rsplit("-", 1)[1])


def tags_of(one: Marked) -> tuple[Written, list[str]]:
    """The words of a marked line, and the tag of each."""
    letters: list[str] = []
    tag = NOTHING
    for found in re.finditer(r"\[(\w+) |(\])|(\S)", one.marks):
        if found[1]:
            tag = found[1]
        elif found[2]:
            tag = NOTHING
        else:
            letters.append(tag)
    ready = written(one.line)
    nth = {
        place: number
        for number, place in enumerate(at for at, sign in enumerate(one.line) if not sign.isspace())
    }
    tags = []
    for word in ready.words:
        begin = nth[word.position]
        within = letters[begin : begin + len("".join(word.text.split()))]
        tags.append(next((tag for tag in within if tag != NOTHING), NOTHING))
    return ready, tags


def examples(paths: Sequence[Path]) -> Iterator[tuple[list[list[str]], list[str]]]:
    for path in paths:
        for one in marked_lines(path):
            ready, tags = tags_of(one)
            if tags:
                yield features_of(ready, lexicon_at(one.scene)), tags


def main() -> None:
    import pycrfsuite

    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--without", default="", metavar="BEGINNING")
    without = arguments.parse_args().without
    files = sorted(FOLDER.glob("*.txt"))
    unseen = [path for path in files if without and path.name.startswith(without)]
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params(
        {"c1": 0.3, "c2": 0.01, "max_iterations": ITERATIONS, "feature.minfreq": 2,
         "feature.possible_transitions": True}
    )  # fmt: skip
    count = 0
    for seen, tags in examples([path for path in files if path not in unseen]):
        trainer.append(seen, tags)
        count += 1
    with tempfile.TemporaryDirectory() as folder:
        kept = str(Path(folder) / "tagger.crf")
        trainer.train(kept)
        tagger = pycrfsuite.Tagger()
        tagger.open(kept)
        print(f"trained on {count} lines")
        if not unseen:
            WEIGHTS.write_text(_as_text(tagger.info()), encoding="utf-8")
            print(f"{WEIGHTS}: {WEIGHTS.stat().st_size / 1000:.0f} kB")
            return
        words = right = lines = whole = 0
        for seen, tags in examples(unseen):
            found = tagger.tag(seen)
            words, right = words + len(tags), right + sum(map(str.__eq__, found, tags))
            lines, whole = lines + 1, whole + (found == tags)
    print(
        f"unseen: {right / words:.1%} of {words} words, {whole / lines:.1%} of {lines} lines tagged as marked"
    )


class Trained(Protocol):
    """What the trainer gives back: the tags, how likely one follows another, and what speaks for each."""

    labels: Mapping[str, str]
    transitions: Mapping[tuple[str, str], float]
    state_features: Mapping[tuple[str, str], float]


def _as_text(info: Trained) -> str:
    """The tags; how each is followed by which; each feature with its weights, in hundredths."""
    tags = sorted(info.labels)
    rows = [" ".join(tags)]
    rows += [" ".join(str(round(SCALE * info.transitions.get((a, b), 0))) for b in tags) for a in tags]
    votes: dict[str, list[str]] = {}
    for (feature, tag), weight in info.state_features.items():
        if abs(whole := round(SCALE * weight)) >= SMALLEST:
            votes.setdefault(feature, []).append(f"{tag}:{whole}")
    rows += [f"{feature} {' '.join(sorted(votes[feature]))}" for feature in sorted(votes)]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
