import games.models.names
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0029_fights'),
    ]

    operations = [
        migrations.AddField(
            model_name='newaddress',
            name='guest',
            field=games.models.names.NameField(blank=True, db_default='', max_length=80),
        ),
    ]
