"""A robot that plays by hand: whole games in the real window, by mouse or by keyboard, from what the screen shows."""
