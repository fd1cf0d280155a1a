"""The archive of the other tests."""

from tests.archives.conftest import archive
from tests.inspection.conftest import office

__all__ = ["archive", "office"]
