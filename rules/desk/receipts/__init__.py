"""What a receipt and TRY tell of an order: its way, its odds, what it takes from others, what forbids it."""
