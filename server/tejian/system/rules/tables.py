"""Rule tables on screen: one list and one form a table, made from the head of its CSV file.

An edit ends the old row and adds a new one from its effective day, with its source; what was computed keeps what it was
computed with.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from sqlalchemy import String, and_, cast, func, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import data
from tejian.kit.database.audit import plain, security_event
from tejian.kit.database.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.ports import Ports
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.system import permissions as p
from tejian.system.models.rules import RuleRow
from tejian.system.settings.api import add, bump, edit

from . import wording
from .store import SOURCES, TABLES, WHOLE, key_of

OWN = {"validfrom", "check_state", *SOURCES}  # columns that every rule row has for itself
CHECK_STATES = {
    "checked": "已核对",
    "memory": "待核对",
    "uncertain": "有异议",
    "plausible": "待核金额",
    "local": "本机构",
    "constructed": "自拟",
    "seen": "见过存本",
    "from": "待核对",
    "referral": "引用他处",
}
TITLES = {t: label for t, (label, _) in TABLES.items()}
LABELS = {
    **{"ruleid": "规则号", "kind_filter": "设备类别", "datefield": "日期字段", "label": "名称", "phase": "阶段"},
    **{"condition": "条件", "base": "起算", "method": "方法", "months": "月数", "minmonths": "最少月数"},
    **{"maxmonths": "最多月数", "extmaxmonths": "延长后最多月数", "precision": "精度", "priority": "优先级"},
    **{"capdesign": "不超设计年限", "alsoby": "其他检验性质", "mirror": "同步字段", "note": "说明"},
    **{"kindgroup": "类别组", "yearno": "年份", "action": "检验", "key": "键", "value": "值", "class_code": "种类"},
    **{"kind_or_condition": "类别或条件", "inspection_category": "检验类别", "performed_by": "实施单位"},
    **{"legal_cycle_rule": "法定周期", "default_cycle_months": "默认月数", "first_inspection_rule": "首次检验"},
    **{"warning_lead_days": "预警天数", "application_lead_days": "申报天数", "next_date_field": "日期字段"},
    **{"equclass": "种类", "seisort": "检验类别", "seisort_label": "类别名称", "testsort": "检验性质"},
    **{"testsort_label": "性质名称", "allowed": "允许", "fee_nature": "收费性质", "report_no_prefix": "报告字母"},
    **{"template_code": "模板", "next_date_field_updated": "更新的日期字段", "inspector_qualification": "检验资格"},
    **{
        "code": "编号",
        "qualification_cover.code": "资格",
        "conclusion_rules.code": "结论",
        "conclusion_rules.text": "说明",
        "row_rules.code": "结论",
        "row_rules.text": "说明",
        "row_rules.stage": "逐行对象",
        "table_points.condition": "何时须填",
        "table_points.items": "判定了这些项目才须填",
        "table_points.check": "由哪条检查提出",
        "flow_limits.first": "起始环节",
        "flow_limits.last": "终止环节",
        "flow_limits.days": "工作日",
        "flow_limits.classes": "设备种类",
        "covers": "覆盖",
        "word": "分项报告名称中的词",
        "quals": "资格（任一项）",
        "template": "模板",
        "seq": "序号",
        "item_no": "项目号",
        "section": "部分",
    },
    **{"content": "项目", "requirement_summary": "要求", "key_item": "重点项目", "value_type": "数值类型"},
    **{
        "unit": "单位",
        "field": "字段",
        "low": "下限",
        "high": "上限",
        "expr": "表达式",
        "spare": "可以不填的情形",
        "scope": "范围",
    },
    **{"result": "结果", "sentence": "语句", "feecode": "收费代码", "item": "收费项目", "band": "档次"},
    **{"classes": "种类", "kinds": "设备类别", "sorts": "检验类型", "templates": "模板", "text": "理由"},
    **{"grade_from": "等级从", "grade_to": "等级到", "needs": "须有", "worse_to": "可降为", "next_effect": "下次日期"},
    **{"kind": "录入方式", "needed": "必填", "options": "选项", "default": "缺省值", "read": "按规则询问"},
    **{
        "rule": "日期规则参数",
        "archive": "写入档案",
        "table_code": "表格",
        "within": "通常出入",
        "share": "占限值的比例",
        "role": "作用",
        "column": "列",
    },
    **{"type": "类型", "row_source": "行", "method": "方法名", "limit": "应满足", "goes_to_item": "对应项目"},
    **{"relation": "与档案", "decimals": "小数位", "outside": "超出时", "scale": "等级系列", "least": "最少行数"},
    **{"basis": "计费依据", "formula": "公式", "amount": "金额", "nature": "收费性质", "band_expr": "档次条件"},
    **{"maitype": "维保类型", "days": "天数", "coveredby": "算作维保的类型", "title": "名称"},
    **{"width": "宽(mm)", "height": "高(mm)", "columns": "每行个数", "rows": "每页行数"},
    **{"left": "左边距(mm)", "top": "上边距(mm)", "gapx": "横间距(mm)", "gapy": "纵间距(mm)"},
    **{"calc": "计算", "param_field": "参数字段", "line_role": "行类型", "name": "名称"},
    **{"instead": "代替（收费代码）", "excludes": "不同收（收费代码）"},
    **{"entity": "档案", "locked": "登记后锁定", "grp": "类别", "act": "变更", "fromstatus": "原状态"},
    **{"regstatus": "登记状态", "reason": "原因", "tostatus": "新状态", "toregstatus": "新登记状态"},
    **{"proof": "须有证明", "closed": "须无在办业务", "level": "级别", "off": "未启用的原因", "step": "起始环节"},
    **{"each": "逐个检查", "of": "检查对象", "lets": "另算的值", "params": "界限", "finding": "抽查问题"},
    **{"words": "仪器（原文）"},
    **{"proof": "须有证明", "closed": "须无在办业务", "noun": "用语", "nextform": "下次日期写到", "seal": "印章"},
    **{"signers": "签字栏", "notices": "注意事项", "itemform": "项目表式", "body": "章节", "curves": "曲线"},
    **{"block": "页面部分", "fields": "字段", "requiredfor": "必填的品种", "lower": "较小的", "higher": "较大的"},
    **{"strict": "不得相等", "hard": "不符时拒绝", "weight": "权重", "limits": "界限", "requirement": "要求"},
    **{"works": "施工类别", "items": "许可项目", "stage": "监检阶段", "hold": "停止点或见证点", "times": "倍数"},
    **{"conclusions": "只属于的结论", "wantedby": "填写该项时必填"},
    **{"writes": "写入档案", "includes": "同时包含的检验"},
    **{"seisorts": "检验类别", "subject": "检验对象"},
    **{"loadtest": "耐压或载荷试验", "required": "必须有"},
    **{
        "number": "规程中的项目号",
        "periodic": "只用于本模板的检验",
        "report_item_texts.basis": "条款",
        "seisort_rules.items": "检验项目表",
    },
    **{"report_item_evidence.needs": "须有的依据", "report_item_evidence.rows": "只看这些行"},
    **{"report_item_evidence.least": "最少行（份）数"},
    **{"spot": "现场位置", "turn": "次序", "report_item_phone.photo": "照片要求", "phrases": "常用说明（用 | 分开）"},
    **{"mode": "登记方式", "material": "资料", "prefill": "平台已有", "area": "区划", "plate": "代号", "place": "地名"},
    "registration_materials.type": "登记类别",
    "meaning": "含义",
    **{"target": "检查对象", "class_code": "设备种类", "how": "检查方法", "handling": "处理方式", "major": "判定条款"},
    **{"clause": "条款", "situation": "情形", "township": "乡镇检查", "check_items.part": "部分"},
    **{"check_items.item": "检查内容", "check_items.act": "违法行为", "major_hazards.prefill": "平台信号"},
    **{"draw_scores.item": "情形", "points": "分"},
    "check_items.prefill": "平台信号",
    **{"practice": "实操", "pass_theory": "理论合格线", "pass_practice": "实操合格线", "min_age": "最小年龄"},
    **{"max_age_first": "首次申请最大年龄", "education": "最低学历", "health": "健康", "valid_months": "有效期(月)"},
    **{"renew_before_days": "提前申请复审(日)", "unread": "未核对原文的列", "person_items.item": "作业项目"},
    **{"person_items.category": "作业种类"},
    **{"meaning": "含义", "sentence": "提示语", "header": "表头", "person_items.limits": "限定范围"},
    **{"size": "最长字数", "person_export.required": "必填", "person_export.field": "取值"},
    **{"period": "周期", "document": "文书", "duty_items.role": "填写人", "photo_draw": "可抽拍照"},
    **{
        "defect_reminders.share": "期限的比例(%)",
        "defect_reminders.days": "期限前后(天)",
        "defect_reminders.role": "告知谁",
    },
    **{"duty_items.item": "检查内容", "duty_items.prefill": "平台信号"},
    **{"what": "内容", "policy": "合并方式", "ranks": "从严次序（前重后轻）", "decides": "裁定人"},
    **{"points": "分值", "factor": "系数算式", "norm_hours": "定额工时"},
}

MAY_BE_EMPTY = {
    "low",
    "high",
    "expr",
    "condition",
    "kind_filter",
    "sorts",
}  # parts of a key that say "always" when empty

# table → a function that reads a row as its rule does and raises ValueError when it cannot; higher areas add theirs
CHECKS: Ports[Callable[[dict[str, str]], object]] = Ports("readers of rule rows")


def column_label(table: str, column: str) -> str:
    """What a column is called; of a table whose word differs, by both."""
    return LABELS.get(f"{table}.{column}", LABELS.get(column, column))


HEADS = {table: data.head(table) for table in TABLES}


def list_no(table: str) -> str:
    return f"sys_rule_{table}_list"


def form_no(table: str) -> str:
    return f"sys_rule_{table}_form"


def own_columns(table: str) -> list[str]:
    return [c for c in HEADS[table] if c not in OWN]


TABLE_OF = {list_no(table): table for table in TABLES}
STATE = func.split_part(RuleRow.check_state, " ", 1)  # remarks may stand behind it


class RuleList(ListView):
    """The rules store what is computed; here it is read, with the names of fields and the words of codes."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        table, known = TABLE_OF[self.no], dictionary.words(db, me.dict_version)
        answer = super().dressed(db, me, rows, columns)
        for row in answer:
            row |= {c: wording.said(table, c, row[c], known) for c in own_columns(table) if row.get(c)}
        return answer


