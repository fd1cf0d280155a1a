"""Payments booked from a file and taken back: an entry says which it undoes, a line what was written beside it."""

import sqlalchemy as sa
from alembic import op

revision = "0140"
down_revision = "0133"
branch_labels = None
depends_on = None

WAYS = """
    update chadiff d set remedy = case when x.result in ('lacking', 'other') then 'undo'
                                       when s.source = '平台' then 'order' else 'charge' end
    from chastateline x join chastatement s on s.id = x.statement_id
    where d.kind = 'statement' and d.subject = x.id and x.result in ('lacking', 'other', 'unmatched')
      and (x.result = 'unmatched' or x.charge_id <> '')
"""
MEMOS = """
    update chastateline x set memo = x.payer, payer = '' from chastatement s
    where s.id = x.statement_id and s.source = '平台'
"""


def added(table: str, name: str, size: int) -> None:
    """A text column that the model fills from now on."""
    op.add_column(table, sa.Column(name, sa.String(size), nullable=False, server_default=""))
    op.alter_column(table, name, server_default=None)


def upgrade() -> None:
    added("chadiff", "remedy", 8)
    added("chastateline", "memo", 200)
    added("chaentry", "undoes", 32)
    op.add_column("chaentry", sa.Column("again", sa.SmallInteger(), nullable=False, server_default="0"))
    op.alter_column("chaentry", "again", server_default=None)
    numbered = sa.text("ref <> ''")
    op.drop_index("uq_chaentry_ref", "chaentry")
    op.create_index("uq_chaentry_ref", "chaentry", ["way", "ref", "again"], unique=True, postgresql_where=numbered)
    undone = sa.text("undoes <> ''")
    op.create_index("uq_chaentry_undoes", "chaentry", ["undoes"], unique=True, postgresql_where=undone)
    op.execute(MEMOS)
    op.execute(WAYS)


def downgrade() -> None:
    op.drop_index("uq_chaentry_undoes", "chaentry")
    op.drop_index("uq_chaentry_ref", "chaentry")
    op.drop_column("chaentry", "again")
    op.drop_column("chaentry", "undoes")
    numbered = sa.text("ref <> ''")
    op.create_index("uq_chaentry_ref", "chaentry", ["way", "ref"], unique=True, postgresql_where=numbered)
    op.drop_column("chastateline", "memo")
    op.drop_column("chadiff", "remedy")
