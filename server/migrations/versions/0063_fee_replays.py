"""Replays of charges by another table or other policies."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def whole(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def yuan(*names: str) -> list[sa.Column[object]]:
    return [sa.Column(name, sa.Numeric(16, 2), nullable=False) for name in names]


def of_replay(table: str) -> list[object]:
    return [
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        text("replay_id", 32),
        sa.ForeignKeyConstraint(
            ["replay_id"], ["chareplay.id"], name=f"fk_{table}_replay_id_chareplay", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
    ]


def upgrade() -> None:
    op.create_table(
        "chareplay",
        *(text("name", 100), text("orgid", 32)),
        *(sa.Column(name, sa.Date(), nullable=False) for name in ("firstday", "lastday")),
        *(text("table_id", 32), text("tablename", 100)),
        sa.Column("policies", postgresql.ARRAY(sa.String(32)), nullable=False),
        *(text("policynames", 500), text("madeby", 64), text("state", 8)),
        *whole("total", "passed", "kept", "moved"),
        *yuan("charged", "replayed"),
        *(text("message", 500), sa.Column("ended", TIME)),
        *(text("id", 32), sa.Column("version", sa.Integer(), nullable=False), text("createby", 32)),
        *(sa.Column("createtime", TIME, nullable=False), text("updateby", 64)),
        sa.Column("updatetime", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chareplay"),
    )
    op.create_index("ix_chareplay_org", "chareplay", ["orgid", "createtime"])
    op.create_table(
        "chareplaysum",
        *(text("dimension", 16), text("key", 32), text("label", 200)),
        *whole("linecount", "moved"),
        *yuan("charged", "replayed", "difference"),
        *of_replay("chareplaysum"),  # type: ignore[arg-type]
    )
    op.create_index("ix_chareplaysum_replay", "chareplaysum", ["replay_id", "dimension", "id"])
    op.create_table(
        "chareplayline",
        *(text("charge_id", 32), text("chargesysid", 32), text("seisn", 32), text("equclass", 8)),
        *(text("payunitsysid", 32), text("payunitname", 200), text("month", 7), text("feecode", 16)),
        text("item", 128),
        *yuan("charged", "replayed", "difference"),
        *(text("way", 8), text("reason", 300)),
        *of_replay("chareplayline"),  # type: ignore[arg-type]
    )
    op.create_index("ix_chareplayline_replay", "chareplayline", ["replay_id", "id"])
    op.create_index("ix_chareplayline_unit", "chareplayline", ["replay_id", "payunitsysid", "id"])
    moved = sa.text("way <> 'same'")
    op.create_index("ix_chareplayline_moved", "chareplayline", ["replay_id", "id"], postgresql_where=moved)


def downgrade() -> None:
    for table in ("chareplayline", "chareplaysum", "chareplay"):
        op.drop_table(table)
