"""What is said to whoever wrote a mail."""
