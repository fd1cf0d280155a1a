"""The columns that are pasted from a refinery's ledger, and the form of a site inspection."""

from tejian.kit.forms.formview import Field, FormView, Group, add_form

KINDS = {"1": "年度检查", "2": "壁厚测定", "3": "定期检验"}
RESULTS = {"1": "合格", "2": "监控使用", "3": "不合格"}
MOST = 200  # rows at once

# Columns in the order of the ledger; names are those of the field table.
CONTAINER_COLUMNS: tuple[str, ...] = (
    "equinnerno",
    "equname",
    "equclacode",
    "model",
    "prono",
    "porgname",
    "prodate",
    "useplace",
)
CONTAINER_COLUMNS += ("vesselclass", "designpress_shell", "designtemp_shell", "volume", "medium_shell")
PIPELINE_COLUMNS: tuple[str, ...] = (
    "pipeno",
    "pipename",
    "pipelevel",
    "startpoint",
    "endpoint",
    "nominaldia",
    "nominalthick",
)
PIPELINE_COLUMNS += ("pipelength", "pipematerial", "designpress", "designtemp", "workpress", "worktemp", "medium")
PIPELINE_COLUMNS += ("useyearmonth",)


def _inspection_form(no: str, title: str, url: str) -> FormView:
    return add_form(
        FormView(
            no,
            title,
            url,
            [
                Group(
                    "检查",
                    [
                        Field("kind", "检查类型", "select", options=KINDS, required=True, default="1"),
                        Field("checkdate", "检查日期", "date", required=True),
                        Field("result", "结论", "select", options=RESULTS, required=True, default="1"),
                        Field(
                            "minthick",
                            "实测最小壁厚",
                            "decimal",
                            required=True,
                            low=0.1,
                            high=500,
                            unit="mm",
                            when={"kind": ["2"]},
                        ),
                        Field("nextdate", "下次检查日期", "date", help="年度检查合格时必填，写入档案"),
                        Field("orgname", "检查单位", required=True, size=200),
                        Field("checkman", "检查人员", required=True, size=64),
                        Field("reportno", "报告编号", size=64),
                        Field("problem", "发现的问题", "textarea", size=500, span=24, help="结论不是合格时必填"),
                    ],
                )
            ],
            load_url="/api/refinery/inspectionStart",
        )
    )


CONTAINER_FORM = _inspection_form("site_container_form", "容器检查登记", "/api/refinery/saveContainerInspection")
PIPELINE_FORM = _inspection_form("site_pipeline_form", "管道检查登记", "/api/refinery/savePipelineInspection")
