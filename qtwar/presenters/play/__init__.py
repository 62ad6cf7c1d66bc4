"""Joins a play session to the window's view model; everything slow happens on the session's own thread."""
