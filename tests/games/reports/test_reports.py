"""The mails a game sends of itself: complete, exact, 72 columns wide, and harmless to every mail program."""

from __future__ import annotations

import re
import textwrap
from datetime import UTC, datetime, timedelta
from html import escape, unescape
from itertools import permutations
from unittest import mock

import msgspec
import pytest
from django.test import TestCase
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games import pictures
from games.answers.order_words import looks_like_order
from games.models import Game, GameState, OutboundKind, OutboundMail, Report, Seat
from games.outbox import outbox
from games.play import adjudication, captains
from games.record import eventlog
from games.reports import build, html, layout, listings, subjects, text, words
from games.reports import facts as facts_of
from games.seats import seats
from games.templatetags.mail import margin
from pbem.mail.reader import read
from pbem.mail.writer import HTML_BYTES, inlined
from rules import engine
from tests.games.post_kit import a_battle, battle_of, html_of, opened, seat_on_move, seat_waiting, text_of
from tests.rules.kit import reported

pytestmark = pytest.mark.django_db
SCENARIOS = ("orchard", "ford", "defile", "strand")


def played(game, phases):
    """The game after some phases played by captains."""
    for _ in range(phases):
        fresh = Game.objects.get(pk=game.pk)
        if fresh.state == GameState.OVER:
            break
        fresh.seats.update(captain="bold")
        captains.play(Game.objects.get(pk=game.pk))
        fresh.seats.update(captain="")
        adjudication.close_phase(Game.objects.get(pk=game.pk), "all orders in")
    return Game.objects.get(pk=game.pk)


def squeezed(words_of):
    return " ".join(words_of.split())


def last_reports(game):
    key = game.adjudications.order_by("-first_seq").first().key
    return Report.objects.filter(game=game, key=key)


# what every report is


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_text_is_at_most_72_columns_wide_and_holds_no_delimiter(scenario):
    game = played(a_battle(scenario), 2)
    for report in Report.objects.filter(game=game):
        lines = report.text.split("\n")
        assert max(map(len, lines)) <= 72
        assert not [line for line in lines if line.strip() and not line.strip("-_=*~#+ ")]
        assert not [line for line in lines if line.startswith(("From ", ">"))]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_html_fits_and_fetches_nothing(scenario):
    game = played(a_battle(scenario), 2)
    for report in Report.objects.filter(game=game).exclude(html=""):
        shown = inlined(report.html)
        assert len(shown.encode()) < HTML_BYTES
        assert not re.search(r"src=(?![\"']?cid:)", shown)
        assert "prefers-color-scheme: dark" in shown


# who is asked for what


