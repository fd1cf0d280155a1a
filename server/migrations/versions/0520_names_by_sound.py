"""A sort column beside the names of units and persons: Chinese is looked through in the order of its sound."""

import sqlalchemy as sa
from alembic import op

from tejian.data import rows
from tejian.kit.ground.pinyin import sort_key

revision = "0520"
down_revision = "0510"
branch_labels = None
depends_on = None

KEYS = {"unit": "unitsysid", "person": "id"}
# name → table, columns before, columns now, where
INDEXES = {
    "ix_unit_orgkind": ("unit", ("orgkind", "name", "unitsysid"), ("orgkind", "namesort", "unitsysid"), None),
    "ix_unit_maintain": ("unit", ("name",), ("namesort",), "ismaintain"),
    "ix_person_name": ("person", ("name", "id"), ("namesort", "id"), None),
    "ix_person_post": ("person", ("post", "name", "id"), ("post", "namesort", "id"), None),
}
BATCH = 2000


def _fill(table: str, key: str) -> None:
    """The keys of the names that are there, a few thousand at a time."""
    surnames = {one["surname"]: one["reading"] for one in rows("surname_readings")} if table == "person" else None
    db = op.get_bind()
    here = sa.table(table, sa.column(key), sa.column("name"), sa.column("namesort"))
    known = db.execute(sa.select(here.c[key], here.c.name)).all()
    fill = here.update().where(here.c[key] == sa.bindparam("id_")).values(namesort=sa.bindparam("sort_"))
    for at in range(0, len(known), BATCH):
        db.execute(fill, [{"id_": id_, "sort_": sort_key(name, surnames)} for id_, name in known[at : at + BATCH]])


def _indexes(now: bool) -> None:
    for name, (table, before, after, where) in INDEXES.items():
        op.drop_index(name, table)
        condition = sa.text(where) if where else None
        op.create_index(name, table, list(after if now else before), postgresql_where=condition)


def upgrade() -> None:
    for table, key in KEYS.items():
        op.add_column(table, sa.Column("namesort", sa.String(400), nullable=False, server_default=""))
        _fill(table, key)
        op.alter_column(table, "namesort", server_default=None)
    _indexes(now=True)
    op.create_index("ix_unit_namesort", "unit", ["namesort", "unitsysid"])


def downgrade() -> None:
    op.drop_index("ix_unit_namesort", "unit")
    _indexes(now=False)
    for table in KEYS:
        op.drop_column(table, "namesort")
