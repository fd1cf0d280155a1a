"""The forms of units: one a kind, and those of licences, branches, contacts, capability and cancelling."""

from typing import Any

from tejian.archives.models.units import DetectionCapability, MaintContract, Unit, UnitBranch, UnitContact, UnitLicence
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers


def _types(default: str) -> Field:
    return Field("unittype", "单位类型", "dictMulti", dict="C618", required=True, default=default, size=64)


def _basic(*more: Field, types: Field) -> Group:
    return Group(
        "基本信息",
        [
            Field("name", "单位名称", required=True, span=16, size=200),
            Field("code", "统一社会信用代码", required=True, size=18, help="18 位，个人填身份证号"),
            types,
            Field("nature", "单位性质", "dict", dict="C619"),
            Field("industry", "所属行业", "dict", dict="C620"),
            Field("areacode", "所在区划", "area", required=True),
            Field("address", "单位地址", required=True, span=16, size=256),
            Field("lng", "经度", "decimal", low=73, high=136, help="WGS-84，东经 73–136"),
            Field("lat", "纬度", "decimal", low=3, high=54, help="北纬 3–54"),
            Field("legalman", "法定代表人", size=64),
            Field("legalid", "法人证件号码", size=32, help="身份证号，保存后只显示首尾"),
            *more,
        ],
    )


CONTACT = Group(
    "联系方式",
    [
        Field("contact", "联系人", required=True, size=64),
        Field("tel", "联系电话", required=True, rule="mobileOrLandline"),
        Field("mobile", "手机", rule="mobileKept"),
        Field("email", "电子邮箱", rule="email", size=128),
        Field("postcode", "邮政编码", rule="postalCode", size=6),
        Field("fax", "传真", rule="fax"),
    ],
)
SAFETY = Group(
    "安全管理",
    [
        Field("safedept", "安全管理部门", size=64),
        Field("safemanager", "安全管理人员", size=64),
        Field("safetel", "安全管理人员电话", rule="telKept"),
        Field("safedirector", "安全总监", size=64),
        Field("safedirectortel", "安全总监电话", rule="telKept"),
        Field("safeofficer", "安全员", size=64),
        Field("safeofficertel", "安全员电话", rule="telKept"),
    ],
)
CREDIT = Group(
    "信用与规模",
    [
        Field("credit", "信用等级", "dict", dict="C686"),
        Field("fixedassets", "固定资产", "decimal", unit="万元", low=0, high=10**9),
        Field("employees", "职工人数", "int", low=0, high=9_999_999),
        Field("blacklist", "列入黑名单", "bool", default="0"),
        Field("blackreason", "列入原因", span=16, size=256),
    ],
)
REMARK = Group("备注", [Field("remark", "备注", "textarea", span=24, size=500)])

UNIT_FORM = add_form(
    FormView(
        "unit_business_form",
        "企业单位",
        "/api/unitbasic/save",
        [
            _basic(
                Field("usertype", "用户类别", "dict", dict="C614", required=True),
                Field("isuse", "使用单位", "bool", default="1"),
                Field("ismaintain", "维保单位", "bool", default="0"),
                Field("isinstall", "施工单位", "bool", default="0"),
                Field("ismaker", "制造单位", "bool", default="0"),
                types=Field("unittype", "单位类型", "dictMulti", dict="C618", default="01", size=64),
            ),
            CONTACT,
            SAFETY,
            CREDIT,
            Group(
                "开票",
                [Field("invoicetitle", "发票抬头", size=200), Field("taxno", "税号", size=32)],
            ),
            REMARK,
        ],
        load_url="/api/unitbasic/load",
    )
)
ORGANISATION = Field(
    "orgsysid",
    "对应账号机构",
    "select",
    options_url="/api/unitbasic/organisations",
    help="机构管理中的同一机构，用于权限与统计",
)
INSPECTION_FORM = add_form(
    FormView(
        "unit_inspection_form",
        "检验单位",
        "/api/unitbasic/inspection/save",
        [
            _basic(ORGANISATION, types=_types("06")),
            Group(
                "核准",
                [
                    Field("workscope", "核准项目", "textarea", span=16, size=500),
                    Field("workareas", "准入区域", size=200, help="外省机构可在本市承接业务的区域"),
                ],
            ),
            CONTACT,
            CREDIT,
            REMARK,
        ],
        load_url="/api/unitbasic/inspection/load",
    )
)
SUPERVISE_FORM = add_form(
    FormView(
        "unit_superviseorg_form",
        "监察单位",
        "/api/unitbasic/superviseorg/save",
        [_basic(ORGANISATION, types=_types("13")), CONTACT, REMARK],
        load_url="/api/unitbasic/superviseorg/load",
    )
)
FORM_OF_KIND = {"b": UNIT_FORM, "i": INSPECTION_FORM, "s": SUPERVISE_FORM}

CANCEL_FORM = add_form(
    FormView(
        "unit_cancel_form",
        "注销单位",
        "/api/unitbasic/cancel",
        [
            Group(
                "",
                [
                    Field("name", "单位名称", "readonly", span=24),
                    Field("cancelreason", "注销原因", "textarea", required=True, span=24, size=256),
                ],
            )
        ],
        load_url="/api/unitbasic/load",
        width=560,
    )
)


