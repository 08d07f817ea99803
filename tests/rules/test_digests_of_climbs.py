"""What is digested of who is up on a ladder or rope is what it was when logs were first written."""

from __future__ import annotations

import pytest

from rules.events import codec
from rules.events.movement import PutBack
from rules.evolve.fingerprint import digest
from tests.rules.castle_kit import castle, upright
from tests.rules.kit import man, play

# As the versions of the server digested them that named the ladder with each man (aloft) and the man's level
# with each ladder (height).
DIGESTS = {
    "ladder": "29c8670c46162a682438f8f9273015db2c75bd8eab91f7442b928b8bb85a5cb6",
    "rope": "75bb7a2e8b1052f23e90c9b8692f288cd405aca76cd736e58ed32f2170b31004",
}


@pytest.mark.parametrize("kind", DIGESTS)
def test_the_digest_of_a_climb_is_the_one_in_old_logs(kind: str) -> None:
    at = castle(
        man("Hugo", "0405"), man("Zahir", "0404", side="arabs"), ladders=(upright(kind=kind, since=0),)
    )
    done = play(at, normans=("MOVE Hugo climb",)).battle
    assert done.figures["hugo"].storey == 1
    assert digest(done) == DIGESTS[kind]


def test_the_same_men_on_the_ground_have_another() -> None:
    at = castle(man("Hugo", "0405"), man("Zahir", "0404", side="arabs"), ladders=(upright(since=0),))
    assert digest(play(at).battle) not in DIGESTS.values()


def test_who_was_put_back_up_a_ladder_in_an_old_log_is_on_its_storey() -> None:
    old = b'{"figure":"hugo","hex":"0405","aloft":"rope-1","height":2}'
    assert codec.decode("put_back", 1, old) == PutBack(figure="hugo", hex="0405", storey=2)
    assert codec.decode("put_back", 1, b'{"figure":"hugo","hex":"0405"}') == PutBack(
        figure="hugo", hex="0405"
    )
