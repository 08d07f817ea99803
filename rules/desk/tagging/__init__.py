"""What the words of a line do, known by a sequence tagger that was trained on order mails: who is told,
what he is to do, to whom and where, and which words add nothing. It reads what the grammar of
``speech`` cannot."""
