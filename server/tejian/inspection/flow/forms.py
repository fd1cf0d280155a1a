"""What a person fills in for a move: the dialogs, and the inputs of the hand-made pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated

from pydantic import Field as Input

from tejian.instruments.models import Instrument
from tejian.kit.forms.form import Form, Id, Ids, ManyIds
from tejian.kit.forms.formview import Field, FormView, Group, Table, add_form
from tejian.kit.forms.refers import Refers
from tejian.kit.process.doing import Opinion
from tejian.system.models.accounts import SysUser

from .departments import OF_INSTITUTE
from .materials import MATERIALS

POST = "02"
RELEASE_WAYS = {"01": "自取", POST: "邮寄", "03": "电子"}
MATERIAL_RESULTS = {"pass": "符合", "supplement": "补正", "refuse": "不予受理"}
ARCHIVE_DOCS = {
    "01": "检验报告",
    "02": "原始记录",
    "03": "检验意见通知书",
    "04": "委托（申报）单",
    "05": "自检报告",
    "06": "照片",
}
END_REASONS = (
    "使用单位取消",
    "设备停用或拆除",
    "现场不具备检验条件",
    "转由其他机构检验",
    "监督检验终止",
    "其他",
)
OFFICES = "/api/businesspro/common/getOfficeListByUser"


COLLEAGUE = Refers(SysUser, among=lambda me: SysUser.org_id == me.org_id, alone="of the institute of the sender")
OWN_INSTRUMENT = Refers(
    Instrument, among=lambda me: Instrument.org_id == me.org_id, alone="of the institute of the sender"
)


def dialog(
    no: str,
    title: str,
    width: int,
    *fields: Field,
    ok: str = "",
    note: str = "",
    done: str = "",
    tables: Sequence[Table] = (),
    begins: str = "",
) -> FormView:
    """A form without groups, sent to the call of its move; `begins` tells what it begins with."""
    own = [Group("", fields)]
    return FormView(no, title, "", own, begins, width=width, ok=ok, note=note, done=done, tables=tables)


def words(name: str, label: str, *, required: bool = False, size: int = 500, missing: str = "") -> Field:
    return Field(name, label, "textarea", required=required, span=24, size=size, missing=missing)


OPINION = words("opinion", "备注")


def void(no: str) -> FormView:
    """The void dialog of the specification (S2 §7.4): a reason, whose label is the first word of the detail."""
    return dialog(
        no,
        "数据作废",
        500,
        Field("reasonId", "作废原因", "dict", True, "C611", span=24, missing="作废原因不能为空", fills="detailDesc"),
        words("detailDesc", "详细说明", required=True, missing="详细说明不能为空"),
        Field("reasonLabel", "作废原因", "hidden", default="{reasonIdName}"),
        Field("reason", "作废原因", "hidden", size=800, default="{reasonIdName}{detailDesc}"),
        Field("stepNo", "环节", "hidden", default="{step}"),
        ok="作废",
        note="共 {count} 条，作废后不能恢复",
        done="作废成功",
    )


MARK = add_form(
    FormView(
        "jy_return_mark",
        "要改的项目",
        "",
        [
            Group(
                "",
                [
                    Field("seq", "项目序号", "int", required=True, low=1, span=6),
                    Field("text", "要改什么", required=True, size=200, span=18, missing="请写明要改什么"),
                ],
            )
        ],
    )
)
MARKS = Table("marks", "要改的项目", MARK, add="标记一项", most=200)


def back(no: str, targets: Mapping[str, str], reason: str = "退回原因", *tables: Table) -> FormView:
    """The dialog of a return: to which of the steps, for which reason, and what has to be done there."""
    first = next(iter(targets))
    view = dialog(
        no,
        "退回",
        500,
        Field("toStep", "退回到", "radio", options=targets, span=24, default=first, wrong="不能退回到该环节"),
        Field("reasonId", reason, "dict", True, "C610", span=24, missing=f"请选择{reason}"),
        words("detailDesc", "详细说明", required=True, missing="请写明要改什么"),
        Field("reasonLabel", reason, "hidden", default="{reasonIdName}"),
        ok="退回",
        done="已退回{toStepName}",
    )
    return replace(view, tables=tables)


ASSIGN = dialog(
    "jy_form_assign",
    "审查分配",
    520,
    Field("chedept", "检验部门", "select", required=True, span=24, options_url=OFFICES, refers=OF_INSTITUTE),
    Field("reviewer", "资料审查人", "user", span=24, refers=COLLEAGUE),
    words("opinion", "意见"),
)

REFER = dialog(
    "jy_form_refer",
    "转办 {appno}",
    480,
    Field(
        "chedept",
        "转到部门",
        "select",
        required=True,
        span=24,
        options_url=OFFICES,
        missing="请选择部门",
        refers=OF_INSTITUTE,
    ),
    words("reason", "转办原因", required=True),
    ok="转办",
    done="已转办",
)

REVIEWED = {"result": ["supplement", "refuse"]}
MATERIAL = dialog(
    "jy_form_material",
    "资料审查",
    640,
    Field("result", "审查结果", "select", required=True, options=MATERIAL_RESULTS, span=24),
    Field("reason", "缺少的资料或理由", "textarea", required=True, span=24, size=1000, when=REVIEWED),
    Field("supplementdue", "补正期限", "date", required=True, span=24, when={"result": ["supplement"]}),
    words("opinion", "审查意见"),
    tables=[MATERIALS],
    begins="/api/appmain/materials",
)

END_ASK = dialog(
    "jy_form_end_ask",
    "申请检验结束 {seisn}",
    480,
    Field("reasonLabel", "结束原因", "select", True, options={r: r for r in END_REASONS}, span=24),
    words("detailDesc", "详细说明"),
    ok="申请",
    note="批准后不再出具报告，已做的工作仍可能收费",
    done="已申请，等待科长批准",
)
ASKED = "申请原因：{endreason}"
END_AGREE = dialog(
    "jy_form_end_agree",
    "同意检验结束 {seisn}",
    520,
    words("opinion", "意见"),
    ok="同意结束",
    note=ASKED,
    done="检验已结束",
)
END_REFUSE = dialog(
    "jy_form_end_refuse",
    "不同意检验结束 {seisn}",
    520,
    words("detailDesc", "原因", required=True, missing="请写明不同意的原因"),
    ok="不同意",
    note=ASKED,
    done="不同意，业务回到原环节",
)

ARCHIVE = dialog(
    "jy_form_archive",
    "报告归档",
    560,
    Field("archivedocs", "归档材料", "selectMulti", required=True, options=ARCHIVE_DOCS, span=24, default="01,02"),
    Field("archivebox", "档案盒/柜位", span=12, size=64),
    Field("archivepages", "页数", "int", span=12, low=1, high=2000),
    OPINION,
    ok="归档",
    done="{count} 份报告已归档",
)

RELEASE = dialog(
    "jy_form_release",
    "报告发放",
    560,
    Field("releaseway", "发放方式", "select", required=True, options=RELEASE_WAYS, span=24, default="03"),
    Field("receiver", "领取人", required=True, span=12, size=64),
    Field("receivertel", "领取人电话", span=12, rule="mobileOrLandline"),
    Field("receiveridtype", "证件类型", "dict", dict="C621", span=12, default="01"),
    Field("receiveridno", "证件号码", span=12, size=32, help="只显示首尾，全部号码加密保存"),
    Field("expressno", "快递单号", required=True, span=24, size=64, when={"releaseway": [POST]}),
    OPINION,
    ok="发放",
    done="{count} 份报告已发放，业务办结",
)

ARREARS = dialog(
    "jy_form_arrears",
    "欠费发放 {reportno}",
    480,
    words("reason", "批准原因", required=True, size=256),
    ok="批准",
    note="报告在缴费前发放须写明原因，记入安全日志",
    done="已批准欠费发放",
)


# -- inputs of pages ----------------------------------------------------------------------------------------------


class MaterialForm(Form):
    """What was found of a paper of the list."""

    id: str = Input("", title="资料", max_length=8)
    state: str = Input("", title="有无", pattern="^[012]?$")
    pages: int | None = Input(None, title="页数", ge=0, le=9999)


class AcceptForm(ManyIds):
    agreeddate: date | None = Input(None, title="约定检验日期")
    chedept: Annotated[Id | None, OF_INSTITUTE] = Input(None, title="检验部门")
    materials: list[MaterialForm] = Input(default_factory=list, title="资料清单", max_length=40)
    opinion: str = Input("", title="受理意见", max_length=500)


class ArrangeForm(ManyIds):
    scinspector: Annotated[Id | None, COLLEAGUE] = Input(None, title="主检")
    inspectors: Annotated[Ids, COLLEAGUE] = Input(default_factory=list, title="协检")
    plandate: date | None = Input(None, title="安排日期")
    timeslot: str = Input("", title="时段", max_length=8)
    vehicle: str = Input("", title="车辆", max_length=32)
    instruments: Annotated[Ids, OWN_INSTRUMENT] = Input(default_factory=list, title="仪器设备")
    taskremark: str = Input("", title="任务说明", max_length=500)
    confirm_holiday: bool = Input(False, alias="confirmHoliday", title="非工作日确认")
    opinion: str = Input("", title="意见", max_length=500)


class ConfirmForm(ManyIds):
    confirmeddate: date | None = Input(None, title="确认日期")
    contacted: str = Input("", title="现场联系人", max_length=64)
    siteconditions: str = Input("", title="现场条件", max_length=500)
    safetybriefed: bool = Input(False, title="安全交底")
    opinion: str = Input("", title="意见", max_length=500)


class BuildForm(Form):
    template: str = Input("", title="模板", max_length=16)
    opinion: str = Input("", title="意见", max_length=2000)


class DecisionForm(Opinion):
    """An audit or an approval: what is said, the reasons for what checks ask about, and the proof that the page gave
    of what was shown."""

    reasons: dict[str, Annotated[str, Input(max_length=500)]] = Input(
        default_factory=dict, title="检查说明", max_length=200
    )
    seen: str = Input("", title="打开凭据", max_length=600)


class PrintedForm(ManyIds):
    copies: int = Input(1, title="份数", ge=1, le=50)
    papernos: str = Input("", title="合格标志编号", max_length=256)
    opinion: str = Input("", title="意见", max_length=2000)
