"""Rows by statements that are written out are the rows of the ORM."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Model
from django.utils import timezone

from games.models import Adjudication, Event, Game, OutboundMail, Seat, rows
from tests.games.kit import a_game, seat_of
from tests.games.pocket_rules import PocketRules

pytestmark = pytest.mark.django_db


def kept(row: Model) -> dict[str, Any]:
    return {field.attname: row.__dict__[field.attname] for field in row._meta.concrete_fields}


def test_a_row_is_that_of_the_orm(pocket: PocketRules) -> None:
    game = a_game()
    Seat.objects.update(proven=timezone.now(), other_emails=["a@example.org"])
    for model in (Game, Seat, Event, OutboundMail):
        for known in model._default_manager.all():
            found = rows.row(model, known.pk)
            assert kept(found) == kept(known)
            assert [type(value) for value in kept(found).values()] == [
                type(value) for value in kept(known).values()
            ]
    rows.row(Game, game.pk).save(update_fields=["state"])
    with pytest.raises(Adjudication.DoesNotExist):
        rows.row(Adjudication, 0)


def test_what_was_not_selected_is_loaded_when_it_is_asked_for(
    pocket: PocketRules, django_assert_num_queries: Any
) -> None:
    seat = seat_of(a_game(), "normans")
    [found] = rows.rows(Seat, "SELECT name, id, 1 AS other FROM games_seat WHERE id = %s", seat.pk)
    with django_assert_num_queries(0):
        assert (found.pk, found.name) == (seat.pk, "normans")
    with django_assert_num_queries(1):
        assert found.title == seat.title


def test_moments_are_compared_as_they_are_kept(pocket: PocketRules) -> None:
    game = a_game()
    at = "SELECT id, created FROM games_game WHERE created = %s"
    assert [row.pk for row in rows.rows(Game, at, game.created)] == [game.pk]
    assert rows.values("SELECT uuid FROM games_game WHERE id = %s AND 1 = 0", game.pk) == []
