"""When the server was last known to run, outages, and what they did to games."""

import datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_proven_seats'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('machine', models.CharField(max_length=60, unique=True)),
                ('serial', models.BigIntegerField(db_index=True)),
                ('at', models.DateTimeField()),
                ('uptime', models.FloatField()),
                ('pause', models.DurationField(default=datetime.timedelta)),
            ],
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('noticed', models.DateTimeField()),
                ('machine', models.CharField(max_length=60)),
                ('uptime', models.FloatField()),
                ('serial', models.BigIntegerField()),
                ('length', models.DurationField(blank=True, null=True)),
                ('settled', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='game',
            name='burnt',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='put_off',
            field=models.PositiveIntegerField(default=0),
        ),
    ]
