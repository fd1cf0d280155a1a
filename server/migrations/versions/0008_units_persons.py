"""Unit branches and licences, persons and certificates, authorisations, third-party reports."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

# What a unit is searched by: its former names too since this revision.
OLD_TEXT = "name || '|' || code || '|' || pinyin"
NEW_TEXT = "name || '|' || code || '|' || pinyin || '|' || formernames"


def upgrade() -> None:
    op.drop_index("ix_unit_petrochem", table_name="unit")
    op.drop_column("unit", "petrochem")
    op.alter_column("unit", "unittype", type_=sa.String(64), existing_type=sa.String(16), existing_nullable=False)
    petrochem = sa.Computed("',' || unittype || ',' like '%,15,%'", persisted=True)  # one fact, stated once
    op.add_column("unit", sa.Column("petrochem", sa.Boolean(), petrochem, nullable=False))
    op.create_index("ix_unit_petrochem", "unit", ["unitsysid"], postgresql_where="petrochem")
    op.add_column("unit", sa.Column("orgsysid", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("lng", sa.Numeric(precision=10, scale=6), nullable=True))
    op.add_column("unit", sa.Column("lat", sa.Numeric(precision=10, scale=6), nullable=True))
    op.add_column("unit", sa.Column("legalid", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("mobile", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("postcode", sa.String(length=8), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("fax", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("safedept", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("safedirector", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("safedirectortel", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("safeofficer", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("safeofficertel", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("credit", sa.String(length=4), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("fixedassets", sa.Numeric(precision=14, scale=2), nullable=True))
    op.add_column("unit", sa.Column("employees", sa.Integer(), nullable=True))
    op.add_column("unit", sa.Column("blacklist", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("unit", sa.Column("blackreason", sa.String(length=256), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("workscope", sa.String(length=500), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("workareas", sa.String(length=200), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("canceldate", sa.Date(), nullable=True))
    op.add_column("unit", sa.Column("cancelreason", sa.String(length=256), nullable=False, server_default=""))
    op.add_column("unit", sa.Column("formernames", sa.String(length=1000), nullable=False, server_default=""))
    op.add_column(
        "unit",
        sa.Column(
            "orgkind",
            sa.String(length=1),
            sa.Computed(
                "case when unittype like '%13%' then 's' when unittype ~ '06|07|08|14' then 'i' else 'b' end",
                persisted=True,
            ),
            nullable=False,
        ),
    )
    search_by(NEW_TEXT, 2000)
    create_tables()
    op.create_index(
        "ix_appbuss_area_inspdate",
        "appbuss",
        ["areacode", "inspdate"],
        unique=False,
        postgresql_include=["unqualcode", "step"],
    )
    op.create_index(
        "ix_appbuss_org_inspdate",
        "appbuss",
        ["cheorg", "inspdate"],
        unique=False,
        postgresql_include=["unqualcode", "step"],
    )
    op.create_index(
        "ix_equipment_insorg", "equipment", ["insorgname"], unique=False, postgresql_where="insorgname <> ''"
    )
    op.create_index(
        "ix_equipment_porg", "equipment", ["porgaosysid"], unique=False, postgresql_where="porgaosysid <> ''"
    )
    op.create_index(
        "ix_equipment_unqualified",
        "equipment",
        ["inspdate", "equdatasysid"],
        unique=False,
        postgresql_where="unqualcode <> ''",
    )
    op.create_index("ix_unit_maintain", "unit", ["name"], unique=False, postgresql_where="ismaintain")
    op.create_index("ix_unit_orgkind", "unit", ["orgkind", "name", "unitsysid"], unique=False)
    op.create_index("uq_unit_orgsysid", "unit", ["orgsysid"], unique=True, postgresql_where="orgsysid <> ''")


def search_by(text: str, size: int) -> None:
    """The generated search columns of a unit over this text; a generated column cannot be changed, only made again."""
    op.drop_index("ix_unit_grams", table_name="unit")
    op.drop_column("unit", "grams")
    op.drop_column("unit", "searchtext")
    made = sa.Computed(f"lower({text})", persisted=True)
    op.add_column("unit", sa.Column("searchtext", sa.String(size), made, nullable=False))
    pieces = sa.Computed(f"tj_grams({text})", persisted=True)
    op.add_column("unit", sa.Column("grams", postgresql.ARRAY(sa.Text()), pieces, nullable=False))
    op.create_index("ix_unit_grams", "unit", ["grams"], postgresql_using="gin")


def create_tables() -> None:
    op.create_table(
        "identity_number",
        sa.Column("ref_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("idtype", sa.String(length=4), nullable=False),
        sa.Column("idno", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("ref_id", name=op.f("pk_identity_number")),
    )
    op.create_index(
        "uq_identity_number_person",
        "identity_number",
        ["idtype", "idno"],
        unique=True,
        postgresql_where="kind = 'person'",
    )
    op.create_table(
        "person",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("pinyin", sa.String(length=64), nullable=False),
        sa.Column("idtype", sa.String(length=4), nullable=False),
        sa.Column("idno", sa.String(length=32), nullable=False),
        sa.Column("sex", sa.String(length=4), nullable=False),
        sa.Column("birth", sa.Date(), nullable=True),
        sa.Column("education", sa.String(length=4), nullable=False),
        sa.Column("mobile", sa.String(length=32), nullable=False),
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("post", sa.String(length=4), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("workno", sa.String(length=32), nullable=False),
        sa.Column("startdate", sa.Date(), nullable=True),
        sa.Column("status", sa.String(length=4), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column(
            "searchtext",
            sa.String(length=400),
            sa.Computed("lower(name || '|' || pinyin || '|' || mobile)", persisted=True),
            nullable=False,
        ),
        sa.Column(
            "grams",
            postgresql.ARRAY(sa.Text()),
            sa.Computed("tj_grams(name || '|' || pinyin || '|' || mobile)", persisted=True),
            nullable=False,
        ),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.create_index("ix_person_grams", "person", ["grams"], unique=False, postgresql_using="gin")
    op.create_index("ix_person_name", "person", ["name", "id"], unique=False)
    op.create_index("ix_person_post", "person", ["post", "name", "id"], unique=False)
    op.create_index("ix_person_unit", "person", ["unit_id", "post"], unique=False)
    op.create_table(
        "transfer",
        sa.Column("direction", sa.String(length=4), nullable=False),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("reportno", sa.String(length=32), nullable=False),
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("cheorg", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=1), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sentat", sa.DateTime(timezone=True), nullable=True),
        sa.Column("nexttry", sa.DateTime(timezone=True), nullable=True),
        sa.Column("receipt", sa.String(length=64), nullable=False),
        sa.Column("error", sa.String(length=500), nullable=False),
        sa.Column("content", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("ignoredby", sa.String(length=64), nullable=False),
        sa.Column("ignorereason", sa.String(length=256), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
    )
    op.create_index(
        "ix_transfer_open", "transfer", ["state", "nexttry"], unique=False, postgresql_where="state in ('0', '2')"
    )
    op.create_index("ix_transfer_org_time", "transfer", ["cheorg", "createtime", "id"], unique=False)
    op.create_index("ix_transfer_seisn", "transfer", ["seisn"], unique=False)
    op.create_index("ix_transfer_time", "transfer", ["createtime", "id"], unique=False)
    op.create_table(
        "detection_capability",
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("classes", sa.String(length=64), nullable=False),
        sa.Column("staff", sa.Integer(), nullable=False),
        sa.Column("tools", sa.String(length=500), nullable=False),
        sa.Column("certno", sa.String(length=64), nullable=False),
        sa.Column("validto", sa.Date(), nullable=False),
        sa.Column("state", sa.String(length=1), nullable=False),
        sa.Column("opinion", sa.String(length=500), nullable=False),
        sa.Column("reviewer", sa.String(length=64), nullable=False),
        sa.Column("reviewdate", sa.Date(), nullable=True),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["unit_id"], ["unit.unitsysid"], name=op.f("fk_detection_capability_unit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_detection_capability")),
    )
    op.create_index(op.f("ix_detection_capability_unit_id"), "detection_capability", ["unit_id"], unique=False)
    op.create_index("uq_detection_capability_unit", "detection_capability", ["unit_id"], unique=True)
    op.create_table(
        "insp_authorization",
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("classes", sa.String(length=64), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("useunit_id", sa.String(length=32), nullable=False),
        sa.Column("docno", sa.String(length=64), nullable=False),
        sa.Column("datefrom", sa.Date(), nullable=False),
        sa.Column("dateto", sa.Date(), nullable=False),
        sa.Column("revoked", sa.Date(), nullable=True),
        sa.Column("revokereason", sa.String(length=256), nullable=False),
        sa.Column("grantedby", sa.String(length=64), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.unitsysid"], name=op.f("fk_insp_authorization_unit_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_insp_authorization")),
    )
    op.create_index("ix_insp_authorization_dateto", "insp_authorization", ["dateto"], unique=False)
    op.create_index(op.f("ix_insp_authorization_unit_id"), "insp_authorization", ["unit_id"], unique=False)
    op.create_table(
        "maint_contract",
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("useunit_id", sa.String(length=32), nullable=False),
        sa.Column("useunitname", sa.String(length=200), nullable=False),
        sa.Column("contractno", sa.String(length=64), nullable=False),
        sa.Column("lifts", sa.Integer(), nullable=False),
        sa.Column("datefrom", sa.Date(), nullable=False),
        sa.Column("dateto", sa.Date(), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["unit_id"], ["unit.unitsysid"], name=op.f("fk_maint_contract_unit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_maint_contract")),
    )
    op.create_index(op.f("ix_maint_contract_unit_id"), "maint_contract", ["unit_id"], unique=False)
    op.create_index(op.f("ix_maint_contract_useunit_id"), "maint_contract", ["useunit_id"], unique=False)
    op.create_index("uq_maint_contract_no", "maint_contract", ["unit_id", "contractno"], unique=True)
    op.create_table(
        "person_cert",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("certno", sa.String(length=64), nullable=False),
        sa.Column("item", sa.String(length=8), nullable=False),
        sa.Column("level", sa.String(length=64), nullable=False),
        sa.Column("firstdate", sa.Date(), nullable=True),
        sa.Column("validto", sa.Date(), nullable=False),
        sa.Column("issueorg", sa.String(length=200), nullable=False),
        sa.Column("held", sa.String(length=1), nullable=False),
        sa.Column("remark", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_person_cert_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person_cert")),
    )
    op.create_index(op.f("ix_person_cert_person_id"), "person_cert", ["person_id"], unique=False)
    op.create_index("ix_person_cert_validto", "person_cert", ["validto"], unique=False)
    op.create_index("uq_person_cert_no", "person_cert", ["item", "certno"], unique=True)
    op.create_table(
        "person_device",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("duty", sa.String(length=1), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_person_device_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person_device")),
    )
    op.create_index(op.f("ix_person_device_equdatasysid"), "person_device", ["equdatasysid"], unique=False)
    op.create_index("uq_person_device", "person_device", ["person_id", "duty", "equdatasysid"], unique=True)
    op.create_table(
        "third_report",
        sa.Column("kind", sa.String(length=1), nullable=False),
        sa.Column("reportno", sa.String(length=64), nullable=False),
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("useorgsysid", sa.String(length=32), nullable=False),
        sa.Column("useorgname", sa.String(length=200), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("inspdate", sa.Date(), nullable=False),
        sa.Column("conclusion", sa.String(length=8), nullable=False),
        sa.Column("nextdate", sa.Date(), nullable=True),
        sa.Column("inspectors", sa.String(length=128), nullable=False),
        sa.Column("archived", sa.String(length=200), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["equdatasysid"], ["equipment.equdatasysid"], name=op.f("fk_third_report_equdatasysid")
        ),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.unitsysid"], name=op.f("fk_third_report_unit_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_third_report")),
    )
    op.create_index(op.f("ix_third_report_equdatasysid"), "third_report", ["equdatasysid"], unique=False)
    op.create_index("ix_third_report_kind", "third_report", ["kind", "inspdate", "id"], unique=False)
    op.create_index(op.f("ix_third_report_unit_id"), "third_report", ["unit_id"], unique=False)
    op.create_index("uq_third_report_no", "third_report", ["unit_id", "reportno"], unique=True)
    op.create_table(
        "unit_branch",
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("branchname", sa.String(length=200), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("address", sa.String(length=256), nullable=False),
        sa.Column("contact", sa.String(length=64), nullable=False),
        sa.Column("tel", sa.String(length=32), nullable=False),
        sa.Column("superunit_id", sa.String(length=32), nullable=False),
        sa.Column("superorgname", sa.String(length=200), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["unit_id"], ["unit.unitsysid"], name=op.f("fk_unit_branch_unit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unit_branch")),
    )
    op.create_index(op.f("ix_unit_branch_unit_id"), "unit_branch", ["unit_id"], unique=False)
    op.create_index("uq_unit_branch_name", "unit_branch", ["unit_id", "branchname"], unique=True)
    op.create_table(
        "unit_contact",
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("post", sa.String(length=64), nullable=False),
        sa.Column("tel", sa.String(length=32), nullable=False),
        sa.Column("mobile", sa.String(length=32), nullable=False),
        sa.Column("email", sa.String(length=128), nullable=False),
        sa.Column("remark", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["unit_id"], ["unit.unitsysid"], name=op.f("fk_unit_contact_unit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unit_contact")),
    )
    op.create_index(op.f("ix_unit_contact_unit_id"), "unit_contact", ["unit_id"], unique=False)
    op.create_table(
        "unit_licence",
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("licno", sa.String(length=64), nullable=False),
        sa.Column("lictype", sa.String(length=8), nullable=False),
        sa.Column("items", sa.String(length=256), nullable=False),
        sa.Column("level", sa.String(length=32), nullable=False),
        sa.Column("issueorg", sa.String(length=200), nullable=False),
        sa.Column("issuedate", sa.Date(), nullable=True),
        sa.Column("validto", sa.Date(), nullable=False),
        sa.Column("scope", sa.String(length=500), nullable=False),
        sa.Column("held", sa.String(length=1), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["unit_id"], ["unit.unitsysid"], name=op.f("fk_unit_licence_unit_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unit_licence")),
    )
    op.create_index(op.f("ix_unit_licence_unit_id"), "unit_licence", ["unit_id"], unique=False)
    op.create_index("ix_unit_licence_validto", "unit_licence", ["validto"], unique=False)
    op.create_index("uq_unit_licence_licno", "unit_licence", ["lictype", "licno"], unique=True)
    op.create_table(
        "unit_name",
        sa.Column("unit_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("validto", sa.Date(), nullable=False),
        sa.Column("changedby", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.unitsysid"], name=op.f("fk_unit_name_unit_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unit_name")),
    )
    op.create_index(op.f("ix_unit_name_unit_id"), "unit_name", ["unit_id"], unique=False)


def downgrade() -> None:
    op.drop_index("uq_unit_orgsysid", table_name="unit", postgresql_where="orgsysid <> ''")
    op.drop_index("ix_unit_orgkind", table_name="unit")
    op.drop_index("ix_unit_maintain", table_name="unit", postgresql_where="ismaintain")
    op.drop_index("ix_equipment_unqualified", table_name="equipment", postgresql_where="unqualcode <> ''")
    op.drop_index("ix_equipment_porg", table_name="equipment", postgresql_where="porgaosysid <> ''")
    op.drop_index("ix_equipment_insorg", table_name="equipment", postgresql_where="insorgname <> ''")
    op.drop_index("ix_appbuss_org_inspdate", table_name="appbuss", postgresql_include=["unqualcode", "step"])
    op.drop_index("ix_appbuss_area_inspdate", table_name="appbuss", postgresql_include=["unqualcode", "step"])
    op.drop_column("unit", "orgkind")
    search_by(OLD_TEXT, 600)
    op.drop_column("unit", "formernames")
    op.drop_column("unit", "cancelreason")
    op.drop_column("unit", "canceldate")
    op.drop_column("unit", "workareas")
    op.drop_column("unit", "workscope")
    op.drop_column("unit", "blackreason")
    op.drop_column("unit", "blacklist")
    op.drop_column("unit", "employees")
    op.drop_column("unit", "fixedassets")
    op.drop_column("unit", "credit")
    op.drop_column("unit", "safeofficertel")
    op.drop_column("unit", "safeofficer")
    op.drop_column("unit", "safedirectortel")
    op.drop_column("unit", "safedirector")
    op.drop_column("unit", "safedept")
    op.drop_column("unit", "fax")
    op.drop_column("unit", "postcode")
    op.drop_column("unit", "mobile")
    op.drop_column("unit", "legalid")
    op.drop_column("unit", "lat")
    op.drop_column("unit", "lng")
    op.drop_column("unit", "orgsysid")
    op.drop_index("ix_unit_petrochem", table_name="unit")
    op.drop_column("unit", "petrochem")
    op.alter_column("unit", "unittype", type_=sa.String(16), existing_type=sa.String(64), existing_nullable=False)
    op.add_column("unit", sa.Column("petrochem", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_unit_petrochem", "unit", ["unitsysid"], postgresql_where="petrochem")
    op.drop_table("unit_name")
    op.drop_table("unit_licence")
    op.drop_table("unit_contact")
    op.drop_table("unit_branch")
    op.drop_table("third_report")
    op.drop_table("person_device")
    op.drop_table("person_cert")
    op.drop_table("maint_contract")
    op.drop_table("insp_authorization")
    op.drop_table("detection_capability")
    op.drop_table("transfer")
    op.drop_table("person")
    op.drop_table("identity_number")
