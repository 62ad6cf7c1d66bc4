"""What rules may import from the standard library, and what to do instead of the rest.

The guest is built with exactly these modules frozen into it (`installer/guest/build.py`), so a change here
needs a new guest; `resources/guest/guest.json` remembers the list that it was built with.
"""

from __future__ import annotations

ALLOWED = (
    "__future__", "abc", "array", "base64", "binascii", "bisect", "builtins", "cmath", "collections",
    "collections.abc", "contextlib", "copy", "dataclasses", "decimal", "difflib", "enum", "fractions",
    "functools", "graphlib", "hashlib", "heapq", "hmac", "itertools", "json", "keyword", "math", "numbers",
    "operator", "pprint", "re", "reprlib", "statistics", "string", "struct", "textwrap", "types", "typing",
    "unicodedata", "weakref", "zlib",
)  # fmt: skip
