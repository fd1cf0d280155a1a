"""What is filled in for an overhaul, and in its dialogs."""

from tejian.instruments import permissions as p
from tejian.instruments.models import FOUND, TOUCHES, VERDICTS, Instrument
from tejian.instruments.models import InstrumentOverhaul as O
from tejian.kit.forms.formview import dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

API = "/api/instrument/overhauls"
PAGE = "/instrumentMng/overhaul?id={id}"
FORM = form_of(
    "instrument_overhaul_form",
    "仪器检修",
    API,
    field_of(
        O.instrument_id,
        type="select",
        options_url=f"{API}/instruments",
        required=True,
        span=16,
        refers=Refers(Instrument, parent=O.instrument_id),
    ),
    field_of(O.foundday, required=True, span=8),
    field_of(O.fault, type="textarea", required=True, span=24),
)
ACTS = standard(FORM, Rights(p.REPAIR_QUERY, p.REPAIR_SAVE), [FOUND], new="登记检修", page=PAGE)
BEGIN = dialog(
    "instrument_overhaul_begin", "开始检修 {repairno}", field_of(O.repairer, required=True, span=24), ok="开始检修"
)
HAND_IN = dialog(
    "instrument_overhaul_hand_in",
    "提交验收 {repairno}",
    field_of(O.verdict, type="select", options=VERDICTS, required=True, span=12),
    field_of(O.cost, required=True, span=12, low=0, high=10_000_000, help="没有费用的填 0"),
    field_of(O.repairnote, type="textarea", required=True, span=24, help="换了什么、调了什么；不能修复的写原因"),
    ok="提交验收",
)
RESTORE = dialog(
    "instrument_overhaul_restore",
    "恢复使用 {repairno}",
    field_of(O.touches, type="select", options=TOUCHES, required=True, span=24),
    field_of(O.checknote, type="textarea", required=True, span=24, help="怎样验收的，功能是否正常"),
    ok="恢复使用",
)
SCRAP = dialog(
    "instrument_overhaul_scrap",
    "报废 {repairno}",
    field_of(O.checknote, type="textarea", required=True, span=24, help="报废的理由"),
    ok="报废",
)
