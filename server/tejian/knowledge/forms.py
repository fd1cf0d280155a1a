"""What is filled in for a document, and the dialogs in which it is put out of use and sent."""

from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.system.models.accounts import SysUser

from . import permissions as p
from .models import AUDIENCES, DRAFT, EVERYBODY, ISSUED, KnowledgeClause
from .models import KnowledgeDoc as D

API, OWNER = "/api/knowledge", "knowledge"
LIST = "/assistMng/knowledgeMng"
PAGE, CLAUSE_PAGE = f"{LIST}/document?id={{id}}", f"{LIST}/clause?id={{id}}"
IN_USE = Refers(
    D,
    among=lambda me: (D.orgid == me.org_id) & (D.step == ISSUED),
    alone="any document of the institute that is in use may be replaced",
)
FORM = form_of(
    "knowledge_form",
    "知识库文件",
    API,
    field_of(D.docno, required=True, span=8, help="如 TSG T7001-2023；检验项目、检查项目按编号找到条款"),
    field_of(D.edition, required=True, span=8, help="如 2023、第2版"),
    field_of(D.category, required=True, span=8),
    field_of(D.title, required=True, span=16),
    field_of(D.equclass, span=8, help="不分种类的不选"),
    field_of(D.issuer, span=8),
    field_of(D.effective, required=True, span=8),
    field_of(D.ended, span=8, help="只有有效期已定的才填；被代替、废止时自动写入"),
    field_of(D.audience, type="radio", options=AUDIENCES, required=True, span=8, default=EVERYBODY),
    field_of(
        D.replaces_id,
        type="select",
        options_url=f"{API}/inUse",
        span=24,
        refers=IN_USE,
        help="发布后，所选文件到本文件的实施日期停止使用",
    ),
    field_of(D.remark, type="textarea", span=24),
)
ACTS = standard(FORM, Rights(p.READ, p.SAVE), [DRAFT], page=PAGE)
VOIDING = dialog(
    "knowledge_void",
    "废止 {docno} {edition}",
    field_of(D.ended, required=True, span=24, help="从这一天起不再使用"),
    why("原因", "请填写废止的原因"),
    ok="废止",
)
ANYBODY = Refers(SysUser, among=lambda me: SysUser.enabled, alone="whoever may read the document may be sent it")
SEND = add_form(
    FormView(
        "knowledge_send_form",
        "发送给",
        f"{API}/sendZskMess",
        [
            Group(
                "",
                [
                    Field("user_id", "接收人", "user", required=True, span=24, refers=ANYBODY),
                    Field("remark", "留言", "textarea", span=24, size=500),
                ],
            )
        ],
        width=520,
        ok="发送",
        done="已发送",
    )
)
CLAUSE_API = f"{API}/clause"
CLAUSE_FORM = form_of(
    "knowledge_clause_form",
    "条款",
    CLAUSE_API,
    field_of(KnowledgeClause.clauseno, span=8, help="切分时认错的在这里更正"),
    field_of(KnowledgeClause.heading, span=16),
    field_of(KnowledgeClause.body, type="textarea", required=True, span=24, size=4000),
)