class TestAReport(TestCase):
    """One game of a few phases, looked at from many sides."""

    game: Game

    @classmethod
    def setUpTestData(cls):
        cls.game = played(a_battle("ford"), 3)

    def test_every_line_told_and_every_figure_stands_in_text_and_html(self):
        run = self.game.adjudications.order_by("-first_seq").first()
        before = eventlog.load(self.game.pk, run.first_seq - 1).battle
        events = list(eventlog.events(self.game.pk, run.first_seq, run.last_seq))
        for report in last_reports(self.game).exclude(seat=None):
            name, mailed = report.seat.name, report.seat == seat_on_move(self.game)
            flat, shown = "".join(report.text.split()), "".join(re.sub(r"<[^>]+>", "", report.html).split())
            lines = reported(before, events, name)
            assert lines
            for line in lines:
                said = "".join(line.text.split())
                assert said in re.sub(r"(\[[\w/,.-]*\])?(\(youalone\))?", "", flat) or said in flat
                assert escape(said) in shown or not mailed
            for side in engine.situation(battle_of(self.game), name).sides:
                for row in side.rows:
                    assert row.name in report.text
                    assert row.name in report.html or not mailed

    def test_in_short_stands_on_top_and_is_what_mail_programs_show_beside_the_subject(self):
        for report in last_reports(self.game).exclude(seat=None):
            before = eventlog.load(self.game.pk, report.adjudication.first_seq - 1).battle
            if report.seat == seat_on_move(self.game):  # he was told of two phases at once
                first = self.game.adjudications.order_by("-first_seq")[1].first_seq
                before = eventlog.load(self.game.pk, first - 1).battle
            told = engine.in_short(battle_of(self.game), report.seat.name, before)
            mailed = report.seat == seat_on_move(self.game)
            flat = squeezed(report.text)
            assert flat.startswith(f"{report.game.title.upper()} game ")
            assert flat.index("IN SHORT") < flat.index(told[0]) < flat.index(told[-1]) < 1200
            assert "WHAT IS FOUGHT FOR" not in report.text, "it is as the first mail said"
            if not mailed:
                continue
            shown = unescape(report.html)
            hidden = shown.index("display:none")
            assert hidden < shown.index(told[0]) < shown.index("<h1>")
            for line in told:
                assert f'<p class="short">{line}</p>' in shown

    def test_what_is_private_stands_only_in_its_owners_report(self):
        run = self.game.adjudications.order_by("-first_seq").first()
        before = eventlog.load(self.game.pk, run.first_seq - 1).battle
        events = list(eventlog.events(self.game.pk, run.first_seq, run.last_seq))
        for seat, other in permutations(self.game.seats.all(), 2):
            told = Report.objects.get(game=self.game, key=run.key, seat=other).text
            for line in reported(before, events, seat.name):
                if line.private:
                    assert "".join(line.text.split()) not in "".join(told.split())

    def test_what_is_not_mailed_is_kept_as_text_and_of_the_publics_report_the_head_alone(self):
        run = self.game.adjudications.order_by("-first_seq").first()
        for report in last_reports(self.game):
            mailed = report.seat == seat_on_move(self.game)
            assert (bool(report.html), bool(report.picture)) == (mailed, mailed)
            assert bool(report.text) == (report.seat is not None)
            assert report.head == run.head

    def test_rules_stand_at_the_right_margin(self):
        report = last_reports(self.game).first()
        cited = [line for line in report.text.split("\n") if re.search(r"GU[IC]-[\d.]+\w?$", line)]
        assert cited
        assert {len(line) for line in cited} == {72}

    def test_a_report_shows_the_secret_the_promise_and_both_heads(self):
        runs = list(self.game.adjudications.order_by("first_seq"))
        secret = next(
            e.secret
            for e in eventlog.events(self.game.pk, runs[-1].first_seq, runs[-1].last_seq)
            if isinstance(e, engine.SecretRevealed)
        )
        owing = seat_on_move(self.game)
        for report in last_reports(self.game).exclude(seat=None):
            assert secret in report.text
            assert self.game.commitment in report.text
            assert f"head    {self.game.head}\n" in report.text
            sent_before = runs[-3] if report.seat == owing else runs[-2]  # he was told of two phases at once
            assert f"before  {sent_before.head}\n" in report.text

    def test_only_the_seat_that_owes_orders_gets_a_form(self):
        owing, waiting = seat_on_move(self.game), seat_waiting(self.game)
        form = f"#ORDERS {self.game.label} {self.game.phase_short}"
        asked = last_reports(self.game).get(seat=owing)
        told = last_reports(self.game).get(seat=waiting)
        assert form in asked.text
        assert "#END" in asked.text
        assert "your orders, please" in asked.subject
        assert "#ORDERS" not in told.text
        assert "Nothing is owed from you now" in squeezed(told.text)
        assert "nothing owed from you" in told.subject

    def test_the_reply_address_stands_in_no_text(self):
        for mail in OutboundMail.objects.filter(game=self.game):
            message = opened(mail)
            address = str(message["Reply-To"])
            assert address.startswith("orders+")
            secret = address.partition("+")[2].partition("@")[0]
            assert secret not in text_of(message)
            assert secret not in html_of(message)
            assert secret not in str(message["Subject"]) + str(message["Message-ID"])

    def test_each_mail_has_one_recipient_and_the_headers_that_stop_loops(self):
        for mail in OutboundMail.objects.filter(game=self.game):
            message = opened(mail)
            assert message["To"] == mail.seat.email
            assert message["Cc"] is None
            assert message["Auto-Submitted"] == "auto-generated"
            key, _, _ = outbox.message_id(mail.dedupe_key).partition("@")
            assert message["Message-ID"] == mail.message_id and mail.message_id.startswith(f"{key}.")
            assert f"g{self.game.pk}." in str(message["List-Id"])
            assert message["X-PBEM-Loop"]

    def test_the_map_comes_with_the_mail(self):
        mail = OutboundMail.objects.filter(game=self.game, kind=OutboundKind.REPORT).first()
        message = opened(mail)
        picture, part = [part for part in message.walk() if part.get_content_type() == "image/png"]
        assert f'src="cid:{str(part["Content-ID"]).strip("<>")}"' in html_of(message)
        cid = str(picture["Content-ID"]).strip("<>")
        assert re.search(
            rf'<a [^>]*href="http[^"]+/g/{self.game.pk}[^"]*"[^>]*><img [^>]*src="cid:{cid}"',
            html_of(message),
        )
        assert bytes(picture.get_payload(decode=True)).startswith(b"\x89PNG")
        assert len(picture.get_payload(decode=True)) <= 250_000
        assert len(mail.rendered) < 600_000

    def test_an_own_report_read_as_mail_is_known_and_quoted_holds_no_orders(self):
        report = last_reports(self.game).exclude(seat=None).first()
        quoted = "\n".join(f"> {line}" for line in report.text.split("\n"))
        raw = (
            "From: a@b.org\nContent-Type: text/plain; charset=utf-8\n\nOn 22 Nov 2026 the ford wrote:\n"
            f"{quoted}"
        ).encode()
        assert read(raw, looks_like_order).orders == ()

    def test_a_report_too_long_for_mail_programs_is_set_in_plain_type(self):
        report = last_reports(self.game).exclude(seat=None).first()
        run = self.game.adjudications.order_by("-first_seq").first()
        before = eventlog.load(self.game.pk, run.first_seq - 1).battle
        events = list(eventlog.events(self.game.pk, run.first_seq, run.last_seq))
        facts = facts_of.gather(
            self.game, report.seat, before, events, battle_of(self.game), run, "https://x.example.org"
        )

        for times in (2, 4, 8, 40):
            long = msgspec.structs.replace(facts, lines=facts.lines * times)
            shown = html.report("report", long, own_number=0, subject="x", map_cid="")
            size = len(inlined(shown).encode())
            assert size <= HTML_BYTES
            told = len(text.happenings(long.lines))
            left_out = re.search(r"(\d+) of its lines are left out here", shown)
            if left_out:
                assert 0 < int(left_out[1]) < told
                assert size > HTML_BYTES - 500, "there was room for more"
                assert shown.count(f'href="{facts.page}"') >= 2
            else:
                assert "".join(long.lines[-1].text.split()) in "".join(unescape(shown).split())
        assert left_out, "forty times the lines fit into no mail"

    def test_reports_are_made_once_a_phase_and_seat(self):
        keys = list(Report.objects.filter(game=self.game).values_list("seat", "key"))
        assert len(keys) == len(set(keys)) == 2 + 3 * self.game.adjudications.count()

    def test_seats_that_see_the_same_share_a_picture(self):
        drawn = []
        real = pictures.png
        with mock.patch.object(pictures, "png", lambda *a, **k: drawn.append(a) or real(*a, **k)):
            played(self.game, 1)
        told_of_one_phase_and_of_two = 2
        assert len([asked for asked in drawn if len(asked) == 2]) <= 2 * told_of_one_phase_and_of_two


