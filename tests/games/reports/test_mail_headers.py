"""The headers of what goes out: one thread for each report, marks of an automaton, a list, one recipient."""

from __future__ import annotations

import pytest

from games.models import OutboundKind, OutboundMail, Question
from games.play.questions import request_of
from games.reports import announce
from tests.games.play.questions_kit import play_until_asked
from tests.games.post_kit import Post, a_battle, battle_of, opened, seat_on_move
from tests.games.reports.test_reports import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def outbox() -> list[OutboundMail]:
    """Every kind of mail to players."""
    game = a_battle("ford")
    seat = seat_on_move(game)
    Post(seat).write("MOVE Nobody to 0101")
    announce.deadline_near(game, seat, battle_of(game))
    announce.extended(game, [seat], battle_of(game))
    played(game, 1)
    question = play_until_asked(a_battle())
    announce.answer_awaited(Question.objects.get(pk=question.pk), request_of(question))
    found = list(OutboundMail.objects.exclude(seat=None).order_by("pk"))
    of_their_own = {OutboundKind.LETTER, OutboundKind.DIGEST}  # in no thread of a report
    assert {mail.kind for mail in found} == {*OutboundKind} - of_their_own and len(found) > 9
    return found


def root_of(mail: OutboundMail) -> str:
    """The report in whose thread a mail belongs: the last one to its seat before it."""
    earlier = OutboundMail.objects.filter(seat=mail.seat, kind=OutboundKind.REPORT, pk__lt=mail.pk)
    root = earlier.order_by("-pk").first()
    assert root
    return root.message_id


def test_a_report_begins_a_thread_and_the_rest_of_its_phase_goes_on_with_it(
    outbox: list[OutboundMail],
) -> None:
    for mail in outbox:
        message = opened(mail)
        assert message["Message-ID"] == mail.message_id
        references = str(message["References"] or "").split()
        if mail.kind == OutboundKind.REPORT:
            assert references == [] and message["In-Reply-To"] is None
        else:
            assert references[0] == root_of(mail)
        if mail.kind == OutboundKind.RECEIPT:
            assert mail.in_reply_to and message["In-Reply-To"] == mail.in_reply_to.message_id
            assert references[-1] == mail.in_reply_to.message_id


def test_every_mail_says_that_a_machine_wrote_it(outbox: list[OutboundMail]) -> None:
    for mail in outbox:
        message = opened(mail)
        answer = mail.kind == OutboundKind.RECEIPT
        assert message["Auto-Submitted"] == ("auto-replied" if answer else "auto-generated")
        assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply"
        assert message["Precedence"] == ("bulk" if answer else None)


def test_what_nobody_asked_for_belongs_to_a_list_that_can_be_left(outbox: list[OutboundMail]) -> None:
    for mail in outbox:
        message = opened(mail)
        unasked = mail.kind != OutboundKind.RECEIPT
        assert (message["List-Unsubscribe"] is not None) == unasked
        if unasked:
            assert f"<g{mail.game_id}.in.example.org>" in str(message["List-Id"])


def test_one_mail_has_one_recipient(outbox: list[OutboundMail]) -> None:  # attack 41
    for mail in outbox:
        message = opened(mail)
        assert mail.seat and message["To"] == mail.seat.email
        assert message["Cc"] is None and message["Bcc"] is None


def test_no_header_is_encoded_but_those_for_the_eye(outbox: list[OutboundMail]) -> None:
    for mail in outbox:
        head = bytes(mail.rendered).partition(b"\r\n\r\n")[0]
        assert max(map(len, head.split(b"\r\n"))) <= 998
        for line in head.split(b"\r\n"):
            if not line.lower().startswith((b"subject", b"from", b" ")):
                assert b"=?" not in line


def test_a_long_number_in_the_thread_stays_whole() -> None:
    seat = seat_on_move(a_battle())
    long = f"<{'a' * 120}@players.example.org>"
    answer = Post(seat).write("HELP", Message_ID=long).answers.get()
    assert str(opened(answer)["References"]).split()[-1] == long
    assert long.encode() in bytes(answer.rendered)
