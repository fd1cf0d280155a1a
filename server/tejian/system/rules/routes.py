"""Calls of the rule tables and of the flow configuration."""

from tejian.kit.edge import Area
from tejian.kit.forms import ManyIds, OneId
from tejian.kit.formview import FORMS
from tejian.system import permissions as p

from . import confirming, flow, tables
from .models import FlowConf
from .store import TABLES, RuleRow

area = Area()


@area.call("/api/system/flow/load", may=p.FLOW_SAVE, form=OneId, reads=True)
def load_step(db, me, form):
    return flow.load(db, me, form.id)


@area.call("/api/system/flow/save", may=p.FLOW_SAVE, form=flow.FLOW_FORM, changes=FlowConf)
def save_step(db, me, form):
    return flow.save(db, me, form)


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
    _rule_table(_table)
