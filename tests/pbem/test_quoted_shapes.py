"""What somebody else wrote, in every manner of quoting and forwarding that programs and people have thought
of: none of it is carried out, and what stands above it is."""

from __future__ import annotations

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.reader import ReadMail, read
from tests.pbem.mail_kit import OWN, letter

OWN_ORDER, THEIRS = "MOVE Drogo 0808", "MOVE Robert 0101"
THEIR_TEXT = f"Orders are due.\n\nRobert, knight. In 0508.\n\n{THEIRS}\nATTACK Hugo ON Carlo\n"
GAME = "The orchard <game-1@in.example.org>"
SUBJECT = "[G1 T1 Norman] The orchard above Torre begins: your orders, please, by Wed 25 Nov 09:49 CET"
INTRODUCTIONS = {
    "Samsung, on one line": (f"-------- Original message --------From: {GAME} Date: 22/11/2026  16:02  "
                             f"(GMT+01:00) To: anna@example.org Subject: {SUBJECT}"),
    "Samsung in German, on one line": (f"-------- Ursprüngliche Nachricht --------Von: {GAME} Datum: "
                                       "22.11.26  16:02  (GMT+01:00) An: anna@example.org Betreff: "
                                       f"{SUBJECT}"),
    "BlackBerry": ("  Original Message  \nFrom: The orchard\nSent: Sunday, November 22, 2026 16:02\n"
                   "To: anna@example.org\nSubject: x\n"),
    "reply message": (f"----- Reply message -----\nFrom: {GAME}\nTo: <anna@example.org>\nSubject: x\n"
                      "Date: Sun, Nov 22, 2026 4:02 PM\n"),
    "Foxmail, older": "======= At 2026-11-22, 16:02:00 you wrote: =======\n",
    "Foxmail": ('------------------ 原始邮件 ------------------\n发件人: "x" <game-1@in.example.org>;\n'
                '发送时间: 2026年11月22日(星期日) 16:02\n收件人: "a"<anna@example.org>;\n主题: x\n'),
    "QQ": ('------------------ Original ------------------\nFrom: "x" <game-1@in.example.org>;\n'
           'Date: Sun, Nov 22, 2026 04:02 PM\nTo: "a"<anna@example.org>;\nSubject: x\n'),
    "NetEase": 'At 2026-11-22 16:02:00, "The orchard" <game-1@in.example.org> wrote:\n',
    "Airmail": f"On 22 Nov 2026 at 16:02 +0100, {GAME}, wrote:\n",
    "Edison": "On Nov 22, 2026 at 4:02 PM, <The orchard (mailto:game-1@in.example.org)> wrote:\n",
    "Front": "On November 22, 2026 at 4:02 PM GMT+1 game-1@in.example.org wrote:\n",
    "without a time": f"On November 22, 2026, {GAME} wrote:\n",
    "in two lines": f"{GAME} wrote on\nSun 22 Nov 2026 at 16:02:\n",
    "without a date": f"{GAME} writes:\n",
    "Horde": f"Quoting {GAME}:\n",
    "Horde in German": f"Zitat von {GAME}:\n",
    "Persian": ("در تاریخ یکشنبه ۲۲ نوامبر ۲۰۲۶،\u200f ۱۶:۰۲ The orchard "
                "<\u202agame-1@in.example.org\u202c> نوشت:\n"),
    "Arabic": ("في الأحد، ٢٢ نوفمبر ٢٠٢٦ في ٤:٠٢ م تمت كتابة ما يلي بواسطة \u202aThe orchard\u202c\u200f "
               "<\u202agame-1@in.example.org\u202c\u200f>:\n"),
    "Hebrew": ("\u202bבתאריך יום א׳, 22 בנוב׳ 2026 ב-16:02 מאת \u202aThe orchard\u202c\u200f "
               "<\u202agame-1@in.example.org\u202c\u200f>:\u202c\n"),
    "Hindi": f"रवि, 22 नव॰ 2026 को 4:02 pm बजे {GAME} ने लिखा:\n",
    "Thai": f"ในวันที่ อา. 22 พ.ย. 2569 เวลา 16:02 {GAME} เขียนว่า:\n",
    "Outlook in Hebrew": (f"________________________________\nמאת: {GAME}\n\u200f\u200fנשלח: יום ראשון 22 "
                          "נובמבר 2026 16:02\n\u200f\u200fאל: anna@example.org\n\u200f\u200fנושא: x\n"),
    "Outlook in Arabic": (f"________________________________\nمن: {GAME}\n\u200f\u200fتم الإرسال: الأحد, "
                          "22 نوفمبر 2026 04:02 م\nإلى: anna@example.org\n\u200f\u200fالموضوع: x\n"),
    "Outlook in bold": (f"*From:* {GAME}\n*Sent:* Sunday, November 22, 2026 4:02 PM\n*To:* "
                        "anna@example.org\n*Subject:* x\n"),
    "Outlook with a link": ("From: The orchard [mailto:game-1@in.example.org] \nSent: Sunday, November 22, "
                            "2026 4:02 PM\nTo: anna@example.org\nSubject: x\n"),
    "Outlook with tabs": ("From:\tThe orchard\nSent:\tSunday, November 22, 2026 4:02 PM\n"
                          "To:\tanna@example.org\nSubject:\tx\n"),
    "Notes": ('      From:   "The orchard" <game-1@in.example.org>\n      To:     anna@example.org, \n'
              '      Date:   22/11/2026 16:02\n      Subject:        x\n'),
    "Notes forwards": (f"----- Forwarded by Anna/ACME on 22/11/2026 16:02 -----\n\nFrom:    {GAME}\n"
                       "To:      anna@example.org\nDate:    22/11/2026 16:02\n"),
    "Apple forwards in Japanese": (f"転送されたメッセージ：\n\n差出人: {GAME}\n件名: x\n日付: "
                                   "2026年11月22日 16:02:00 JST\n宛先: anna@example.org\n"),
    "Apple forwards in Chinese": f"开始转发的邮件：\n\n发件人: {GAME}\n主题: x\n日期: 2026年11月22日\n",
    "AOL": ("In a message dated 11/22/2026 4:02:00 PM Central European Standard Time, "
            "game-1@in.example.org writes:\n"),
    "Seznam": (f"---------- Původní e-mail ----------\nOd: {GAME}\nKomu: anna@example.org\n"
               "Datum: 22. 11. 2026 16:02:00\nPředmět: x\n"),
    "Basque": "The orchard igorleak (game-1@in.example.org) hau idatzi zuen (2026 aza. 22, ig. (16:02)):\n",
    "Catalan": f"Missatge de {GAME} del dia dg., 22 de nov. 2026 a les 16:02:\n",
    "Estonian": f"Kuupäev P, 22. november 2026 kell 16:02 kirjutas {GAME}:\n",
}  # fmt: skip
MARKS = [
    "> ", ">", "| ", "|", "AC> ", "Odo>", "> > ", "| | ", "> | ", "\t> ", "     > ", "» ", "» » ", "> » ",
    "› ", "\uff1e ", "\uff5c ", "│ ", "┃ ", "▌ ", "❯ ", "&gt; ", "&gt;&gt; ", ": ", "] ", "} ", "Comnena> ",
    "AC1>", "\u200b> ", "\u00a0> ", "\ufeff> ", "\u3000> ", ">\u00a0", ">\t",
]  # fmt: skip


