"""Identity numbers and the secrets of second factors lie encrypted; equality of a number is asked of a blind index.

What is there already is sealed in batches at the next start (`kit/database/sealed.py`), since a migration has no keys.
"""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0048"
branch_labels = None
depends_on = None

INDEX = "uq_identity_number_person"


def upgrade() -> None:
    op.alter_column("identity_number", "idno", type_=sa.Text(), existing_nullable=False)
    op.add_column("identity_number", sa.Column("idno_blind", sa.String(64), nullable=False, server_default=""))
    op.alter_column("identity_number", "idno_blind", server_default=None)
    op.drop_index(INDEX, "identity_number")
    whole = sa.text("kind = 'person' and idno_blind <> ''")
    op.create_index(INDEX, "identity_number", ["idtype", "idno_blind"], unique=True, postgresql_where=whole)
    op.alter_column("sys_user", "totp_secret", type_=sa.Text(), existing_nullable=False)


def downgrade() -> None:
    """Only while nothing is sealed: what is cannot be opened here, and does not fit."""
    op.alter_column("sys_user", "totp_secret", type_=sa.String(32), existing_nullable=False)
    op.drop_index(INDEX, "identity_number")
    op.drop_column("identity_number", "idno_blind")
    op.alter_column("identity_number", "idno", type_=sa.String(32), existing_nullable=False)
    op.create_index(
        INDEX, "identity_number", ["idtype", "idno"], unique=True, postgresql_where=sa.text("kind = 'person'")
    )
