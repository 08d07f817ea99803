"""What becomes of our mails, and mails that gather others."""
