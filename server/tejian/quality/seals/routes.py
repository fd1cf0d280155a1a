"""The call that judges a signature now."""

from tejian.inspection import permissions as inspection
from tejian.inspection.reports.api import judged_now
from tejian.kit.forms.form import OneId
from tejian.kit.web.edge import Area

area = Area("/api/quality/seals")


@area.call("/verify", may=inspection.QUERY, form=OneId, blind="judges a stored file, which nobody changes")
def verify(db, me, form):
    return judged_now(db, me, form.id)
