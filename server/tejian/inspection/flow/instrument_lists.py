"""The inspections whose records name an instrument: what must be looked at again when it turns out to be wrong."""

import json
from typing import Any

from sqlalchemy import String, cast, func, literal, select
from sqlalchemy.dialects.postgresql import JSONB

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.reports import OriginalRecord as R
from tejian.instruments.permissions import BOX_QUERY
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like
from tejian.system.permissions import EXPORT

from .business import STEP_NAMES, TONES


def _names(key: str) -> Any:
    """That a record names an instrument, as its index answers it."""
    return R.instruments.contains(cast(literal(json.dumps([{"id": key}]), String), JSONB))


use_list = add_list(
    ListView(
        no="instrument_use_list",
        title="仪器用于的检验",
        permission=BOX_QUERY,
        export_permission=EXPORT,
        source=select(B).join(R, R.appbuss_id == B.id).where(func.jsonb_array_length(R.instruments) > 0),
        key=B.id,
        visible=B.visible,
        url="/api/instrument/archives/findUses",
        sort="-inspdate",
        columns=[
            col(B.seisn, 130, type="code", fixed="left"),
            col(B.reportno, REPORT_NO_WIDTH, type="code"),
            col(B.inspdate, 100),
            Col("step", "当前环节", B.step, 100, "state", words=STEP_NAMES, tones=TONES),
            col(B.equname, 110),
            col(B.equcode, 150, type="code"),
            col(B.unitname, 200),
            col(B.scinspectorname, 80, label="主检"),
            col(B.conclusion, 90),
            col(B.approvedat, 140),
        ],
        search=[
            Search("instrument", "仪器", _names),
            like("unitname", "受检单位", B.unitname, quick=True),
            dates("inspdate", "检验日期", B.inspdate, quick=True),
        ],
        segments=[Segment("reported", "已出报告", lambda me: B.approvedat.is_not(None))],
    )
)
