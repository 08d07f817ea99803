"""Collects every text that is to be translated and brings the catalogues up to date: python -m
tests.messages.

A text without a translation stays empty in the .po file, and tests/test_languages.py fails until somebody
fills it in.
"""

from __future__ import annotations

import ast
import io
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.template.base import Lexer, TokenType
from django.utils.translation.template import block_re, endblock_re, inline_re, plural_re

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("de", "fr")
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # the same texts always make the same files
SAID = {"say": 1, "say_many": 2}
RECORDED = {"english": 1}
GAMES = {"gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "ngettext": 2}
Message = tuple[str | tuple[str, str], str]  # a text, or its singular and plural; and where it stands


def said_messages() -> Catalog:
    """What the rules say at once."""
    recorded = {m.id for m in recorded_messages()}
    found = [m for path in _sources("rules") for m in _of_python(path, SAID) if m[0] not in recorded]
    return _catalogue(found)


def recorded_messages() -> Catalog:
    """What the rules word in English first, and the words of their data files."""
    found = [m for path in _sources("rules") for m in _of_python(path, RECORDED)]
    return _catalogue([*found, *_of_data()])


def games_messages() -> Catalog:
    """What mails and pages say: games/locale."""
    found = [m for path in _sources("games") for m in _of_python(path, GAMES)]
    templates = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in (".txt", ".html"))
    return _catalogue([*found, *(m for path in templates for m in _of_template(path))])


CATALOGUES: tuple[tuple[Path, str, Callable[[], Catalog]], ...] = (
    (ROOT / "rules" / "locale", "rules", said_messages),
    (ROOT / "rules" / "locale", "recorded", recorded_messages),
    (ROOT / "games" / "locale", "django", games_messages),
)


def _sources(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts)


