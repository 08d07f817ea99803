"""Every way in for mail."""
