"""No index beside a unique one that begins with the same column: it was written with every row and read by nobody."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

DOUBLED = {
    "detection_capability": "unit_id",
    "maint_contract": "unit_id",
    "product_device": "product_id",
    "third_report": "unit_id",
    "unit_branch": "unit_id",
}


def upgrade() -> None:
    for table, column in DOUBLED.items():
        op.drop_index(f"ix_{table}_{column}", table)


def downgrade() -> None:
    for table, column in DOUBLED.items():
        op.create_index(f"ix_{table}_{column}", table, [column])
