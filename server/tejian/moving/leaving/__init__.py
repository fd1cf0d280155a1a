"""数据迁出: archives as tables, files, a guide to the columns and a manifest, asked for by one and approved by two."""

ROLES = {"rules": "pieces", "service": "stocks writing", "acts": "packing asking"}
