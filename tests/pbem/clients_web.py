"""Replies as webmail and programs of phones write them."""

from __future__ import annotations

import textwrap
from html import escape

from tests.pbem.languages import LANGUAGES
from tests.pbem.replies import (
    ADDRESS,
    NAME,
    REPORT,
    REPORT_HTML,
    SUBJECT,
    WRITER,
    WRITER_ADDRESS,
    Body,
    Reply,
    attribution,
    bold,
    breaks,
    divs,
    hard,
    headers,
    html_reply,
    marked,
    own_lines,
    plain,
    text_reply,
    text_unmarked,
)

# Gmail


def gmail_web(reply: Reply) -> Body:
    intro = attribution(reply.words.gmail)
    text = text_reply(reply, "\n".join(textwrap.wrap(intro, 76)), own=hard)
    html = html_reply(
        reply,
        (
            '<br><div class="gmail_quote gmail_quote_container">'
            f'<div dir="ltr" class="gmail_attr">{escape(intro)}<br></div></div>'
        ),
        lambda lines: f'<div dir="ltr">{divs(lines)}</div>',
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        'rgb(204,204,204);padding-left:1ex">',
        "</blockquote>",
    )
    return Body(text, html)


def gmail_phone(reply: Reply) -> Body:
    intro = attribution(reply.words.gmail)
    text = text_reply(reply, "\n".join(textwrap.wrap(intro, 76)), own=hard)
    html = html_reply(
        reply,
        f'<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(intro)}<br></div></div>',
        lambda lines: (
            f'<div dir="auto">{divs(lines, " dir=&quot;auto&quot;".replace("&quot;", chr(34)))}</div>'
        ),
        (
            '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc '
            'solid;padding-left:1ex">'
        ),
        "</blockquote>",
    )
    return Body(text, html)


def gmail_older(reply: Reply) -> Body:
    """Signature above the quote, all of the reply in gmail_extra."""
    body = gmail_web(reply)
    html = body.html.replace(
        '<div class="gmail_quote gmail_quote_container">',
        '<div class="gmail_extra"><div class="gmail_quote">',
        1,
    )
    return Body(body.text, html + "</div>")


# webmail


def yahoo(reply: Reply) -> Body:
    intros = {
        "de": f"Am Sonntag, 22. November 2026 um 16:02:00 MEZ hat {NAME} <{ADDRESS}> Folgendes geschrieben: ",
        "fr": f"Le dimanche 22 novembre 2026 à 16:02:00 UTC+1, {NAME} <{ADDRESS}> a écrit : ",
    }
    intro = intros.get(
        reply.language, f"On Sunday, November 22, 2026 at 04:02:00 PM GMT+1, {NAME} <{ADDRESS}> wrote: "
    )
    text = (
        plain([f" {line}" if line else "" for line in own_lines(reply)])
        + f"\n    {intro}\n \n "
        + plain(REPORT)
    )
    html = (
        '<html><body><div class="ydp4a yahoo-style-wrap" style="font-family:Helvetica '
        f'Neue">{divs(own_lines(reply), DATA_SET)}</div><div id="yahoo_quoted_4711" class="yahoo_quoted">'
        f'<div style="font-size:13px"><div>{escape(intro)}</div><div><br></div><div>'
        f'<div id="yiv471">{REPORT_HTML}</div></div></div></div></body></html>'
    )
    return Body(text, html)


DATA_SET = ' dir="ltr" data-setdir="false"'


def proton(reply: Reply) -> Body:
    intro = f"On Sunday, November 22nd, 2026 at 4:02 PM, {NAME} <{ADDRESS}> wrote:"
    below = ("", "Sent with Proton Mail secure email.", "")
    text = text_reply(reply, intro, *below)
    html = html_reply(
        reply,
        f'<div class="protonmail_quote">{escape(intro)}<br></div>',
        lambda lines: divs(lines, ' style="font-family: Arial, sans-serif; font-size: 14px;"'),
        '<blockquote class="protonmail_quote" type="cite">',
        "</blockquote>",
        *below,
    )
    return Body(text, html)


