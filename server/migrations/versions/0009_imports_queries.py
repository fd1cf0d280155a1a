"""Imports, saved queries and data quality."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


# Parameters that ranges are often asked of.
MEASURED = ["ratedevap", "ratedpress", "volume", "designpress_shell", "runvelocity", "ratedload", "elefloornumber"]
MEASURED += ["ratedliftcap", "span"]
# The check character of GB 32100-2015: weights 3^(i-1) mod 31 over an alphabet of 31 characters.
USCC_OK = """
create function tj_uscc_ok(t text) returns boolean immutable parallel safe language sql as
$$ select t ~ '^[0-9A-HJ-NPQRTUWXY]{18}$' and
   (31 - (select sum((strpos('0123456789ABCDEFGHJKLMNPQRTUWXY', substr(t, i::int, 1)) - 1) * w)
          from unnest(array[1,3,9,27,19,26,16,17,20,29,25,13,8,24,10,30,28]) with ordinality as x(w, i)) % 31) % 31
   = strpos('0123456789ABCDEFGHJKLMNPQRTUWXY', substr(t, 18, 1)) - 1 $$
"""
# The check character of GB 16735: letters stand for digits, position 9 is the sum modulo 11 (10 is X).
VIN_OK = """
create function tj_vin_ok(t text) returns boolean immutable parallel safe language sql as
$$ select t ~ '^[0-9A-HJ-NPR-Z]{17}$' and
   substr('0123456789X', ((select sum(
       substr('0123456789.12345678.12345.7.923456789'::text, strpos('0123456789.ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(t, i::int, 1)), 1)::int * w)
       from unnest(array[8,7,6,5,4,3,2,10,0,9,8,7,6,5,4,3,2]) with ordinality as x(w, i)) % 11 + 1)::int, 1)
   = substr(t, 9, 1) $$
"""


def record() -> list[sa.Column]:
    """What every business table has."""
    moment = sa.DateTime(timezone=True)
    return [
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("createtime", moment, nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("updatetime", moment, nullable=False),
    ]


def upgrade() -> None:
    op.create_index("ix_equipment_96333", "equipment", ["ele96333code"])
    op.create_table(
        "import_run",
        *record(),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("user_name", sa.String(64), nullable=False),
        sa.Column("view_no", sa.String(64), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("filename", sa.String(200), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("good", sa.Integer(), nullable=False),
        sa.Column("bad", sa.Integer(), nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("message", sa.String(500), nullable=False),
        sa.Column("faults", JSONB(), nullable=False),
        sa.Column("errors_key", sa.String(64), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
    )
    op.create_index("ix_import_run_user", "import_run", ["user_id", "createtime"])
    # A number in the document of a device, null when it is none: for conditions and their indexes.
    op.execute(
        """
        create function tj_number(t text) returns numeric immutable parallel safe language sql as
        $$ select case when t ~ '^-?[0-9]{1,15}([.][0-9]{1,10})?$' then t::numeric end $$
        """
    )
    op.create_index(
        "ix_equipment_params",
        "equipment",
        ["params"],
        postgresql_using="gin",
        postgresql_ops={"params": "jsonb_path_ops"},
    )
    for name in MEASURED:
        value = f"tj_number(params ->> '{name}')"
        where = sa.text(f"{value} is not null")
        op.create_index(f"ix_equipment_p_{name}", "equipment", [sa.text(value)], postgresql_where=where)
    op.create_table(
        "query_setting",
        *record(),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("owner_id", sa.String(32), nullable=False),
        sa.Column("owner_name", sa.String(64), nullable=False),
        sa.Column("org_id", sa.String(32), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("matchall", sa.Boolean(), nullable=False),
        sa.Column("conditions", JSONB(), nullable=False),
        sa.Column("columns", JSONB(), nullable=False),
        sa.Column("sort", sa.String(64), nullable=False),
        sa.Column("remark", sa.String(200), nullable=False),
    )
    op.create_index("ix_query_setting_kind", "query_setting", ["kind", "owner_id"])
    op.create_index("ix_equipment_usecertno", "equipment", ["usecertno"])
    op.create_table(
        "equipment_quality",
        sa.Column("equdatasysid", sa.String(32), primary_key=True),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("faults", ARRAY(sa.Text()), nullable=False),
        sa.Column("checked", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_equipment_quality_score", "equipment_quality", ["score", "equdatasysid"])
    op.create_index("ix_equipment_quality_faults", "equipment_quality", ["faults"], postgresql_using="gin")
    op.execute(USCC_OK)
    op.execute(VIN_OK)


def downgrade() -> None:
    op.execute("drop function tj_vin_ok(text)")
    op.execute("drop function tj_uscc_ok(text)")
    op.drop_table("equipment_quality")
    op.drop_index("ix_equipment_usecertno", "equipment")
    op.drop_table("query_setting")
    op.drop_index("ix_equipment_params", "equipment")
    for name in MEASURED:
        op.drop_index(f"ix_equipment_p_{name}", "equipment")
    op.execute("drop function tj_number(text)")
    op.drop_table("import_run")
    op.drop_index("ix_equipment_96333", "equipment")
