"""Those who play: their mailboxes, their further addresses, how much mail they want."""
