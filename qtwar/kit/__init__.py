"""What titles import: the table, steps, offers, charts, dice, and shared procedures. Standard library only."""
