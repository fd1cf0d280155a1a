"""Partners of the exchange, the mappings by which they are told, the log of what was exchanged, and the order of changes.

Revision ID: 0700
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from migrations.shorthand import days, moments, record, subject, texts

revision = "0700"
down_revision = "0720"
branch_labels = None
depends_on = None
PARTNER, MAPPING, FIELD, MESSAGE = "exchange_partner", "exchange_mapping", "exchange_mapped_field", "exchange_message"
CHANGED = {"equipment": "equdatasysid", "unit": "unitsysid", "report": "id"}
WHOSE = {"equipment": ["equDel", "cheorgsysid", "areacode"], "unit": ["unitDel", "areacode"]}


def _of(table: str, name: str, parent: str, **more: str) -> sa.Column:
    key = sa.ForeignKey(f"{parent}.id", name=f"fk_{table}_{name}_{parent}", **more)
    return sa.Column(name, sa.String(32), key, nullable=False)


def _count(*names: str) -> list[sa.Column]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def upgrade() -> None:
    granted = texts(code=32, name=100, entities=64, orgid=32, areacode=12, addresses=500, way=16, url=200)
    secrets = [*texts(digest=64, tokenend=4), sa.Column("secret", sa.Text(), nullable=False)]
    op.create_table(
        PARTNER,
        *granted,
        *secrets,
        *_count("perminute"),
        *days("enddate", null=False),
        *moments("tokenat"),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        *record(PARTNER),
        sa.UniqueConstraint("code", name=f"uq_{PARTNER}_code"),
    )
    op.create_index(f"uq_{PARTNER}_digest", PARTNER, ["digest"], unique=True, postgresql_where=sa.text("digest <> ''"))
    op.create_table(
        MAPPING,
        *texts(name=100, entity=16, sample=64, note=200),
        _of(MAPPING, "partner_id", PARTNER),
        *_count("edition"),
        *moments("published", "replaced"),
        *subject(),
        *record(MAPPING),
    )
    op.create_index(f"ix_{MAPPING}_partner", MAPPING, ["partner_id", "entity", "edition"])
    op.create_index(
        f"uq_{MAPPING}_published",
        MAPPING,
        ["partner_id", "entity"],
        unique=True,
        postgresql_where=sa.text("step = 'FB'"),
    )
    op.create_table(
        FIELD,
        _of(FIELD, "mapping_id", MAPPING, ondelete="CASCADE"),
        *texts(prop=64, outer=64, words=1000),
        sa.Column("required", sa.Boolean(), nullable=False),
        *record(FIELD),
    )
    op.create_index(f"ix_{FIELD}_mapping_id", FIELD, ["mapping_id"])
    about = texts(direction=4, plan_id=32, run_id=32, entity=16, objectkey=32, number=64, title=200, orgid=32)
    about += texts(areacode=12, digest=64, state=1, answer=500, error=500, ip=64, ignoredby=64, ignorereason=256)
    op.create_table(
        MESSAGE,
        _of(MESSAGE, "partner_id", PARTNER),
        *about,
        *_count("edition", "count", "tries"),
        *moments("sentat", "nexttry"),
        sa.Column("content", JSONB(), nullable=False),
        *record(MESSAGE),
    )
    for name, columns in {
        "time": ["createtime", "id"],
        "entity": ["entity", "createtime", "id"],
        "partner": ["partner_id", "createtime"],
        "org": ["orgid", "createtime"],
        "object": ["plan_id", "objectkey", "id"],
        "run": ["run_id"],
        "number": ["number"],
    }.items():
        op.create_index(f"ix_{MESSAGE}_{name}", MESSAGE, columns)
    waits = sa.text("state in ('0', '2')")
    op.create_index(f"ix_{MESSAGE}_open", MESSAGE, ["plan_id", "id"], postgresql_where=waits)
    for table, key in CHANGED.items():
        op.create_index(f"ix_{table}_changed", table, ["updatetime", key], postgresql_include=WHOSE.get(table))


def downgrade() -> None:
    for table in CHANGED:
        op.drop_index(f"ix_{table}_changed", table)
    for table in (MESSAGE, FIELD, MAPPING, PARTNER):
        op.drop_table(table)
