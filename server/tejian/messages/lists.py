"""Short messages: what was sent, the templates, and the comparison with the provider."""

from sqlalchemy import case, func, select

from tejian.data import rows
from tejian.kit.database.phones import is_number
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from . import permissions as p
from .models import Sms, SmsReconcile, SmsTemplate
from .parts import words_of

STATES = {"待发": "待发", "发送中": "发送中", "已送达": "已送达", "失败": "失败", "已重发": "已重发"} | {
    "未发送": "未发送"
}
TONES = {"待发": "ca", "发送中": "go", "已送达": "ok", "失败": "no", "已重发": "go", "未发送": "ca"}
YES = {"1": "是", "0": "否"}

_parts = case(
    *((SmsTemplate.code == one["code"], "、".join(words_of(one["code"]))) for one in rows("sms_templates")), else_=""
)

sms_list = add_list(
    ListView(
        no="sms_send_list",
        title="短信发送",
        permission=p.SMS_QUERY,
        export_permission=EXPORT,
        source=select(Sms),
        key=Sms.id,
        visible=Sms.visible,
        url="/api/smssend/smsSend/findList",
        sort="-createtime",
        columns=[
            col(Sms.createtime, 150, label="登记时间", fixed="left"),
            col(Sms.template, 130),
            Col("number", "接收号码", Sms.receiver, 120, "code"),
            col(Sms.content, 420),
            col(Sms.datacode, 150, type="code"),
            col(Sms.state, 90, type="state", words=STATES, tones=TONES),
            col(Sms.tries, 60),
            Col("failure", "原因", Sms.failure, 180),
            col(Sms.sentat, 150),
            col(Sms.deliveredat, 150),
            col(Sms.providerid, 260, type="code", shown=False),
        ],
        search=[
            same("state", "状态", Sms.state, widget="select", options=STATES, quick=True),
            same("template", "模板类型", Sms.template, widget="select", dict="C665", quick=True),
            Search("receiver", "接收号码", lambda v: is_number(Sms.receiver, v), quick=True, placeholder="完整号码"),
            like("datacode", "业务单号", Sms.datacode),
            like("content", "内容", Sms.content),
            dates("createtime", "登记时间", Sms.createtime, moment=True),
        ],
        actions=[
            Action(
                "retry",
                "重发",
                p.SMS_SAVE,
                place="batch",
                kind="call",
                needs="many",
                url="/api/smssend/smsSend/retry",
                confirm="确定要发送短信吗",
                when={"state": ["失败"]},
            )
        ],
    )
)

template_list = add_list(
    ListView(
        no="sms_template_list",
        title="短信模板",
        permission=p.SMS_SAVE,
        export_permission=EXPORT,
        source=select(SmsTemplate),
        key=SmsTemplate.id,
        visible=SmsTemplate.visible,
        url="/api/smssend/template/findList",
        sort="code",
        columns=[
            col(SmsTemplate.code, 140, fixed="left"),
            col(SmsTemplate.content, 560),
            Col("parts", "可用项目", _parts, 300),
            col(SmsTemplate.auto, 80),
            col(SmsTemplate.legal, 110),
            col(SmsTemplate.enabled, 60),
            col(SmsTemplate.updateby, 90),
            col(SmsTemplate.updatetime, 150),
        ],
        search=[
            like("content", "内容", SmsTemplate.content, quick=True),
            Search("enabled", "启用", lambda v: SmsTemplate.enabled.is_(v == "1"), widget="select", options=YES),
        ],
        actions=[
            Action("add", "新增", p.SMS_SAVE, kind="form", form="sms_template_form", shortcut="Alt+N"),
            Action("edit", "编辑", p.SMS_SAVE, place="row", kind="form", needs="one", form="sms_template_form"),
            Action("reconcile", "通道对账", p.SMS_SAVE, kind="route", route="/assistMng/msgMng/smsReconcile"),
        ],
    )
)

reconcile_list = add_list(
    ListView(
        no="sms_reconcile_list",
        title="短信通道对账",
        permission=p.SMS_SAVE,
        export_permission=EXPORT,
        source=select(SmsReconcile),
        key=SmsReconcile.id,
        visible=SmsReconcile.visible,
        url="/api/smssend/reconcile/findList",
        sort="-day",
        late="wrong",
        due=["differs"],
        columns=[
            col(SmsReconcile.day, fixed="left"),
            col(SmsReconcile.ours, 100),
            col(SmsReconcile.theirs, 100),
            col(SmsReconcile.agreed, 90),
            col(SmsReconcile.corrected, 90),
            Col("differs", "差异", func.jsonb_array_length(SmsReconcile.differences), 90, "number"),
            col(SmsReconcile.updatetime, 150, label="对账时间"),
            Col("wrong", "", func.least(func.jsonb_array_length(SmsReconcile.differences), 1)),
        ],
        search=[dates("day", "对账日期", SmsReconcile.day, quick=True)],
    )
)
