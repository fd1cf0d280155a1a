"""Piping lines, cylinders, products, safety valves, maintenance records."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cylinder",
        sa.Column("carid", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("cylno", sa.String(length=32), nullable=False),
        sa.Column("batchno", sa.String(length=32), nullable=False),
        sa.Column("cylkind", sa.String(length=8), nullable=False),
        sa.Column("maker", sa.String(length=200), nullable=False),
        sa.Column("volume", sa.Numeric(precision=10, scale=1), nullable=True),
        sa.Column("netweight", sa.Numeric(precision=10, scale=1), nullable=True),
        sa.Column("workpress", sa.Numeric(precision=8, scale=2), nullable=True),
        sa.Column("prodate", sa.Date(), nullable=True),
        sa.Column("scrapdate", sa.Date(), nullable=True),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cylinder")),
    )
    op.create_index(op.f("ix_cylinder_carid"), "cylinder", ["carid"], unique=False)
    op.create_index("ix_cylinder_cylno", "cylinder", ["cylno", "maker"], unique=False)
    op.create_table(
        "cylinder_car",
        sa.Column("carno", sa.String(length=16), nullable=False),
        sa.Column("vin", sa.String(length=17), nullable=False),
        sa.Column("cartype", sa.String(length=64), nullable=False),
        sa.Column("medium", sa.String(length=8), nullable=False),
        sa.Column("ownername", sa.String(length=200), nullable=False),
        sa.Column("ownertel", sa.String(length=32), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("usecertno", sa.String(length=32), nullable=False),
        sa.Column("regdate", sa.Date(), nullable=True),
        sa.Column("inspdate", sa.Date(), nullable=True),
        sa.Column("ninspdate", sa.Date(), nullable=True),
        sa.Column("installer", sa.String(length=200), nullable=False),
        sa.Column("installdate", sa.Date(), nullable=True),
        sa.Column("status", sa.String(length=4), nullable=False),
        sa.Column("scrapdate", sa.Date(), nullable=True),
        sa.Column("scrapreason", sa.String(length=200), nullable=False),
        sa.Column("cylnum", sa.Integer(), nullable=False),
        sa.Column("cylvolume", sa.Numeric(precision=10, scale=1), nullable=False),
        sa.Column("pipes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("cheorgsysid", sa.String(length=32), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column(
            "searchtext",
            sa.String(length=400),
            sa.Computed("lower(carno || '|' || vin || '|' || ownername || '|' || usecertno)", persisted=True),
            nullable=False,
        ),
        sa.Column(
            "grams",
            postgresql.ARRAY(sa.Text()),
            sa.Computed("tj_grams(carno || '|' || vin || '|' || ownername || '|' || usecertno)", persisted=True),
            nullable=False,
        ),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cylinder_car")),
    )
    op.create_index("ix_cylinder_car_due", "cylinder_car", ["ninspdate", "id"], unique=False)
    op.create_index("ix_cylinder_car_grams", "cylinder_car", ["grams"], unique=False, postgresql_using="gin")
    op.create_index(
        "uq_cylinder_car_usecertno",
        "cylinder_car",
        ["usecertno"],
        unique=True,
        postgresql_where="usecertno <> '' and status <> '3'",
    )
    op.create_index(
        "uq_cylinder_car_vin", "cylinder_car", ["vin"], unique=True, postgresql_where="vin <> '' and status <> '3'"
    )
    op.create_table(
        "maintenance",
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("ele96333code", sa.String(length=8), nullable=False),
        sa.Column("useplace", sa.String(length=256), nullable=False),
        sa.Column("useorgname", sa.String(length=200), nullable=False),
        sa.Column("maiorgsysid", sa.String(length=32), nullable=False),
        sa.Column("maiorgname", sa.String(length=200), nullable=False),
        sa.Column("maitype", sa.String(length=4), nullable=False),
        sa.Column("persons", sa.String(length=200), nullable=False),
        sa.Column("starttime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("endtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("visitday", sa.Date(), nullable=False),
        sa.Column("items", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("signed", sa.Boolean(), nullable=False),
        sa.Column("signedby", sa.String(length=64), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("prevday", sa.Date(), nullable=True),
        sa.Column("intervaldays", sa.Integer(), nullable=True),
        sa.Column("limitdays", sa.Integer(), nullable=True),
        sa.Column("overdue", sa.Boolean(), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_maintenance")),
    )
    op.create_index("ix_maintenance_day", "maintenance", ["visitday", "id"], unique=False)
    op.create_index("ix_maintenance_lift", "maintenance", ["equdatasysid", "visitday"], unique=False)
    op.create_index("ix_maintenance_unit", "maintenance", ["maiorgsysid", "visitday"], unique=False)
    op.create_table(
        "pipe_change",
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("action", sa.String(length=8), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("lineid", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("changes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("state", sa.String(length=4), nullable=False),
        sa.Column("applyname", sa.String(length=64), nullable=False),
        sa.Column("applytime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checkname", sa.String(length=64), nullable=False),
        sa.Column("checktime", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opinion", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pipe_change")),
    )
    op.create_index("ix_pipe_change_project", "pipe_change", ["equdatasysid"], unique=False)
    op.create_index("ix_pipe_change_state", "pipe_change", ["state", "applytime"], unique=False)
    op.create_table(
        "pipeline",
        sa.Column("lineid", sa.String(length=32), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("pipename", sa.String(length=128), nullable=False),
        sa.Column("pipeno", sa.String(length=64), nullable=False),
        sa.Column("pipeunitregno", sa.String(length=64), nullable=False),
        sa.Column("pipelevel", sa.String(length=8), nullable=False),
        sa.Column("nominaldia", sa.Numeric(precision=14, scale=3), nullable=True),
        sa.Column("pipelength", sa.Numeric(precision=14, scale=3), nullable=True),
        sa.Column("pipematerial", sa.String(length=64), nullable=False),
        sa.Column("designpress", sa.Numeric(precision=14, scale=4), nullable=True),
        sa.Column("workpress", sa.Numeric(precision=14, scale=4), nullable=True),
        sa.Column("medium", sa.String(length=64), nullable=False),
        sa.Column("linestatus", sa.String(length=4), nullable=False),
        sa.Column("lineregstatus", sa.String(length=4), nullable=False),
        sa.Column("ssdegree", sa.String(length=4), nullable=False),
        sa.Column("setcyclemonths", sa.Integer(), nullable=True),
        sa.Column("insresult", sa.String(length=8), nullable=False),
        sa.Column("insreportno", sa.String(length=32), nullable=False),
        sa.Column("inspdate", sa.Date(), nullable=True),
        sa.Column("ninspdate", sa.Date(), nullable=True),
        sa.Column("nyearcheckdate", sa.Date(), nullable=True),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "searchtext",
            sa.String(length=300),
            sa.Computed("lower(pipeno || '|' || pipename || '|' || pipeunitregno)", persisted=True),
            nullable=False,
        ),
        sa.Column(
            "grams",
            postgresql.ARRAY(sa.Text()),
            sa.Computed("tj_grams(pipeno || '|' || pipename || '|' || pipeunitregno)", persisted=True),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("lineid", name=op.f("pk_pipeline")),
    )
    op.create_index("ix_pipeline_due", "pipeline", ["ninspdate", "lineid"], unique=False)
    op.create_index("ix_pipeline_grams", "pipeline", ["grams"], unique=False, postgresql_using="gin")
    op.create_index("uq_pipeline_pipeno", "pipeline", ["equdatasysid", "pipeno"], unique=True)
    op.create_table(
        "product",
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("equclacode", sa.String(length=8), nullable=False),
        sa.Column("compname", sa.String(length=128), nullable=False),
        sa.Column("compspec", sa.String(length=64), nullable=False),
        sa.Column("prono", sa.String(length=64), nullable=False),
        sa.Column("batchno", sa.String(length=64), nullable=False),
        sa.Column("prodnos", sa.String(length=500), nullable=False),
        sa.Column("makersysid", sa.String(length=32), nullable=False),
        sa.Column("makername", sa.String(length=200), nullable=False),
        sa.Column("prodate", sa.Date(), nullable=True),
        sa.Column("quantity", sa.Numeric(precision=12, scale=2), nullable=False),
        sa.Column("price", sa.Numeric(precision=14, scale=2), nullable=True),
        sa.Column("amount", sa.Numeric(precision=14, scale=2), nullable=True),
        sa.Column("inspcertno", sa.String(length=64), nullable=False),
        sa.Column("inspman", sa.String(length=64), nullable=False),
        sa.Column("appno", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=4), nullable=False),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("cheorgsysid", sa.String(length=32), nullable=False),
        sa.Column(
            "searchtext",
            sa.String(length=600),
            sa.Computed(
                "lower(compname || '|' || prono || '|' || batchno || '|' || makername || '|' || inspcertno)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "grams",
            postgresql.ARRAY(sa.Text()),
            sa.Computed(
                "tj_grams(compname || '|' || prono || '|' || batchno || '|' || makername || '|' || inspcertno)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_product")),
    )
    op.create_index("ix_product_class", "product", ["equclass", "createtime", "id"], unique=False)
    op.create_index("ix_product_grams", "product", ["grams"], unique=False, postgresql_using="gin")
    op.create_table(
        "product_device",
        sa.Column("product_id", sa.String(length=32), nullable=False),
        sa.Column("prono", sa.String(length=64), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("byname", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_product_device")),
        sa.UniqueConstraint("equdatasysid", name=op.f("uq_product_device_equdatasysid")),
    )
    op.create_index(op.f("ix_product_device_product_id"), "product_device", ["product_id"], unique=False)
    op.create_index("uq_product_device_prono", "product_device", ["product_id", "prono"], unique=True)
    op.create_table(
        "safety_valve",
        sa.Column("samvalveid", sa.String(length=32), nullable=False),
        sa.Column("valveno", sa.String(length=64), nullable=False),
        sa.Column("valvemodel", sa.String(length=64), nullable=False),
        sa.Column("valvetype", sa.String(length=4), nullable=False),
        sa.Column("nominaldia", sa.Numeric(precision=10, scale=2), nullable=True),
        sa.Column("setpress", sa.Numeric(precision=10, scale=4), nullable=True),
        sa.Column("medium", sa.String(length=64), nullable=False),
        sa.Column("makername", sa.String(length=200), nullable=False),
        sa.Column("hostequid", sa.String(length=32), nullable=False),
        sa.Column("hostequname", sa.String(length=128), nullable=False),
        sa.Column("hostequclass", sa.String(length=8), nullable=False),
        sa.Column("installpos", sa.String(length=128), nullable=False),
        sa.Column("useorgsysid", sa.String(length=32), nullable=False),
        sa.Column("useorgname", sa.String(length=200), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("cheorgsysid", sa.String(length=32), nullable=False),
        sa.Column("caldate", sa.Date(), nullable=True),
        sa.Column("nextcaldate", sa.Date(), nullable=True),
        sa.Column("calresult", sa.String(length=8), nullable=False),
        sa.Column("calreportno", sa.String(length=32), nullable=False),
        sa.Column("labelno", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=4), nullable=False),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "searchtext",
            sa.String(length=600),
            sa.Computed(
                "lower(valveno || '|' || valvemodel || '|' || hostequname || '|' || useorgname || '|' || labelno)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "grams",
            postgresql.ARRAY(sa.Text()),
            sa.Computed(
                "tj_grams(valveno || '|' || valvemodel || '|' || hostequname || '|' || useorgname || '|' || labelno)",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("samvalveid", name=op.f("pk_safety_valve")),
    )
    op.create_index("ix_safety_valve_due", "safety_valve", ["nextcaldate", "samvalveid"], unique=False)
    op.create_index("ix_safety_valve_grams", "safety_valve", ["grams"], unique=False, postgresql_using="gin")
    op.create_index("ix_safety_valve_host", "safety_valve", ["hostequid"], unique=False)
    op.create_index("ix_safety_valve_unit", "safety_valve", ["useorgsysid"], unique=False)
    op.create_table(
        "site_inspection",
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("lineid", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("checkdate", sa.Date(), nullable=False),
        sa.Column("result", sa.String(length=4), nullable=False),
        sa.Column("minthick", sa.Numeric(precision=8, scale=2), nullable=True),
        sa.Column("nextdate", sa.Date(), nullable=True),
        sa.Column("orgname", sa.String(length=200), nullable=False),
        sa.Column("checkman", sa.String(length=64), nullable=False),
        sa.Column("reportno", sa.String(length=64), nullable=False),
        sa.Column("problem", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_site_inspection")),
    )
    op.create_index("ix_site_inspection_day", "site_inspection", ["checkdate", "id"], unique=False)
    op.create_index("ix_site_inspection_device", "site_inspection", ["equdatasysid", "checkdate"], unique=False)
    op.create_index("ix_site_inspection_line", "site_inspection", ["lineid", "checkdate"], unique=False)
    op.create_table(
        "valve_calibration",
        sa.Column("samvalveid", sa.String(length=32), nullable=False),
        sa.Column("calmode", sa.String(length=4), nullable=False),
        sa.Column("calmedium", sa.String(length=4), nullable=False),
        sa.Column("setpress", sa.Numeric(precision=10, scale=4), nullable=True),
        sa.Column("actualset", sa.Numeric(precision=10, scale=4), nullable=True),
        sa.Column("sealpress", sa.Numeric(precision=10, scale=4), nullable=True),
        sa.Column("leakrate", sa.Numeric(precision=10, scale=2), nullable=True),
        sa.Column("overhaul", sa.String(length=256), nullable=False),
        sa.Column("calresult", sa.String(length=8), nullable=False),
        sa.Column("caldate", sa.Date(), nullable=False),
        sa.Column("setcyclemonths", sa.Integer(), nullable=False),
        sa.Column("extapproval", sa.String(length=256), nullable=False),
        sa.Column("nextcaldate", sa.Date(), nullable=True),
        sa.Column("sealno", sa.String(length=32), nullable=False),
        sa.Column("labelno", sa.String(length=32), nullable=False),
        sa.Column("calman", sa.String(length=64), nullable=False),
        sa.Column("calbenchno", sa.String(length=64), nullable=False),
        sa.Column("calreportno", sa.String(length=32), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_valve_calibration")),
    )
    op.create_index("ix_valve_calibration_valve", "valve_calibration", ["samvalveid", "caldate"], unique=False)
    op.add_column("unit", sa.Column("petrochem", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.alter_column("unit", "petrochem", server_default=None)
    op.create_index("ix_unit_petrochem", "unit", ["unitsysid"], unique=False, postgresql_where="petrochem")


def downgrade() -> None:
    op.drop_index("ix_unit_petrochem", table_name="unit", postgresql_where="petrochem")
    op.drop_column("unit", "petrochem")
    op.drop_index("ix_valve_calibration_valve", table_name="valve_calibration")
    op.drop_table("valve_calibration")
    op.drop_index("ix_site_inspection_line", table_name="site_inspection")
    op.drop_index("ix_site_inspection_device", table_name="site_inspection")
    op.drop_index("ix_site_inspection_day", table_name="site_inspection")
    op.drop_table("site_inspection")
    op.drop_index("ix_safety_valve_unit", table_name="safety_valve")
    op.drop_index("ix_safety_valve_host", table_name="safety_valve")
    op.drop_index("ix_safety_valve_grams", table_name="safety_valve", postgresql_using="gin")
    op.drop_index("ix_safety_valve_due", table_name="safety_valve")
    op.drop_table("safety_valve")
    op.drop_index("uq_product_device_prono", table_name="product_device")
    op.drop_index(op.f("ix_product_device_product_id"), table_name="product_device")
    op.drop_table("product_device")
    op.drop_index("ix_product_grams", table_name="product", postgresql_using="gin")
    op.drop_index("ix_product_class", table_name="product")
    op.drop_table("product")
    op.drop_index("uq_pipeline_pipeno", table_name="pipeline")
    op.drop_index("ix_pipeline_grams", table_name="pipeline", postgresql_using="gin")
    op.drop_index("ix_pipeline_due", table_name="pipeline")
    op.drop_table("pipeline")
    op.drop_index("ix_pipe_change_state", table_name="pipe_change")
    op.drop_index("ix_pipe_change_project", table_name="pipe_change")
    op.drop_table("pipe_change")
    op.drop_index("ix_maintenance_unit", table_name="maintenance")
    op.drop_index("ix_maintenance_lift", table_name="maintenance")
    op.drop_index("ix_maintenance_day", table_name="maintenance")
    op.drop_table("maintenance")
    op.drop_index("uq_cylinder_car_vin", table_name="cylinder_car", postgresql_where="vin <> '' and status <> '3'")
    op.drop_index(
        "uq_cylinder_car_usecertno", table_name="cylinder_car", postgresql_where="usecertno <> '' and status <> '3'"
    )
    op.drop_index("ix_cylinder_car_grams", table_name="cylinder_car", postgresql_using="gin")
    op.drop_index("ix_cylinder_car_due", table_name="cylinder_car")
    op.drop_table("cylinder_car")
    op.drop_index("ix_cylinder_cylno", table_name="cylinder")
    op.drop_index(op.f("ix_cylinder_carid"), table_name="cylinder")
    op.drop_table("cylinder")
