"""The store of files under watch (cloudStorageMonitor): growth, what is missing, what nobody names, what is damaged."""

ROLES = {
    "service": "checking",
}
