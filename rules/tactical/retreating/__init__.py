"""Giving ground."""
