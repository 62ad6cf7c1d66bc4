"""The board: map, counters, lights, and the tools that move them."""

from qtwar.ui.board.view import BoardView

__all__ = ["BoardView"]
