"""Signatures of reports as rows of their own, in the chain; what was done before them stands as it was done."""

import sqlalchemy as sa
from alembic import op

revision = "0440"
down_revision = "0430"
branch_labels = None
depends_on = None

RECORD = [
    ("id", sa.String(32)),
    ("version", sa.Integer()),
    ("createby", sa.String(32)),
    ("createtime", sa.DateTime(timezone=True)),
    ("updateby", sa.String(64)),
    ("updatetime", sa.DateTime(timezone=True)),
]


def _table(name: str, *columns: tuple[str, sa.types.TypeEngine[object]], more: list[sa.Constraint]) -> None:
    made = [sa.Column(column, kind, nullable=False) for column, kind in (*columns, *RECORD)]
    op.create_table(name, *made, sa.PrimaryKeyConstraint("id", name=f"pk_{name}"), *more)


def _of_item(name: str, **how: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=f"fk_{name}_appbuss_id_appbuss", **how)


def _chained(name: str) -> None:
    op.execute(
        f"CREATE TRIGGER tj_chain AFTER INSERT ON {name} REFERENCING NEW TABLE AS made"
        f" FOR EACH STATEMENT EXECUTE FUNCTION public.tj_to_chain('{name}')"
    )


def upgrade() -> None:
    _table(
        "report_signature",
        ("appbuss_id", sa.String(32)),
        ("subreport_id", sa.String(32)),
        ("round", sa.Integer()),
        ("role", sa.String(16)),
        ("user_id", sa.String(32)),
        ("user_name", sa.String(64)),
        ("signedat", sa.DateTime(timezone=True)),
        ("digest", sa.String(64)),
        ("seen", sa.String(64)),
        ("way", sa.String(16)),
        more=[_of_item("report_signature")],
    )
    op.create_index("ix_report_signature_item", "report_signature", ["appbuss_id"])
    _table(
        "report_signature_taken",
        ("signature_id", sa.String(32)),
        ("appbuss_id", sa.String(32)),
        ("takenat", sa.DateTime(timezone=True)),
        ("by_name", sa.String(64)),
        ("why", sa.String(200)),
        more=[
            _of_item("report_signature_taken"),
            sa.ForeignKeyConstraint(
                ["signature_id"],
                ["report_signature.id"],
                name="fk_report_signature_taken_signature_id_report_signature",
            ),
            sa.UniqueConstraint("signature_id", name="uq_report_signature_taken_signature_id"),
        ],
    )
    op.create_index("ix_report_signature_taken_appbuss_id", "report_signature_taken", ["appbuss_id"])
    _table(
        "report_opening",
        ("appbuss_id", sa.String(32)),
        ("user_id", sa.String(32)),
        ("proof", sa.String(600)),
        more=[_of_item("report_opening", ondelete="CASCADE")],
    )
    op.create_index("uq_report_opening", "report_opening", ["appbuss_id", "user_id"], unique=True)
    _chained("report_signature")
    _chained("report_signature_taken")
    _keep_what_was_done()
    _keep_what_was_done_of_parts()
    _let_inspectors_sign()


# Who handed a record in, checked, audited and approved it did that in a session of his own: these acts stand, with
# their moments. That the other inspectors agreed nobody knows: they sign what is still under way.
ACTS = [
    ("检验", "enteredby", "enteredat"),
    ("编制", "enteredby", "enteredat"),
    ("校核", "verifiedby", "verifiedat"),
    ("分项审核", "fxauditedby", "auditedat"),
    ("审核", "auditedby", "auditedat"),
    ("批准", "approvedby", "approvedat"),
]
BEFORE = "step in ('BGSC', 'BGLR', 'RWQR', 'RWAP', 'finish_inspect')"  # nobody has handed the record in (again)


def _keep_what_was_done() -> None:
    for role, who, when in ACTS:
        inspects = " and (i.inspectors @> array[u.id] or i.scinspector = u.id)" if role == "检验" else ""
        op.execute(
            "insert into report_signature (id, appbuss_id, subreport_id, round, role, user_id, user_name, signedat, digest,"
            " seen, way, version, createby, createtime, updateby, updatetime)"
            f" select md5(i.id || '{role}'), i.id, '', i.reissued, '{role}', u.id, u.name,"
            f" coalesce(i.{when}, i.updatetime), '', '', '升级前', 1, '', now(), '', now()"
            f" from appbuss i join sys_user u on u.id = i.{who}"
            f" where not i.imported and not ({BEFORE}){inspects}"
        )


OF_PARTS = [("分项编制", "writer_id", "s.createtime"), ("分项报告审核", "auditor_id", "s.updatetime")]


def _keep_what_was_done_of_parts() -> None:
    for role, who, when in OF_PARTS:
        op.execute(
            "insert into report_signature (id, appbuss_id, subreport_id, round, role, user_id, user_name, signedat, digest,"
            " seen, way, version, createby, createtime, updateby, updatetime)"
            f" select md5(s.id || '{role}'), s.appbuss_id, s.id, 0, '{role}', u.id, u.name, {when}, '', '', '升级前', 1,"
            f" '', now(), '', now() from inspection_sub_report s join sys_user u on u.id = s.{who}"
            f" where s.step = 'DONE' or (s.step = 'AUDIT' and '{role}' = '分项编制')"
        )


def _let_inspectors_sign() -> None:
    op.execute(
        "update sys_role set permissions = permissions || array['inspection:sign:handle']::varchar[]"
        " where permissions && array['inspection:enter:handle', 'inspection:verify:handle', 'inspection:auditfx:handle',"
        " 'inspection:audit:handle', 'inspection:approve:handle']::varchar[]"
        " and not permissions && array['inspection:sign:handle']::varchar[]"
    )


def downgrade() -> None:
    op.drop_table("report_opening")
    op.drop_table("report_signature_taken")
    op.drop_table("report_signature")
    op.execute(
        "update sys_role set permissions = array_remove(permissions, 'inspection:sign:handle')"
        " where permissions && array['inspection:sign:handle']::varchar[]"
    )
