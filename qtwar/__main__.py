"""`python -m qtwar`."""

import sys

from qtwar.base import child

if not child.run(sys.argv[1:]):
    from qtwar.cli.main import main

    sys.exit(main())
