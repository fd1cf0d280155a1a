"""What the label dialogs ask for."""

from tejian.archives import permissions as p
from tejian.kit.web.edge import Area

from . import prints

area = Area("/api/labels")


@area.call("/sizes", may=p.LABELS, reads=True)
def sizes(db, me, form) -> list[prints.LabelSize]:
    return prints.sizes(db)
