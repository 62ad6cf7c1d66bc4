"""The name of the one configuration that guests are compiled for; apart, so that asking for it loads no wasmtime."""

CONFIG = "fuel-1"
"""Part of the cache's key: change it with `worker.engine()`."""
