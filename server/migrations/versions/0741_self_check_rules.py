"""自行检测策略: the rules by which a bureau follows the yearly detection of lifts.

Revision ID: 0741
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0741"
down_revision = "0740"
branch_labels = None
depends_on = None
RULE = "self_check_rule"


def upgrade() -> None:
    what = texts(ruleno=32, orgid=32, areacode=12, prefix=12, kind=6, branch=6, channel=8, source=200, issuer_id=32)
    numbers = [sa.Column(name, sa.Integer(), nullable=False) for name in ("ahead", "grace", "lifts")]
    when = [*days("validfrom", null=False), *moments("issued", "ended")]
    op.create_table(RULE, *what, *numbers, *when, *subject(), *record(RULE))
    op.create_index("ix_self_check_rule_org", RULE, ["orgid", "createtime"])


def downgrade() -> None:
    op.drop_table(RULE)
