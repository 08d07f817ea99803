"""A database as an earlier version of this server left it, with games being played: see playing.py."""
