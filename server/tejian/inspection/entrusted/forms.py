"""What is filled in for an entrusted project."""

from tejian.archives.models.units import Unit
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import COLLEAGUE
from tejian.inspection.models.entrusted import CATEGORIES, REGISTERED
from tejian.inspection.models.entrusted import EntrustedProject as E
from tejian.kit.forms.formview import FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

CALLS = "/api/wtxmnbtjzx"
FORM = add_form(
    FormView(
        "entrust_form",
        "委托项目",
        f"{CALLS}/saveWtxmNbtjzx",
        [
            Group(
                "委托",
                [
                    field_of(
                        E.unitsysid,
                        type="unit",
                        label="委托单位",
                        required=True,
                        span=24,
                        refers=Refers(Unit, alone="anybody may entrust work"),
                    ),
                    field_of(E.name, required=True, span=16),
                    field_of(E.category, type="select", options=CATEGORIES, required=True, span=8),
                    field_of(E.content, type="textarea", required=True, span=24),
                    field_of(E.contractno, span=12),
                    field_of(E.amount, type="money", low=0, span=12),
                ],
            ),
            Group(
                "实施",
                [
                    field_of(E.leader, type="user", label="负责人", required=True, span=24, refers=COLLEAGUE),
                    field_of(E.startdate, required=True, span=12),
                    field_of(E.duedate, required=True, span=12),
                    field_of(E.sampleno, span=12, help="有样品的项目填写"),
                    field_of(E.sample, span=12),
                ],
            ),
        ],
        load_url=f"{CALLS}/getDetailWtxmNbtjzx",
        width=820,
    )
)
FINISH = dialog(
    "entrust_finish",
    "完成 {name}",
    field_of(E.finished, required=True, span=12),
    field_of(E.reportno, required=True, span=12),
    field_of(E.outcome, type="textarea", required=True, span=24),
    ok="完成",
    done="已完成，待归档",
)
BACK = dialog("entrust_back", "退回 {name}", why("退回原因", "请写明缺少的成果或资料"), ok="退回", done="已退回执行")
ARCHIVE = dialog(
    "entrust_archive",
    "归档 {name}",
    field_of(E.archiveno, required=True, span=12),
    field_of(E.archivebox, required=True, span=12),
    ok="归档",
    done="已归档",
)
VOIDED = dialog("entrust_void", "作废 {name}", why("作废原因", "请写明作废原因"), ok="作废", done="已作废")
ACTS = standard(
    FORM,
    Rights(p.ENTRUST_QUERY, p.ENTRUST_SAVE),
    [REGISTERED],
    new="登记委托",
    noun="委托项目",
    deletes="deleteWtxmNbtjzx",
)
