"""What players read: reports, reminders and other mails, worded in templates/mail."""
