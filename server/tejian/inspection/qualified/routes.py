"""The page of 资质配置详情."""

from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from .detail import QUALIFIED_VIEW

area = Area()
add_record(area, QUALIFIED_VIEW)
