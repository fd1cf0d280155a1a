"""Reports that consist of several parts end with the directory of their sub-reports.

Layouts that somebody changed are left.
"""

import sqlalchemy as sa
from alembic import op

revision = "0133"
down_revision = "0132"
branch_labels = None
depends_on = None

SECTION = " tables:subs"
TEMPLATES = (
    "AQF-LX",
    "DT-DJ",
    "GD-DJ",
    "GD-ND",
    "GL-NJ",
    "GL-RZT",
    "GL-SZ",
    "GL-WJ",
    "QZ-DJ",
    "RC-ND",
    "RC-QM",
    "RQ-DJ",
    "SD-ND",
    "SD-QM",
    "TY-JJ",
    "TY-PG",
    "TY-XS",
    "TY-ZJ",
    "YC-DJ",
    "YL-DJ",
)
ENDS = " photos"  # what the layouts that were loaded end with


def upgrade() -> None:
    op.execute(
        sa.text(
            "update rule_row set data = jsonb_set(data, '{body}', to_jsonb(data->>'body' || :section))"
            " where tbl = 'report_layouts' and data->>'template' = any(:names) and validto is null"
            " and data->>'body' like :ends"
        ).bindparams(section=SECTION, names=list(TEMPLATES), ends=f"%{ENDS}")
    )


def downgrade() -> None:
    op.execute(
        sa.text(
            "update rule_row set data = jsonb_set(data, '{body}', to_jsonb(replace(data->>'body', :section, '')))"
            " where tbl = 'report_layouts' and data->>'template' = any(:names) and validto is null"
        ).bindparams(section=SECTION, names=list(TEMPLATES))
    )
