"""传输计划 and its log: what is collected, pushed in the order of each object, tried again, replayed and reconciled."""

ROLES = {"rules": "timing", "service": "adapters collecting delivering reconciling replaying", "acts": "beat"}
