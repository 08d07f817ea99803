"""The tests of the record once more, on a real PostgreSQL; of the rest a sample (tests/sampling.py)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
# These use the database to hold a game, and then look at words, pictures, headers, files that are verified
# without it, readers or rules; or they bring a PostgreSQL of their own. Whatever engine holds the game, it is
# the same game: that is what all others are repeated for.
BESIDE_THE_DATABASE = {
    "answers/test_mail_languages.py",
    "answers/test_maps_in_answers.py",
    "answers/test_talk.py",
    "answers/test_tested.py",
    "doors/test_imap.py",
    "doors/test_webhook_signatures.py",
    "gate/test_bombs.py",
    "gate/test_clumsy_mail.py",
    "gate/test_killed_reader.py",
    "gate/test_kinds_of_mail.py",
    "gate/test_meant.py",
    "gate/test_nothing_vanishes.py",
    "gate/test_parts_asked_back.py",
    "gate/test_strange_mail.py",
    "management/test_mailcheck.py",
    "outbox/test_lasting.py",
    "people/test_two_people_mail.py",
    "people/test_two_people_pages.py",
    "play/test_orders_overtaken.py",
    "play/test_settled.py",
    "play/test_setup_by_mail.py",
    "play/test_table_packs.py",
    "proof/test_attacks_form_two.py",
    "proof/test_family_forgeries.py",
    "proof/test_family_odd_files.py",
    "proof/test_family_places.py",
    "proof/test_family_to_postgresql.py",
    "proof/test_moving_to_postgresql.py",
    "proof/test_mutations.py",
    "proof/test_mutations_two.py",
    "proof/test_odd_values_form_two.py",
    "proof/test_rehearse.py",
    "proof/test_rewrites.py",
    "proof/test_sequences_form_two.py",
    "proof/test_verification.py",
    "proof/test_verify_family.py",
    "proof/test_verify_forks_form_two.py",
    "proof/test_verify_form_two.py",
    "record/test_secrets.py",  # what can be guessed from pages and files
    "record/test_two_worlds.py",  # the same bytes of two worlds, whoever holds them
    "record/test_two_worlds_of_families.py",
    "reports/test_cited.py",
    "reports/test_family_mails.py",
    "reports/test_mail_choices.py",
    "reports/test_mail_headers.py",
    "reports/test_one_mail_a_turn.py",
    "reports/test_report_changes.py",
    "reports/test_reports.py",
    "reports/test_three_sides.py",
    "views/test_judge.py",
    "views/test_page_languages.py",
    "views/test_page_readers.py",
    "views/test_tables.py",
    "test_pairs.py",  # two worlds of one number: PostgreSQL never gives a number twice
    "test_pairs_of_boards.py",
    "test_pairs_of_campaigns.py",
    "test_pairs_of_sieges.py",
}
USES_THE_DATABASE = "django_db and not browser"
# whole games say nothing more about the database than a few phases
LONG = " and ".join(
    f"not {name}"
    for name in (
        "captains_reaches_its_end", "captains_fight_both_battles", "are_fought_on_boards",
        "test_three_seats", "test_four_seats", "two_battles_and_a_siege", "campaign_crawl",
        "captains_fight_an_assault", "is_given_to_a_captain_from_either_address",
        "a_campaign_of_captains_is_verified", "in_the_middle_of_games_loses",
    )
)  # fmt: skip

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor == "postgresql", reason="this is that run"),
]


def test_the_record_keeps_its_promises_on_postgresql(server_url: str) -> None:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    folder = ROOT / "tests" / "games"
    every = {file.relative_to(folder).as_posix() for file in folder.rglob("test_*.py")}
    assert every >= BESIDE_THE_DATABASE
    sample = {} if os.environ.get("PBEM_POSTGRESQL") == "all" else {"PBEM_SAMPLED": "1"}
    files = sorted(str(folder / file) for file in every - BESIDE_THE_DATABASE)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider",
         "-m", USES_THE_DATABASE, "-k", LONG, *files],
        env={**clean, **sample, "PBEM_DATABASE_URL": server_url},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=1500,
    )  # fmt: skip
    print(done.stdout[-20_000:], done.stderr[-5_000:])
    assert done.returncode == 0, "see the output above"
