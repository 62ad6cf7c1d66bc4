"""The page of a game: toolbar, prompt bar, docks, shelf, replay bar."""
