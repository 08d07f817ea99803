"""Addresses: the pages of the games with the webhooks of mail providers, the admin."""

from django.contrib import admin
from django.urls import include, path

admin.autodiscover()
urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler500 = "games.views.trouble.something_broke"
