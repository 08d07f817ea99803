"""Addresses: the pages of the games, the webhooks of mail providers, the admin."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("anymail/", include("anymail.urls")),
    path("", include("games.urls")),
]
