"""What is granted to a partner."""

from tejian.exchange import permissions as p
from tejian.exchange.mappings.api import GRANTED
from tejian.exchange.models import HTTP, PULL, SIMULATOR
from tejian.exchange.models import ExchangePartner as P
from tejian.kit.forms.formview import field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.ground import outgoing
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.system.models.organisations import Org

API = "/api/exchange/userAuthorize"
OPEN = "/api/exchange/open"
WAYS = {PULL: "不推送，由对方查询", HTTP: "HTTP 推送", SIMULATOR: "模拟对方（演示与联调）"}
INSTITUTE = Refers(Org, among=lambda me: Org.id == Org.org_id, alone="any institute; its data are granted")
PUSHED = {"way": [HTTP]}
FORM = form_of(
    "exchange_partner_form",
    "传输用户",
    API,
    field_of(P.code, required=True, span=8, help="对方调用时与令牌一同发送"),
    field_of(P.name, required=True, span=8),
    field_of(P.enabled, span=8, default=True),
    field_of(P.entities, type="selectMulti", options=GRANTED, required=True, span=24),
    field_of(P.orgid, type="select", options_url=f"{API}/institutes", span=8, refers=INSTITUTE),
    field_of(P.areacode, type="area", dict="", span=8, help="检验机构和数据区划填其中一项"),
    field_of(P.enddate, required=True, span=8),
    field_of(P.perminute, required=True, span=8, low=1, high=6000),
    field_of(P.addresses, required=True, span=16, help="IP 地址或网段，用分号隔开，如 10.1.2.3；10.8.0.0/16"),
    field_of(P.way, type="select", options=WAYS, required=True, span=8),
    field_of(P.url, span=16, when=PUSHED, check=outgoing.refusal),
    field_of(P.secret, type="password", span=24, size=100, when=PUSHED, help="不填时保留原来的密钥"),
)
ACTS = standard(FORM, Rights(p.PARTNER_QUERY, p.PARTNER_SAVE), new="新增用户")
