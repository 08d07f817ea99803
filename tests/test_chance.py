"""What a test draws from the operating system comes again."""

from __future__ import annotations

import os
import secrets
import uuid

import pytest

from tests import chance

pytestmark = pytest.mark.skipif(chance.FRESH, reason="all is left to chance")


def drawn(name: str) -> list[object]:
    with chance.drawn_by(name):
        return [
            secrets.token_bytes(32),
            secrets.token_hex(8),
            secrets.randbits(48),
            secrets.choice(range(10**9)),
            uuid.uuid4(),
            os.urandom(4),
        ]


def test_a_name_draws_the_same_again_and_another_name_other_things() -> None:
    assert drawn("one") == drawn("one")
    assert not set(drawn("one")) & set(drawn("two"))


def test_nothing_is_drawn_twice() -> None:
    assert len({secrets.token_bytes(8) for _ in range(100)}) == 100


def test_another_process_draws_for_itself() -> None:
    mine, his = os.pipe()
    with chance.drawn_by("one"):
        if not os.fork():
            os.write(his, secrets.token_bytes(16))
            os._exit(0)
        os.wait()
        assert os.read(mine, 16) != secrets.token_bytes(16)


def test_each_test_draws_under_its_own_name(request: pytest.FixtureRequest) -> None:
    first = secrets.token_bytes(8)
    with chance.drawn_by(request.node.nodeid):
        assert secrets.token_bytes(8) == first
