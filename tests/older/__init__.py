"""A database as an earlier version of this server left it, with games that were being played:
see playing.py."""
