"""In a game of another book its own paragraphs are cited, wherever a rule is shown; names of dice are the
same in all books."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rules import engine
from rules.core.language import LANGUAGES, speaking
from rules.core.rule_ids import SameAs, book_of, cited, rule_index, same_as, same_rules
from rules.events.codec import decode
from tests.golden.files import FOLDER, phases, read
from tests.rules.kit import reported
from tests.sampling import some
from tests.toy_book import BOOKS, knowing, own, play_by_it

FILES = sorted(FOLDER.glob("*.jsonl"))


# the table


def test_what_is_said_to_be_the_same_is_a_rule_of_ours_and_a_paragraph_of_another_book() -> None:
    pairs = [(same.rule, book_of(same.same)) for same in same_as()]
    assert len(set(pairs)) == len(pairs), "a book says a thing in one paragraph"
    for same in same_as():
        assert same.rule in rule_index(), same
        assert book_of(same.same) in {"ANA", "SIE", "MON"} - {book_of(same.rule)}, same
        assert re.fullmatch(r"[A-Z]{3}-\d+(\.\d+)*[a-z]*", same.same), same
        assert len(same.source) > 10, same


@pytest.mark.parametrize(
    ("books", "words", "shown"),
    [
        (("GUI",), "GUI-4.1a", "GUI-4.1a"),
        (("SIE",), "GUI-4.1a", "SIE-1.62a"),
        (("SIE", "GUI"), "GUI-4.1a", "SIE-1.62a"),
        (("GUI", "SIE"), "GUI-4.1a", "GUI-4.1a"),  # the book in play has it
        (("MON", "SIE"), "GUI-10.6.4 GUI-10.1.4", "MON-3.4.4 SIE-1.92"),
        (("SIE",), "past Hugo (GUI-4.1a).", "past Hugo (SIE-1.62a)."),
        (("SIE",), "GUI-4.1b, RUL-402, E-101", "GUI-4.1b, RUL-402, E-101"),  # it has none of these
        (("SIE",), "SIE-1.62a", "SIE-1.62a"),
        (("SIE",), "GUI-4.1ab GUI-4.1 xGUI-4.1a", "GUI-4.1ab GUI-4.1 xGUI-4.1a"),
        ((), "GUI-4.1a", "GUI-4.1a"),
    ],
)
def test_a_rule_is_cited_as_the_first_of_the_books_that_has_it(
    books: tuple[str, ...], words: str, shown: str
) -> None:
    assert cited(words, books) == shown


def test_a_paragraph_knows_the_rules_that_it_repeats() -> None:
    assert same_rules("SIE-1.73d") == ("GUI-6.6b", "GUI-6.6c")
    assert same_rules("SIE-99") == ()


def test_what_a_nearer_book_has_itself_is_not_taken_from_one_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = (SameAs("GUI-1", "SIE-1", ""), SameAs("GUI-1", "MON-1", ""), SameAs("GUI-2", "MON-2", ""))
    knowing(monkeypatch, table)
    assert cited("GUI-1 GUI-2", ("SIE", "GUI", "MON")) == "SIE-1 GUI-2"
    assert cited("GUI-1 GUI-2", ("MON", "SIE", "GUI")) == "MON-1 MON-2"


# all that leaves the rules


def moments(path: Path) -> Iterator[tuple[engine.Battle, list[engine.Event], str]]:
    for battle, decided in phases(read(path)):
        for seat in battle.setup.seats:
            yield battle, decided, seat.id


def written(battle: engine.Battle, seat: str) -> list[str]:
    """What was ordered, some of it tried, and much that cannot be."""
    mine = [f for f in battle.figures.values() if f.seat == seat and f.hex][:3]
    foes = [f for f in battle.figures.values() if f.seat != seat and f.hex][:2]
    pairs = [(a, b) for a in mine for b in foes]
    odd = [
        f"{verb} {a.name} {joint} {b.name}"
        for a, b in pairs
        for verb, joint in (("FIRE", "AT"), ("ATTACK", "ON"))
    ]
    odd += [f"MOVE {a.name} to {b.hex}" for a, b in pairs]
    filed = [*battle.sheets.get(seat, ()), *battle.standing.get(seat, ())]
    return [*odd, *filed, *(f"TRY {line}" for line in (*odd[:2], *filed[:4]))]  # fmt: skip


def as_that_book(line: engine.LineReading) -> engine.LineReading:
    message, details = (tuple(map(own, words)) for words in (line.message, line.details))
    return replace(line, message=message, details=details, rule=own(line.rule))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_reports_cite_the_book_in_play_and_dice_keep_their_names(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list(moments(path))
    plain = [reported(battle, decided, seat) for battle, decided, seat in found]
    play_by_it(monkeypatch)
    for (battle, decided, seat), lines in zip(found, plain, strict=True):
        told = reported(battle, decided, seat)
        assert told == [replace(line, text=own(line.text), rule=own(line.rule)) for line in lines]
        assert not any("GUI-" in line.text + line.rule for line in told)
        assert [line.dice for line in told] == [line.dice for line in lines]
    names = [name for lines in plain for line in lines for name in line.dice]
    assert names and all("GUI-" in name or "RUL-" in name for name in names)


@pytest.mark.parametrize("path", some(FILES, 2), ids=lambda p: p.stem)
def test_receipts_refusals_forms_and_tries_cite_the_book_in_play(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(battle, seat, written(battle, seat)) for battle, _, seat in moments(path)][::3]
    plain = [engine.read_orders(battle, seat, lines) for battle, seat, lines in found]
    forms = [engine.order_form(battle, seat) for battle, seat, _ in found]
    assert any(
        line.verdict is engine.Verdict.ILLEGAL and line.rule for reading in plain for line in reading.lines
    )
    assert any("GUI-" in detail for reading in plain for line in reading.lines for detail in line.details)
    play_by_it(monkeypatch)
    for (battle, seat, lines), reading, form in zip(found, plain, forms, strict=True):
        again = engine.read_orders(battle, seat, lines)
        assert again == replace(reading, lines=tuple(map(as_that_book, reading.lines)))
        assert not any("GUI-" in "".join((*line.message, *line.details, line.rule)) for line in again.lines)
        assert engine.order_form(battle, seat) == own(form)
        assert "GUI-" not in "".join((*engine.short_help(battle, seat), engine.battle_help(battle)))


def test_a_test_of_standing_orders_cites_the_book_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> list[engine.Tested]:
        return [
            told_by_the_walk
            for battle, decided, seat in moments(FOLDER / "orchard.jsonl")
            if battle.side != battle.seat(seat).side
            for told_by_the_walk in engine.try_out_standing(battle, decided, seat, ("WATCH fire at first",))
        ]

    plain = told()
    assert "GUI-" in str(plain)
    play_by_it(monkeypatch)
    assert told() == [
        replace(one, would=tuple(map(own, one.would)), would_not=tuple(map(own, one.would_not)))
        for one in plain
    ]


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_it_is_so_in_every_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    battle, decided, seat = next(moments(FOLDER / "escalade.jsonl"))
    with speaking(language):
        plain = (
            reported(battle, decided, seat),
            engine.order_form(battle, seat),
        )
        play_by_it(monkeypatch)
        lines, form = (
            reported(battle, decided, seat),
            engine.order_form(battle, seat),
        )
    assert lines == [replace(line, text=own(line.text), rule=own(line.rule)) for line in plain[0]]
    assert form == own(plain[1])


def test_a_rule_within_the_words_of_an_event_is_cited_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    battle, _, seat = next(moments(FOLDER / "orchard.jsonl"))
    who = next(f.id for f in battle.figures.values() if f.living)
    hurt = decode(
        "wounded", 1, msgspec.json.encode({"figure": who, "rule": "GUI-6.5e", "words": "see (GUI-6.4)"})
    )
    play_by_it(monkeypatch)
    (line,) = reported(battle, [hurt], seat)
    assert "(ANA-6.4)" in line.text and line.rule == "ANA-6.5e"


def test_a_game_of_guiscard_is_shown_as_it_always_was() -> None:
    battle, decided, seat = next(moments(FOLDER / "orchard.jsonl"))
    assert engine.cited(battle, "GUI-6.2b (GUI-4.1a)") == "GUI-6.2b (GUI-4.1a)"
    assert BOOKS[0] not in str(reported(battle, decided, seat))