def _of_python(path: Path, functions: Mapping[str, int]) -> Iterator[Message]:
    """The texts handed to these functions; the number is that of their arguments which are texts."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            texts = [
                arg.value
                for arg in node.args[: functions[node.func.id]]
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            if len(texts) == functions[node.func.id]:
                yield (texts[0], texts[1]) if len(texts) == 2 else texts[0], _place(path)


def _of_template(path: Path) -> Iterator[Message]:
    """The texts in {% translate %} and {% blocktranslate %}."""
    block: list[str] | None = None
    singular: str | None = None
    trimmed = False
    for token in Lexer(path.read_text("utf-8")).tokenize():
        if block is None:
            if token.token_type is TokenType.BLOCK and (inline := inline_re.match(token.contents)):
                yield (
                    inline[1].strip("\"'").replace("%", "%%")
                    if "%%" in inline[1]
                    else inline[1].strip("\"'"),
                    _place(path),
                )
            elif token.token_type is TokenType.BLOCK and block_re.match(token.contents):
                block, singular, trimmed = [], None, " trimmed" in token.contents
        elif token.token_type is TokenType.BLOCK and endblock_re.match(token.contents):
            text = _joined(block, trimmed)
            yield ((singular, text) if singular is not None else text), _place(path)
            block = None
        elif token.token_type is TokenType.BLOCK and plural_re.match(token.contents):
            singular, block = _joined(block, trimmed), []
        elif token.token_type is TokenType.VAR:
            block.append(f"%({token.contents})s")
        elif token.token_type is TokenType.TEXT:
            block.append(token.contents.replace("%", "%%"))


def _joined(parts: Iterable[str], trimmed: bool) -> str:
    text = "".join(parts)
    return " ".join(line.strip() for line in text.splitlines() if line.strip()) if trimmed else text


def _of_data() -> Iterator[Message]:
    """The words of the data files that a player reads: of tables, kinds of figures, scenarios,
    seats and sides."""
    data = ROOT / "rules" / "data"
    for path in sorted((data / "tables").rglob("*.toml")):
        table = _toml(path)
        for column in set(table["columns"]) & {"name", "words"}:
            at = table["columns"].index(column)
            for text in (row[at] for row in table["rows"]):
                yield text.lower() if path.stem == "terrain" else text, _place(path)
    for path in sorted((data / "rosters").glob("*.toml")):
        for figure in _toml(path)["figures"]:
            yield figure["kind"], _place(path)
    for path in sorted((data / "scenarios").glob("*.toml")):
        scenario = _toml(path)
        for text in (scenario["title"], scenario["blurb"].strip(), scenario["chapter"]):
            yield text, _place(path)
        for seat in scenario["seats"]:
            yield seat["name"], _place(path)
        for side in scenario["sides"]:
            yield side["name"], _place(path)
            yield side["adjective"], _place(path)
        for name in scenario["victory"].get("places", {}).values():
            yield name, _place(path)
        for aim in scenario["victory"].get("aims", []):
            if aim.get("words"):
                yield aim["words"], _place(path)
    yield from _of_sieges(data / "sieges")
    yield from _of_campaigns(data / "campaigns" / "scenarios")
    yield from _of_lands(data / "lands")


def _of_lands(folder: Path) -> Iterator[Message]:
    """The words of a land: its title, its regions, and those who hold its places and have no name
    of their own."""
    for path in sorted(folder.glob("*.toml")):
        land = _toml(path)
        for text in (land["title"], land["blurb"], *land["region_names"].values()):
            yield text, _place(path)
        lords = {held[2] for place in land["places"] for held in place["years"]}
        for lord in sorted(lords):
            if lord[0].islower():
                yield lord, _place(path)


def _of_sieges(folder: Path) -> Iterator[Message]:
    for path in sorted(folder.glob("*.toml")):
        siege = _toml(path)
        place = siege["stronghold"]
        for text in (
            siege["title"],
            siege["blurb"].strip(),
            siege["chapter"],
            place["name"],
            place["refuge"],
        ):
            yield text, _place(path)
        for one in (*siege["seats"], *siege["sides"]):
            yield one["name"], _place(path)
        for side in siege["sides"]:
            yield side["adjective"], _place(path)


def _of_campaigns(folder: Path) -> Iterator[Message]:
    for path in sorted(folder.glob("*.toml")):
        campaign = _toml(path)
        for text in (campaign["title"], campaign["blurb"].strip(), campaign["chapter"], *campaign["victory"]):
            yield text, _place(path)
        for one in (*campaign["seats"], *campaign["sides"]):
            yield one["name"], _place(path)
        for side in campaign["sides"]:
            yield side["adjective"], _place(path)


def _toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _catalogue(messages: Iterable[Message]) -> Catalog:
    found = Catalog(charset="utf-8", fuzzy=False)
    for text, place in messages:
        singular = text[0] if isinstance(text, tuple) else text
        known = found.get(singular)
        if known is not None and isinstance(text, tuple) and isinstance(known.id, tuple) and known.id != text:
            raise ValueError(f"{place}: {singular!r} has two plurals, {known.id[1]!r} and {text[1]!r}")
        if singular.strip():
            found.add(text, locations=[(place, 0)])
    return found


def po_file(folder: Path, language: str, domain: str) -> Path:
    return folder / language / "LC_MESSAGES" / f"{domain}.po"


def read(path: Path, language: str) -> Catalog:
    """The catalogue in a file; an empty one where there is none yet."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as a .mo file."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def update(folder: Path, language: str, domain: str, wanted: Catalog) -> int:
    """Bring one language up to date; the number of texts that still lack a translation."""
    path = po_file(folder, language, domain)
    old = read(path, language)
    new = Catalog(
        locale=language,
        charset="utf-8",
        fuzzy=False,
        header_comment="",
        creation_date=NO_DATE,
        revision_date=NO_DATE,
    )
    lacking = 0
    for message in wanted:
        if not message.id:
            continue
        known = old.get(message.id[0] if isinstance(message.id, tuple) else message.id)
        said = (
            known.string
            if known is not None and isinstance(known.id, tuple) == isinstance(message.id, tuple)
            else None
        )
        new.add(message.id, said, locations=message.locations)
        lacking += not said or not all(said if isinstance(said, tuple) else (said,))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=110, sort_output=True, include_lineno=False, omit_header=False)
    path.with_suffix(".mo").write_bytes(compiled(new))
    return lacking


def main() -> int:
    lacking = 0
    for folder, domain, messages in CATALOGUES:
        wanted = messages()
        for language in LANGUAGES:
            missing = update(folder, language, domain, wanted)
            print(f"{domain} {language}: {len(wanted)} texts, {missing} without a translation")
            lacking += missing
    return int(lacking > 0)


if __name__ == "__main__":
    sys.exit(main())
