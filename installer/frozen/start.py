"""What a frozen program begins with: `python -m qtwar`, for one that has no Python beside it."""

import qtwar.__main__  # noqa: F401  (starting is what it does)
