"""What is filled in for a notice of construction: its head, its devices, and the dialogs of its moves."""

from typing import Any

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.construction import ConstructionDevice as D
from tejian.inspection.models.construction import ConstructionNotice as N
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.ground.user import User


def contractors(me: User) -> Any:
    """Units that install, alter or repair."""
    return Unit.visible(me) & Unit.isinstall & Unit.enabled


HEAD = Group(
    "施工",
    [
        field_of(N.worktype, required=True, span=12),
        field_of(N.equclass, required=True, span=12),
        field_of(
            N.contractor_id,
            type="unit",
            label="施工单位",
            required=True,
            span=12,
            refers=Refers(Unit, among=contractors, alone="anybody licensed may be hired"),
        ),
        field_of(
            N.unitsysid,
            type="unit",
            label="使用单位",
            required=True,
            span=12,
            refers=Refers(Unit, alone="whom the work is done for"),
        ),
        field_of(N.contractno, span=12),
        field_of(N.areacode, type="area", dict="", required=True, span=12),
        field_of(N.place, required=True, span=24),
        field_of(N.startdate, required=True, span=12),
        field_of(N.enddate, required=True, span=12),
        field_of(N.headman, required=True, span=12),
        field_of(N.headtel, required=True, span=12, rule="mobileOrLandline"),
        field_of(N.workers, type="textarea", span=24, help="姓名、作业项目和证书编号，一人一行"),
        field_of(N.remark, type="textarea", span=24),
    ],
)
NOTICE_FORM = add_form(
    FormView(
        "construction_form",
        "施工告知",
        "/api/construction/save",
        [HEAD],
        load_url="/api/construction/load",
        width=760,
        note="许可证由系统按施工单位的许可和设备类别核对，不需要填写",
    )
)
OWN_FORM = add_form(
    FormView(
        "construction_own_form",
        "施工告知",
        "/api/construction/own/save",
        [
            Group(
                "施工",
                [
                    *(one for one in HEAD.fields if one.name in ("worktype", "equclass")),
                    Field(
                        "unitcode",
                        "使用单位统一社会信用代码",
                        required=True,
                        span=12,
                        size=32,
                        help="按代码核对使用单位，名称取自单位档案",
                    ),
                    *(
                        one
                        for one in HEAD.fields
                        if one.name not in ("worktype", "equclass", "contractor_id", "unitsysid")
                    ),
                ],
            )
        ],
        load_url="/api/construction/own/load",
        width=760,
        note="施工单位为本账户的单位，许可证由系统按许可和设备类别核对",
    )
)
OF_NOTICE = Field(
    "notice_id", "施工告知", "hidden", True, size=32, refers=Refers(N, parent=D.notice_id, said="设备不能改到其他告知")
)
OWN_DEVICE_FORM = add_form(
    FormView(
        "construction_own_device_form",
        "施工设备",
        "/api/construction/own/device/save",
        [
            Group(
                "",
                [
                    OF_NOTICE,
                    Field(
                        "number",
                        "设备号码",
                        required=True,
                        span=24,
                        size=64,
                        help="使用单位这台设备的设备代码、注册代码或出厂编号，须完整填写",
                    ),
                    field_of(D.contractprice, type="money", low=0, span=12, help="按施工费收取监检费的填写"),
                ],
            )
        ],
        load_url="/api/construction/own/device/load",
        width=560,
    )
)
DEVICE_FORM = add_form(
    FormView(
        "construction_device_form",
        "施工设备",
        "/api/construction/device/save",
        [
            Group(
                "",
                [
                    OF_NOTICE,
                    field_of(
                        D.equdatasysid,
                        type="equipment",
                        label="设备",
                        required=True,
                        span=24,
                        refers=Refers(Equipment, alone="judged with the user of the notice that is named"),
                    ),
                    field_of(D.contractprice, type="money", low=0, span=12, help="按施工费收取监检费的填写"),
                ],
            )
        ],
        load_url="/api/construction/device/load",
        width=560,
    )
)


RETURN = dialog(
    "construction_return",
    "退回告知 {contractorname}",
    why("退回原因", "请写明退回原因"),
    ok="退回",
    done="已退回，补正后可再次提交",
)
CANCEL = dialog(
    "construction_cancel",
    "注销告知 {notifyno}",
    why("注销原因", "请写明注销原因"),
    ok="注销",
    note="注销后设备恢复告知前的状态，编号不再使用",
    done="已注销",
)
DECLARE = add_form(
    FormView(
        "construction_declare",
        "申报监督检验 {notifyno}",
        "/api/construction/declare",
        [
            Group(
                "",
                [
                    Field("inscontactname", "联系人", span=12, size=64, help="不填时为现场负责人"),
                    Field("INSCONTACTTEL", "联系电话", span=12, rule="mobileOrLandline", help="不填时为负责人电话"),
                    Field("plandate", "期望检验日期", "date", span=12),
                ],
            )
        ],
        width=560,
        ok="申报",
        note="按告知的设备和施工类别生成监督检验申报单并提交受理",
        done="已申报监督检验并提交受理",
    )
)
