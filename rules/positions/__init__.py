"""Position files: a position put up as text, played through the engine, and answered (docs/positions.md).

``form`` tells the sections of a file apart, ``reading`` makes a position of them, ``boards``, ``pieces`` and
``putting_up`` build a battle, ``judging`` plays it and answers what is asked, ``writing`` makes a file of any
moment of any battle.
"""
