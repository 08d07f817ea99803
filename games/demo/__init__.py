"""A game played by itself over real mail: two captains who own a mailbox and an SMTP client, and
nothing else."""
