"""`python -m qtwar`."""

import sys

from qtwar.cli.main import main

sys.exit(main())
