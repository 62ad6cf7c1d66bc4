"""Games by mail: files that two programs exchange, sealed and signed, and the session that plays them (ADR 20)."""
