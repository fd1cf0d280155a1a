"""Entries of money know their institute; lists of arrears, of what is to be charged and of replays ask an index alone."""

import sqlalchemy as sa
from alembic import op

revision = "0080"
down_revision = "0079"
branch_labels = None
depends_on = None

OWED = "step in ('DUE', 'PART')"
OF_OWED = ["payunitname", "chargesysid", "nature", "step", "owed", "received", "registerby", "createby", "id"]
UNCHARGED = "chargestate in ('', '0', '7') and not imported"
OF_UNCHARGED = ["appno", "unitname", "equname", "equcode", "equclass", "seisort", "testsort", "acceptdate", "fee"]
OF_UNCHARGED += ["status", "step", "chedept"]
REPLAYED = ("month", "equclass", "feecode", "seisn", "way")
MOVED = "way <> 'same'"


def upgrade() -> None:
    op.add_column("chaentry", sa.Column("orgid", sa.String(32), server_default="", nullable=False))
    op.execute("update chaentry e set orgid = m.orgid from chamain m where m.id = e.charge_id")
    op.alter_column("chaentry", "orgid", server_default=None)
    op.drop_index("ix_chamain_owed", "chamain")
    op.create_index(
        "ix_chamain_owed",
        "chamain",
        ["orgid", "payunitsysid", "duedate"],
        postgresql_where=sa.text(OWED),
        postgresql_include=OF_OWED,
    )
    op.create_index("ix_chamain_owed_unit", "chamain", ["payunitsysid", "duedate"], postgresql_where=sa.text(OWED))
    op.drop_index("ix_appbuss_uncharged", "appbuss")
    op.create_index(
        "ix_appbuss_uncharged",
        "appbuss",
        ["cheorg", "seisn", "id"],
        postgresql_where=sa.text(UNCHARGED),
        postgresql_include=OF_UNCHARGED,
    )
    op.execute("delete from chareplayline where way = 'same'")
    op.drop_index("ix_chareplayline_moved", "chareplayline")
    for name in REPLAYED:
        op.create_index(f"ix_chareplayline_{name}", "chareplayline", ["replay_id", name])


def downgrade() -> None:
    for name in REPLAYED:
        op.drop_index(f"ix_chareplayline_{name}", "chareplayline")
    op.create_index("ix_chareplayline_moved", "chareplayline", ["replay_id", "id"], postgresql_where=sa.text(MOVED))
    op.drop_index("ix_appbuss_uncharged", "appbuss")
    op.create_index("ix_appbuss_uncharged", "appbuss", ["cheorg", "seisn", "id"], postgresql_where=sa.text(UNCHARGED))
    op.drop_index("ix_chamain_owed_unit", "chamain")
    op.drop_index("ix_chamain_owed", "chamain")
    op.create_index("ix_chamain_owed", "chamain", ["payunitsysid", "duedate"], postgresql_where=sa.text(OWED))
    op.drop_column("chaentry", "orgid")
