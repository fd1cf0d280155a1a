"""电子印章: the certificates that seal reports, from the request until they are given up.

Revision ID: 0743
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, subject, texts

revision = "0743"
down_revision = "0742"
branch_labels = None
depends_on = None
SEAL = "seal_certificate"


def upgrade() -> None:
    asked = [*texts(sealno=32, orgid=32, sort=1, why=200, asker_id=32, maker_id=32), *moments("agreed")]
    cert = [*texts(holder=200, issuer=200, serial=64, fingerprint=64), *moments("validfrom", "validto", "installed")]
    gone = [*texts(loser_id=32), *moments("lost", "ended")]
    op.create_table(SEAL, *asked, *cert, *gone, *subject(), *record(SEAL))
    once = sa.text("fingerprint <> ''")
    op.create_index("uq_seal_certificate_fingerprint", SEAL, ["fingerprint"], unique=True, postgresql_where=once)
    op.create_index("ix_seal_certificate_org", SEAL, ["orgid", "sort", "step"])


def downgrade() -> None:
    op.drop_table(SEAL)
