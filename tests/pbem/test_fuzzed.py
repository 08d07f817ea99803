"""A few of the mails of bench.mail_fuzz, other ones each time: damaged ones and built ones."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.mail_fuzz import SLOW_SECONDS, case, findings
from games.answers.order_words import looks_like_order
from pbem.mail.reader import read
from tests.pbem.mail_kit import read_letter

FOUND_ONCE = (
    501606,
    560,
    630,
    680,
    748,
    102,
    418,
    1080,
    1128,
    1288,
    1412,
)  # "MOVE Robert to 2008", then "he wrote:"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_no_exception_no_order_out_of_a_quote_and_none_lost(number):
    assert [finding for finding in findings(number) if finding.what != "slow"] == []


def test_what_was_found_once_is_mended():
    for number in FOUND_ONCE:
        assert list(findings(number)) == []


def test_a_mail_can_be_made_again_from_its_number():
    assert case(77) == case(77)
    assert SLOW_SECONDS < 1


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=400), st.text(max_size=60))
def test_no_text_and_no_header_make_the_reader_fall(text, header):
    found = read_letter(
        text.encode("utf-8", "replace"), f"Subject: {header}".replace("\n", " ").replace("\r", " ")
    )
    found.text.encode()
    found.headers.subject.encode()


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<div>", "</div>", "<blockquote>", "</blockquote>", "<br>", "<hr>", "<pre>",
             "<!--", "-->", "<", "&lt;",
             "<td>", "<li>", "<script>", "</script>", "x ", "MOVE Drogo 0808", "\n",
             '<p style="display:none">', "&#xd800;", "&#0;"]
        ),
        max_size=60,
    )
)  # fmt: skip
def test_no_markup_makes_the_reader_fall(pieces):
    found = read(b"From: a@b.org\nContent-Type: text/html\n\n" + "".join(pieces).encode(), looks_like_order)
    found.text.encode()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["> ", ">", "| ", "> > "]))
def test_whatever_was_read_once_is_inert_when_it_is_quoted(number, mark):
    text = read(case(2 * number).raw, looks_like_order).text
    quoted = "\n".join(mark + line for line in text.split("\n"))
    assert read_letter(f"Look.\n\n{quoted}\n").orders == ()