# the occasions


def test_the_first_mail_explains_the_game_and_keeps_the_link_out_of_the_archive():
    game = a_battle()
    for seat in game.seats.all():
        mail = OutboundMail.objects.get(seat=seat)
        said = text_of(opened(mail))
        assert game.commitment in said
        assert seats.seat_link(seat) in said
        report = Report.objects.get(seat=seat, key="start")
        assert seats.link_secret(seat) not in report.text + report.html
        assert game.commitment in report.text
        for told in (squeezed(said), squeezed(unescape(re.sub(r"<[^>]+>", " ", html_of(opened(mail)))))):
            info = next(each for each in engine.scenarios() if each.slug == game.scenario)
            assert squeezed(info.blurb) in told
            assert "STATUS says how things stand" in told
            for order, what in engine.primer(battle_of(game), seat.name):
                assert f"{order} {what}" in told


@pytest.mark.parametrize("phases", [0, 2])
def test_every_picture_that_a_mail_carries_is_shown_in_it(phases):
    game = a_battle("escalade")
    for _ in range(phases):
        adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    for seat in game.seats.all():
        mail = opened(OutboundMail.objects.filter(seat=seat).order_by("pk").last())
        carried = {part["Content-ID"].strip("<>") for part in mail.walk() if part["Content-ID"]}
        assert carried and carried == set(re.findall(r'src="cid:([^"]+)"', html_of(mail)))


