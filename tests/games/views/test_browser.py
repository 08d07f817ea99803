"""The archive in a real browser, as a phone and as a desktop show it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from games.models import Adjudication, Game, SeatRequest
from games.play import seat_requests
from games.record import dice, eventlog
from games.seats import seats
from rules import engine
from tests.games import arena
from tests.games.arena import no_mail
from tests.sampling import some

__all__ = ["no_mail"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}


def crosswise(one: str, other: str) -> list[tuple[str, str]]:
    """Both ways at both sizes; every second pair has both and both."""
    return [("phone", one), ("phone", other), ("desktop", other), ("desktop", one)]


pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_mail"),
    pytest.mark.skipif(os.environ.get("PBEM_NO_BROWSER") == "1", reason="PBEM_NO_BROWSER=1"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The Chromium of this machine."""
    from playwright.sync_api import sync_playwright

    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail(f"no browser: install one of {', '.join(NAMES)}, or set PBEM_NO_BROWSER=1")
    with pytest.MonkeyPatch.context() as patch:
        # the driver runs an event loop in this thread, which Django takes for asynchronous code
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with sync_playwright() as driver:
            chromium = driver.chromium.launch(
                executable_path=found,
                args=[
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--disable-background-networking",
                ],
            )
            yield chromium
            chromium.close()


@pytest.fixture
def played() -> Game:
    return arena.play(arena.battle(), 3)


