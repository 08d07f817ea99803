from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0030_guests'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='fight_days',
            field=models.PositiveIntegerField(db_default=14, default=14),
        ),
        migrations.AddField(
            model_name='game',
            name='fight_due',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='fight_end',
            field=models.CharField(choices=[('captains', 'captains play it to its end'), ('quick', 'it is settled at once from what stands on the board')], db_default='captains', default='captains', max_length=10),
        ),
    ]
