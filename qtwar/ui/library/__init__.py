"""The start window: titles, scenarios, games to go on with."""
