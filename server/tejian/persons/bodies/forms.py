"""What is filled in for an examination body, its items, and a supervisor's certificate."""

from tejian.inspection.flow.api import COLLEAGUE
from tejian.kit.forms.formview import Table, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.persons import permissions as p
from tejian.persons.models.bodies import ExamBody as B
from tejian.persons.models.bodies import ExamBodyItem as I
from tejian.persons.models.bodies import MonitorCert as M
from tejian.system.models.organisations import Org

API, MONITOR_API = "/api/checkUnit", "/api/personMng/monitor"
PAGE = "/unitMng/checkUnitDetail?id={id}"
HELD = {"1": "停用"}
ORG = Refers(Org, among=lambda me: Org.id == Org.org_id, alone="any organisation that stands for itself")
ITEMS = form_of(
    "exam_body_item_form",
    "可考项目",
    API,
    field_of(I.item, required=True, span=12),
    field_of(I.validto, required=True, span=12),
)
FORM = form_of(
    "exam_body_form",
    "考试机构",
    API,
    field_of(B.name, required=True, span=12),
    field_of(B.org_id, type="select", options_url=f"{API}/organisations", required=True, span=12, refers=ORG),
    field_of(B.approvalno, span=12),
    field_of(B.validto, required=True, span=12),
    field_of(B.areacode, type="area", dict="", required=True, span=12),
    field_of(B.address, required=True, span=12),
    field_of(B.contact, span=12),
    field_of(B.tel, rule="tel", span=12),
    field_of(B.held, type="select", options=HELD, span=12),
    field_of(B.remark, type="textarea", span=24),
    tables=[Table("items", "可考项目", ITEMS, "添加项目", of=I.body_id)],
)
ACTS = standard(FORM, Rights(p.BODY_QUERY, p.BODY_SAVE), page=PAGE)
MONITOR_FORM = form_of(
    "monitor_cert_form",
    "监察人员",
    MONITOR_API,
    field_of(M.user_id, type="user", required=True, span=12, refers=COLLEAGUE),
    field_of(M.certno, required=True, span=12),
    field_of(M.areacode, type="area", dict="", required=True, span=12),
    field_of(M.classes, type="dictMulti", span=12, help="不填为全部种类"),
    field_of(M.issueorg, required=True, span=12),
    field_of(M.issued, span=12),
    field_of(M.validto, required=True, span=12),
    field_of(M.held, type="select", options=HELD, span=12),
    field_of(M.remark, span=24),
)
MONITOR_ACTS = standard(MONITOR_FORM, Rights(p.MONITOR_QUERY, p.MONITOR_SAVE))