def _columns(table: str) -> list[Col]:
    keys = TABLES[table][1]
    shown = [c for c in own_columns(table) if c in keys] + [c for c in own_columns(table) if c not in keys]
    return [
        *(
            Col(c, column_label(table, c), RuleRow.data[c].astext, 160, shown=n < 9, fixed="left" if n == 0 else "")
            for n, c in enumerate(shown)
        ),
        col(RuleRow.validfrom, 110),
        col(RuleRow.source, 240),
        Col("check_state", "核实情况", STATE, 100, "dict", words=CHECK_STATES),
        col(RuleRow.updateby, 90, shown=False),
        col(RuleRow.updatetime, 140, shown=False),
        Col("row", "", RuleRow.seq),
    ]


def _in_force(table: str) -> Callable[[User], Any]:
    def visible(_me: User) -> Any:
        return and_(RuleRow.tbl == table, or_(RuleRow.validto.is_(None), RuleRow.validto > clock.today()))

    return visible


HISTORY = Action("ruleHistory", "变更记录", p.RULE_QUERY, place="more", needs="one")


def _acts(table: str) -> list[Action]:
    """What can be done with the rows of a table; those that change as a whole are read here and changed elsewhere."""
    if table in WHOLE:
        return [HISTORY]
    return [
        add(p.RULE_SAVE, form_no(table)),
        edit(p.RULE_SAVE, form_no(table), "修订"),
        Action(
            "end",
            "废止",
            p.RULE_SAVE,
            place="more",
            kind="call",
            needs="many",
            url=f"/api/system/rule/{table}/end",
            confirm="自今日起不再使用所选规则，确定要废止吗？",
        ),
        HISTORY,
    ]


