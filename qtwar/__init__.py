"""QtWar: author, play and print board wargames, with the rules looking on."""

__version__ = "0.1.0"
