"""The fights of a siege on boards: each is a battle of its own, made of the men and walls of that day."""
