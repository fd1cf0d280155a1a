"""Forms of products: one a class, and the conversion to devices."""

from dataclasses import replace

from tejian.archives import codes
from tejian.archives.equipment.api import table_groups
from tejian.archives.models.products import Product
from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers

# class → (route, title)
SCREENS = {
    "1000": ("boilerProducts", "锅炉产品"),
    "2000": ("PressureVesselPdt", "压力容器产品"),
    "3000": ("elevatorProducts", "电梯产品"),
    "4000": ("hoistingProducts", "起重机械产品"),
    "7000": ("pipingComProducts", "压力管道元件产品"),
    "7310": ("safetyProducts", "安全附件产品"),
    "8000": ("pipingEngProducts", "压力管道工程产品"),
}
MADE_UNDER_SUPERVISION, TECHNICAL = ("1000", "2000", "4000"), "技术参数"
SAVE, LOAD = "/api/product/save", "/api/product/load"


def _kind(equclass: str) -> Field:
    options = {equclass: SCREENS[equclass][1]}
    return Field("equclass", "产品种类", "select", options=options, default=equclass, required=True)


def _declaration() -> Field:
    return Field("appno", "申报单号", size=32, help="制造或安装监检的申报单")


def _technical(equclass: str) -> list[Group]:
    """What the report of a supervised manufacture states of the product, and the archive of the device made of it."""
    if equclass not in MADE_UNDER_SUPERVISION:
        return []
    groups = table_groups(equclass, Product, ())
    return [
        replace(one, fields=[replace(f, required=False) for f in one.fields])
        for one in groups
        if one.title == TECHNICAL
    ]


def _device_form(equclass: str) -> FormView:
    """A product that becomes a device: a piece with its number, or a batch."""
    project, unit = equclass == codes.PIPING, "只" if equclass == codes.VALVE else "台"
    return FormView(
        f"product_{equclass}_form",
        SCREENS[equclass][1],
        SAVE,
        [
            Group(
                "产品",
                [
                    _kind(equclass),
                    Field("equclacode", "设备类别", "category", dict="C602", required=True),
                    Field("compname", "工程名称" if project else "产品名称", required=True, size=128),
                    Field("compspec", "规格型号", required=not project, size=64),
                    Field("prono", "产品编号", size=64, help="单台填写；成批的填批号和编号范围"),
                    Field("batchno", "产品批号", size=64),
                    Field("prodnos", "编号范围", size=500, span=16, help="例如 A001-A010、A015"),
                    Field("quantity", "数量", "int", required=True, low=1, high=10_000, default="1", unit=unit),
                ],
            ),
            Group(
                "制造与监检",
                [
                    Field(
                        "makersysid",
                        "安装单位" if project else "制造单位",
                        "unit",
                        required=not project,
                        refers=Refers(Unit, alone="anybody may have made it"),
                    ),
                    Field("prodate", "制造日期", "date", required=not project),
                    Field("price", "单价", "money", low=0, unit="元"),
                    Field("amount", "总价", "money", low=0, unit="元", help="不填按单价乘数量"),
                    Field("inspcertno", "监检证书编号", size=64),
                    Field("inspman", "监检员", size=64),
                    _declaration(),
                ],
            ),
            *_technical(equclass),
        ],
        load_url=LOAD,
        width=980,
        in_part=True,
    )


PART_FORM = FormView(
    "product_7000_form",
    SCREENS["7000"][1],
    SAVE,
    [
        Group(
            "",
            [
                _kind("7000"),
                Field("equclacode", "元件类别", "category", dict="C602", help="申报检验前须填写"),
                Field(
                    "makersysid",
                    "制造单位",
                    "unit",
                    required=True,
                    refers=Refers(Unit, alone="anybody may have made it"),
                ),
                _declaration(),
            ],
        ),
        *table_groups(
            "7000", Product, (), quantity={"low": 0.01, "high": 10_000_000}, amount={"type": "money", "low": 0}
        ),
    ],
    load_url=LOAD,
    width=980,
    in_part=True,
)
FORMS = {c: add_form(PART_FORM if c == codes.PIPE_PART else _device_form(c)) for c in SCREENS}

CONVERT_FORM = add_form(
    FormView(
        "product_convert_form",
        "转设备",
        "/api/product/convert",
        [
            Group(
                "",
                [
                    Field("pronos", "产品编号", "textarea", required=True, size=4000, span=24,
                          help="每个编号建一台设备；逗号或换行分开，A001-A010 表示连续编号"),
                    Field("equclacode", "设备类别", "category", dict="C602", required=True),
                    Field("equname", "设备名称", required=True, size=128),
                    Field("useorgsysid", "使用单位", "unit", required=True, refers=Refers(Unit, alone="who bought it")),
                    Field("areacode", "所在区划", "area", required=True),
                    Field("useplace", "使用地点", required=True, span=16, size=256),
                ],
            )
        ],
        load_url="/api/product/convertStart",
        width=900,
    )
)  # fmt: skip
