"""Mail providers that call us: which doors they have, what they send, and how we know that it is they."""
