"""Payment online: orders, the platform, what becomes of a callback."""

ROLES = {
    "service": "keeping orders platform",
}
