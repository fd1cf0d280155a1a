"""The lists of a unit and of a department stand in their order too; what waits at a step is indexed while it waits."""

from alembic import op

revision = "0086"
down_revision = "0085"
branch_labels = None
depends_on = None

OPEN = "step not in ('DONE', 'ENDED', 'VOID')"


def upgrade() -> None:
    op.create_index("ix_appbuss_dept", "appbuss", ["chedept", "id"])
    _made_anew(key="id", main=["unitsysid", "id"], where=OPEN, counted=["equDel", "useorgsysid"])


def downgrade() -> None:
    _made_anew(key="seisn", main=["unitsysid"], where=None, counted=["equDel"])
    op.drop_index("ix_appbuss_dept", "appbuss")


def _made_anew(key: str, main: list[str], where: str | None, counted: list[str]) -> None:
    """Each beside the old one, so that nothing is read without an index."""
    due = ["equclass", "ninspdate", "equdatasysid"]
    _replaced("ix_equipment_maiorg", "equipment", ["maiorgsysid", *due], postgresql_include=counted)
    _replaced("ix_appmain_unit", "appmain", main)
    _replaced("ix_appbuss_unit", "appbuss", ["unitsysid", key])
    _replaced("ix_appbuss_org_step_limit", "appbuss", ["cheorg", "step", "limit_at", "id"], postgresql_where=where)
    _replaced(
        "ix_appbuss_dept_step_limit",
        "appbuss",
        ["chedept", "step", "limit_at", "id"],
        postgresql_where=where,
        postgresql_include=["enteredby"],
    )


def _replaced(name: str, table: str, columns: list[str], **how: object) -> None:
    op.create_index(f"{name}_made", table, columns, **how)  # type: ignore[arg-type]
    op.drop_index(name, table)
    op.execute(f"ALTER INDEX {name}_made RENAME TO {name}")
