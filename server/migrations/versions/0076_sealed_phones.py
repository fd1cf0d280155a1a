"""Phone numbers of people lie encrypted, and no search text holds them.

What is there already is sealed in batches at the next start (`kit/database/sealed.py`), since a migration has no keys. The trail
of changes keeps what was written there before: it is never changed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0076"
down_revision = "0074"
branch_labels = None
depends_on = None

PHONES = {
    "person": ("mobile",),
    "sys_user": ("mobile",),
    "unit": ("mobile", "safetel", "safedirectortel", "safeofficertel"),
    "unit_contact": ("tel", "mobile"),
}


def upgrade() -> None:
    _drop_searchtext()
    for table, names in PHONES.items():
        for name in names:
            op.alter_column(table, name, type_=sa.Text())
    for table in ("person", "sys_user"):
        op.add_column(table, sa.Column("mobile_blind", sa.String(64), server_default="", nullable=False))
        op.alter_column(table, "mobile_blind", server_default=None)
    op.create_index("ix_person_mobile", "person", ["mobile_blind"], postgresql_where=sa.text("mobile_blind <> ''"))
    _add_searchtext("name || '|' || pinyin")


def downgrade() -> None:
    """Only while nothing is sealed: what is cannot be opened here, and does not fit."""
    _drop_searchtext()
    op.drop_index("ix_person_mobile", "person")
    for table in ("person", "sys_user"):
        op.drop_column(table, "mobile_blind")
    for table, names in PHONES.items():
        for name in names:
            op.alter_column(table, name, type_=sa.String(32))
    _add_searchtext("name || '|' || pinyin || '|' || mobile")


def _drop_searchtext() -> None:
    op.drop_index("ix_person_grams", "person")
    op.drop_column("person", "searchtext")


def _add_searchtext(text: str) -> None:
    made = sa.Computed(f"lower({text})", persisted=True)
    op.add_column("person", sa.Column("searchtext", sa.String(400), made, nullable=False))
    op.create_index("ix_person_grams", "person", [sa.text("tj_grams(searchtext)")], postgresql_using="gin")
