"""传输字段: what the columns of an entity are called at a partner, in editions; what may leave at all."""

ROLES = {"ground": "entities", "rules": "wording", "service": "reading judging"}
