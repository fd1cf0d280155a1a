"""Changes of devices: many at once, deletion, and the actions of a device's life."""

ROLES = {
    "service": "batch lifecycle removal",
}
