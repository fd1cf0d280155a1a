"""资质配置: who of an institute may inspect, audit and approve which inspection, on a day and ahead of it."""

ROLES = {"service": "covering"}
