"""What was declared of a stopped device, when an inspection began and ended; a vessel's old grade is called so."""

import sqlalchemy as sa
from alembic import op

revision = "0450"
down_revision = "0461"
branch_labels = None
depends_on = None

DECLARED = ("appmain", "online_application")
TIMES = ("begunat", "endedat")
GRADED = ("RQ-DJ", "RC-QM", "YC-DJ")
OLD, NEW = "ssdegree", "ssdegree=检验前安全状况等级"


def _labelled(before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = jsonb_set(data, '{fields}', to_jsonb(regexp_replace(data->>'fields', :before, :after)))"
        " where tbl = 'report_fields' and data->>'block' = 'technical' and data->>'template' = any(:names)"
        " and validto is null"
    )
    op.execute(change.bindparams(before=before, after=after, names=list(GRADED)))


ASKS = "now_equstatus not in ('1','9')"  # N18: not where the declaration has said it


def _condition(before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = jsonb_set(data, '{condition}', to_jsonb(cast(:after as text)))"
        " where tbl = 'report_checks' and rowkey = 'N18' and data->>'condition' = :before and validto is null"
    )
    op.execute(change.bindparams(before=before, after=after))


# rows whose words or conditions changed with their keys kept, by what is new: the old ones end, the rest is loaded
LIMIT = "RC-ND|9|cutofftime||10|"  # of a valve up to 50 mm two limits were said
GRADED_ALONE = {  # a notice follows from what failed, never from a grade alone
    "C2000-06": ("worstgrade==4", "worstgrade==4 and failed>0"),
    "C2000-07": ("worstgrade==3 or failed>0", "failed>0"),
    "C2000-08": ("worstgrade==3 or failed>0", "failed>0"),
}


def _concluded(key: str, before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = jsonb_set(data, '{condition}', to_jsonb(cast(:after as text)))"
        " where tbl = 'conclusion_rules' and rowkey = :key and data->>'condition' = :before and validto is null"
    )
    op.execute(change.bindparams(key=key, before=before, after=after))


# the lines of a project have their thickness from the wall table: these two asked of the least of all lines what is
# true of the least favourable point
ENDED = ("GD-DJ-E004", "GD-DJ-E008")


def upgrade() -> None:
    for key, (before, after) in GRADED_ALONE.items():
        _concluded(key, before, after)
    op.execute(
        sa.text(
            "update rule_row set validto = current_date"
            " where tbl = 'report_item_limits' and rowkey = :key and validto is null"
        ).bindparams(key=LIMIT)
    )
    op.execute(
        "update rule_row set data = regexp_replace(data::text, 'TSG 08-2017( [0-9]+[.][0-9]+)?',"
        " '\\&（2026-05-01起TSG 08-2026）')::jsonb"
        " where tbl in ('inspection_rules', 'conclusion_names') and validto is null"
        " and data::text like '%TSG 08-2017%' and data::text not like '%TSG 08-2026%'"
    )
    for key in ENDED:
        end = sa.text(
            "update rule_row set validto = current_date"
            " where tbl = 'report_item_evidence' and rowkey = :key and validto is null"
        )
        op.execute(end.bindparams(key=key))
    _condition(ASKS, f"{ASKS} and not declared_afterstop")
    for table in DECLARED:
        op.add_column(table, sa.Column("afterstop", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in TIMES:
        op.add_column("original_record", sa.Column(name, sa.String(5), nullable=False, server_default=""))
    _labelled(rf"\m{OLD}\M(?!=)", NEW)


def downgrade() -> None:
    op.execute(
        "update rule_row set data = replace(data::text, '（2026-05-01起TSG 08-2026）', '')::jsonb"
        " where tbl in ('inspection_rules', 'conclusion_names')"
    )
    op.execute(
        sa.text(
            "update rule_row set validto = null"
            " where tbl = 'report_item_limits' and rowkey = :key and validto is not null"
        ).bindparams(key=LIMIT)
    )
    for key, (before, after) in GRADED_ALONE.items():
        _concluded(key, after, before)
    for key in ENDED:
        again = sa.text(
            "update rule_row set validto = null"
            " where tbl = 'report_item_evidence' and rowkey = :key and validto is not null"
        )
        op.execute(again.bindparams(key=key))
    _condition(f"{ASKS} and not declared_afterstop", ASKS)
    _labelled(NEW, OLD)
    for name in TIMES:
        op.drop_column("original_record", name)
    for table in DECLARED:
        op.drop_column(table, "afterstop")
