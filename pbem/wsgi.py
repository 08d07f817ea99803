"""The WSGI door of the web pages."""

import os

from django.core.wsgi import get_wsgi_application

from pbem.starting import begin_or_end

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
application = get_wsgi_application()
begin_or_end()
