"""Records of daily, weekly and monthly duty, and how many days of it a unit owes."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0531"
down_revision = "0530"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "duty_record"
    whose = texts(unitsysid=32, unitname=200, areacode=12, equclass=8, period=4, latereason=200, signer_id=32)
    when = [*days("firstday", "lastday", null=False), *moments("handed")]
    wrong = sa.Column("wrong", sa.Integer(), nullable=False)
    op.create_table(table, *whose, *when, wrong, *subject(), *record(table))
    unique = ["unitsysid", "equclass", "period", "firstday"]
    op.create_index("uq_duty_record_period", table, unique, unique=True)
    op.create_index("ix_duty_record_area", table, ["areacode", "firstday"])
    op.create_index("ix_duty_record_day", table, ["firstday", "id"])
    op.add_column("unit_warning", sa.Column("duties", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("unit_warning", "duties")
    op.drop_table("duty_record")
