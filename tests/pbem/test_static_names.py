"""Files for the browser are called by their content and kept for years; what was not collected is found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.templatetags.static import static
from django.test import RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from pbem import static_names, version

YEAR = 365 * 24 * 3600
STYLE = "games/archive.css"


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", verbosity=0, interactive=False)
    settings.STATIC_ROOT = Path(str(tmp_path))  # a process that starts behind it


def sent(address: str) -> Any:
    door = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))
    return door(RequestFactory().get(address))


def kept_seconds(response: Any) -> int:
    found = re.search(r"max-age=(\d+)", response.get("Cache-Control", ""))
    return int(found[1]) if found else 0


def test_a_collected_file_is_called_by_its_content_and_kept(collected: None) -> None:
    address = static(STYLE)
    assert re.fullmatch(r"/static/games/archive\.[0-9a-f]{12}\.css", address)
    response = sent(address)
    assert response.status_code == 200 and kept_seconds(response) >= YEAR
    assert "immutable" in response["Cache-Control"]
    fonts = re.findall(rb'url\("([^"]+)"', b"".join(response.streaming_content))
    assert fonts and all(re.search(rb"\.[0-9a-f]{12}\.woff2$", font) for font in fonts)
    assert kept_seconds(sent(f"/static/games/{fonts[0].decode()}")) >= YEAR


def test_another_content_is_another_name(collected: None, settings: Any, tmp_path: Path) -> None:
    before, changed = static(STYLE), tmp_path / "changed"
    (changed / "games").mkdir(parents=True)
    (changed / STYLE).write_text("p { color: red }")
    settings.STATICFILES_DIRS = [changed]
    call_command("collectstatic", verbosity=0, interactive=False)
    settings.STATIC_ROOT = Path(str(tmp_path))
    assert static(STYLE) != before
    assert sent(before).status_code == 200, "a page of before finds what it was made for"


def test_a_file_by_its_plain_name_is_asked_for_again_soon(collected: None) -> None:
    assert 0 < kept_seconds(sent(f"/static/{STYLE}")) <= 60


def test_without_a_collection_files_have_plain_names_and_are_found(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    assert static(STYLE) == f"/static/{STYLE}" and sent(static(STYLE)).status_code == 200


def test_a_file_that_came_after_the_collection_has_its_plain_name(collected: None) -> None:
    assert static("games/of_tomorrow.css") == "/static/games/of_tomorrow.css"


def test_what_this_version_has_collected_is_not_collected_again(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATIC_ROOT = tmp_path
    collected: list[str] = []
    monkeypatch.setattr(static_names, "call_command", lambda name, **_: collected.append(name))
    for number, named in enumerate(("1.0", "1.0", "1.1", "1.1-dirty", "1.1-dirty", version.UNKNOWN)):
        monkeypatch.setattr(version, "of_server", lambda named=named: named)
        static_names.collect()
        assert len(collected) == (1, 1, 2, 3, 4, 5)[number], named
