"""Calls of the rule tables and of the flow configuration."""

from tejian.kit.edge import Area
from tejian.system import permissions as p

from . import flow, tables
from .store import TABLES

area = Area()


@area.call("/api/system/flow/load", may=p.FLOW_SAVE, reads=True)
def load_step(db, me, form):
    return flow.load(db, me, str(form.get("id", "")))


@area.call("/api/system/flow/save", may=p.FLOW_SAVE)
def save_step(db, me, form):
    return flow.save(db, me, form)


@area.call("/api/system/rule/tables", may=p.RULE_QUERY, reads=True)
def rule_tables(db, me, form):
    return tables.tables()


def _rule_table(table):
    base = f"/api/system/rule/{table}"

    @area.call(f"{base}/findList", may=p.RULE_QUERY, reads=True)
    def page(db, me, form):
        return tables.page(db, me, table, form)

    @area.call(f"{base}/load", may=p.RULE_QUERY, reads=True)
    def load(db, me, form):
        return tables.load(db, me, table, str(form.get("id", "")))

    @area.call(f"{base}/save", may=p.RULE_SAVE)
    def save(db, me, form):
        return tables.save(db, me, table, form)

    @area.call(f"{base}/end", may=p.RULE_SAVE)
    def end(db, me, form):
        tables.end(db, me, table, form)


for _table in TABLES:
    _rule_table(_table)
