"""Small widgets that every panel is put together from."""
