"""Plain records for reports and pictures. They hold only what the seat they were made for may see."""

from __future__ import annotations

import msgspec

from rules.core.places import Place


class MusterRow(msgspec.Struct, frozen=True):
    """One figure in a report's table. ``place`` is "0714" or "0714-0713" (front-rear), "" off the board;
    ``state`` in words: "healthy", "mounted, wounded", "stunned", "dead", "left the board"; ``awaited``: still
    to come on to the board ("to be placed", "in reserve")."""

    id: str
    name: str
    kind: str
    place: str
    state: str
    attack: int
    defence: int
    movement: int
    armoured: bool
    weapon: str
    remarks: str = ""
    awaited: bool = False


class MusterSide(msgspec.Struct, frozen=True):
    """A side in a report's table. ``stance``: what it is to the reader where it is no enemy, "allies" or
    "neutral"."""

    id: str
    name: str
    rows: tuple[MusterRow, ...]
    standing: int
    total: int
    points: int
    stance: str = ""


class Neighbourhood(msgspec.Struct, frozen=True):
    """What one figure has around it, in one or two sentences: nearest enemies with distance, direction, cover
    and whether in sight; friends next to it."""

    figure: str
    text: str


class Situation(msgspec.Struct, frozen=True, kw_only=True, tag_field="scale", tag="table"):
    """How things stand, for the text of a report, as games of every scale can tell it. ``turns`` is 0
    where no last turn was agreed; ``notes`` are sentences for a reader. Each scale has a sheet of its
    own with more."""

    title: str
    turn: int
    turns: int
    phase_title: str
    victory: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def scale(self) -> str:
        """ "battle", "siege", "campaign": how pages and mails word what is around the sheet."""
        return str(self.__struct_config__.tag)


class BattleSituation(Situation, frozen=True, kw_only=True, tag="battle"):
    """The sheet of a battle. ``text_map`` is at most 72 columns wide, or empty; ``works`` are sentences on
    ladders, engines and fires."""

    sides: tuple[MusterSide, ...]
    neighbourhoods: tuple[Neighbourhood, ...]
    text_map: tuple[str, ...]
    works: tuple[str, ...] = ()


class CalendarDay(msgspec.Struct, frozen=True):
    """A day's box: ``marks`` for deeds, ``event`` as a number of its row or "", ``words`` for a reader."""

    day: int
    marks: str
    event: str
    words: str
    food: bool
    past: bool


class Company(msgspec.Struct, frozen=True):
    """A side of a siege: ``count`` in words, and its men by kinds, a sentence each."""

    name: str
    side: str
    count: str
    lines: tuple[str, ...]


class SiegeSituation(Situation, frozen=True, kw_only=True, tag="siege"):
    """The sheet of a siege."""

    companies: tuple[Company, ...]
    calendar: tuple[CalendarDay, ...]
    text_calendar: tuple[str, ...]
    walls: tuple[str, ...]


class SheetRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a table in a report: a cell for each column, and sentences below it."""

    cells: tuple[str, ...]
    notes: tuple[str, ...] = ()


class SheetTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table in a report, in the reader's language. ``numbers``: columns that are set to the right;
    ``note``: what stands below it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    numbers: tuple[int, ...] = ()
    note: str = ""


class CampaignSituation(Situation, frozen=True, kw_only=True, tag="campaign"):
    """The sheet of a campaign: what a seat's side has, and what it knows of others. ``score``: how its goals
    stand, a sentence each; ``strengths``: what each side has on the map, in a few words."""

    tables: tuple[SheetTable, ...]
    score: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()


class Gazette(msgspec.Struct, frozen=True):
    """An issue of a campaign's gazette, in the reader's language. ``day``: the last of its week; ``items``:
    sentences, each with the day that it tells of; ``standing``: how the sides stand."""

    week: int
    day: int
    title: str
    items: tuple[tuple[str, str], ...]
    standing: tuple[str, ...]


class LifeEntry(msgspec.Struct, frozen=True):
    """A sentence of somebody's life. ``event``: its place among the events told, counted from 0; ``closer``:
    the call of another game that tells the same more closely, if there is one."""

    day: int
    date: str
    words: str
    event: int
    closer: str = ""


class Life(msgspec.Struct, frozen=True):
    """What somebody has lived through, in the reader's language. ``prestige``: of a leader, 0 for others;
    ``now``: where he is, "" where that is not known."""

    figure: str
    name: str
    kind: str
    side: str
    prestige: int
    now: str
    entries: tuple[LifeEntry, ...]


class PictureHex(msgspec.Struct, frozen=True):
    """A hex to draw. ``column`` and ``row`` lie on the common grid of all panels, counted from 0; odd columns
    lie half a hex lower (flat-topped hexes). ``bodies`` counts dead people, ``carcasses`` dead horses."""

    label: str
    column: int
    row: int
    terrain: str
    level: int
    bodies: int = 0
    carcasses: int = 0


class PictureSide(msgspec.Struct, frozen=True):
    """A feature on a hexside: wall, low_wall, path, lip, pikes, ... ``facing`` is N, NE, SE, S, SW or NW."""

    label: str
    facing: str
    feature: str


class PicturePiece(msgspec.Struct, frozen=True):
    """A counter. ``kind`` is foot, rider or horse; riders and horses have a ``rear`` hex. ``health`` is
    healthy, wounded or stunned; ``badge`` two or three letters for the counter, unique in the game;
    ``weapon`` may be empty; ``mark``: charge or counter-charge, from its declaration until its combat
    (GUI-7.2.2i); ``aloft``: on a ladder or a rope; ``storey``: that of a structure on which he is."""

    id: str
    name: str
    badge: str
    side: str
    side_number: int
    kind: str
    label: str
    rear: str
    facing: str
    health: str
    armoured: bool
    weapon: str
    attack: int
    defence: int
    movement: int
    mark: str = ""
    aloft: bool = False
    storey: int = 0

    @property
    def place(self) -> str:
        """Where it is told to be: "0714", "0714-0713", "0714/2"."""
        return f"{self.label}-{self.rear}" if self.rear else Place(self.label, self.storey).label


class PictureWork(msgspec.Struct, frozen=True):
    """Something carried to a wall, built before it or burning: ``kind`` is ladder, rope, stone_thrower,
    greek_fire, flame or naphtha; ``labels`` its hexes; ``facing`` where it leans or shoots; ``state`` "" or
    jammed, destroyed, carried; ``number`` the turns that it has burned or until it may shoot again."""

    kind: str
    labels: tuple[str, ...]
    facing: str = ""
    state: str = ""
    number: int = 0
    name: str = ""


class PictureArea(msgspec.Struct, frozen=True):
    """Hexes in which men may be placed now, by the name that orders call them."""

    name: str
    labels: tuple[str, ...]


class PictureGoal(msgspec.Struct, frozen=True):
    """Hexes that score: ``kind`` is held (by who stands there at the end) or exited (for who leaves by
    them); ``side_numbers`` are of the sides that may score by them."""

    kind: str
    labels: tuple[str, ...]
    side_numbers: tuple[int, ...]


class PictureTrack(msgspec.Struct, frozen=True):
    """What moved or was shot in the phase shown: ``what`` is move, retreat, advance, shot, lost (a shot that
    fell nowhere) or attack, and of what is only planned plan, risk (somebody may be tested there) or option
    (an answer to a question would lead there); ``labels`` the hexes from first to last; ``caption`` one
    short sentence; ``aim`` the hex that a shot was aimed at where it fell in another; ``badge`` a few letters
    at its end."""

    what: str
    side_number: int
    labels: tuple[str, ...]
    caption: str
    aim: str = ""
    badge: str = ""


class PictureWay(msgspec.Struct, frozen=True):
    """Where a figure would go, as TRY works it out: its name and side, the hexes from where it stands to the
    end, those in which somebody may test it, and the chance to come through unhurt ("70 %")."""

    figure: str
    side: str
    labels: tuple[str, ...]
    tested: tuple[str, ...]
    unhurt: str


class Picture(msgspec.Struct, frozen=True):
    """A board to draw. ``summary`` is one sentence for the alt text; ``focus`` are the hexes that matter most
    to whom it was made for, each as often as it matters."""

    hexes: tuple[PictureHex, ...]
    hexsides: tuple[PictureSide, ...]
    pieces: tuple[PicturePiece, ...]
    tracks: tuple[PictureTrack, ...]
    sides: tuple[str, ...]
    summary: str
    works: tuple[PictureWork, ...] = ()
    areas: tuple[PictureArea, ...] = ()
    goals: tuple[PictureGoal, ...] = ()
    focus: tuple[str, ...] = ()
