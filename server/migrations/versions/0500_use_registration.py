"""Registration of use: applications of units to the authority, the devices they are about."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0500"
down_revision = "0490"
branch_labels = None
depends_on = None


def upgrade() -> None:
    whose = texts(regapplyno=32, mode=4, regtype=8, unitsysid=32, unitname=200, regorg=32, areacode=12, carid=32)
    whose += [*texts(contact=64), sa.Column("contacttel", sa.Text(), nullable=False)]
    asked = [*texts(newunitsysid=32, newplace=256, newarea=12, changes=1000, remark=500), *days("newdesignend")]
    who = texts(basis=100, acceptor_id=32, mend=1000, examiner_id=32, reason=500, issuer_id=32)
    when = [*moments("applied", "accepted", "mendasked", "mended", "examined"), *days("issued", "filed")]
    paused = sa.Column("paused", sa.Integer(), server_default="0", nullable=False)
    op.create_table("use_registration", *whose, *asked, *who, *when, paused, *subject(), *record("use_registration"))
    op.create_index("ix_use_registration_unit", "use_registration", ["unitsysid"])
    op.create_index("ix_use_registration_org", "use_registration", ["regorg", "mode"])
    op.create_index("ix_use_registration_area", "use_registration", ["areacode"])
    name = "fk_use_registration_device_reg_id_use_registration"
    parent = sa.ForeignKey("use_registration.id", name=name, ondelete="CASCADE")
    of_application = sa.Column("reg_id", sa.String(32), parent, nullable=False)
    told = texts(equdatasysid=32, certno=32, unitbefore=200, placebefore=256)
    op.create_table("use_registration_device", of_application, *told, *record("use_registration_device"))
    op.create_index("ix_use_registration_device_reg_id", "use_registration_device", ["reg_id"])
    op.create_index("ix_use_registration_device_equipment", "use_registration_device", ["equdatasysid"])


def downgrade() -> None:
    op.drop_table("use_registration_device")
    op.drop_table("use_registration")
