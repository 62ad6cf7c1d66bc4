"""The version of the drawings, in a file that brings nothing with it: kept covers are found by it at program start."""

VERSION = 33
"""Part of the key of kept display lists and covers; grows with every change of what painters draw."""
