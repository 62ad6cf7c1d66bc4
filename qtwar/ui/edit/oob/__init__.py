"""The order of battle page of a draft."""
