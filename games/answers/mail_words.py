"""What the post office notices about a mail, in words for its writer. Its own code for each of them stays as
it is: in the row of the mail, and in the answers of programs."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

from pbem.mail.reader import ReadMail

WARNINGS = {
    "html-used": gettext_noop("Your mail had no plain text with orders, so its HTML part was read."),
    "attachment-used": gettext_noop(
        "An attached file was read. What stands in a file is not carried out before you say so."
    ),
    "sealed": gettext_noop(
        "Your mail was encrypted, or packed in a form that only some programs can open (S/MIME, PGP or "
        "winmail.dat), so its text could not be read. Please send it as plain text."
    ),
    "attachment-ignored": gettext_noop("Attachments and pictures were not opened."),
    "attachment-damaged": gettext_noop(
        "The attached file {file} could not be read: it is damaged or locked, or larger than is read. "
        "Please write the orders into the mail itself."
    ),
    "charset-unreadable": gettext_noop(
        "Your mail says that its character set is {charset}, which is not known here, so letters or whole "
        "lines may be wrong or missing. Please send it again as UTF-8."
    ),
    "charset-guessed": gettext_noop(
        "The declared character set did not fit; the letters were read as well as could be."
    ),
    "damaged-mail": gettext_noop("The mail was damaged on its way; check that every line below is complete."),
    "text-cut": gettext_noop("The mail or a line of it was very long; its end was not read."),
    "joined": gettext_noop("Lines that your mail program had broken were put together again."),
}
REFUSALS = {
    "too-large": gettext_noop("it is too large"),
    "too-many-lines": gettext_noop("it has too many lines"),
    "headers-too-large": gettext_noop("its headers are too large"),
    "too-many-headers": gettext_noop("it has too many headers"),
    "header-too-long": gettext_noop("one of its headers is too long"),
    "too-many-addresses": gettext_noop("it goes to too many addresses"),
    "too-deeply-nested": gettext_noop("its parts are nested too deeply"),
    "boundary-too-long": gettext_noop("the marks between its parts are too long"),
    "too-many-parts": gettext_noop("it has too many parts"),
    "unreadable": gettext_noop("it is damaged"),
    "reader-killed": gettext_noop("reading it took too long"),
}


def warnings(read: ReadMail) -> list[str]:
    """What was odd about a mail that was read, a sentence each."""
    named = {"charset": read.charset, "file": read.damaged}
    return [gettext(WARNINGS[code]).format(**named) for code in read.warnings if code in WARNINGS]


def refusal(code: str) -> str:
    """Why a mail was not read at all, as part of a sentence."""
    return gettext(REFUSALS.get(code, REFUSALS["unreadable"]))
