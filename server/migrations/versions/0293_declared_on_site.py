"""Where an inspector declared on site."""

import sqlalchemy as sa
from alembic import op

revision = "0293"
down_revision = "0292"
branch_labels = None
depends_on = None

TABLE = "onsite_place"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("appmain_id", sa.String(32), nullable=False),
        *(sa.Column(name, sa.Numeric(9, 6)) for name in ("latitude", "longitude")),
        sa.Column("accuracy", sa.Integer()),
        sa.Column("located", sa.DateTime(timezone=True)),
        sa.Column("noplace", sa.String(1), nullable=False),
        sa.Column("distance", sa.Integer()),
        sa.Column("warning", sa.String(200), nullable=False),
        *(sa.Column(name, sa.String(size), nullable=False) for name, size in (("createby", 32), ("updateby", 64))),
        *(sa.Column(name, sa.DateTime(timezone=True), nullable=False) for name in ("createtime", "updatetime")),
        sa.ForeignKeyConstraint(
            ["appmain_id"], ["appmain.id"], name=op.f("fk_onsite_place_appmain_id_appmain"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_onsite_place")),
        sa.UniqueConstraint("appmain_id", name=op.f("uq_onsite_place_appmain_id")),
    )


def downgrade() -> None:
    op.drop_table(TABLE)
