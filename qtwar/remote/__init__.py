"""A table on a server, seen from one of its seats: the connection, what is asked by HTTP, what is kept of it. Without Qt."""