class Visitor:
    """A page that remembers what went wrong on it."""

    def __init__(self, browser: Any, base: str, size: str, scheme: str = "light", **options: Any) -> None:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, **options
        )
        self.page, self.base, self.troubles = context.new_page(), base, []
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.troubles.append(m.text))
        self.page.on("pageerror", lambda e: self.troubles.append(str(e)))
        self.page.on("request", self._watch)

    def _watch(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:")):
            self.troubles.append(f"asks {request.url}")

    def open(self, address: str) -> None:
        response = self.page.goto(self.base + address)
        assert response and response.status == 200, address
        self.page.wait_for_load_state("networkidle")

    def sound(self) -> None:
        """Nothing went wrong, and nothing sticks out at the right."""
        over = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert over <= 0, f"{self.page.url} is {over} px too wide"
        assert not self.troubles, self.troubles

    def sees_map(self) -> None:
        drawing = self.page.locator(".map-sheet svg").first
        box = drawing.bounding_box()
        assert box and box["width"] >= 300 and box["height"] >= 200
        assert drawing.locator("g > title").count() >= 10


@pytest.mark.parametrize(("size", "scheme"), some(crosswise("light", "dark"), 2))
def test_the_archive_on_a_screen(
    browser: Any, live_server: Any, played: Game, size: str, scheme: str
) -> None:
    visitor = Visitor(browser, live_server.url, size, scheme)
    turn = played.adjudications.order_by("first_seq").first()
    assert turn
    visitor.open("/")
    assert visitor.page.locator(".card img").first.evaluate("i => i.complete && i.naturalWidth > 300")
    name = visitor.page.locator(".game-name").first.bounding_box()
    assert name and name["height"] < 40, "the name of a battle is not squeezed into a narrow column"
    visitor.sound()
    visitor.open(f"/g/{played.pk}")
    visitor.sees_map()
    visitor.sound()
    visitor.open(f"/g/{played.pk}/t/{turn.key}")
    visitor.sees_map()
    visitor.sound()
    visitor.open(f"/g/{played.pk}/t/{turn.key}/dice")
    visitor.sound()


def test_the_dice_page_rolls_again_in_the_browser_without_network(browser: Any, live_server: Any) -> None:
    """Every face comes out again by the browser's own SHA-256; one that the page does not hold
    agrees with ours."""
    game = arena.fight(8)
    turn = next(t for t in game.adjudications.order_by("first_seq") if _dice(t))
    visitor = Visitor(browser, live_server.url, "phone")
    visitor.open(f"/g/{game.pk}/t/{turn.key}/dice")
    page = visitor.page
    page.context.set_offline(True)
    page.click("[data-all]")
    page.wait_for_function("document.querySelector('[data-told]').textContent")
    told = page.inner_text("[data-told]")
    assert told == f"The secret hashes back to the promise. All {len(_dice(turn))} faces agree."
    here = [int(cell) for cell in page.locator("td[data-here]").all_inner_texts()]
    assert here == [die.face for die in _dice(turn)]

    [closed] = [
        e
        for e in eventlog.events(game.pk, turn.first_seq, turn.last_seq)
        if isinstance(e, engine.PhaseClosed)
    ]
    table = engine.KeyedDice(
        dice.phase_key(dice.secret(game, turn.phase), turn.phase, turn.step, closed.sheets)
    )
    for name, sides in (("any name", 10), ("é/中#1", 6), ("p1/GUI-6.2/Robert//1", 997)):
        page.fill("[data-name]", name)
        page.fill("[data-sides]", str(sides))
        page.click("[data-one]")
        expected = f"{name}: {table.roll(name, sides)}"
        page.wait_for_function(
            "said => document.querySelector('[data-face]').textContent === said", arg=expected
        )
    page.evaluate("document.querySelector('[data-roll]').dataset.face = '99'")
    page.click("[data-all]")
    page.wait_for_function("document.querySelector('[data-told]').textContent.includes('1 of ')")
    visitor.sound()


def _dice(turn: Adjudication) -> list[engine.DieRolled]:
    found = eventlog.events(turn.game_id, turn.first_seq, turn.last_seq)
    return [e for e in found if isinstance(e, engine.DieRolled)]


@pytest.mark.parametrize("size", list(SIZES))
def test_text_stands_out_from_its_ground(browser: Any, live_server: Any, played: Game, size: str) -> None:
    """Contrast of 4.5 to 1 for plain text, by day and by night."""
    for scheme in ("light", "dark"):
        visitor = Visitor(browser, live_server.url, size, scheme)
        visitor.open(f"/g/{played.pk}")
        for selector in ("p", "h1", "h2", "a", "small", "td", ".tag", "footer p"):
            for element in visitor.page.locator(f"main {selector}, {selector}").all()[:6]:
                assert element.evaluate(CONTRAST) >= 4.5, (scheme, selector, element.inner_text())


CONTRAST = """element => {
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const read = colour => colour.match(/[\\d.]+/g).map(Number);
  let ground = element, back;
  do { back = read(getComputedStyle(ground).backgroundColor); ground = ground.parentElement; }
  while (ground && back.length > 3 && back[3] === 0);
  const [high, low] = [light(read(getComputedStyle(element).color)), light(back)].sort((a, b) => b - a);
  return (high + .05) / (low + .05);
}"""


def test_leafing_with_the_keys_and_the_slider(browser: Any, live_server: Any, played: Game) -> None:
    visitor = Visitor(browser, live_server.url, "desktop")
    turns = [a.key for a in played.adjudications.order_by("first_seq")]
    visitor.open(f"/g/{played.pk}/t/{turns[0]}")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_url(f"**/t/{turns[1]}")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.wait_for_url(f"**/t/{turns[0]}")
    visitor.open(f"/g/{played.pk}")
    slider = visitor.page.locator(".replay input")
    slider.focus()
    slider.press("Home")
    visitor.page.wait_for_url(f"**/t/{turns[0]}")
    visitor.sound()


@pytest.mark.parametrize("size", list(SIZES))
def test_orders_are_handed_in_without_scripts(
    browser: Any, live_server: Any, played: Game, size: str
) -> None:
    seat = played.seats.get(awaited=True)
    visitor = Visitor(browser, live_server.url, size, java_script_enabled=False)
    visitor.open(f"/s/{seats.link_secret(seat)}")
    assert visitor.page.url.endswith(f"/g/{played.pk}/seat/{seat.name}")
    visitor.page.get_by_role("button", name="Send orders").click()
    visitor.page.get_by_role("heading", name="Received").wait_for()
    seat.refresh_from_db()
    played.refresh_from_db()
    assert seat.filed_seq > played.opened_seq
    visitor.page.get_by_role("button", name="Leave your seat").click()
    visitor.page.wait_for_url(lambda address: "/seat/" not in address)
    visitor.page.get_by_role("heading", level=1).wait_for()


STICKING_OUT = """() => [...document.querySelectorAll('body *')].filter(element => {
  const box = element.getBoundingClientRect(), style = getComputedStyle(element);
  const apart = '.map-sheet, .scroll, pre, textarea, select, .unseen, .trap, .skip, svg';
  if (!box.width || element.closest(apart)) return false;
  return box.right > document.documentElement.clientWidth + 1 || box.left < -1
    || (style.display !== 'inline' && style.overflowX === 'visible' && !element.querySelector('.map')
      && element.scrollWidth > element.clientWidth + 1);
}).map(element => `${element.tagName} ${element.className}: ${element.textContent.trim().slice(0, 60)}`)"""


@pytest.mark.parametrize(("size", "language"), some(crosswise("de-DE", "fr-FR"), 2))
def test_no_word_sticks_out_in_any_language(
    browser: Any, live_server: Any, played: Game, size: str, language: str
) -> None:
    played.seats.update(language=language[:2])
    seat, turn = arena.anna(played), played.adjudications.order_by("first_seq").last()
    assert turn
    game, desk = f"/g/{played.pk}", f"/g/{played.pk}/seat/{seat.name}"
    pages = ["/", "/orders", "/rules", "/rules/GUI-6.5", "/new/orchard", game, f"{game}/t/{turn.key}"]
    terms = {"scenario": arena.scenario().slug, "seat": arena.scenario().seats[0].id}
    asked = SeatRequest.objects.create(
        ref="asked", mailbox="x", player="Anna", email="x@example.org", terms=terms, language=language[:2]
    )
    pages.append(urlsplit(seat_requests.link(asked)).path)
    own = [desk, f"{desk}/letters", f"{desk}/mail", f"{game}/t/{turn.key}/dice", f"{game}/witness", game]
    visitor = Visitor(browser, live_server.url, size, locale=language)
    for path in (*pages, f"/s/{seats.link_secret(seat)}", *own):
        visitor.open(path)
        assert visitor.page.locator("html").get_attribute("lang") == language[:2]
        for details in visitor.page.locator("details").all():
            details.evaluate("d => d.open = true")
        assert visitor.page.evaluate(STICKING_OUT) == [], path
        visitor.sound()


def test_the_map_can_be_enlarged(browser: Any, live_server: Any, played: Game) -> None:
    visitor = Visitor(browser, live_server.url, "phone")
    visitor.open(f"/g/{played.pk}")
    drawing = visitor.page.locator(".map-sheet svg").first
    before = drawing.bounding_box()
    visitor.page.get_by_label("Enlarge").check()
    after = drawing.bounding_box()
    assert before and after and after["width"] > 1.5 * before["width"]
    visitor.sound()


@pytest.mark.parametrize("language", some(["en-GB", "de-DE", "fr-FR"], 3))
def test_the_orders_of_each_battle_are_printed_on_one_page(
    browser: Any, live_server: Any, language: str
) -> None:
    visitor = Visitor(browser, live_server.url, "desktop", locale=language)
    for scenario in filter(lambda each: engine.has_cheat_sheet(each.slug), engine.scenarios()):
        visitor.page.goto(f"{live_server.url}/sheet/{scenario.slug}")
        printed = visitor.page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, scenario.slug
    assert not visitor.troubles