def gmx(reply: Reply) -> Body:
    """GMX and web.de."""
    words = reply.words
    html = (
        '<html><head></head><body><div style="font-family: Verdana;font-size: '
        f'12.0px;">{divs(own_lines(reply))}<div>&nbsp;'
        '<div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px '
        'solid #C3D9E5;">'
        f'<div style="margin:0 0 10px 0;">{headers(words, "sfto", bold, "<br/>")}</div>'
        f'<div name="quoted-content">{REPORT_HTML}</div></div></div></div></body></html>'
    )
    return Body(text_unmarked(reply, "\n" + headers(words, "sfto") + "\n"), html)


def gmx_new(reply: Reply) -> Body:
    """The newer editor of GMX and web.de: a blockquote without any name."""
    words = reply.words
    html = (
        f'<html><body><div style="font-family:verdana">{divs(own_lines(reply))}</div>'
        '<div id="sub-body-container" style="margin: 10px 5px 5px 10px; padding: 10px 0px 10px 10px; '
        'border-left: 2px solid rgb(195, 217, 229);">'
        f'<div style="margin: 0px 0px 10px;">{headers(words, "sfto", bold, "<br>")}</div><div>{REPORT_HTML}'
        "</div>"
        "</div></body></html>"
    )
    return Body("", html)


def t_online(reply: Reply) -> Body:
    words = reply.words
    intro = f"\n-----Original-Nachricht-----\n{headers(words, 'osft')}\n"
    html = (
        f"<html><body><p>{breaks(own_lines(reply))}</p><p>-----Original-Nachricht-----</p><p>"
        f"{headers(words, 'osft', bold, '<br>')}</p>{REPORT_HTML}</body></html>"
    )
    return Body(text_unmarked(reply, intro), html)


def fastmail(reply: Reply) -> Body:
    intro = f"On Sun, 22 Nov 2026, at 16:02, {NAME} wrote:"
    html = html_reply(
        reply, f"<div>{intro}</div>", divs, '<blockquote type="cite" id="qt" style="">', "</blockquote>"
    )
    return Body(text_reply(reply, intro, gap=""), html)


def tutanota(reply: Reply) -> Body:
    intro = f"Nov 22, 2026, 16:02 by {ADDRESS}:"
    html = html_reply(
        reply,
        f"<div>{intro}<br></div>",
        divs,
        '<blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8; padding-left: 10px;">',
        "</blockquote>",
    )
    return Body(text_reply(reply, intro), html)


def roundcube(reply: Reply) -> Body:
    intros = {"de": f"Am 2026-11-22 16:02, schrieb {NAME}:", "fr": f"Le 2026-11-22 16:02, {NAME} a écrit :"}
    intro = intros.get(reply.language, f"On 2026-11-22 16:02, {NAME} wrote:")
    html = html_reply(
        reply,
        f'<p id="reply-intro">{intro}</p>',
        lambda lines: f"<p>{breaks(lines)}</p>",
        '<blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">',
        "</blockquote>",
    )
    return Body(text_reply(reply, intro, own=hard, gap=""), html)


def zimbra(reply: Reply) -> Body:
    words = reply.words
    html = (
        f'<html><body><div style="font-family: arial">{divs(own_lines(reply))}'
        '<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__">'
        f'<blockquote style="border-left:2px solid #1010FF">{headers(words, "ftso", bold, "<br>")}'
        '</blockquote></div><div data-marker="__QUOTED_TEXT__">'
        f'<blockquote style="border-left:2px solid #1010FF">{REPORT_HTML}</blockquote></div></div></body>'
        "</html>"
    )
    return Body(
        text_reply(
            reply, f"----- Original Message -----\n{marked(headers(words, 'ftso').rstrip().split(chr(10)))}"
        ),
        html,
    )


