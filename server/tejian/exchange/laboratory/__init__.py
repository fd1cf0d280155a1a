"""Samples and the laboratory of an institute: sent over its partner of the exchange, asked about until all is said."""

ROLES = {"service": "adapters partners", "acts": "sending asking"}
