"""Forms of a vehicle, of its cylinder and pipe rows, of registration and scrapping."""

from tejian.archives.models.cylinders import MEDIA
from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field, FormView, Group, Table, add_form
from tejian.kit.forms.refers import Refers

SAVE = "/api/cylinder/save"

ROW_FORM = add_form(
    FormView(
        "cylinder_row_form",
        "气瓶",
        SAVE,
        [
            Group(
                "",
                [
                    Field("cylno", "气瓶编号", required=True, size=32),
                    Field("batchno", "批号", size=32),
                    Field("cylkind", "气瓶品种", "select", options_url="/api/cylinder/kinds", size=8),
                    Field("maker", "制造单位", required=True, size=200),
                    Field("volume", "公称容积", "decimal", required=True, low=0.1, high=5000, unit="L"),
                    Field("netweight", "净重", "decimal", low=0.1, high=5000, unit="kg"),
                    Field("workpress", "工作压力", "decimal", low=0.1, high=100, unit="MPa"),
                    Field("prodate", "制造日期", "date", required=True),
                    Field("scrapdate", "使用年限到期", "date", required=True),
                ],
            )
        ],
    )
)
PIPE_FORM = add_form(
    FormView(
        "cylinder_pipe_form",
        "管路",
        SAVE,
        [
            Group(
                "",
                [
                    Field("name", "管路名称", required=True, size=64),
                    Field("spec", "规格", size=64),
                    Field("material", "材质", size=64),
                    Field("count", "数量", "int", required=True, low=1, high=100, unit="根"),
                    Field("note", "备注", size=100),
                ],
            )
        ],
    )
)
CAR_FORM = add_form(
    FormView(
        "cylinder_car_form",
        "车用气瓶",
        SAVE,
        [
            Group(
                "车辆",
                [
                    Field("carno", "车牌号", required=True, size=16, help="例如 浙B12345、浙BD12345"),
                    Field("vin", "车辆识别代号", required=True, size=17, help="VIN，17 位，第 9 位为校验位"),
                    Field("cartype", "车辆型号", size=64),
                    Field("medium", "充装介质", "select", options=MEDIA, required=True),
                    Field("ownername", "车主", required=True, size=200),
                    Field("ownertel", "联系电话", rule="mobileOrLandline"),
                    Field(
                        "unitsysid",
                        "车主单位",
                        "unit",
                        help="车主是单位时选择，企业账号据此查看",
                        refers=Refers(Unit, alone="the owner of the vehicle"),
                    ),
                    Field("areacode", "所在区划", "area", required=True),
                ],
            ),
            Group(
                "安装与检验",
                [
                    Field("installer", "安装单位", size=200),
                    Field("installdate", "安装日期", "date"),
                    Field("inspdate", "上次检验日期", "date"),
                    Field("ninspdate", "下次检验日期", "date"),
                    Field("remark", "备注", "textarea", size=500, span=24),
                ],
            ),
        ],
        load_url="/api/cylinder/load",
        tables=[
            Table("cylinders", "气瓶", ROW_FORM, "增加一只", least=1),
            Table("pipes", "管路", PIPE_FORM, "增加管路"),
        ],
    )
)
REGISTER_FORM = add_form(
    FormView(
        "cylinder_register_form",
        "使用登记",
        "/api/cylinder/register",
        [
            Group(
                "",
                [
                    Field("usecertno", "使用登记证编号", required=True, size=32, span=12, help="例如 瓶32浙B00123(26)"),
                    Field("regdate", "登记日期", "date", required=True, span=12),
                ],
            )
        ],
        width=640,
    )
)
SCRAP_FORM = add_form(
    FormView(
        "cylinder_scrap_form",
        "随车报废",
        "/api/cylinder/scrap",
        [
            Group(
                "车上的气瓶一并报废，报废后不能再修改",
                [
                    Field("scrapdate", "报废日期", "date", required=True, span=12),
                    Field("scrapreason", "报废原因", "textarea", required=True, size=200, span=24),
                ],
            )
        ],
        width=640,
    )
)
