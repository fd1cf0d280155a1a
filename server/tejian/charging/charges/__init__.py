"""Charges from registration over confirmation to payment, receipt, reversal and refund."""

ROLES = {
    "acts": "notice",
    "process": "removal",
    "service": "effects former guards outlays planning registration searching view",
}
