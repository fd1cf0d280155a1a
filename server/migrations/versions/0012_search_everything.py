"""Two million devices: pieces of four digits, devices found by names too, indexes for lists and desktops."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# Two digits stand in every code, so they tell nothing: digits are cut in fours, everything else in twos.
PIECES = """
CREATE OR REPLACE FUNCTION tj_grams(source text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  word text;
  shape text;
  found text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(translate(lower(source), E' \\t\\r\\n\\u3000', '|||||'), '|') LOOP
    shape := translate(word, '123456789', '000000000');
    FOR i IN 1 .. length(word) - 1 LOOP
      IF substr(shape, i, 2) <> '00' THEN
        found := found || substr(word, i, 2);
      ELSIF substr(shape, i, 4) = '0000' THEN
        found := found || substr(word, i, 4);
      END IF;
    END LOOP;
  END LOOP;
  RETURN found;
END $$
"""
OLD_PIECES = """
CREATE OR REPLACE FUNCTION tj_grams(source text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT substr(t, i, 2)), '{}')
  FROM (SELECT lower(source) AS t) s, generate_series(1, length(source) - 1) AS i
  WHERE substr(t, i, 2) !~ '[[:space:]|]'
$$
"""
INITIALS = """
CREATE FUNCTION tj_use_pinyin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.usepinyin := coalesce((SELECT pinyin FROM unit WHERE unitsysid = NEW.useorgsysid), '');
  RETURN NEW;
END $$
"""
TRIGGER = """
CREATE TRIGGER tj_use_pinyin BEFORE INSERT OR UPDATE OF useorgsysid, useorgname ON equipment
FOR EACH ROW EXECUTE FUNCTION tj_use_pinyin()
"""

CODES = (
    "equcode || '|' || regcode || '|' || usecertno || '|' || prono || '|' || equidentcode || '|' || ele96333code"
    " || '|' || oldcodes"
)
ALIVE = {"postgresql_include": ["equDel"]}
STANDING = {"postgresql_include": ["equDel", "equstatus", "areacode"]}
OPEN = sa.text("step not in ('DONE', 'ENDED', 'VOID')")
NAMES = "useorgname || '|' || usepinyin || '|' || useplace || '|' || buildname"


def _texts() -> dict[str, str]:
    """What the pieces of each table but the equipment's are made of, as the database has it."""
    found = op.get_bind().execute(
        sa.text(
            "select c.relname, pg_get_expr(d.adbin, d.adrelid) from pg_attribute a"
            " join pg_class c on c.oid = a.attrelid join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum"
            " where a.attname = 'grams' and a.attgenerated = 's' and c.relname <> 'equipment' order by 1"
        )
    )
    return {r[0]: r[1] for r in found}


def _renew(table: str, text: str, name: str = "grams") -> None:
    """A generated column is made anew to be worked out again; its index goes and comes with it."""
    op.execute(f"ALTER TABLE {table} DROP COLUMN IF EXISTS {name}")
    op.execute(f"ALTER TABLE {table} ADD COLUMN {name} text[] GENERATED ALWAYS AS ({text}) STORED NOT NULL")
    op.create_index(f"ix_{table}_{name}", table, [name], postgresql_using="gin")


def _area_index(included: list[str]) -> None:
    op.drop_index("ix_equipment_area_class_due", table_name="equipment")
    columns = ["areacode", "equclass", "ninspdate"]
    op.create_index("ix_equipment_area_class_due", "equipment", columns, postgresql_include=included)


def upgrade() -> None:
    bind = op.get_bind()
    bind.exec_driver_sql(PIECES)
    for table, text in _texts().items():
        _renew(table, text)
    op.add_column("equipment", sa.Column("usepinyin", sa.String(200), server_default="", nullable=False))
    op.execute("UPDATE equipment e SET usepinyin = u.pinyin FROM unit u WHERE u.unitsysid = e.useorgsysid")
    bind.exec_driver_sql(INITIALS)
    bind.exec_driver_sql(TRIGGER)
    text = f"varchar(800) GENERATED ALWAYS AS (lower({NAMES})) STORED NOT NULL"
    op.execute(f"ALTER TABLE equipment ADD COLUMN nametext {text}")
    _renew("equipment", f"tj_grams({CODES})")
    _renew("equipment", f"tj_grams({NAMES})", "namegrams")
    _area_index(["equDel", "cheorgsysid", "equstatus"])
    op.drop_index("ix_equipment_due", table_name="equipment")
    op.create_index("ix_equipment_due", "equipment", ["ninspdate", "equdatasysid"], **STANDING)
    stated = sa.text("ndetdate is not null")
    op.create_index("ix_equipment_detection", "equipment", ["ndetdate"], postgresql_where=stated, **STANDING)
    late, unused = sa.text("ninspdate2 is not null"), sa.text("equstatus <> '1'")
    op.create_index("ix_equipment_due2", "equipment", ["ninspdate2", "equclass"], postgresql_where=late)
    columns = ["equstatus", "equclass", "cheorgsysid"]
    op.create_index("ix_equipment_unused", "equipment", columns, postgresql_where=unused)
    # a department sees what its institute sees; what an institute sees of all classes has an order of its own
    op.drop_index("ix_equipment_dept_class_due", table_name="equipment")
    op.create_index("ix_equipment_org_due", "equipment", ["cheorgsysid", "ninspdate", "equdatasysid"], **STANDING)
    op.add_column("appmain", sa.Column("unittext", sa.String(400), server_default="", nullable=False))
    op.execute(
        "UPDATE appmain a SET unittext = lower(a.unitname || '|' || a.unitcode || '|' || u.pinyin)"
        " FROM unit u WHERE u.unitsysid = a.unitsysid"
    )
    op.drop_column("appmain", "unitgrams")
    op.execute(
        "ALTER TABLE appmain ADD COLUMN unitgrams text[] GENERATED ALWAYS AS (tj_grams(unittext)) STORED NOT NULL"
    )
    op.create_index("ix_appmain_unitgrams", "appmain", ["unitgrams"], postgresql_using="gin")
    _desktops()
    op.drop_index("ix_equipment_maiorg", table_name="equipment")
    op.create_index("ix_equipment_maiorg", "equipment", ["maiorgsysid", "equclass"], **ALIVE)


