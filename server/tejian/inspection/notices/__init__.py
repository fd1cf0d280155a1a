"""Notices (检验意见通知书、整改通知书): what was found, what the unit must do by when, its answer."""

ROLES = {
    "acts": "making",
}
