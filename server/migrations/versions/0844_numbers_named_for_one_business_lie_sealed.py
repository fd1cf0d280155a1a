"""Numbers named for one business, of devices and of short messages lie sealed (ADR 28).

What lies there is sealed at the next start, which also fills what stands beside it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0844"
down_revision = "0843"
branch_labels = None
depends_on = None

SEALED = {
    "inspection_notice": ["receivertel"],
    "construction_notice": ["headtel"],
    "online_application": ["INSCONTACTTEL"],
    "cust_assess": ["inscontacttel"],
    "appmain": ["INSCONTACTTEL"],
    "appbuss": ["receivertel"],
    "agreement": ["contacttel"],
    "cylinder_car": ["ownertel"],
    "equipment": ["usetel"],
    "sms": ["receiver"],
    "sms_stop": ["number"],
}


def upgrade() -> None:
    op.drop_index("ix_sms_receiver", table_name="sms")
    op.drop_constraint("pk_sms_stop", "sms_stop", type_="primary")
    for table, columns in SEALED.items():
        for column in columns:
            op.alter_column(table, column, type_=sa.Text(), existing_nullable=False)
    op.add_column("equipment", sa.Column("usetelsort", sa.String(1), nullable=False, server_default=""))
    op.add_column("sms", sa.Column("receiver_blind", sa.String(64), nullable=False, server_default=""))
    op.add_column("sms_stop", sa.Column("number_blind", sa.String(64), nullable=False, server_default=""))
    for table, column in (("equipment", "usetelsort"), ("sms", "receiver_blind"), ("sms_stop", "number_blind")):
        op.alter_column(table, column, server_default=None)
    op.create_index("ix_sms_receiver", "sms", ["receiver_blind", "createtime"])
    op.create_primary_key("pk_sms_stop", "sms_stop", ["reply_id"])
    of_numbers = sa.text("number_blind <> ''")
    op.create_index("uq_sms_stop_number", "sms_stop", ["number_blind"], unique=True, postgresql_where=of_numbers)


def downgrade() -> None:
    op.drop_index("uq_sms_stop_number", table_name="sms_stop")
    op.drop_constraint("pk_sms_stop", "sms_stop", type_="primary")
    op.drop_index("ix_sms_receiver", table_name="sms")
    op.drop_column("sms_stop", "number_blind")
    op.drop_column("sms", "receiver_blind")
    op.drop_column("equipment", "usetelsort")
    op.create_primary_key("pk_sms_stop", "sms_stop", ["number"])
    op.create_index("ix_sms_receiver", "sms", ["receiver", "createtime"])  # sealed numbers stay as they lie
