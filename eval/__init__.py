"""What a position is worth: terms compiled into the search, and the numbers of each game."""
