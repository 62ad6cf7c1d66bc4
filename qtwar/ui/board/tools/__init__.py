"""Tools of the board: state machines that mouse and keyboard drive alike."""
