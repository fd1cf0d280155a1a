"""The chain over the logs and the issued reports: rows wait for their block from the transaction that makes them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

TABLES = ("audit_log", "flow_log", "report", "security_log")

# One line a statement, however many rows it makes; COPY is a statement too.
TO_CHAIN = """
CREATE FUNCTION public.tj_to_chain() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO public.chain_pending (chain, row_key) SELECT TG_ARGV[0], id::text FROM made;
  RETURN NULL;
END $$
"""


def upgrade() -> None:
    op.create_table(
        "chain_pending",
        sa.Column("chain", sa.String(32), nullable=False),
        sa.Column("row_key", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("chain", "row_key", name="pk_chain_pending"),
    )
    op.create_table(
        "chain_block",
        sa.Column("chain", sa.String(32), nullable=False),
        sa.Column("no", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("columns", sa.Text(), nullable=False),
        sa.Column("rows", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("chain", "no", name="pk_chain_block"),
    )
    op.create_table(
        "chain_check",
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("blocks", sa.Integer(), nullable=False),
        sa.Column("heads", sa.Integer(), nullable=False),
        sa.Column("found", sa.Integer(), nullable=False),
        sa.Column("findings", JSONB(), nullable=False),
        sa.Column("head", sa.String(64), nullable=False),
        sa.Column("byname", sa.String(64), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chain_check"),
    )
    op.create_index("ix_chain_check_begun", "chain_check", ["begun"])
    op.execute(TO_CHAIN)
    for table in TABLES:
        op.execute(
            f"CREATE TRIGGER tj_chain AFTER INSERT ON {table} REFERENCING NEW TABLE AS made"
            f" FOR EACH STATEMENT EXECUTE FUNCTION public.tj_to_chain('{table}')"
        )
        # What was there before is bound as it is found.
        op.execute(f"INSERT INTO chain_pending (chain, row_key) SELECT '{table}', id::text FROM {table}")


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"DROP TRIGGER tj_chain ON {table}")
    op.execute("DROP FUNCTION public.tj_to_chain()")
    for table in ("chain_check", "chain_block", "chain_pending"):
        op.drop_table(table)
