"""What is filled in for a sheet that the owner signs, and for what the owner disagrees with."""

from tejian.inspection import permissions as p
from tejian.inspection.models.signoff import DRAFT, WRITTEN
from tejian.inspection.models.signoff import OwnerDissent as D
from tejian.inspection.models.signoff import OwnerSheet as S
from tejian.inspection.models.turnaround import TurnaroundItem, TurnaroundProject
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

AGREE, DISAGREE = "/api/inspectPro/agree", "/api/inspectPro/disagree"
SHEETS, DISSENTS = "/inspectPro/agreeQuery", "/inspectPro/disagreeQuery"
SHEET_PAGE, DISSENT_PAGE = f"{SHEETS}Detail?id={{id}}", f"{DISSENTS}Detail?id={{id}}"

SHEET_FORM = form_of("owner_sheet_form", "业主签认单", AGREE, field_of(S.title, required=True, span=24))
SHEET_ACTS = standard(SHEET_FORM, Rights(p.TURN_QUERY, p.TURN_SHEET), [DRAFT])
MAKE_SHEET = add_form(
    FormView(
        "owner_sheet_make",
        "制签认单",
        f"{AGREE}/make",
        [Group("", [field_of(S.title, required=True, span=24, help="如 常减压装置第一批容器检验工作量")])],
        width=560,
        ok="制单",
        note="共 {count} 项；须是同一项目已完工、没有未关闭不符合项的设备",
        done="已制签认单，请在“业主签认”中核对后发送",
    )
)
SIGN = dialog(
    "owner_sheet_sign",
    "同意签认 {sheetno}",
    field_of(S.opinion, type="textarea", span=24),
    ok="同意",
    done="已签认",
)
REFUSE = dialog(
    "owner_sheet_refuse",
    "不同意 {sheetno}",
    field_of(D.topic, required=True, span=12),
    field_of(D.due, required=True, span=12),
    why("不符合情况", "请写明不同意什么"),
    ok="不同意",
    note="不符合情况登记为业主不符合项，由检验机构在期限内答复",
    done="已告知检验机构答复",
)
_WRITTEN = (
    field_of(D.topic, required=True, span=12),
    field_of(D.due, required=True, span=12),
    field_of(D.content, type="textarea", required=True, span=24),
)
DISSENT_FORM = form_of(
    "owner_dissent_form",
    "业主不符合项",
    DISAGREE,
    field_of(
        D.project_id,
        type="select",
        options_url=f"{DISAGREE}/projects",
        required=True,
        span=24,
        refers=Refers(TurnaroundProject, parent=D.project_id),
    ),
    *_WRITTEN,
)
DISSENT_ACTS = standard(
    DISSENT_FORM, Rights(p.TURN_QUERY, p.TURN_OWNER), [WRITTEN], new="提出不符合项", page=DISSENT_PAGE
)
MAKE_DISSENT = add_form(
    FormView(
        "owner_dissent_make",
        "提出不符合项 {objectno}",
        f"{DISAGREE}/make",
        [
            Group(
                "",
                [
                    Field(
                        *("item_id", "设备", "hidden", True),
                        size=32,
                        default="{id}",
                        refers=Refers(TurnaroundItem, alone="the device that the owner disagrees with"),
                    ),
                    *_WRITTEN,
                ],
            )
        ],
        width=560,
        ok="保存",
        done="已保存，请在“反馈意见”中核对后提出",
    )
)
REPLY = dialog(
    "owner_dissent_reply",
    "答复 {dissentno}",
    field_of(D.reply, type="textarea", required=True, span=24),
    ok="答复",
    done="已答复，等待业主确认",
)
