"""Calls of the rule tables."""

from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.forms.formview import FORMS
from tejian.kit.web.edge import Area
from tejian.system import permissions as p
from tejian.system.models.rules import RuleRow

from . import confirming, tables
from .store import TABLES, WHOLE

area = Area()


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
