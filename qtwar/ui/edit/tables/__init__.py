"""The tables page of a draft."""
