"""Entrusted projects: work that somebody asks for beside the inspections that the law prescribes."""