def _part_of(column: Any) -> Refers:
    return Refers(Unit, parent=column, said="不能改到其他单位名下")


LICENCE_FORM = add_form(
    FormView(
        "unit_licence_form",
        "许可证",
        "/api/unitlicence/save",
        [
            Group(
                "",
                [
                    Field("unit_id", "持证单位", "unit", required=True, refers=_part_of(UnitLicence.unit_id)),
                    Field("lictype", "许可类别", "dict", dict="C740", required=True),
                    Field("licno", "许可证编号", required=True, size=64),
                    Field("items", "许可项目", "dictMulti", dict="C624", span=16, size=256),
                    Field("level", "级别", size=32),
                    Field("issueorg", "发证机关", required=True, size=200),
                    Field("issuedate", "发证日期", "date"),
                    Field("validto", "有效期至", "date", required=True),
                    Field("scope", "许可范围", "textarea", span=24, size=500),
                    Field("held", "证书处置", "select", options={"1": "暂扣", "2": "注销"}),
                    Field("remark", "备注", span=16, size=500),
                ],
            )
        ],
        load_url="/api/unitlicence/load",
        width=860,
    )
)
BRANCH_FORM = add_form(
    FormView(
        "unit_branch_form",
        "分支机构",
        "/api/unitnbranch/save",
        [
            Group(
                "",
                [
                    Field("unit_id", "所属单位", "unit", required=True, refers=_part_of(UnitBranch.unit_id)),
                    Field("branchname", "分支机构名称", required=True, span=16, size=200),
                    Field("areacode", "所在区划", "area", required=True, help="决定监察单位"),
                    Field("address", "地址", required=True, span=16, size=256),
                    Field("contact", "联系人", size=64),
                    Field("tel", "联系电话", rule="mobileOrLandline"),
                    Field("enabled", "启用", "bool", default="1"),
                ],
            )
        ],
        load_url="/api/unitnbranch/load",
        width=860,
    )
)
CONTACT_FORM = add_form(
    FormView(
        "unit_contact_form",
        "联系人",
        "/api/unitcontact/save",
        [
            Group(
                "",
                [
                    Field("unit_id", "所属单位", "unit", required=True, span=12, refers=_part_of(UnitContact.unit_id)),
                    Field("name", "姓名", required=True, size=64, span=12),
                    Field("post", "职务", size=64, span=12),
                    Field("tel", "电话", rule="telKept", span=12),
                    Field("mobile", "手机", rule="mobileKept", span=12),
                    Field("email", "电子邮箱", rule="email", size=128, span=12),
                    Field("remark", "备注", span=24, size=200),
                ],
            )
        ],
        load_url="/api/unitcontact/load",
        width=680,
    )
)
CAPABILITY_FORM = add_form(
    FormView(
        "unit_capability_form",
        "检测能力",
        "/api/unitcapability/save",
        [
            Group(
                "",
                [
                    Field(
                        "unit_id",
                        "维保单位",
                        "unit",
                        required=True,
                        span=16,
                        refers=_part_of(DetectionCapability.unit_id),
                    ),
                    Field("classes", "设备种类", "dictMulti", dict="C601", required=True, size=64),
                    Field("staff", "检测人员数", "int", required=True, low=1, high=9999, unit="人"),
                    Field("certno", "能力证明编号", required=True, size=64),
                    Field("validto", "有效期至", "date", required=True),
                    Field("tools", "检测仪器", "textarea", required=True, span=24, size=500),
                    Field("remark", "备注", span=24, size=500),
                ],
            )
        ],
        load_url="/api/unitcapability/load",
        width=860,
    )
)
REVIEW_FORM = add_form(
    FormView(
        "unit_capability_review_form",
        "审查检测能力",
        "/api/unitcapability/review",
        [
            Group(
                "",
                [
                    Field("certno", "能力证明编号", "readonly", span=12),
                    Field("validto", "有效期至", "readonly", span=12),
                    Field("tools", "检测仪器", "readonly", span=24),
                    Field(
                        "state",
                        "审查结果",
                        "select",
                        required=True,
                        options={"1": "通过", "2": "停用"},
                        span=24,
                    ),
                    Field("opinion", "审查意见", "textarea", required=True, span=24, size=500),
                ],
            )
        ],
        load_url="/api/unitcapability/load",
        width=600,
    )
)
CONTRACT_FORM = add_form(
    FormView(
        "unit_contract_form",
        "维保合同",
        "/api/maintcontract/save",
        [
            Group(
                "",
                [
                    Field(
                        "unit_id", "维保单位", "unit", required=True, span=12, refers=_part_of(MaintContract.unit_id)
                    ),
                    Field(
                        "useunit_id",
                        "使用单位",
                        "unit",
                        required=True,
                        span=12,
                        refers=Refers(Unit, alone="a maintainer works for any unit"),
                    ),
                    Field("contractno", "合同编号", required=True, size=64, span=12),
                    Field("lifts", "合同台数", "int", required=True, low=1, high=99_999, unit="台", span=12),
                    Field("datefrom", "起始日期", "date", required=True, span=12),
                    Field("dateto", "截止日期", "date", required=True, span=12),
                    Field("remark", "备注", span=24, size=500),
                ],
            )
        ],
        load_url="/api/maintcontract/load",
        width=760,
    )
)
