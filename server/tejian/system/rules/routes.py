"""Calls of the rule tables and of the flow configuration."""

from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.forms.formview import FORMS
from tejian.kit.ground.shapes import Option
from tejian.kit.web.edge import Area
from tejian.system import permissions as p
from tejian.system.models.rules import FlowConf, RuleRow

from . import confirming, flow, tables
from .store import TABLES, WHOLE

area = Area()


@area.call("/api/system/flow/load", may=p.FLOW_SAVE, form=OneId, reads=True)
def load_step(db, me, form):
    return flow.load(db, me, form.id)


@area.call("/api/system/flow/save", may=p.FLOW_SAVE, form=flow.FLOW_FORM, changes=FlowConf)
def save_step(db, me, form):
    return flow.save(db, me, form)


ADDS = "adds a version; the earlier ones stay"


@area.call("/api/system/flow/add", may=p.FLOW_SAVE, form=flow.ADD_FORM, blind=ADDS)
def add_step(db, me, form):
    return flow.add_row(db, me, form)


@area.call("/api/system/flow/copy", may=p.FLOW_SAVE, form=flow.COPY_FORM, blind=ADDS)
def copy_step(db, me, form):
    return flow.add_row(db, me, form)


@area.call("/api/system/flow/end", may=p.FLOW_SAVE, form=flow.END_FORM, changes=FlowConf)
def end_step(db, me, form):
    flow.end(db, me, form)


@area.call("/api/system/flow/takeBack", may=p.FLOW_SAVE, form=OneId, changes=FlowConf)
def take_back(db, me, form):
    flow.take_back(db, me, form.id)


def _options(kind):
    @area.call(f"/api/system/flow/{kind}", may=p.FLOW_SAVE, reads=True)
    def found(db, me, form) -> list[Option]:
        return flow.options(db, kind)


for _kind in ("roles", "depts", "groups", "people"):
    _options(_kind)


@area.call("/api/system/rule/tables", may=p.RULE_QUERY, reads=True)
def rule_tables(db, me, form) -> list[tables.RuleTable]:
    return tables.tables()


@area.call("/api/system/rule/confirm", may=p.RULE_CONFIRM, form=ManyIds, changes=RuleRow)
def confirm(db, me, form):
    confirming.confirm(db, me, form.ids)


@area.call(
    "/api/system/rule/disagree",
    may=p.RULE_CONFIRM,
    form=confirming.DISAGREE,
    blind="adds a statement; the earlier ones stay",
)
def disagree(db, me, form):
    confirming.disagree(db, me, form)


def _rule_table(table):
    base = f"/api/system/rule/{table}"

    @area.call(f"{base}/load", may=p.RULE_QUERY, form=OneId, reads=True)
    def load(db, me, form):
        return tables.load(db, me, table, form.id)

    @area.call(f"{base}/save", may=p.RULE_SAVE, form=FORMS[tables.form_no(table)], changes=RuleRow)
    def save(db, me, form):
        return tables.save(db, me, table, form)

    @area.call(f"{base}/end", may=p.RULE_SAVE, form=ManyIds, changes=RuleRow)
    def end(db, me, form):
        tables.end(db, me, table, form.ids)


for _table in TABLES:
    if _table not in WHOLE:
        _rule_table(_table)
