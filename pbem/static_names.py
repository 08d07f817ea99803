"""Files for the browser are called by their content, once they are collected. So they may be kept for years,
and a page of a new version never gets those of an older one."""

from __future__ import annotations

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ByContent(ManifestStaticFilesStorage):
    """What was not collected (``manage.py collectstatic``, which ``serve`` does by itself) has its plain
    name, is found all the same, and is asked for again after a minute."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        collected = self.hash_key(self.clean_name(name)) in self.hashed_files
        return super().stored_name(name) if collected else name
