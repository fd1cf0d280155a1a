"""What is filled in for a collection of opinions, and the dialogs of its moves."""

from tejian.kit.forms.formview import dialog, field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.supervision import permissions as p
from tejian.supervision.models.opinions import DRAFT, OpinionReply
from tejian.supervision.models.opinions import OpinionCall as C

API = "/api/opinionCollection"
PAGE = "/safeMng/opinionCollectionDetail?id={id}"
FORM = form_of(
    "opinion_call_form",
    "意见征集",
    API,
    field_of(C.title, required=True, span=18),
    field_of(C.deadline, required=True, span=6),
    field_of(C.content, type="textarea", required=True, span=24, help="全文可以放在附件中"),
    field_of(C.questions, type="textarea", required=True, span=24),
)
ACTS = standard(FORM, Rights(p.OPINION_QUERY, p.OPINION_SAVE), [DRAFT], page=PAGE)
REPLY = dialog(
    "opinion_call_reply",
    "提交意见 {title}",
    field_of(OpinionReply.opinion, type="textarea", required=True, span=24),
    ok="提交",
    note="每个单位一份意见，截止以前再次提交的代替前一次",
)
CLOSE = dialog(
    "opinion_call_close",
    "结束征集 {callno}",
    field_of(C.outcome, type="textarea", required=True, span=24, help="采纳了哪些意见，没有采纳的说明理由"),
    ok="结束征集",
)
