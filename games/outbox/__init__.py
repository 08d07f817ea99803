"""Mail that is owed, until it is known to be out."""
