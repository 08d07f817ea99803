"""Drawing a position in a real browser: what is clicked stands in the text, and the text is judged."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.games.views.test_browser import SIZES, browser

__all__ = ["browser"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(os.environ.get("PBEM_NO_BROWSER") == "1", reason="PBEM_NO_BROWSER=1"),
]
RIDER = "board 8x8\n[men normans]\nRoger, rider, 0304-0204, lance\n"


@pytest.fixture(params=SIZES)
def page(browser: Any, live_server: Any, request: pytest.FixtureRequest) -> Any:
    width, height = SIZES[request.param]
    shown = browser.new_page(viewport={"width": width, "height": height}, locale="en")
    broken: list[str] = []
    shown.on("pageerror", lambda error: broken.append(str(error)))
    shown.goto(f"{live_server.url}/judge")
    yield shown
    assert broken == []
    shown.close()


def write(page: Any, text: str) -> None:
    page.fill("#position", text)
    page.wait_for_timeout(350)


def click(page: Any, at: str) -> None:
    page.locator(f"[data-hex='{at}'] polygon").click(force=True)


def text(page: Any) -> list[str]:
    return str(page.input_value("#position")).strip().split("\n")


def test_men_and_ground_are_drawn_into_the_text(page: Any) -> None:
    write(page, "board 4x3\n[orders normans]\n")
    page.fill("[data-name]", "Drogo")
    click(page, "0202")
    page.fill("[data-side]", "arabs")
    page.fill("[data-name]", "Zahir")
    page.select_option("[data-health]", "wounded")
    click(page, "0302")
    men = [
        "[men normans]",
        "Drogo, man, 0202",
        "[men arabs]",
        "Zahir, man, 0302, wounded",
        "[orders normans]",
    ]
    assert text(page) == ["board 4x3", *men]
    page.check("[name=pen][value=ground]")
    page.select_option("[data-ground]", "W")
    click(page, "0401")
    assert text(page) == ["[board]", ". . . W", ". . . .", ". . . .", *men]
    page.fill("[data-columns]", "3")
    page.click("[data-resize]")
    assert text(page)[:4] == ["[board]", ". . .", ". . .", ". . ."]
    page.click("[data-undo]")
    page.check("[name=pen][value=away]")
    click(page, "0302")
    assert text(page) == ["[board]", ". . . W", ". . . .", ". . . .", *men[:3], men[4]]


def test_who_is_picked_up_is_put_down_with_his_horse_behind_him(page: Any) -> None:
    write(page, RIDER)
    click(page, "0304")
    click(page, "0505")
    assert "Roger, rider, 0505-0405, lance" in text(page)
    page.click("[data-judge] button")
    page.wait_for_selector("#verdict")
    assert "0505-0405" in page.text_content("#verdict")


def test_keys_draw_too(page: Any) -> None:
    write(page, "board 4x3\n")
    page.check("[name=pen][value=ground]")
    page.focus("[data-canvas] svg")
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert text(page)[:4] == ["[board]", ". . . .", ". t . .", ". . . ."]


def test_a_board_of_ours_is_left_to_the_text(page: Any) -> None:
    write(page, "board castle\n")
    assert "change it in the text" in page.text_content("[data-told]")
    assert not page.is_visible("[data-canvas]") and text(page) == ["board castle"]


def test_the_number_of_a_line_leads_to_it(page: Any) -> None:
    write(page, "board 4x3\n[men normans]\nDrogo, man, 0202, atack 8\n")
    page.click("[data-judge] button")
    page.wait_for_selector("#line-3.is-fault")
    page.click("a[data-line='3']")
    chosen = "() => { const t = document.querySelector('#position');" + (
        "return t.value.slice(t.selectionStart, t.selectionEnd) }"
    )
    assert page.evaluate(chosen) == "Drogo, man, 0202, atack 8"
