"""Who sits where: the addresses that open a seat, and the language of who reads there."""