def _declare_list(table: str) -> None:
    """The list of a table."""
    add_list(
        RuleList(
            no=list_no(table),
            title=TITLES[table],
            permission=p.RULE_QUERY,
            export_permission=p.EXPORT,
            source=select(RuleRow),
            key=RuleRow.id,
            visible=_in_force(table),
            url=f"/api/system/rule/{table}/findList",
            sort="row",
            page_size=50,
            columns=_columns(table),
            search=[
                like("text", "任意内容", cast(RuleRow.data, String), quick=True),
                *(
                    same(c, column_label(table, c), RuleRow.data[c].astext, quick=n < 2)
                    for n, c in enumerate(k for k in TABLES[table][1] if k not in OWN)
                ),
                like("source", "依据", RuleRow.source),
                dates("validfrom", "生效日期", RuleRow.validfrom),
            ],
            actions=_acts(table),
        )
    )


def _declare_form(table: str) -> None:
    """The form of one row of a table."""
    keys = TABLES[table][1]
    add_form(
        FormView(
            form_no(table),
            TITLES[table],
            f"/api/system/rule/{table}/save",
            [
                Group(
                    "内容",
                    [
                        Field(
                            c,
                            column_label(table, c),
                            required=c in keys and c not in MAY_BE_EMPTY,
                            size=600,
                        )
                        for c in own_columns(table)
                    ],
                ),
                Group(
                    "依据",
                    [
                        Field("effective", "生效日期", "date", required=True, help="原规则用到前一日"),
                        Field("source", "依据", required=True, size=500, span=16),
                        Field("check_state", "核实情况", "select", options=CHECK_STATES, default="local"),
                    ],
                ),
            ],
            load_url=f"/api/system/rule/{table}/load",
            width=980,
        )
    )


