"""First registration: a device is entered by a unit or an inspector and becomes an archive by the authority's word."""

ROLES = {
    "service": "judging",
}
