"""The commands of `qtwar` that work without a window: one module each with `add` and `run`."""
