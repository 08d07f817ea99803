"""A table of figures and orders, as spreadsheets paste it: each row is an order, and its heading no fault."""

from __future__ import annotations

import pytest

from games.answers.order_words import looks_like_order
from pbem.mail.lines import LineClass
from pbem.mail.reader import ReadMail, read
from rules.orders.parser import print_order, read_line
from tests.pbem.mail_kit import OWN
from tests.pbem.replies import Body, mail_of
from tests.rules.test_orders import LEXICON

MEANT = ["MOVE Robert 0508", "ATTACK Drogo ON Khaled", "MOVE Arnolfo stay"]
SHEETS = {
    "figure, order, to": ("Figure | Order | To", "Robert | MOVE | 0508", "Drogo | ATTACK | Khaled",
                          "Arnolfo | MOVE | stay"),
    "order, figure, to": ("Order | Figure | To", "MOVE | Robert | 0508", "ATTACK | Drogo | Khaled",
                          "MOVE | Arnolfo | stay"),
    "figure, order": ("Figure | Order", "Robert | MOVE 0508", "Drogo | ATTACK Khaled", "Arnolfo | MOVE stay"),
    "order with its hex, figure": ("Order | Figure", "MOVE 0508 | Robert", "ATTACK | Drogo Khaled",
                                   "MOVE | Arnolfo stay"),
    "figure, to, order": ("Name | Target | Order", "Robert | 0508 | MOVE", "Drogo | ATTACK | Khaled",
                          "Arnolfo | MOVE | stay"),
    "with numbers": ("# | Figure | Order | To", "1 | Robert | MOVE | 0508", "2. | Drogo | ATTACK | Khaled",
                     "3 | Arnolfo | MOVE | stay"),
    "figure, hex": ("Figur | Feld", "Robert | 0508", "Drogo | ATTACK Khaled", "Arnolfo | stay"),
    "without a heading": ("Robert | MOVE | 0508", "Drogo | ATTACK | Khaled", "Arnolfo | MOVE | stay"),
    "whole orders": ("Figure | Order", "Robert | Robert MOVE 0508".replace("Robert | ", " | "),
                     " | ATTACK Drogo ON Khaled", " | MOVE Arnolfo stay"),
    "French": ("Figurine | Ordre | Vers", "Robert | MOVE | 0508", "Drogo | ATTACK | Khaled",
               "Arnolfo | MOVE | stay"),
}  # fmt: skip


def rows(name: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split("|")] for row in SHEETS[name]]


def cells(before: str, after: str, table: str = "<table>"):
    def markup(sheet: list[list[str]]) -> str:
        made = ["<tr>" + "".join(f"{before}{cell}{after}" for cell in row) + "</tr>" for row in sheet]
        return table + "<tbody>\n" + "\n".join(made) + "\n</tbody></table>"

    return markup


PROGRAMS = {
    "Excel": cells('<td height=20 class=xl65 style="height:15pt">', "</td>\n",
                   "<table border=0 cellpadding=0 width=192>"),
    "Outlook": cells('<td width=64 nowrap valign=bottom style="width:48pt"><p class=MsoNormal><span>',
                     "<o:p></o:p></span></p></td>\n", "<table class=MsoNormalTable>"),
    "LibreOffice": cells('<td height="17" align="left"><font face="Liberation Sans">', "</font></td>\n",
                         '<table cellspacing="0" border="0"><colgroup width="85"></colgroup>'),
    "Google Sheets": cells('<td style="overflow:hidden;padding:2px 3px" data-sheets-value="{}">', "</td>",
                           '<table dir="ltr" border="1"><colgroup><col width="100"></colgroup>'),
    "with breaks": cells("<td><div>", "<br></div></td>"),
}  # fmt: skip


def orders(found: ReadMail) -> list[str]:
    made = []
    for line in found.orders:
        for one in read_line(line, LEXICON):
            assert one.order is not None, (line, one.trouble)
            made.append(print_order(one.order, LEXICON))
    return made


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_pasted_table_is_read_row_by_row(name, program):
    markup = PROGRAMS[program](rows(name))
    for html in (markup, f"<p>Hello,</p>{markup}<p>Anna</p>"):
        assert orders(read(mail_of(Body(html=html), "html"), looks_like_order, OWN)) == MEANT


@pytest.mark.parametrize("name", SHEETS)
def test_so_is_one_of_tabs(name):
    text = "\n".join("\t".join(row) for row in rows(name))
    assert orders(read(mail_of(Body(text), "text"), looks_like_order, OWN)) == MEANT


@pytest.mark.parametrize("apart", ["\t", "\n", "\n\n", " "])
@pytest.mark.parametrize("name", SHEETS)
def test_however_the_plain_text_beside_it_keeps_its_cells_apart(name, apart):
    text = "\n".join(apart.join(row) for row in rows(name)) + "\n"
    found = read(mail_of(Body(text, PROGRAMS["Google Sheets"](rows(name))), "both"), looks_like_order, OWN)
    asked = [line for line in found.lines if line.kind is LineClass.ASIDE]
    assert asked == []
    assert [line for line in orders_of_all(found) if line in MEANT] == MEANT


def orders_of_all(found: ReadMail) -> list[str]:
    return [
        print_order(one.order, LEXICON)
        for line in found.orders
        for one in read_line(line, LEXICON)
        if one.order is not None
    ]


def test_a_heading_is_a_remark_even_between_orders():
    text = "MOVE Robert 0508\nFigure\tOrder\tTo\nDrogo\tATTACK\tKhaled\n"
    found = read(mail_of(Body(text), "text"), looks_like_order, OWN)
    assert orders(found) == MEANT[:2]
    assert found.of(LineClass.COMMENT) == ("Figure Order To",)


@pytest.mark.parametrize("row", ["Robert\tMOVE\t0508", "Move\tTo\nRobert\t0508", "Order\tMOVE Robert 0508"])
def test_a_row_with_anything_else_in_it_is_no_heading(row):
    found = read(mail_of(Body(f"{row}\nDrogo\tATTACK\tKhaled\n"), "text"), looks_like_order, OWN)
    assert len(found.orders) >= 2


def test_tables_by_which_a_page_is_laid_out_keep_their_lines():
    html = (
        "<table><tr><td>Logo</td><td><p>MOVE Robert 0508</p><p>ATTACK Drogo ON Khaled</p></td></tr></table>"
        "<table><tr><td><p>MOVE Arnolfo stay</p></td><td><p>MOVE Tancred 0101</p></td></tr></table>"
    )
    found = read(mail_of(Body(html=html), "html"), looks_like_order, OWN)
    assert [line for line in found.orders if line != "Logo"] == [*MEANT, "MOVE Tancred 0101"]


def test_a_quoted_table_is_quoted():
    found = read(mail_of(Body("> Figure\tOrder\n> Robert\tMOVE 0508\n"), "text"), looks_like_order, OWN)
    assert found.orders == ()
    html = PROGRAMS["Excel"](rows("figure, order"))
    found = read(mail_of(Body(html=f"<blockquote>{html}</blockquote>"), "html"), looks_like_order, OWN)
    assert found.orders == ()
