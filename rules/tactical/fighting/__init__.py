"""Hand to hand: odds, pairing, results, refusing, following up."""
