"""HTML that its reader does not see, or has struck out, commands nothing; and what he does see is read."""

from __future__ import annotations

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.reader import ReadMail, read
from tests.pbem.mail_kit import OWN, letter

SHOWN, HIDDEN = "MOVE Drogo 0808", "MOVE Robert 0101"


def read_html(markup: str, head: str = "") -> ReadMail:
    body = f"<html><head>{head}</head><body><p>{SHOWN}</p>{markup}</body></html>"
    return read(letter(body, "Content-Type: text/html; charset=utf-8"), looks_like_order, OWN)


@pytest.mark.parametrize(
    "style",
    ["height:0;overflow:hidden", "width:0px; overflow : hidden", "font-size:1px", "font-size:.1pt",
     "font-size: 2.5px", "font:0/0 a", "color:#fefefe", "color:rgb(254,254,254)", "color:rgb(255 255 255)",
     "color:rgba(0,0,0,0)", "color:#00000000", "color:#0000", "color:ivory", "color:hsl(0,0%,100%)",
     "color:#fff;background-color:#fff",
     "color:white;background:white", "transform:scale(0)", "transform: rotate(1deg) translateX(-9999px)",
     "clip-path:inset(100%)", "position:absolute;clip:rect(1px,1px,1px,1px)", "display:/**/none",
     "di/* x */splay:none", "filter:opacity(0)", "content-visibility:hidden", "visibility:collapse",
     "left:-100em",
     "text-decoration:line-through", "text-decoration-line: underline line-through"],
)  # fmt: skip
def test_no_style_hides_an_order(style):
    assert read_html(f'<div style="{style}">{HIDDEN}</div>').orders == (SHOWN,)


@pytest.mark.parametrize(
    "style",
    ["font-size:13px", "font-size:.9em", "font-size:3em", "font:0.9em Arial", "height:0.5in;overflow:hidden",
     "color:#f00", "color:#1f1f1f", "color:#000000", "color:rgb(31,31,31)", "color:rgba(0,0,0,0.87)",
     "color:hsl(0,0%,10%)", "color:#fff;background:#222", "transform:scale(0.9)", "opacity:0.9",
     "border-left:none", "border:none;border-top:solid",
     "text-decoration:underline", "max-height:100px", "margin-left:40px"],
)  # fmt: skip
def test_and_no_usual_style_loses_one(style):
    assert read_html(f'<div style="{style}">{HIDDEN}</div>').orders == (SHOWN, HIDDEN)


@pytest.mark.parametrize("tag", ["del", "s", "strike", "dialog", "datalist", "canvas", "noframes", "noembed"])
def test_what_is_struck_out_or_never_drawn_is_not_read(tag):
    assert read_html(f"<p><{tag}>{HIDDEN}</{tag}></p>").orders == (SHOWN,)


def test_of_an_order_with_a_word_struck_out_the_rest_is_read():
    assert read_html("<p>MOVE Robert <s>0101</s> 0305</p>").orders == (SHOWN, "MOVE Robert 0305")


@pytest.mark.parametrize(
    "sheet",
    [".x{display:none}", "p.y, div.x , td.z { color: red; visibility: hidden }", "#x{font-size:0}",
     "@font-face{font-family:a;src:url(b)} .x{display:none}",
     "@media print{.a{b:c} .d{e:f}} .x{mso-hide:all}",
     "/* { */ .x{display:none}"],
)  # fmt: skip
def test_what_the_mails_own_style_sheet_hides_is_taken_for_quoted(sheet):
    found = read_html(f'<div class="w x" id="x">{HIDDEN}</div>', f"<style>{sheet}</style>")
    assert found.orders == (SHOWN,)
    assert HIDDEN in [line.lstrip("> ") for line in found.quoted_orders]


@pytest.mark.parametrize(
    "sheet",
    ["@media (max-width:600px){.x{display:none}}", "@media print{.y{a:b} .x{display:none}}",
     ".xx{display:none}",
     ".x{color:#222}", ".x .y{display:none}", ".x:after{display:none}", "}}}{{{", ".x{"],
)  # fmt: skip
def test_what_it_hides_from_some_readers_only_is_read(sheet):
    found = read_html(f'<div class="x">{HIDDEN}</div>', f"<style>{sheet}</style>")
    assert found.orders == (SHOWN, HIDDEN)


def test_what_a_page_strikes_out_is_asked_back_where_there_is_no_plain_text_beside_it():
    found = read_html(f"<p><s>{HIDDEN}</s></p><p>MOVE Ivo <del>0707</del> 0606</p>")
    assert found.orders == (SHOWN, "MOVE Ivo 0606")
    assert [(line.order, line.why) for line in found.aside] == [(HIDDEN, "struck")]


def test_but_not_in_a_quote():
    assert not read_html(f"<blockquote><s>{HIDDEN}</s></blockquote>").aside
