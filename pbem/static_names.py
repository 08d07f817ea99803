"""Files for the browser are called by their content, once they are collected. So they may be kept for years,
and a page of a new version never gets those of an older one."""

from __future__ import annotations

import contextlib

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.management import call_command

from pbem import version

STAMP = "collected-by"


class ByContent(ManifestStaticFilesStorage):
    """What was not collected (``manage.py collectstatic``, which ``serve`` does by itself) has its plain
    name, is found all the same, and is asked for again after a minute."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        collected = self.hash_key(self.clean_name(name)) in self.hashed_files
        return super().stored_name(name) if collected else name


def collect() -> None:
    """Collect them, unless this very version has done so. Without room they are found where they are."""
    stamp = settings.STATIC_ROOT / STAMP
    with contextlib.suppress(OSError):
        if version.is_exact() and stamp.is_file() and stamp.read_text() == version.of_server():
            return
        call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(version.of_server())