def open_xchange(reply: Reply) -> Body:
    """mailbox.org, IONOS, Xfinity and others."""
    intros = {"de": f"{NAME} <{ADDRESS}> hat am 22.11.2026 16:02 CET geschrieben:"}
    intro = intros.get(reply.language, f"On 11/22/2026 4:02 PM CET {NAME} <{ADDRESS}> wrote:")
    html = html_reply(
        reply,
        "",
        lambda lines: f'<div class="default-style">{breaks(lines)}</div>',
        f'<blockquote type="cite"><div>{escape(intro)}</div><div><br></div>',
        "</blockquote>",
    )
    return Body(text_reply(reply, f"> {intro}", gap="> \n> \n"), html)


def zoho(reply: Reply) -> Body:
    intro = f"---- On Sun, 22 Nov 2026 16:02:00 +0100 {NAME} <{ADDRESS}> wrote ---"
    html = (
        f'<html><body><div style="font-family: Verdana">{divs(own_lines(reply))}</div>'
        '<div class="zmail_extra_hr" style="border-top: 1px solid rgb(204, 204, 204)"><br></div>'
        f'<div class="zmail_extra" data-zbluepencil-ignore="true"><div id="Zm-_Id_-Sgn1">{escape(intro)}'
        f'</div><blockquote id="blockquote_zmail">{REPORT_HTML}</blockquote></div></body></html>'
    )
    return Body(text_unmarked(reply, f"\n{intro}\n\n"), html)


def mail_ru(reply: Reply) -> Body:
    intro = f"Воскресенье, 22 ноября 2026, 16:02 +03:00 от {NAME} <{ADDRESS}>:"
    html = html_reply(
        reply,
        "",
        divs,
        (
            '<blockquote style="border-left:1px solid #0857A6;margin:10px;padding:0 0 0 '
            f'10px;">{escape(intro)}<br>&nbsp;'
        ),
        "</blockquote>",
    )
    return Body(text_reply(reply, intro), html)


def yandex(reply: Reply) -> Body:
    intro = f'22.11.2026, 16:02, "{NAME}" <{ADDRESS}>:'
    html = html_reply(reply, f"<div>{escape(intro)}</div>", divs, "<blockquote>", "</blockquote>")
    return Body(text_reply(reply, intro), html)


def qq(reply: Reply) -> Body:
    fields = (
        f'发件人: "{NAME}" <{ADDRESS}>;\n发送时间: 2026年11月22日(星期天) 晚上11:02\n收件人: "{WRITER}"'
        f"<{WRITER_ADDRESS}>;\n主题: {SUBJECT}\n"
    )
    heading = "------------------&nbsp;原始邮件&nbsp;------------------"
    html = (
        f'<html><body>{divs(own_lines(reply))}<div><br></div><div style="font-size: 12px;font-family: Arial '
        f'Narrow;padding:2px 0 2px 0;">{heading}</div><div style="font-size: '
        '12px;background:#efefef;padding:8px;"><div>'
        f"{breaks(fields.strip().split(chr(10)))}</div></div><div>{REPORT_HTML}</div></body></html>"
    )
    return Body(text_unmarked(reply, f"\n\n{heading.replace('&nbsp;', ' ')}\n{fields}\n\n"), html)


def netease(reply: Reply) -> Body:
    """163.com."""
    intro = f'At 2026-11-22 23:02:00, "{NAME}" <{ADDRESS}> wrote:'
    html = html_reply(
        reply,
        f"<p>{escape(intro)}</p>",
        divs,
        (
            '<blockquote id="isReplyContent" style="PADDING-LEFT: 1ex; MARGIN: 0px 0px 0px 0.8ex; '
            'BORDER-LEFT: #ccc 1px solid">'
        ),
        "</blockquote>",
    )
    return Body(text_reply(reply, intro, mark=">", gap=""), html)


