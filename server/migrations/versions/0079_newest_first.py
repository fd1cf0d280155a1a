"""Items and declarations stand in the order in which they came: numbers begin with the letters of a class.

Items are found by their inspector and by the day of their approval too.
"""

from alembic import op

revision = "0079"
down_revision = "0078"
branch_labels = None
depends_on = None

PAST = "step in ('DONE', 'ENDED', 'VOID', 'REFUSED')"
MADE = {
    "ix_appbuss_org": ("appbuss", ["cheorg", "id"], None),
    "ix_appbuss_ended": ("appbuss", ["id"], PAST),
    "ix_appbuss_org_ended": ("appbuss", ["cheorg", "id"], PAST),
    "ix_appmain_org": ("appmain", ["cheorg", "id"], None),
    "ix_appmain_dept": ("appmain", ["chedept", "id"], None),
}
BEFORE = {
    "ix_appbuss_org_no": ("appbuss", ["cheorg", "seisn", "id"], None),
    "ix_appbuss_ended_no": ("appbuss", ["seisn", "id"], PAST),
    "ix_appbuss_org_ended_no": ("appbuss", ["cheorg", "seisn", "id"], PAST),
    "ix_appmain_org_no": ("appmain", ["cheorg", "appno", "id"], None),
    "ix_appmain_dept_no": ("appmain", ["chedept", "appno", "id"], None),
    "ix_appmain_no": ("appmain", ["appno", "id"], None),
}

WORDS = (
    "ARRAY[('o=' || (cheorg)), ('e=' || (chedept)), ('u=' || (unitsysid)), ('t=' || (step)), ('s=' || (status)),"
    " ('p=' || (testsort)),{inspector} CASE WHEN ((\"backReason\") <> '') THEN 'r=1' ELSE NULL END]"
)
FACETS = (
    "CREATE INDEX ix_appbuss_facets_made ON appbuss USING gin (tj_facets({words},"
    " ARRAY[('k=' || (equclacode)), ('a=' || (areacode))], ARRAY['l=', 'n=', 'i=', 'f='{mark}],"
    " ARRAY[plandate, duedate, inspdate, ((limit_at) AT TIME ZONE 'Asia/Shanghai')::date{moment}]),"
    " tj_grams(scinspectorname))"
)


def upgrade() -> None:
    _changed(MADE, BEFORE)
    moment = ", ((approvedat) AT TIME ZONE 'Asia/Shanghai')::date"
    _found_by(words=WORDS.format(inspector=" ('m=' || (scinspector)),"), mark=", 'b='", moment=moment)


def downgrade() -> None:
    _found_by(words=WORDS.format(inspector=""), mark="", moment="")
    _changed(BEFORE, MADE)


def _found_by(**parts: str) -> None:
    """The index that narrows the items, made anew beside the old one."""
    run = op.get_bind().exec_driver_sql
    run(FACETS.format(**parts))
    run("DROP INDEX ix_appbuss_facets")
    run("ALTER INDEX ix_appbuss_facets_made RENAME TO ix_appbuss_facets")
    run("ANALYZE appbuss")  # how common its pieces are is known of the index that was


def _changed(made: dict[str, tuple], dropped: dict[str, tuple]) -> None:
    for name, (table, columns, where) in made.items():
        op.create_index(name, table, columns, postgresql_where=where)
    for name, (table, *_) in dropped.items():
        op.drop_index(name, table)
