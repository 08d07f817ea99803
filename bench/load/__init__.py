"""A whole server under load: thousands of games, their players' mails, and a mailbox that counts
what comes out.

``crowd`` makes the games, ``letters`` writes what their players write, ``server`` runs the real processes and
watches their memory, ``sink`` is the mail server of all players, ``figures`` says what came of it.
bench/storm.py and bench/campaign_day.py drive them.
"""