def test_a_set_up_teaches_to_place_and_the_first_report_behind_it_the_rest():
    game = a_battle("grange")
    seat = game.seats.order_by("order").first()
    first = squeezed(text_of(opened(OutboundMail.objects.get(seat=seat))))
    assert "PLACE Robert at" in first and "FIRE" not in first and "MOVE Tancred" not in first
    for _ in range(2):
        adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    behind = OutboundMail.objects.filter(seat=seat).order_by("pk").last()
    said = squeezed(text_of(opened(behind)))
    assert "THE ORDERS THAT YOU NEED MOVE Robert to" in said
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    adjudication.close_phase(Game.objects.get(pk=game.pk), "deadline")
    assert "THE ORDERS THAT YOU NEED" not in text_of(
        opened(OutboundMail.objects.filter(seat=seat).order_by("pk").last())
    )


def test_captains_and_people_who_want_no_mail_get_none():
    game = a_battle()
    Seat.objects.filter(game=game, order=0).update(wants_mail=False)
    Seat.objects.filter(game=game, order=1).update(captain="bold")
    before = OutboundMail.objects.count()
    game = played(game, 0)
    adjudication.close_phase(game, "deadline")
    assert OutboundMail.objects.count() == before
    assert last_reports(game).count() == 3


def test_a_reminder_repeats_the_form_and_says_what_happens_otherwise():
    game = a_battle()
    seat = seat_on_move(game)
    for _ in range(2):
        build.enqueue_reminder(game, seat, battle_of(game))
    mail = OutboundMail.objects.get(seat=seat, kind=OutboundKind.REMINDER)
    said = text_of(opened(mail))
    assert "#ORDERS" in said
    assert "standing orders alone" in said
    assert opened(mail)["In-Reply-To"] == OutboundMail.objects.get(seat=seat, kind="report").message_id


def test_an_extension_is_told_to_both_sides():
    game = a_battle(absent="extend_once")
    late, waiting = seat_on_move(game), seat_waiting(game)
    build.enqueue_extension(game, [late], battle_of(game))
    notices = OutboundMail.objects.filter(kind=OutboundKind.NOTICE)
    assert {mail.seat for mail in notices} == {late, waiting}
    assert late.title in squeezed(text_of(opened(notices.get(seat=waiting))))
    assert "#ORDERS" in text_of(opened(notices.get(seat=late)))


def test_the_last_report_names_the_winner_and_the_scores():
    game = a_battle()
    run = played(game, 1)
    battle = battle_of(run)
    seat = seat_on_move(run)
    facts = facts_of.gather(run, seat, battle, (), battle, run.adjudications.first(), "https://x.example.org")
    over = msgspec.structs.replace(
        facts,
        outcome=("Normans", "the other side is broken", (("Normans", 12), ("Lombards", 4))),
        form="",
        owes=False,
    )
    said = squeezed(text.report("report", over))
    assert "The Normans have won: the other side is broken. Points: Normans 12, Lombards 4." in said
    assert "#ORDERS" not in said
    assert "The Normans have won" in html.report("report", over)
    assert subjects.report(over).endswith("the game is over: the Normans have won")


# words and layout


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (engine.ReportLine("Drogo moves.", rule="GUI-4"), " 1  Drogo moves." + " " * 51 + "GUI-4"),
        (
            engine.ReportLine("impact 1D10 = 7", 2, "GUI-5.4.2", "impact"),
            "      impact 1D10 = 7" + " " * 33 + "[impact] GUI-5.4.2",
        ),
    ],
)
def test_margins(line, expected):
    [shown] = text.happenings([line])
    assert shown == expected
    assert len(shown) == 72


