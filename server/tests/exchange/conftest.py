"""The archive of the other tests, with an outside institution that may inspect."""

from datetime import timedelta

import pytest

from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tests.archives.conftest import Archive, archive
from tests.archives.test_authorizations import grant, institution
from tests.inspection.conftest import office

__all__ = ["archive", "office"]


@pytest.fixture
def outside(archive: Archive) -> Unit:
    """A third-party institution that is authorised for lifts and cranes in the whole city since last year."""
    unit = institution(archive)
    day = str(clock.today() - timedelta(days=300))
    archive.office.good("jianguan", "/api/authorization/save", **grant(unit, areacode="330200", datefrom=day))
    return unit
