"""Registered persons: certificates, posts, the devices that they look after."""

ROLES = {
    "service": "identity",
}
