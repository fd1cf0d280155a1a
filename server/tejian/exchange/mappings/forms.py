"""What is filled in for an edition of a mapping."""

from tejian.exchange import permissions as p
from tejian.exchange.models import EDITING
from tejian.exchange.models import ExchangeField as MappedField
from tejian.exchange.models import ExchangeMapping as M
from tejian.exchange.models import ExchangePartner as Partner
from tejian.kit.forms.formview import Table, field_of
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

from .entities import NAMES, options
from .wording import words_of

API = "/api/exchange/fieldMng"
LIST = "/sysmng/fieldMng"
PAGE = f"{LIST}Detail?id={{id}}"
PARTNERS = "/api/exchange/partners"
PARTNER = Refers(Partner, among=existing, alone="any partner; the mapping is his")


def readable(text: str) -> str | None:
    """A table of values that can be read."""
    try:
        words_of(text)
    except ValueError as wrong:
        return f"“{wrong}”应写成“平台代码=对方代码”，各项用分号隔开，平台代码不能重复"
    return None


FIELD = form_of(
    "exchange_mapped_field_form",
    "字段",
    API,
    field_of(
        MappedField.prop,
        type="select",
        options=options(),
        required=True,
        span=8,
        wrong="平台字段：没有这个字段，或不允许传出",
    ),
    field_of(MappedField.outer, required=True, span=6),
    field_of(MappedField.required, span=3),
    field_of(MappedField.words, span=7, check=readable, help="如 1=在用；2=停用"),
)
FORM = form_of(
    "exchange_mapping_form",
    "字段映射",
    API,
    field_of(M.name, required=True, span=8),
    field_of(M.partner_id, type="select", options_url=PARTNERS, required=True, span=8, refers=PARTNER),
    field_of(M.entity, type="select", options=NAMES, required=True, span=8),
    field_of(M.sample, span=8, help="设备代码、单位代码或报告编号；不填时用最近变更的一条试算"),
    field_of(M.note, span=16),
    tables=[Table("fields", "字段", FIELD, "添加字段", least=1, most=100, of=MappedField.mapping_id)],
)
ACTS = standard(FORM, Rights(p.MAPPING_QUERY, p.MAPPING_SAVE), [EDITING], new="新增映射", page=PAGE)
