"""Addresses of the pages."""

from django.urls import URLPattern, path, register_converter
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from games.doors import webhooks
from games.record import numbers
from games.views import (
    asked,
    campaign,
    cheat_sheet,
    confirm,
    game,
    gamemaster,
    ground,
    handbook,
    health,
    judge,
    letters,
    listed,
    lives,
    lobby,
    mail_choices,
    mail_look,
    mailbox,
    question,
    seat,
    tables,
    turn,
    unsubscribe,
    waiting,
    witness,
)  # fmt: skip


class Asked(int):
    """The key of a game that another one called, perhaps of none, with the number by which an address asks
    for it."""

    number: str


class GameConverter:
    """A game in an address: "31", or "31-k" for one that G31 has called. A child that there is not has the
    number of no game, so that it goes through the same door as one that the reader may not know of
    (games.views.family.Door). An address that was read is written again as it stood there: whoever has it
    written, as Django does for the language of a page, learns nothing from it."""

    regex = numbers.PLAIN

    def to_python(self, value: str) -> int:
        if value.isdigit():
            return int(value)
        asked = Asked(numbers.key_of(value))
        asked.number = value
        return asked

    def to_url(self, value: int) -> str:
        return value.number if isinstance(value, Asked) else numbers.number_of(int(value))


register_converter(GameConverter, "game")

urlpatterns: list[URLPattern] = [
    path("", lobby.lobby, name="lobby"),
    path("games/<slug:slug>", listed.games, name="games"),
    path("scenarios/<slug:slug>.png", lobby.scenario_map, name="scenario_map"),
    path("lands/<slug:land>/<slug:around>-<int:radius>.svg", ground.ground, name="ground"),
    path("new/<slug:slug>", lobby.new_game, name="new"),
    path("g/<game:number>", game.game_page, name="game"),
    path("g/<game:number>/", game.game_slash),
    path("g/<game:number>/map.svg", game.map_now, name="map"),
    path("g/<game:number>/sheet", cheat_sheet.of_game, name="sheet"),
    path("g/<game:number>/position.txt", game.position_now, name="position"),
    path("g/<game:number>/log.jsonl", game.game_file, name="game_file"),
    path("g/<game:number>/t/<slug:key>", turn.turn_page, name="turn"),
    path("g/<game:number>/t/<slug:key>/dice", turn.dice_page, name="dice"),
    path("g/<game:number>/t/<slug:key>/map.svg", turn.turn_map, name="turn_map"),
    path("g/<game:number>/t/<slug:key>/position.txt", turn.turn_position, name="turn_position"),
    path("g/<game:number>/gazette", campaign.gazette_page, name="gazette"),
    path("g/<game:number>/men", lives.lives_page, name="lives"),
    path("g/<game:number>/tables", tables.tables_page, name="tables"),
    path("g/<game:number>/tables/<slug:table>", tables.table_page, name="table"),
    path("g/<game:number>/seat/<slug:name>", seat.seat_page, name="seat"),
    path("g/<game:number>/seat/<slug:name>/choose", mail_choices.choose, name="mail_choices"),
    path("g/<game:number>/seat/<slug:name>/captain", waiting.call_captain, name="call_captain"),
    path("g/<game:number>/seat/<slug:name>/look", mail_look.mail_look, name="mail_look"),
    path("g/<game:number>/seat/<slug:name>/mail", mailbox.mails, name="mails"),
    path("g/<game:number>/seat/<slug:name>/mail/<int:place>", mailbox.mail, name="mail"),
    path("g/<game:number>/seat/<slug:name>/mail/on", mailbox.turn_on, name="mail_on"),
    path("g/<game:number>/seat/<slug:name>/letters", letters.letters_page, name="letters"),
    path("g/<game:number>/seat/<slug:name>/letters/choose", letters.choose, name="letter_choices"),
    path("g/<game:number>/seat/<slug:name>/question/<int:place>", question.question_page, name="question"),
    path("g/<game:number>/question/<int:question_id>", question.by_its_row),
    path("g/<game:number>/witness", witness.witness_page, name="witness"),
    path("g/<game:number>/join/<slug:name>", lobby.join, name="join"),
    path("g/<game:number>/join/<slug:name>/<slug:secret>", lobby.join, name="invited"),
    path("s/<slug:secret>", seat.follow_link, name="link"),
    path("request/<slug:secret>", asked.request_page, name="request"),
    path("confirm/<slug:secret>", confirm.confirm_page, name="confirm"),
    path("unsubscribe/<slug:secret>", unsubscribe.unsubscribe, name="unsubscribe"),
    path("leave", seat.leave, name="leave"),
    # no token is asked for: it would give every visitor a cookie, and what language a page is in does no harm
    path("language", csrf_exempt(set_language), name="language"),
    path("readyz", health.ready, name="ready"),
    path("metrics", health.figures, name="metrics"),
    path("judge", judge.judge_page, name="judge"),
    path("orders", handbook.orders_page, name="orders"),
    path("sheet/<slug:slug>", cheat_sheet.of_scenario, name="sheet_of_scenario"),
    path("rules", handbook.rules_page, name="rules"),
    path("rules/", handbook.rules_slash),
    path("rules/<str:rule>", handbook.rule_page, name="rule"),
    path("gm", gamemaster.desk, name="gm"),
    path("gm/", gamemaster.desk_slash),
    path("gm/mail/<int:mail_id>", gamemaster.mail, name="gm_mail"),
    path("gm/letters/<game:number>", letters.overseen, name="gm_letters"),
    path("gm/outbox/<int:mail_id>", gamemaster.send_again, name="gm_send_again"),
    path("gm/mode/<game:number>", gamemaster.mail_mode, name="gm_mail_mode"),
    path("gm/recall/<game:number>", gamemaster.recall, name="gm_recall"),
    path("gm/upload", gamemaster.upload, name="gm_upload"),
    path("anymail/mandrill/", webhooks.call, {"provider": "mandrill", "door": "inbound"}),
    # Mailgun sends the whole mail to an address with "mime" in it
    path("anymail/mailgun/inbound_mime/", webhooks.call, {"provider": "mailgun", "door": "inbound"}),
    path("anymail/<slug:provider>/<slug:door>/", webhooks.call, name="webhook"),
]