def read_letter(body: str, *headers: str) -> ReadMail:
    return read(letter(body, *headers), looks_like_order, OWN)


def read_html(markup: str) -> ReadMail:
    body = f"<html><body><p>{OWN_ORDER}</p>{markup}</body></html>"
    return read_letter(body, "Content-Type: text/html; charset=utf-8")


@pytest.mark.parametrize("name", INTRODUCTIONS)
def test_below_an_introduction_everything_is_quoted_without_any_marks(name):
    found = read_letter(f"{OWN_ORDER}\n\nAnna\n\n{INTRODUCTIONS[name]}\n{THEIR_TEXT}")
    assert found.orders == (OWN_ORDER,)
    assert THEIRS in found.quoted_orders


@pytest.mark.parametrize("mark", MARKS, ids=ascii)
def test_every_mark_of_a_quote_is_known(mark):
    quoted = "\n".join(mark + line for line in THEIR_TEXT.split("\n"))
    assert read_letter(f"{OWN_ORDER}\n\n{quoted}").orders == (OWN_ORDER,)


@pytest.mark.parametrize(
    "markup",
    [
        '<blockquote type="cite">{0}</blockquote>',
        '<div id="mail-editor-reference-message-container"><div>{0}</div></div>',
        '<hr><div id="x_divRplyFwdMsg"><b>From:</b> x</div><div>{0}</div>',
        ('<div><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> x</div></div><table><tr><td>{0}</td></tr>'
         '</table>'),
        '<div data-marker="__QUOTED_TEXT__">{0}</div>',
        '<div style="border-left-width:1px;border-left-style:solid;padding-left:1ex">{0}</div>',
        '<p style="border-left:2px solid #ccc;margin-left:5px">{0}</p>',
        '<section style="border-inline-start: 1px solid blue">{0}</section>',
        '<div class="gmail_attr">On 22 Nov 2026 16:02 x &lt;game@in.example.org&gt; wrote:</div>{0}',
    ],
)  # fmt: skip
def test_quotes_in_html_are_known_by_what_programs_put_around_them(markup):
    found = read_html(markup.format(THEIRS))
    assert found.orders == (OWN_ORDER,)
    assert THEIRS in [line.lstrip("> ") for line in found.quoted_orders]


@pytest.mark.parametrize(
    "kind",
    ["message/rfc822", "message/global", "message/partial; number=1; total=2; id=x", "text/rfc822-headers"],
)
@pytest.mark.parametrize("around", ["mixed", "alternative", "related", "parallel", "appledouble"])
def test_a_mail_inside_of_a_mail_is_inert_wherever_it_stands(kind, around):
    inside = f"--b\nContent-Type: {kind}\n\nFrom: boris@example.org\n\n{THEIRS}\n"
    own = f"--b\nContent-Type: text/plain\n\n{OWN_ORDER}\n"
    header = f"Content-Type: multipart/{around}; boundary=b"
    assert read_letter(f"{inside}{own}--b--\n", header).orders == (OWN_ORDER,)
    assert read_letter(f"{own}{inside}--b--\n", header).orders == (OWN_ORDER,)
    assert read_letter(f"{inside}--b--\n", header).orders == ()


def test_a_mail_that_is_another_mail_and_nothing_else_is_inert():
    assert read_letter(f"From: boris@example.org\n\n{THEIRS}", "Content-Type: message/rfc822").orders == ()
