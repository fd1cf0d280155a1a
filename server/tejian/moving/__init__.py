"""Moving in from an older system, and moving out: whole stocks of archives, loaded as one batch or carried away."""
