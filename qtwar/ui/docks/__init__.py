"""The docks of a game."""
