"""Addresses of the pages."""

from django.urls import URLPattern, path

from games.views import (
    game,
    gamemaster,
    handbook,
    lobby,
    mail_look,
    question,
    seat,
    turn,
    unsubscribe,
    witness,
)

urlpatterns: list[URLPattern] = [
    path("", lobby.lobby, name="lobby"),
    path("scenarios/<slug:slug>.png", lobby.scenario_map, name="scenario_map"),
    path("new/<slug:slug>", lobby.new_game, name="new"),
    path("g/<int:number>", game.game_page, name="game"),
    path("g/<int:number>/", game.game_slash),
    path("g/<int:number>/map.svg", game.map_now, name="map"),
    path("g/<int:number>/log.jsonl", game.game_file, name="game_file"),
    path("g/<int:number>/t/<slug:key>", turn.turn_page, name="turn"),
    path("g/<int:number>/t/<slug:key>/dice", turn.dice_page, name="dice"),
    path("g/<int:number>/t/<slug:key>/map.svg", turn.turn_map, name="turn_map"),
    path("g/<int:number>/seat/<slug:name>", seat.seat_page, name="seat"),
    path("g/<int:number>/seat/<slug:name>/look", mail_look.mail_look, name="mail_look"),
    path("g/<int:number>/question/<int:question_id>", question.question_page, name="question"),
    path("g/<int:number>/witness", witness.witness_page, name="witness"),
    path("g/<int:number>/join/<slug:name>", lobby.join, name="join"),
    path("s/<slug:secret>", seat.follow_link, name="link"),
    path("unsubscribe/<slug:secret>", unsubscribe.unsubscribe, name="unsubscribe"),
    path("leave", seat.leave, name="leave"),
    path("orders", handbook.orders_page, name="orders"),
    path("rules", handbook.rules_page, name="rules"),
    path("rules/", handbook.rules_slash),
    path("rules/<str:rule>", handbook.rule_page, name="rule"),
    path("gm", gamemaster.desk, name="gm"),
    path("gm/", gamemaster.desk_slash),
    path("gm/mail/<int:mail_id>", gamemaster.mail, name="gm_mail"),
    path("gm/outbox/<int:mail_id>", gamemaster.send_again, name="gm_send_again"),
]
