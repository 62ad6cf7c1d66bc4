"""The scenarios page of a draft."""
