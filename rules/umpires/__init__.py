"""Who plays the games of each scale: the port that rules.engine passes everything on to, and one file
for each scale."""