for _table in TABLES:
    _declare_list(_table)
    if _table not in WHOLE:
        _declare_form(_table)

ended_list = add_list(
    ListView(
        no="sys_rule_ended_list",
        title="已废止的业务规则",
        permission=p.RULE_QUERY,
        export_permission=p.EXPORT,
        source=select(RuleRow),
        key=RuleRow.id,
        visible=lambda me: RuleRow.validto <= clock.today(),
        url="/api/system/rule/findEndedList",
        sort="-validto",
        columns=[
            col(RuleRow.tbl, 140, type="dict", words=TITLES, fixed="left"),
            col(RuleRow.rowkey, 240),
            Col("content", "内容", cast(RuleRow.data, String), 420),
            col(RuleRow.validfrom, 110),
            col(RuleRow.validto, 110),
            col(RuleRow.source, 240),
            col(RuleRow.updateby, 90),
        ],
        search=[
            same("tbl", "规则表", RuleRow.tbl, widget="select", options=TITLES, quick=True),
            like("text", "任意内容", cast(RuleRow.data, String), quick=True),
            dates("validto", "失效日期", RuleRow.validto),
        ],
    )
)


class RuleTable(TypedDict):
    value: str
    label: str
    viewNo: str


def tables() -> list[RuleTable]:
    """The rule tables for the picker of the screen."""
    return [{"value": t, "label": label, "viewNo": list_no(t)} for t, label in TITLES.items()]


