"""What an edition is begun with."""

from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.statistics.models.editions import WAYS
from tejian.statistics.models.editions import StatEdition as E
from tejian.statistics.models.filed import StatForm

API = "/api/statistics/edition"
LIST = "/dataStatistics/jcDataStatisticsReport"
PAGE = f"{LIST}Detail?id={{id}}"
BEGIN = add_form(
    FormView(
        "stat_edition_begin",
        "统计报表",
        f"{API}/begin",
        [
            Group(
                "",
                [
                    Field(
                        "form_id",
                        "报表",
                        "select",
                        span=24,
                        size=32,
                        required=True,
                        options_url=f"{API}/forms",
                        refers=Refers(StatForm, alone="what is counted"),
                    ),
                    field_of(E.first, required=True, span=12),
                    field_of(E.last, required=True, span=12, help="年报为全年，至少28天，最长五年"),
                    field_of(
                        E.way,
                        type="radio",
                        options=WAYS,
                        required=True,
                        span=24,
                        help="汇总的是各区划已上报的报表，没有上报的会列出",
                    ),
                ],
            )
        ],
        width=640,
        ok="开始统计",
    )
)
