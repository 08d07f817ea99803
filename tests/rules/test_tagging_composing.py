"""What tagged words come to as orders, with the tags given: whatever the tagger thinks of the words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bench import tagger
from rules.books.registry import rules_of
from rules.desk.read import read_orders
from rules.desk.tagging import reading
from rules.desk.tagging.features import features_of
from rules.desk.tagging.model import Model, Tagged, model
from rules.desk.tagging.reading import Read, TaggedLine

FARM = "the_farm_of_the_fig_trees-t2-normans"
STOCKADE = "over_the_stockade-t2-normans"
HOOKS = "the_hooks_of_vladko-t3-slavs"
ORIA = "the_stones_of_oria-t2-normans"
CANNAE = "the_lances_of_cannae-t2-byzantines"

Composed = Callable[[str, str], Read | None]


class Given(Model):
    """A tagger that says what it was told to say."""

    def __init__(self, tags: list[str]) -> None:
        self.weights, self.tags, self.following = model().weights, model().tags, model().following
        self.given = tuple(tags)

    def tag(self, seen: object) -> Tagged:
        return Tagged(self.given, 0.99)


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> Composed:
    """Reads a line with marks; what it says when it comes to nothing is None."""

    def of(scene: str, marks: str) -> Read | None:
        line = re.sub(r"\[\w+ |\]", "", marks)
        ready, tags = tagger.tags_of(tagger.Marked(line, marks, "", scene))
        assert len(features_of(ready, tagger.lexicon_at(scene))) == len(tags)
        monkeypatch.setattr(reading, "model", lambda: Given(tags))
        read: list[Read | None] = []
        plain = TaggedLine.read
        with monkeypatch.context() as patched:
            patched.setattr(TaggedLine, "read", lambda self, text: read.append(plain(self, text)) or read[-1])
            battle = tagger.battle_of(scene)
            read_orders(battle, rules_of(battle), scene.rsplit("-", 1)[1], [line], guessing=False)
        assert read, f"the grammar reads it: {line}"
        return read[-1]

    return of


@pytest.mark.parametrize(
    ("scene", "marks", "orders"),
    [
        # where to is said behind that they are to go, or not at all
        (FARM, "[who William] and [who Hugo] [go meander], [who William] [place 0908], "
         "[who Hugo] [place 0909].",
         "MOVE William 0908; MOVE Hugo 0909"),
        (FARM, "[who Odo] [leave extricates himself], poor lad.", "MOVE Odo to 0805"),
        (FARM, "[who Hugo] [go trundles forward] [how two hexes].", "MOVE Hugo to 1010"),
        # he stays where he goes, and looks there where he is told to look
        (FARM, "[who Hugo] [go trundles] to [place 0909] and [stay bides his time].", "MOVE Hugo 0909"),
        (FARM, "[who Gilbert] [stay bides put] and [turn peers] [facing north].", "MOVE Gilbert facing N"),
        (FARM, "[who William] [go trundles] to [place 0908], [turn peering] [facing south].",
         "MOVE William 0908 facing S"),
        # who lends a hand
        (FARM, "[who Odo] [attack belabours] [foe Alboino], [who Hamo] in support.",
         "ATTACK Odo + Hamo ON Alboino"),
        (FARM, "[who Odo] [attack belabours] [foe Alboino], [who Hamo] [attack pummels] [foe him] likewise.",
         "ATTACK Odo + Hamo ON Alboino"),
        # he and they of whom the line spoke
        (FARM, "Since Gilbert idles, [who he] might [go trundle] to [place 0707].", "MOVE Gilbert 0707"),
        (FARM, "[who William] [go trundles] to [place 0908], [who Hugo] to [place 0909], and "
         "[who the pair of them] [turn peer] [facing south].",
         "MOVE William 0908 facing S; MOVE Hugo 0909 facing S"),
        (FARM, "Ralph's next shaft: [who Ralph's] [foe Carlo].", "FIRE Ralph AT Carlo"),
        # enemies
        (FARM, "[who Odo] [attack belabours] [foe the fellow], Alboino that is.", "ATTACK Odo ON Alboino"),
        (FARM, "[who Gilbert] [fire pings] [foe whoever is easiest].", "FIRE Gilbert AT best"),
        (FARM, "[who Gilbert] [fire pings] early, [who Ralph] then, [foe Carlo] both.",
         "FIRE Gilbert AT Carlo; FIRE Ralph AT Carlo"),
        # where to fall back to
        (FARM, "[retreat Skedaddle] [place north].", "RETREAT toward 0901"),
        # ladders, ropes, fires and horses
        (STOCKADE, "[who Fulk] and [who Walter] [raise plonk their ladder up] at [place 1913].",
         "RAISE LADDER Fulk + Walter AT 1913"),
        (STOCKADE, "[who William] and [who Geoffrey] [carry lug it along] to [place 0612].",
         "CARRY LADDER William + Geoffrey to 0612"),
        (STOCKADE, "[who Thierry] and [who Ivo] [lay plonk theirs on the grass].",
         "LAY LADDER Thierry + Ivo"),
        (HOOKS, "[who Bogdan] [throw lobs his hook] over [place 0811].", "THROW GRAPNEL Bogdan AT 0811"),
        (HOOKS, "[who Zvonimir] [climb shins down].", "MOVE Zvonimir down"),
        (HOOKS, "[who Zvonimir] [climb shins down] and [stay bides there].", "MOVE Zvonimir down"),
        (HOOKS, "[who Vladko] [light kindles the timbers] at [place 1405].", "LIGHT Vladko 1405"),
        (ORIA, "[who Ivo] [other smothers the blaze] in [place B1302].", "DOUSE Ivo B1302"),
        (CANNAE, "[who Bardas] [other hops into the saddle].", "MOVE Bardas mount"),
    ],
)  # fmt: skip
def test_what_is_guessed_of_tagged_words_is_offered(
    composed: Composed, scene: str, marks: str, orders: str
) -> None:
    read = composed(scene, marks)
    assert read is not None
    assert "; ".join(saying.text for saying in read.sayings) == orders
    assert not read.sure


@pytest.mark.parametrize(
    "marks",
    [
        # he may be either of two, and nobody is to be chosen
        "Since Gilbert idles and Ralph sleeps, [who he] might [go trundle] to [place 0707].",
        # whoever may be meant by three of whom two were told
        "[who William] [go trundles] to [place 0908], [who Hugo] to [place 0909], and [who the trio] "
        "[turn peer] [facing south].",
        # a condition of a standing order that the language cannot say
        "[advance Follow up] [if if the moon shines].",
        "[who Odo] [advance dogs them] [how alone] [not never].",
        # no fire anywhere near
        "[who Odo] [other smothers the blaze].",
        # no ladder to climb
        "[who Odo] [climb shins up].",
        # whoever is easiest, but under a condition
        "[who Gilbert] [fire pings] [foe whoever is easiest] [if if Carlo is down].",
        # what the tagger takes for a going without knowing it
        "[who Odo] and, bless his [leave heart].",
        # a direction that is not meant
        "[retreat Skedaddle], but [place not north].",
    ],
)
def test_what_is_not_plain_comes_to_nothing(composed: Composed, marks: str) -> None:
    assert composed(FARM, marks) is None


def test_attacks_that_are_to_be_separate_are_not_joined(composed: Composed) -> None:
    marks = "[who Odo] [attack belabours] [foe Alboino], separately [who Hamo] [attack pummels] [foe him]."
    read = composed(FARM, marks)
    assert read is not None
    assert [saying.text for saying in read.sayings] == ["ATTACK Odo ON Alboino", "ATTACK Hamo ON Alboino"]


def test_who_stands_in_what_he_is_to_leave_goes_out_of_it(composed: Composed) -> None:
    """ "Leaves the house" is no way into it."""
    read = composed(FARM, "[who Ralph] [leave vacates] [place the house].")
    assert read is not None
    (saying,) = read.sayings
    to = saying.text.rpartition(" ")[2]
    board = tagger.battle_of(FARM).board
    assert "house" in board.traits("0907")
    assert "house" not in board.traits(to)
