"""The editor: one page a draft, with its map, counters, order of battle, tables and scenarios."""