@given(
    st.lists(st.text("aß-—", min_size=1, max_size=14) | st.just("long" * 19), max_size=60),
    st.sampled_from(["", " 1  ", "> "]),
    st.sampled_from([None, "", "    "]),
)
def test_paragraphs_are_filled_as_the_library_fills_them(told, first, rest):
    below = " " * len(first) if rest is None else rest
    wanted = textwrap.wrap(
        " ".join(told), 72, initial_indent=first, subsequent_indent=below, break_on_hyphens=False
    )
    assert layout.wrapped("\n".join(told), first, rest) == (wanted or [first.rstrip()])


def test_the_margin_of_a_line_in_html():
    line = engine.ReportLine("Odo shoots", rule="GUI-5.4", source="missile <1>", private=True)
    assert margin(line) == (
        ' <span class="r">[missile &lt;1&gt;]</span> <span class="you">(you alone)</span> '
        '<span class="r">GUI-5.4</span>'
    )
    assert margin(engine.ReportLine("Odo falls")) == ""


def test_a_margin_without_room_gets_a_line_of_its_own():
    shown = layout.wrapped("x" * 60, margin="[missile/mounted] GUI-5.4.4")
    assert shown == ["x" * 60, "[missile/mounted] GUI-5.4.4".rjust(72)]


def test_lines_that_look_like_delimiters_are_made_harmless():
    assert layout.harmless("a\n-- \n***\n====\n___\nb") == "a\n-- .\n*** .\n==== .\n___ .\nb"


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Rome", "Tue 24 Nov 2026 20:00 CET"),
        ("Nowhere/Land", "Tue 24 Nov 2026 19:00 UTC"),
        ("Asia/Kathmandu", "Wed 25 Nov 2026 00:45 UTC+0545"),
    ],
)
def test_times_are_told_in_the_players_zone(zone, shown):
    assert words.moment(datetime(2026, 11, 24, 19, 0, tzinfo=UTC), Seat(timezone=zone)) == shown


@pytest.mark.parametrize(
    ("minutes", "shown"),
    [
        (0, "1 minute"),
        (35, "35 minutes"),
        (60, "1 hour"),
        (52 * 60, "2 days 4 hours"),
        (24 * 60 + 1, "1 day 1 minute"),
    ],
)
def test_spans_are_told_in_two_units_at_most(minutes, shown):
    assert words.span(timedelta(minutes=minutes)) == shown


def test_points_stand_in_one_order_whether_a_state_was_folded_or_kept() -> None:
    table = engine.replay(engine.new_game("ford"))
    sides = [side.id for side in table.setup.sides]
    found = []
    for order in (sides, sides[::-1]):
        table.outcome = engine.Outcome("", "", {side: sides.index(side) for side in order})
        found.append(facts_of.outcome(table))
    assert found[0] is not None and found[0] == found[1] and len(found[0][2]) == len(sides)


def test_a_name_that_has_no_room_gives_way_to_its_first_word_and_is_cut_only_if_that_is_anothers() -> None:
    names = ["Engelram the Tall of San Marco", "Aubrey the Younger of Troina", "Aubrey the Grey of Troina"]
    column = layout.Column("who", widest=16, shorter={names[0]: ["Engelram of San Marco", "Engelram"]})

    assert [column.cell(name, 16).strip() for name in names] == [
        "Engelram", "Aubrey the Youn.", "Aubrey the Grey."
    ]  # fmt: skip


def test_no_line_begins_with_a_sign_that_french_sets_apart() -> None:
    text = "Dix hommes ou plus doivent être nourris : dans vos places ou par un convoi ; sinon non !"

    for width in range(20, 72):
        lines = layout.wrapped(text, width=width)
        assert not any(line[0] in ":;!" for line in lines)
        assert " ".join(lines) == text


def test_headings_that_are_said_already_are_not_said_again() -> None:
    shown = engine.SheetTable(
        "Vos groupes", ("groupe", "PM"), (engine.SheetRow(("Mansur", "5")),), numbers=(1,)
    )
    with translation.override("fr"):
        assert "PM" in listings.columns(shown)[2] and "midi" not in listings.columns(shown)[2]
