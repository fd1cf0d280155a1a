"""What is filled in for a plan, and the dialogs of its messages."""

from tejian.exchange import permissions as p
from tejian.exchange.mappings.api import NAMES, PARTNER, PARTNERS
from tejian.exchange.models import FULL, INCREMENTAL
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePlan as P
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

from . import timing

API, LOGS = "/api/exchange/planMng", "/api/exchange/logQuery"
LIST, LOG_LIST = "/sysmng/planMng", "/sysmng/logQuery"
PAGE, LOG_PAGE = f"{LIST}Detail?id={{id}}", f"{LOG_LIST}Detail?id={{id}}"
MODES = {INCREMENTAL: "增量", FULL: "全量"}
PLAN = Refers(P, among=existing, alone="any plan; its failed messages are sent again")


def time_of_day(text: str) -> str | None:
    """A time of the day."""
    try:
        timing.time_of(text)
    except ValueError:
        return "应写成 02:30 这样的时间"
    return None


FORM = form_of(
    "exchange_plan_form",
    "传输计划",
    API,
    field_of(P.name, required=True, span=16),
    field_of(P.enabled, span=8, default=True),
    field_of(P.partner_id, type="select", options_url=PARTNERS, required=True, span=8, refers=PARTNER),
    field_of(P.entity, type="select", options=NAMES, required=True, span=8),
    field_of(P.mode, type="radio", options=MODES, required=True, span=8, help="增量只传上次以后变更的"),
    field_of(P.every, span=8, low=5, high=1440, help="间隔和每日时间填其中一项"),
    field_of(P.dailyat, span=8, check=time_of_day, help="如 02:30"),
    field_of(P.areacode, type="area", dict="", span=8, help="不填时为授权的全部范围"),
    field_of(P.equclass, span=8, when={"entity": ["equipment", "report"]}, help="不选时为所有种类"),
)
ACTS = standard(FORM, Rights(p.PLAN_QUERY, p.PLAN_SAVE), new="新增计划", page=PAGE)
REPLAY = add_form(
    FormView(
        "exchange_replay_form",
        "按时段重传",
        f"{LOGS}/replayTime",
        [
            Group(
                "",
                [
                    Field(
                        "plan_id",
                        "传输计划",
                        "select",
                        required=True,
                        size=32,
                        span=24,
                        options_url=f"{API}/plans",
                        refers=PLAN,
                    ),
                    Field("datefrom", "生成日期起", "date", required=True, span=12),
                    Field("dateto", "生成日期止", "date", required=True, span=12),
                ],
            )
        ],
        width=560,
        ok="重传",
        note="这段时间失败的消息按现有数据和在用的映射版本重传，忽略的不动。",
        done="已重新排队",
    )
)
IGNORE = add_form(
    FormView(
        "exchange_ignore_form",
        "忽略消息",
        f"{LOGS}/ignore",
        [
            Group(
                "",
                [
                    Field("number", "编号", "readonly", span=24),
                    Field("error", "错误信息", "readonly", span=24),
                    field_of(Message.ignorereason, type="textarea", required=True, span=24),
                ],
            )
        ],
        load_url=f"{LOGS}/load",
        width=560,
        ok="忽略",
        done="已忽略，这个对象的下一条消息继续传输",
    )
)
