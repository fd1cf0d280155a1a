"""What is settled of the work in the field, versions of the app, the guide of a task.

Revision ID: 0781
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from migrations.shorthand import days, moments, record, subject, texts

revision = "0781"
down_revision = "0780"
branch_labels = None
depends_on = None

HELD, FAILURE, SUBMIT, VERSION, GUIDE = "held_job", "op_failure", "record_submit", "app_version", "task_guide"


def _of(table: str, name: str, parent: str) -> sa.Column:
    key = sa.ForeignKey(f"{parent}.id", name=f"fk_{table}_{name}")
    return sa.Column(name, sa.String(32), key, nullable=False)


def _numbers(*names: str) -> list[sa.Column]:
    return [sa.Column(name, sa.Integer(), nullable=False, server_default="0") for name in names]


def upgrade() -> None:
    op.create_table(
        HELD,
        _of(HELD, "appbuss_id", "appbuss"),
        *texts(record_id=32, reportno=40, equdatasysid=32, equname=128, unitname=200, user_id=32, terminal_id=32),
        *texts(orgid=32, deptid=32, why=200, target=32, outcome=500, handler_id=32),
        sa.Column("results", JSONB(), nullable=True),
        *_numbers("operations"),
        *moments("received", null=False),
        *moments("handled"),
        *subject(),
        *record(HELD),
    )
    waits = sa.text("step = 'DZ'")
    op.create_index(
        "uq_held_job", HELD, ["appbuss_id", "record_id", "terminal_id"], unique=True, postgresql_where=waits
    )
    op.create_index("ix_held_job_org", HELD, ["orgid", "step", "createtime"])
    op.create_index("ix_held_job_equipment", HELD, ["equdatasysid"])
    op.create_table(
        FAILURE,
        _of(FAILURE, "op_id", "record_op"),
        *texts(appbuss_id=32, reportno=40, equname=128, words=200, valueshown=500, message=500, user_id=32),
        *texts(terminal_id=32, app=32, orgid=32, deptid=32, answer=500, handler_id=32),
        *moments("handled"),
        *subject(),
        *record(FAILURE),
    )
    op.create_index("uq_op_failure_op", FAILURE, ["op_id"], unique=True)
    op.create_index("ix_op_failure_org", FAILURE, ["orgid", "step", "createtime"])
    op.create_index("ix_op_failure_user", FAILURE, ["user_id", "createtime"])
    op.create_table(
        SUBMIT,
        _of(SUBMIT, "appbuss_id", "appbuss"),
        _of(SUBMIT, "terminal_id", "terminal"),
        *texts(record_id=32, reportno=40, equname=128, unitname=200, user_id=32, app=32, orgid=32, deptid=32),
        *_numbers("recordversion", "operations", "people"),
        sa.Column("delay", sa.Integer(), nullable=False),
        *moments("at", null=False),
        *moments("begun"),
        *record(SUBMIT),
    )
    op.create_index("ix_record_submit_org", SUBMIT, ["orgid", "at", "id"])
    op.create_index("ix_record_submit_user", SUBMIT, ["user_id", "at", "id"])
    op.create_index("ix_record_submit_item", SUBMIT, ["appbuss_id"])
    op.create_table(
        VERSION,
        *texts(appno=32, notes=2000, least=32, station=32, publisher_id=32, reason=500),
        sa.Column("share", sa.Integer(), nullable=False),
        *moments("published", "withdrawn"),
        *subject(),
        *record(VERSION),
    )
    op.create_index("uq_app_version_no", VERSION, ["appno"], unique=True)
    op.create_table(
        GUIDE,
        *texts(orgid=32, title=100, content=2000, guidestep=4, equclass=8),
        sa.Column("must", sa.Boolean(), nullable=False),
        *_numbers("seq"),
        *days("validfrom", null=False),
        *days("validto"),
        *record(GUIDE),
    )
    op.create_index("ix_task_guide_org", GUIDE, ["orgid", "guidestep", "seq"])


def downgrade() -> None:
    for table in (GUIDE, VERSION, SUBMIT, FAILURE, HELD):
        op.drop_table(table)
