"""Seats whose mailbox is known to be their player's, and what was asked for on the web and is not confirmed yet.

A seat is proven where a mail from its own address was carried out for which the sender's domain vouched. All others are
proven by their next mail or when their link is followed; until then their mails come one by one."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import games.models.names
from pbem.mail.headers import clean_name


def recognise(apps, schema_editor):
    mails = apps.get_model("games", "InboundMail").objects
    seats = apps.get_model("games", "Seat").objects
    vouched = mails.filter(state="done", parsed__sender__0="pass").exclude(seat=None)
    for mail in vouched.order_by("received_at", "pk").values("seat_id", "sender", "received_at"):
        own = seats.filter(pk=mail["seat_id"], email__iexact=mail["sender"], proven=None).exclude(email="")
        own.update(proven=mail["received_at"], proof="mail")
    waiting = apps.get_model("games", "OutboundMail").objects.filter(state="gathered", seat__proven=None)
    waiting.exclude(seat=None).update(state="pending")


def clean_names(apps, schema_editor):
    for model, fields in (("Game", {"title": 120}), ("Seat", {"title": 80, "player": 80})):
        rows = apps.get_model("games", model).objects
        for row in rows.order_by("pk").values("pk", *fields).iterator():
            cleaned = {name: clean_name(row[name], longest) for name, longest in fields.items()}
            if any(row[name] != value for name, value in cleaned.items()):
                rows.filter(pk=row["pk"]).update(**cleaned)


def nothing(apps, schema_editor):
    """What is proven stays so, and a clean name is as good as one that is not."""


class Migration(migrations.Migration):
    dependencies = [("games", "0017_seals")]
    operations = [
        migrations.AddField(
            model_name="seat",
            name="proof",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "nothing yet"),
                    ("request", "the link in the mail that answers a request on the web"),
                    ("link", "the seat's link, which stands in its mails alone"),
                    ("mail", "a mail to an address that was given out in the seat's mails alone"),
                ],
                default="",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="seat", name="proven", field=models.DateTimeField(blank=True, null=True)
        ),
        # the columns stay as they are: what goes into them is cleaned
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="game", name="title", field=games.models.names.NameField(max_length=120)
                ),
                migrations.AlterField(
                    model_name="seat",
                    name="player",
                    field=games.models.names.NameField(blank=True, max_length=80),
                ),
                migrations.AlterField(
                    model_name="seat", name="title", field=games.models.names.NameField(max_length=80)
                ),
            ]
        ),
        migrations.CreateModel(
            name="SeatRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ref", models.CharField(max_length=12, unique=True)),
                ("asked", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ("network", models.CharField(db_index=True, max_length=50)),
                ("mailbox", models.CharField(db_index=True, max_length=254)),
                ("player", games.models.names.NameField(max_length=80)),
                ("email", models.CharField(max_length=254)),
                ("language", models.CharField(default="en", max_length=8)),
                ("terms", models.JSONField(blank=True, default=dict)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="games.seat",
                    ),
                ),
                (
                    "taken",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.RunPython(recognise, nothing),
        migrations.RunPython(clean_names, nothing),
    ]
