"""The forms of persons, their certificates, and of looking at a number."""

from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers

PERSON_FORM = add_form(
    FormView(
        "person_form",
        "人员信息",
        "/api/person/save",
        [
            Group(
                "基本信息",
                [
                    Field("name", "姓名", required=True, size=64),
                    Field("idtype", "证件类型", "dict", dict="C621", required=True, default="01"),
                    Field("idno", "证件号码", required=True, size=32, help="保存后只显示首尾；生日与性别由身份证得出"),
                    Field("birth", "出生日期", "date", when={"idtype": ["02", "03", "04", "05", "06", "07"]}),
                    Field(
                        "sex",
                        "性别",
                        "select",
                        options={"1": "男", "2": "女"},
                        when={"idtype": ["02", "03", "04", "05", "06", "07"]},
                    ),
                    Field("education", "学历", "dict", dict="C671"),
                    Field("mobile", "手机", required=True, rule="mobileKept"),
                ],
            ),
            Group(
                "任职",
                [
                    Field(
                        "unit_id",
                        "所属单位",
                        "unit",
                        required=True,
                        span=16,
                        refers=Refers(Unit, alone="a person changes from one unit to another"),
                    ),
                    Field("post", "岗位", "dict", dict="C741", required=True),
                    Field("title", "职称", size=64),
                    Field("workno", "工号", size=32),
                    Field("startdate", "到岗日期", "date"),
                    Field("status", "状态", "dict", dict="C723", required=True, default="0"),
                    Field("remark", "备注", "textarea", span=24, size=500),
                ],
            ),
        ],
        load_url="/api/person/load",
    )
)
CERT_FORM = add_form(
    FormView(
        "person_cert_form",
        "作业人员证书",
        "/api/personcert/save",
        [
            Group(
                "",
                [
                    Field(
                        "person_id",
                        "人员",
                        "hidden",
                        size=32,
                        default="{person_id}",
                        refers=Refers(Person, parent=PersonCert.person_id, said="证书不能改到其他人员名下"),
                    ),
                    Field("item", "作业项目", "dict", dict="C622", required=True, span=12),
                    Field("certno", "证书编号", required=True, size=64, span=12),
                    Field("level", "级别与范围", size=64, span=12),
                    Field("issueorg", "发证机关", required=True, size=200, span=12),
                    Field("firstdate", "初次领证日期", "date", span=12),
                    Field("validto", "有效期至", "date", required=True, span=12),
                    Field(
                        "held",
                        "证书处置",
                        "select",
                        options={"1": "暂扣", "2": "吊销", "3": "注销"},
                        span=12,
                    ),
                    Field("remark", "备注", span=12, size=200),
                ],
            )
        ],
        load_url="/api/personcert/load",
        width=720,
    )
)
