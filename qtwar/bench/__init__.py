"""Boards and games of a known size, for `qtwar bench` and the tests of growth."""
