"""Unit branches and licences, persons and certificates, authorisations, third-party reports."""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
