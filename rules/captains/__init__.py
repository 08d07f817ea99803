"""Automata that command a seat: they read what its player could see and write order lines as he
would type them."""
