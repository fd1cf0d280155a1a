"""维保终止: the end of the maintenance of a lift."""

from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0572"
down_revision = "0571"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "lift_termination"
    which = texts(termno=32, binding_id=32, side=4, equdatasysid=32, equcode=20, useplace=256, areacode=12)
    whose = texts(unitsysid=32, unitname=200, maiorgsysid=32, maiorgname=200, regorg=32)
    what = texts(cause=4, explain=500, answer=4, answersaid=500, answerer_id=32, auditor_id=32)
    what += texts(keysback=4, recordsback=4, receiver=64, handler_id=32, reason=500)
    when = [*days("lastday", null=False), *days("lastvisit", "ended")]
    when += moments("applied", "answered", "auditedat", "handed")
    op.create_table(table, *which, *whose, *what, *when, *subject(), *record(table))
    for name, columns in {
        "binding": ["binding_id"],
        "unit": ["unitsysid", "step"],
        "maintainer": ["maiorgsysid", "step"],
        "org": ["regorg", "step"],
        "area": ["areacode"],
    }.items():
        op.create_index(f"ix_{table}_{name}", table, columns)


def downgrade() -> None:
    op.drop_table("lift_termination")
