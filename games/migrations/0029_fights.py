from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0028_lists_in_their_order'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='fights',
            field=models.CharField(blank=True, db_default='', max_length=20),
        ),
    ]
