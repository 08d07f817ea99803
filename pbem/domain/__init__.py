"""The operator's domain, as the mail servers of the world see it: what its records say, and
what to change."""
