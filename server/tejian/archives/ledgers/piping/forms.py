"""The form of a line, from the rows of class 8000GX."""

from dataclasses import replace

from tejian.archives.equipment.api import fields_of, table_groups
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers

from . import rules

BY_PROCESS = {"lineid", "equdatasysid"}
# Results of an inspection: written by it, or by whoever may correct inspection records.
INSPECTED = {"inspdate", "ninspdate", "nyearcheckdate", "insresult", "insreportno", "ssdegree", "setcyclemonths"}
INSPECTED |= {"cheorgsysname", "remlife"}
MONTHS = {"insyearmonth": rules.refuse_month, "useyearmonth": rules.refuse_month}

LINE_FORM = add_form(
    FormView(
        "pipeline_form",
        "管线",
        "/api/eqdbase/eqdBasic/editGx",
        table_groups(
            "8000GX",
            Pipeline,
            BY_PROCESS,
            MONTHS,
            pipelength={"low": 0.01, "high": 1_000_000},
            nominaldia={"low": 1, "high": 5000},
            designpress={"low": -0.1, "high": 500},
            workpress={"low": -0.1, "high": 500},
            designtemp={"low": -273, "high": 1500},
            worktemp={"low": -273, "high": 1500},
            valvenum={"high": 9999},
            safevalvenum={"high": 9999},
            setcyclemonths={"low": 1, "high": 240},
            linestatus={"default": "1"},
            lineregstatus={"default": "0"},
            insyearmonth={"help": "yyyy-MM，例如 2019-06"},
            useyearmonth={"help": "yyyy-MM，例如 2019-10"},
            remlife={"help": "RBI 评价：检验周期不超过剩余使用寿命的一半且不超过 9 年"},
        ),
        load_url="/api/eqd8000GXtpm/eqd8000GXtpm/getDetailBy8000GX",
        width=1080,
    )
)
ASKED = [
    Field(
        "equdatasysid",
        "所属装置",
        "hidden",
        size=32,
        refers=Refers(Equipment, parent=Pipeline.equdatasysid, said="管线不能改到其他装置名下"),
    ),
    Field("changereason", "修改原因", size=500),
]
# What the calls take: the line, whose it is, and why it is changed when a review decides.
SENT_LINE = replace(LINE_FORM, groups=[*LINE_FORM.groups, Group("", ASKED)], in_part=True)
UNITS = {f.name: f.unit for f in fields_of("8000GX", "8000GX").values()}