def _desktops() -> None:
    """What is under way, and what a month brought, for the desktops."""
    for table in ("appmain", "appbuss"):
        op.add_column(table, sa.Column("returned", sa.Boolean(), server_default=sa.false(), nullable=False))
        op.execute(
            f"UPDATE {table} t SET returned = true FROM flow_log f WHERE f.subject_id = t.id AND f.move LIKE '%\\_back'"
        )
    op.create_index(
        "ix_appbuss_open_inspectors", "appbuss", ["inspectors"], postgresql_using="gin", postgresql_where=OPEN
    )
    op.create_index("ix_appbuss_open_main", "appbuss", ["scinspector", "step", "limit_at", "id"], postgresql_where=OPEN)
    op.drop_index("ix_appbuss_dept_step_limit", table_name="appbuss")
    columns = ["chedept", "step", "limit_at", "id"]  # who entered a report does not verify it
    op.create_index("ix_appbuss_dept_step_limit", "appbuss", columns, postgresql_include=["enteredby"])
    planned = sa.text("step in ('RWQR', 'BGSC')")
    op.create_index("ix_appbuss_org_plandate", "appbuss", ["cheorg", "plandate"], postgresql_where=planned)
    issued, main = sa.text("approvedat is not null"), sa.text("scinspector <> ''")
    told = {"postgresql_include": ["enteredat", "returned"]}
    op.create_index("ix_appbuss_org_approved", "appbuss", ["cheorg", "approvedat"], postgresql_where=issued, **told)
    op.create_index("ix_appbuss_main_inspdate", "appbuss", ["scinspector", "inspdate"], postgresql_where=main)
    op.create_index("ix_appbuss_main_approved", "appbuss", ["scinspector", "approvedat"], postgresql_where=main, **told)


def downgrade() -> None:
    bind = op.get_bind()
    op.drop_index("ix_equipment_maiorg", table_name="equipment")
    op.create_index("ix_equipment_maiorg", "equipment", ["maiorgsysid"])
    for name in ("open_inspectors", "open_main", "org_plandate", "org_approved", "main_inspdate", "main_approved"):
        op.drop_index(f"ix_appbuss_{name}", table_name="appbuss")
    op.drop_index("ix_appbuss_dept_step_limit", table_name="appbuss")
    op.create_index("ix_appbuss_dept_step_limit", "appbuss", ["chedept", "step", "limit_at", "id"])
    for table in ("appmain", "appbuss"):
        op.drop_column(table, "returned")
    op.drop_index("ix_equipment_detection", table_name="equipment")
    op.drop_index("ix_equipment_due", table_name="equipment")
    op.create_index("ix_equipment_due", "equipment", ["ninspdate", "equdatasysid"], **ALIVE)
    op.drop_column("appmain", "unitgrams")
    op.add_column("appmain", sa.Column("unitgrams", sa.ARRAY(sa.Text()), server_default="{}", nullable=False))
    bind.exec_driver_sql(OLD_PIECES)
    op.execute("UPDATE appmain SET unitgrams = tj_grams(unittext)")
    op.create_index("ix_appmain_unitgrams", "appmain", ["unitgrams"], postgresql_using="gin")
    op.drop_column("appmain", "unittext")
    op.drop_index("ix_equipment_org_due", table_name="equipment")
    columns = ["chedeptid", "equclass", "ninspdate", "equdatasysid"]
    op.create_index("ix_equipment_dept_class_due", "equipment", columns, **ALIVE)
    for table, text in _texts().items():
        _renew(table, text)
    _renew("equipment", f"tj_grams({CODES})")
    op.drop_index("ix_equipment_unused", table_name="equipment")
    op.drop_index("ix_equipment_due2", table_name="equipment")
    _area_index(["equDel"])
    op.drop_column("equipment", "namegrams")
    op.drop_column("equipment", "nametext")
    op.execute("DROP TRIGGER tj_use_pinyin ON equipment")
    op.execute("DROP FUNCTION tj_use_pinyin()")
    op.drop_column("equipment", "usepinyin")
