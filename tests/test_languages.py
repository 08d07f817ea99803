"""Catalogues that are complete, texts that reach them, and what a language must never change."""

from __future__ import annotations

import ast
import random
import re

import pytest
from django.test import Client

from games.models import Game, GameState, OutboundMail, Report, Seat
from games.play import adjudication, captains
from games.record import eventlog
from games.seats import seats
from rules import engine
from rules.core import language as spoken_in
from rules.core.language import english, named, placeholders, say, say_many, speaking, translated
from rules.orders.verbs import IF_EXAMPLES
from rules.siege import sheet
from rules.siege.guiscard import GUISCARD_SIEGE
from rules.siege.plans.wishes import WISHES
from rules.state.siege import Deed
from tests import messages, pseudo
from tests.games.post_kit import (
    Post,
    a_battle,
    opened,
    seat_on_move,
    some_orders,
    text_of,
    the_answer,
)
from tests.golden.files import FOLDER, Recorded, phases, read
from tests.rules.siege.kit import random_plan

CATALOGUES = [
    pytest.param(folder, domain, wanted, language, id=f"{domain}-{language}")
    for folder, domain, wanted in messages.CATALOGUES
    for language in messages.LANGUAGES
]
ENGLISH_ONLY = (
    "state",
    "events",
    "evolve",
    "orders",
    "tactical",
    "works",
    "assault",
    "phases",
    "scenarios",
    "captains",
)
SPEAKING = {"say", "say_many", "english", "gettext", "gettext_lazy", "gettext_noop", "ngettext"}


# the catalogues


@pytest.mark.parametrize(("folder", "domain", "wanted", "language"), CATALOGUES)
def test_every_text_is_translated_and_none_is_left_over(folder, domain, wanted, language):
    found = messages.read(messages.po_file(folder, language, domain), language)
    assert not found.obsolete
    assert {m.id for m in found if m.id} == {m.id for m in wanted() if m.id}, "run make messages"
    for message in found:
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        assert not message.fuzzy or not message.id
        assert all(said), f"not translated: {message.id!r}"


@pytest.mark.parametrize(("folder", "domain", "wanted", "language"), CATALOGUES)
def test_translations_hold_the_same_values_and_all_forms_of_number(folder, domain, wanted, language):
    found = messages.read(messages.po_file(folder, language, domain), language)
    for message in (m for m in found if m.id):
        if isinstance(message.id, tuple):
            assert len(message.string) == found.num_plurals
            allowed = {v for text in message.id for v in _values(text)}
            assert all(set(_values(text)) <= allowed for text in message.string), message.id
        else:
            assert sorted(_values(message.id)) == sorted(_values(message.string)), message.id


@pytest.mark.parametrize(
    ("language", "familiar"),
    [("de", r"(?i)\b(?:du|dein(?:e[mnrs]?)?|dir|dich)\b|^(?:sag|schreib|schick|gib|nenn)e?\b"),
     ("fr", r"(?i)\b(?:tu|toi|tes|ton)\b")],
)  # fmt: skip
def test_players_are_addressed_as_politely_everywhere(language, familiar):
    for folder, domain, _ in messages.CATALOGUES:
        for m in messages.read(messages.po_file(folder, language, domain), language):
            for text in (m.string,) if isinstance(m.string, str) else m.string:
                assert not re.search(familiar, text), text


def _values(text):
    return [*placeholders(text), *re.findall(r"%\((\w+)\)s", text)]


@pytest.mark.parametrize(("folder", "domain", "wanted", "language"), CATALOGUES)
def test_the_compiled_catalogue_is_that_of_the_text(folder, domain, wanted, language):
    path = messages.po_file(folder, language, domain)
    assert path.with_suffix(".mo").read_bytes() == messages.compiled(messages.read(path, language))


# the texts in the code


