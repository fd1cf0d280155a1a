"""Forms of instruments: the archive, a calibration, a box."""

from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers
from tejian.system.models.organisations import Org

INSTRUMENT_FORM = add_form(
    FormView(
        "instrument_form",
        "仪器设备",
        "/api/instrument/archives/save",
        [
            Group(
                "仪器",
                [
                    Field("instno", "仪器编号", required=True, size=32),
                    Field("name", "仪器名称", required=True, size=64),
                    Field("insttype", "仪器类型", "dict", dict="YQLX", help="检验项目按类型核对所用仪器"),
                    Field("model", "型号", size=64),
                    Field("range", "测量范围", size=128),
                    Field("accuracy", "准确度", size=64),
                    Field("maker", "制造单位", size=128),
                    Field("serial", "出厂编号", size=64),
                    Field("boxno", "工具箱", size=16),
                    Field(
                        "dept_id",
                        "部门",
                        "tree",
                        options_url="/api/system/org/tree",
                        refers=Refers(
                            Org,
                            among=lambda me: Org.org_id == me.org_id,
                            alone="a department of the institute of the sender",
                        ),
                    ),
                    Field("keeper", "保管人", size=64),
                    Field("status", "状态", "dict", dict="C647", required=True, default="0"),
                ],
            ),
            Group(
                "检定",
                [
                    Field("cycle", "检定周期", "int", low=1, high=120, unit="个月", required=True, default=12),
                    Field("lastcal", "检定日期", "date"),
                    Field("nextcal", "有效期至", "date", help="不填按检定日期加周期计算"),
                    Field("method", "溯源方式", "dict", dict="C648", default="01"),
                    Field("certno", "证书编号", size=64),
                ],
            ),
        ],
        load_url="/api/instrument/archives/load",
    )
)
CALIBRATION_FORM = add_form(
    FormView(
        "instrument_calibration_form",
        "检定登记",
        "/api/instrument/archives/calibrate",
        [
            Group(
                "",
                [
                    Field("instno", "仪器编号", "readonly", span=12),
                    Field("name", "仪器名称", "readonly", span=12),
                    Field("lastcal", "检定日期", "date", required=True, span=12),
                    Field("nextcal", "有效期至", "date", span=12, help="不填按检定日期加周期计算"),
                    Field("method", "溯源方式", "dict", dict="C648", required=True, span=12),
                    Field("certno", "证书编号", required=True, size=64, span=12),
                ],
            )
        ],
        load_url="/api/instrument/archives/load",
        width=620,
    )
)
ASSIGN_FORM = add_form(
    FormView(
        "instrument_assign_form",
        "放入工具箱",
        "/api/instrument/box/assign",
        [Group("", [Field("boxno", "工具箱", size=16, span=24, help="空着保存即从工具箱取出")])],
        width=420,
    )
)
