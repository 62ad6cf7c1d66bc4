"""The look of the window: tokens, one generated stylesheet, fonts and icons."""

from qtwar.ui.theme.theme import Theme, current, px

__all__ = ["Theme", "current", "px"]