def seznam(reply: Reply) -> Body:
    words = LANGUAGES["cs"]
    intro = f"---------- Původní e-mail ----------\n{headers(words, 'ftso')}"
    html = (
        f"<html><body><div>{breaks(own_lines(reply))}</div><br><aside>---------- Původní e-mail ----------"
        "<br>"
        f"{headers(words, 'ftso', escape, '<br>')}</aside><br><blockquote "
        f'data-email="{ADDRESS}">{REPORT_HTML}'
        "</blockquote></body></html>"
    )
    return Body(text_unmarked(reply, f"\n{intro}\n"), html)


def orange(reply: Reply) -> Body:
    """The French provider: the header stands within the marks."""
    fields = [
        "Message du 22/11/26 16:02",
        f"De : {NAME} <{ADDRESS}>",
        f"A : {WRITER_ADDRESS}",
        "Copie à : ",
        f"Objet : {SUBJECT}",
        "",
    ]
    return Body(text_reply(reply, marked(fields).rstrip("\n"), gap=""))


def aol(reply: Reply) -> Body:
    fields = (
        f"From: {NAME} <{ADDRESS}>\nTo: {WRITER_ADDRESS}\nSent: Sun, Nov 22, 2026 4:02 pm\n"
        f"Subject: {SUBJECT}\n"
    )
    html = (
        f'<font face="arial"><div>{breaks(own_lines(reply))}</div><div> <br></div>'
        '<div style="font-family:helvetica">'
        f"-----Original Message-----<br>{breaks(fields.strip().split(chr(10)))}<br>{REPORT_HTML}</div></font>"
    )
    return Body(text_unmarked(reply, f"\n\n-----Original Message-----\n{fields}\n"), html)


# phones


def samsung(reply: Reply) -> Body:
    fields = (
        f"From: {NAME} <{ADDRESS}>\nDate: 22/11/2026 16:02 (GMT+01:00)\nTo: {WRITER_ADDRESS}\n"
        f"Subject: {SUBJECT}\n"
    )
    heading = {
        "de": "-------- Ursprüngliche Nachricht --------",
        "fr": "-------- Message d'origine --------",
    }.get(reply.language, "-------- Original message --------")
    below = ("", "", "Sent from my Galaxy")
    html = (
        f'<html><body dir="auto">{divs(own_lines(reply))}<div id="composer_signature" dir="auto">Sent from '
        'my Galaxy</div><div dir="auto"><br></div><div align="left" dir="auto" '
        f'style="font-size:100%;color:#000000"><div>{heading}</div>'
        f"{divs(fields.strip().split(chr(10)))}<div><br></div></div>{REPORT_HTML}</body></html>"
    )
    return Body(text_unmarked(reply, f"\n{heading}\n{fields}\n", *below), html)


def k9(reply: Reply) -> Body:
    intro = f"On 22 November 2026 16:02:00 CET, {NAME} <{ADDRESS}> wrote:"
    below = ("", "-- ", "Sent from my Android device with K-9 Mail. Please excuse my brevity.")
    html = html_reply(
        reply,
        f'<br><br><div class="gmail_quote">{escape(intro)}</div>',
        lambda lines: f'<div dir="auto">{breaks(lines)}</div>',
        (
            '<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid '
            'rgb(204, 204, 204)">'
        ),
        "</blockquote>",
        "<br>-- <br><div class='k9mail-signature'>Sent from my Android device.</div>",
    )
    return Body(text_reply(reply, intro, *below, mark=">", gap=""), html)


def spark(reply: Reply) -> Body:
    intro = f"On 22 Nov 2026 at 16:02 +0100, {NAME} <{ADDRESS}>, wrote:"
    html = html_reply(
        reply,
        f'<div name="messageReplySection">{escape(intro)}</div>',
        lambda lines: f'<div name="messageBodySection"><div dir="auto">{breaks(lines)}</div></div>',
        (
            '<blockquote type="cite" class="spark_quote" style="margin: 5px 5px; border-left: thin solid '
            '#1abc9c;">'
        ),
        "</blockquote>",
    )
    return Body(text_reply(reply, intro, gap=""), html)
