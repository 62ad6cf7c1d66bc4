"""`python -m qtwar`."""

import sys

from qtwar.app.main import main

sys.exit(main())
