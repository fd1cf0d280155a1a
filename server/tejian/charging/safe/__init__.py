"""Cash after the count: where each yuan of a day lies until it is seen on the statement of the bank."""

ROLES = {
    "acts": "paper",
    "service": "lots",
}