def _row(db: Session, me: User, table: str, row_id: str, *, lock: bool = False) -> RuleRow:
    row = visible_or_refuse(db, me, RuleRow, row_id, lock=lock)
    if row.tbl != table:
        raise BadInput("该行不属于此规则表")
    return row


def load(db: Session, me: User, table: str, row_id: str) -> dict[str, Any]:
    row = _row(db, me, table, row_id)
    state = row.check_state.split(" ")[0]  # the files add remarks: "memory (uncertain)"
    own = {"id": row.id, "version": row.version, "source": row.source}
    own["check_state"] = state if state in CHECK_STATES else ""
    return {**row.data, **own, "effective": plain(clock.today()), "validfrom": plain(row.validfrom)}


def save(db: Session, me: User, table: str, sent: Input) -> dict[str, Any]:
    """Add a rule, or end the old one and put the new one in its place from the effective day."""
    values = sent
    start, today = values["effective"], clock.today()
    if start > today:
        raise BadInput("生效日期：不能晚于今天，未来的规则请在生效当日录入", field="effective")
    old = _row(db, me, table, sent.id, lock=True) if sent.id else None
    if old:
        check_version(old, sent.version)
        if old.validto:
            raise Refused(_gone(old, "修订"))
        if old.validfrom and start < old.validfrom:
            raise BadInput(f"生效日期：不能早于原规则的生效日期{old.validfrom}", field="effective")
    data = _content(table, values.values, start)
    key = key_of(table, data)
    twin = select(RuleRow.id).where(RuleRow.tbl == table, RuleRow.rowkey == key, RuleRow.validto.is_(None))
    if db.scalar(twin.where(RuleRow.id != (old.id if old else ""))):
        raise Refused(f"已有相同的规则：{key[:80]}")
    fresh = RuleRow(
        tbl=table,
        rowkey=key,
        seq=old.seq if old else (db.scalar(select(func.max(RuleRow.seq)).where(RuleRow.tbl == table)) or 0) + 1,
        data=data,
        validfrom=start,
        source=values["source"],
        check_state=values["check_state"] or "",
    )
    if old:
        old.validto = start
    db.add(fresh)
    security_event(db, "规则变更", TITLES[table], f"{'修订' if old else '新增'} {key}")
    bump(db, "rule")
    return {"id": fresh.id, "version": fresh.version}


def _gone(row: RuleRow, what: str) -> str:
    if row.validto and row.validto > clock.today():
        return f"该规则由{row.validto}生效的新规则代替，不能{what}"
    return f"该规则已废止，不能{what}"


def _content(table: str, values: dict[str, Any], start: date) -> dict[str, str]:
    """The row as its CSV would hold it, refused when its rule cannot read it."""
    data = {c: values.get(c) or "" for c in HEADS[table]}
    if "validfrom" in data:
        data["validfrom"] = start.isoformat()
    for c in SOURCES:
        if c in data:
            data[c] = values["source"]
    refuse_unreadable(table, data)
    return data


def refuse_unreadable(table: str, data: dict[str, str]) -> None:
    """Refuse a row that its rule cannot read."""
    if table in CHECKS:
        try:
            CHECKS[table](data)
        except (ValueError, KeyError, ArithmeticError) as wrong:
            raise Refused(f"规则无法使用：{wrong}") from None


def end(db: Session, me: User, table: str, ids: Sequence[str]) -> None:
    """Use these rules no longer from today on."""
    rows = many_visible_or_refuse(db, me, RuleRow, ids, lock=True)
    if any(r.tbl != table or r.validto for r in rows):
        raise Refused("所选规则已废止，请刷新")
    if off := next((r for r in rows if r.validfrom and r.validfrom > clock.today()), None):
        raise Refused(f"{off.rowkey}尚未生效，不能废止")
    for row in rows:
        row.validto = clock.today()
        security_event(db, "规则变更", TITLES[table], f"废止 {row.rowkey}")
    bump(db, "rule")
