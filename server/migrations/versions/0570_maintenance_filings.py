"""维保备案: filings of maintenance units and the persons whom they name."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0570"
down_revision = "0560"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "maint_filing"
    whose = texts(filno=32, filkind=4, replaces_id=32, unitsysid=32, unitname=200, regorg=32, areacode=12)
    what = texts(licno=64, address=256, hotline=32, contact=64, tools=500, promise=500)
    what += [sa.Column("contacttel", sa.Text(), nullable=False)]
    what += [sa.Column("lifts", sa.Integer(), server_default="0", nullable=False)]
    came = texts(reviewer_id=32, reviewsaid=500, checker_id=32, checksaid=500, reason=500)
    when = [
        *days("licvalidto", "validfrom", "validto", "renewfrom", "ended"),
        *moments("applied", "reviewed", "checked"),
    ]
    op.create_table(table, *whose, *what, *came, *when, *subject(), *record(table))
    for name, columns in {
        "unit": ["unitsysid", "areacode"],
        "org": ["regorg", "step"],
        "area": ["areacode"],
        "valid": ["validto", "id"],
        "renew": ["renewfrom"],
    }.items():
        op.create_index(f"ix_{table}_{name}", table, columns)
    standing = sa.text("step in ('5', '6')")
    op.create_index(f"uq_{table}_standing", table, ["filno"], unique=True, postgresql_where=standing)
    child = f"{table}_person"
    parent = sa.ForeignKey(f"{table}.id", name=f"fk_{child}_filing_id_{table}", ondelete="CASCADE")
    of_filing = sa.Column("filing_id", sa.String(32), parent, nullable=False)
    op.create_table(child, of_filing, *texts(person_id=32, certno=64), *days("certto"), *record(child))
    op.create_index(f"ix_{child}_filing_id", child, ["filing_id"])


def downgrade() -> None:
    op.drop_table("maint_filing_person")
    op.drop_table("maint_filing")
