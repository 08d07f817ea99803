"""The ASGI door of the web pages."""

import os

from django.core.asgi import get_asgi_application

from pbem.starting import begin_or_end

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
application = get_asgi_application()
begin_or_end()
