"""意见征集: drafts on which units are asked, and what they say."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0554"
down_revision = "0553"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table, child = "opinion_call", "opinion_reply"
    what = texts(callno=32, org_id=32, title=200, content=2000, questions=1000, publisher_id=32, outcome=1000)
    when = [*days("deadline", null=False), *days("closed"), *moments("published")]
    op.create_table(table, *what, *when, *subject(), *record(table))
    op.create_index(f"ix_{table}_org", table, ["org_id", "step"])
    op.create_index(f"ix_{table}_time", table, ["createtime", "id"])
    parent = sa.ForeignKey(f"{table}.id", name=f"fk_{child}_call_id_{table}", ondelete="CASCADE")
    of_call = sa.Column("call_id", sa.String(32), parent, nullable=False)
    said = texts(unitsysid=32, unitname=200, opinion=2000, author_id=32)
    op.create_table(child, of_call, *said, *moments("sent"), *record(child))
    op.create_index(f"uq_{child}_unit", child, ["call_id", "unitsysid"], unique=True)


def downgrade() -> None:
    op.drop_table("opinion_reply")
    op.drop_table("opinion_call")
