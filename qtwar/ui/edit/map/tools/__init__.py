"""The tools of the map page; each knows its key, its options and its marks."""
