"""Tests. Fixtures: conftest.py; the test databases: database.py."""
