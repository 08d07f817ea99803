"""Names that people read: whoever stores one, by whatever way, stores it cleaned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

from pbem.mail.headers import clean_name

if TYPE_CHECKING:
    Field = models.CharField[str, str]
else:
    Field = models.CharField


class NameField(Field):
    """A line of text without anything that nobody sees: no mark that turns the writing direction, no
    character without width, no control. It is cut to the length of its column."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """What is stored is also what the object at hand says from now on."""
        value = self.get_prep_value(getattr(model_instance, self.attname))
        setattr(model_instance, self.attname, value)
        return value

    def get_prep_value(self, value: Any) -> Any:
        return clean_name(value, self.max_length or 80) if isinstance(value, str) else value
