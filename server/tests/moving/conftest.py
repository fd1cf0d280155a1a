"""The office of the other tests, and a project of moving in that is worked on as its page works on it."""

from tests.archives.conftest import archive
from tests.inspection.conftest import office
from tests.moving.project import moving

__all__ = ["archive", "moving", "office"]
