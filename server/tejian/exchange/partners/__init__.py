"""传输用户授权: the accounts of partners, their tokens, and the calls by which they read."""

ROLES = {"service": "access", "acts": "opening"}