def _calls(*packages):
    for package in packages:
        for path in sorted((messages.ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in SPEAKING
                ):
                    yield path, node


def test_no_text_is_put_together_before_it_is_looked_up():
    for path, node in _calls("rules", "games"):
        texts = node.args[: 2 if node.func.id in ("say_many", "ngettext") else 1]
        for text in texts:
            assert not isinstance(text, ast.JoinedStr | ast.BinOp), f"{path}:{node.lineno}"
            assert not (isinstance(text, ast.Call) and getattr(text.func, "attr", "") == "format"), (
                f"{path}:{node.lineno}"
            )


def test_what_may_come_to_be_recorded_is_worded_in_english():
    for path, node in _calls(*(f"rules/{package}" for package in ENGLISH_ONLY)):
        assert node.func.id == "english", f"{path}:{node.lineno} speaks where a log is written"


@pytest.mark.parametrize("name", ["escalade", "spears"])
def test_the_umpire_writes_the_same_log_in_every_language(name):
    events = read(FOLDER / f"{name}.jsonl")
    dice = Recorded(events)
    for battle, decided in list(phases(events))[:6]:
        with speaking("de"):
            assert engine.adjudicate(battle, dice) == decided
            for seat in (s.id for s in battle.setup.seats):
                reading = engine.read_orders(
                    battle, seat, [*battle.sheets.get(seat, ()), *battle.standing.get(seat, ())]
                )
        with speaking("en"):
            again = engine.read_orders(
                battle, seat, [*battle.sheets.get(seat, ()), *battle.standing.get(seat, ())]
            )
        assert (reading.orders, reading.standing) == (again.orders, again.standing)


MAIL_MODULES = (
    *(f"games/{name}.py" for name in (
        "answers/choices", "answers/mail_words", "answers/not_carried_out", "answers/receipts",
        "answers/refusals",
        "answers/replies", "answers/tested", "answers/transcript", "delivery/digests", "gate/commands",
        "gate/confirmations", "gate/enclosed", "gate/letters", "gate/orders", "letters/addressees",
        "letters/letters", "letters/text", "letters/words", "people/addresses",
    )),
    *(path.relative_to(messages.ROOT).as_posix()
      for path in sorted((messages.ROOT / "games/reports").glob("*.py"))),
)  # fmt: skip
NOT_FOR_PLAYERS = {"compile", "failpoint", "game_master", "exception", "frozenset"}  # what these are told
NO_SENTENCE = re.compile(r"\(\?[:P]|\b(?:SELECT|WHERE|ORDER BY|IS NULL)\b")
"""A pattern, or a statement for the database."""
TWO_WORDS = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
ENGLISH_IN_MAILS = {
    "the player, by mail",  # noted for the game master
    "handed over", "left the board", "to_seat__pk", "new address", "address add", "address remove", "mail on",
    "mail off", "quiet on", "quiet off", "digest on", "digest off", "accept quoted", "mail every phase",
    "mail every turn", "no letters from", "fights captain", "fights myself",
    "letters from", "no surrender", "no draw", "the public", "my side", "our side", "own side", "side ",
    "of ", "the ",
    "Re: your mail",  # to strangers, whose language nobody knows
}  # fmt: skip


@pytest.mark.parametrize("module", MAIL_MODULES)
def test_no_sentence_of_a_mail_stands_beside_the_catalogue(module):
    tree = ast.parse((messages.ROOT / module).read_text("utf-8"))
    found = [
        text
        for text in _sentences(tree)
        if TWO_WORDS.search(text) and not NO_SENTENCE.search(text) and text not in ENGLISH_IN_MAILS
    ]
    assert not found


def _sentences(node):
    """All texts in a piece of code but what is looked up, what explains the code, and what no
    player is told."""
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in SPEAKING | NOT_FOR_PLAYERS:
            return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        explains = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not explains and not isinstance(child, ast.Raise):
            yield from _sentences(child)


# saying


def test_a_recorded_text_is_known_again_with_its_values():
    recorded = english("{figure} has {left} MP left, {mp} are needed", figure="Robert", left=2, mp=4)
    assert recorded == "Robert has 2 MP left, 4 are needed"
    with speaking("de"):
        assert translated(recorded) == "Robert hat noch 2 BP, nötig sind 4"
        assert translated("Robert has 2 MP left, 4 are needed.") == "Robert hat noch 2 BP, nötig sind 4."
        assert translated("Robert (wounded)") == "Robert (verwundet)"
        assert translated("Leon's horse") == "Pferd von Leon"
    assert translated(recorded) == recorded


def test_a_word_too_many_is_named_whole_in_every_language():
    with speaking("de"):
        assert translated("The order was complete before 'back'.") == "Der Befehl war vor 'back' vollständig."
        assert translated("The order was complete before 'Odo'; orders on one line are joined by THEN.") == (
            "Der Befehl war vor 'Odo' vollständig; Befehle auf einer Zeile verbindet THEN."
        )


def test_a_text_that_comes_behind_others_is_known_again_too():
    with speaking("de"):
        assert (
            translated("to 0312, flat by 0412, others make room")
            == "nach 0312, eben über 0412, andere machen Platz"
        )
        pushing = (
            "to 1311, flat, Manuel makes room (to 1410); Hugo and Odo may test Manuel in 1410: 90 % nothing"
        )
        assert translated(pushing) == (
            "nach 1311, eben, Manuel macht Platz (nach 1410); Probe durch Hugo und Odo an Manuel in 1410 "
            "möglich: 90 % nichts"
        )
        kinds = "who shoots at an enemy who moves (GUI-5.3b); who follows up, and where (GUI-6.6a)"
        assert translated(kinds).endswith("; wer nachrückt, und wohin (GUI-6.6a)")


def test_values_that_are_texts_are_said_too():
    with speaking("fr"):
        assert say("{figure} stops: {reason}.", figure="Odo", reason="wounded on the way").startswith(
            "Odo s'arrête\u00a0: "
        )
        assert (
            say_many("1 hex", "{distance} hexes", 0, distance=0) == "1 hexagone"
        )  # French counts nought as one
        assert say_many("1 hex", "{distance} hexes", 2, distance=2) == "2 hexagones"


def test_what_has_been_said_already_is_not_said_again():
    with speaking("fr"):
        once = say("{what}: {why}.", what="Odo", why="wounded on the way")
        assert once.startswith("Odo\u00a0: ")
        assert say("{what}: {why}.", what="Drogo", why=once).startswith("Drogo\u00a0: Odo\u00a0: ")


def test_orders_are_the_same_in_every_language():
    for order in (
        "WATCH Yani fire at first within 8",
        "MOVE Robert stay",
        "RETREAT toward 0508",
        *IF_EXAMPLES,
    ):
        for language in messages.LANGUAGES:
            with speaking(language):
                assert translated(order) == order


def test_an_unknown_language_is_english():
    with speaking("tlh"):
        assert say("{horse} is killed.", horse="Drogo") == "Drogo is killed."


# a whole game in a language that nobody speaks: what is left in plain letters was never given to a catalogue


SCENARIOS = ("orchard", "ford", "escalade")
TO_SHOW_THE_WAY = (
    "MOVE Tancred to 0406", "FIRE Yani AT Jemal", "ATTACK Robert + Drogo ON Okeanos", "MOVE Nobody to 0101",
    "hello there", "TEST", "Nobody",
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_word_of_a_games_mails_is_in_a_catalogue(scenario, circled):
    with pseudo.installed(circled):
        game = a_battle(scenario, language=pseudo.CODE)
        orders = {*TO_SHOW_THE_WAY, *pseudo.names(eventlog.load(game.pk).battle)}
        for _ in range(3):
            seat = Seat.objects.select_related("game").filter(game=game, awaited=True).first()
            if seat is None:
                break
            body = "\n".join(
                ["TEST", "STATUS", "HELP WATCH", *TO_SHOW_THE_WAY[3:5], *some_orders(game, seat)]
            )
            Post(seat).write(body)
            orders |= _played(game)
        left: dict[str, str] = {}
        for mail in OutboundMail.objects.filter(game=game):
            left |= pseudo.left_over(opened(mail), orders)
        assert not left, "\n".join(f"{word}: {place}" for word, place in left.items())


NO_PLAN = (
    "BATTER 0101", "BATTER boat", "SALLY 3", "BUILD boat", "QUIET 99", "ASSAULT AND REST", "PARLEY boat",
    "BUY 99 knights", "BUY boat", "STRIKE boat", "CAMP", "IF boat THEN REST", "BUILD ladders with Nobody",
    "boat", "Nobody", "nobody", "sally", "hello there",
)  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", ["siege-farm", "siege-castle", "siege-chapel"])
def test_every_word_of_a_sieges_mails_is_in_a_catalogue(scenario, circled):
    chance = random.Random(scenario)
    with pseudo.installed(circled):
        game = a_battle(scenario, language=pseudo.CODE)
        things = [thing.words[0] for thing in GUISCARD_SIEGE.things]
        orders = {*TO_SHOW_THE_WAY, *NO_PLAN, *(word.upper() for word in (*Deed, *WISHES, *things))}
        for _ in range(4):
            siege = eventlog.load(game.pk).battle
            if siege.outcome is not None:
                break
            orders |= pseudo.names(siege)
            for seat in Seat.objects.select_related("game").filter(game=game, awaited=True):
                plan = random_plan(chance, siege.besieges(seat.side))
                orders |= {
                    *plan,
                    *(line.canonical for line in engine.read_orders(siege, seat.name, plan).lines),
                }
                Post(seat).write("\n".join(["TEST", "STATUS", "HELP BATTER", *NO_PLAN, *plan]))
                Post(seat).write("\n".join([*NO_PLAN, *plan]))
            orders |= _played(game)
        orders |= {order.partition(" THEN ")[2] for order in orders}
        orders |= {day.marks for day in sheet.calendar(eventlog.load(game.pk).battle, GUISCARD_SIEGE)}
        left: dict[str, str] = {}
        for mail in OutboundMail.objects.filter(game=game):
            left |= pseudo.left_over(opened(mail), orders)
        assert not left, "\n".join(f"{word}: {place}" for word, place in left.items())


def _played(game):
    game.seats.update(captain="bold")
    captains.play(Game.objects.get(pk=game.pk))
    battle = eventlog.load(game.pk).battle
    filed = {
        o
        for seat in battle.setup.seats
        for o in (*battle.sheets.get(seat.id, ()), *battle.standing.get(seat.id, ()))
    }
    game.seats.update(captain="")
    adjudication.close_phase(Game.objects.get(pk=game.pk), "all orders in")
    return filed | pseudo.names(eventlog.load(game.pk).battle)


# choosing


@pytest.mark.django_db
class TestChoosing:
    def test_a_line_language_changes_it_and_the_receipt_is_in_it(self):
        game = a_battle()
        seat = seat_on_move(game)
        mail = Post(seat).write("LANGUAGE de\n" + some_orders(game, seat)[0])
        answer = the_answer(mail)
        assert Seat.objects.get(pk=seat.pk).language == "de"
        assert "Befehle erhalten: 1 steht" in answer["Subject"]
        assert "Von jetzt an lesen Sie dies alles auf Deutsch." in " ".join(text_of(answer).split())

    def test_a_language_that_there_is_not_changes_nothing(self):
        seat = seat_on_move(a_battle())
        answer = the_answer(Post(seat).write("LANGUAGE klingon"))
        assert Seat.objects.get(pk=seat.pk).language == "en"
        assert "Behind LANGUAGE stands en, de or fr." in text_of(answer)

    def test_each_seat_reads_its_own(self):
        game = a_battle()
        Seat.objects.filter(game=game, side="normans").update(language="fr")
        _played(Game.objects.get(pk=game.pk))
        reports = {
            r.seat.side if r.seat else "": r.text for r in Report.objects.filter(game=game).order_by("pk")
        }
        assert "OÙ L'ON EN EST" in reports["normans"]
        assert "HOW IT STANDS" in reports["lombards"]
        assert reports[""] == "", "nobody is mailed the public's: its head alone is kept"
        assert "[G" not in reports["normans"].split("\n")[0]

    @pytest.mark.parametrize("scenario", ["ford", "siege-castle"])
    @pytest.mark.parametrize("language", messages.LANGUAGES)
    def test_every_text_is_at_most_72_columns_wide(self, language, scenario):
        game = a_battle(scenario)
        game.seats.update(language=language)
        for _ in range(2):
            game.refresh_from_db()
            if game.state == GameState.RUNNING:  # a messenger may lift a siege on its first day
                _played(game)
        for report in Report.objects.filter(game=game, seat__isnull=False):
            assert max(map(len, report.text.split("\n"))) <= 72

    def test_the_desk_of_a_seat_lets_him_choose(self):
        game = a_battle()
        seat = seat_on_move(game)
        browser = Client()
        browser.get(seats.seat_link(seat).split("localhost:8000")[-1])
        page = f"/g/{game.pk}/seat/{seat.name}"
        assert browser.post(page, {"language": "de"}).status_code == 302
        shown = browser.get(page).content.decode()
        assert "Befehle senden" in shown
        assert '<html lang="de">' in shown
        assert browser.post(page, {"language": "xx"}).status_code == 302
        assert Seat.objects.get(pk=seat.pk).language == "de"


@pytest.mark.parametrize(
    ("language", "title", "said"),
    [
        ("fr", "The battle in 5220, day 2", "La bataille en 5220, jour 2"),
        ("de", "The battle of Trani, day 12", "Die Schlacht von Trani, Tag 12"),
        ("fr", "The road to nowhere, day 2 of it", "The road to nowhere, day 2 of it"),
    ],
)
def test_titles_of_games_that_a_day_has_called_are_told_in_the_language_of_the_reader(
    language: str, title: str, said: str
) -> None:
    with speaking(language):
        assert named(title) == said


def test_order_words_that_are_offered_are_joined_in_the_language_of_the_reader() -> None:
    with speaking("fr"):
        assert translated("MOVE, ATTACK or FIRE") == "MOVE, ATTACK ou FIRE"


def test_french_names_that_begin_with_a_vowel_take_the_vowel_of_the_word_before() -> None:
    with speaking("fr"):
        said = spoken_in._elided("2 hex de Adrano, plus que Anas, de Roger")
        assert said == "2 hex d'Adrano, plus qu'Anas, de Roger"
    with speaking("de"):
        assert spoken_in._elided("de Adrano") == "de Adrano"
