"""The map page of a draft: board, tools, palette, properties, layers."""
