"""Browsers of the administrators, who prepare an installation."""

from tests.system.conftest import browser, person

__all__ = ["browser", "person"]
