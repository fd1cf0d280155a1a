"""Report checks whose source exists by now, cylinders without a scrapped one, the re-inspection that answers a hazard.

Rows that an administrator changed are left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0069"
branch_labels = None
depends_on = None

CHANGES: tuple[tuple[str, str, dict[str, tuple[str, str]]], ...] = (
    (
        "report_checks",
        "T17",
        {"condition": ("nextdate > designenddate", "nextdate > designenddate and designenddate > inspdate")},
    ),
    (
        "report_checks",
        "P16",
        {
            "off": (
                "无损检测人员在表格中只写姓名，没有对应到人员资格",
                "安全阀校验尚不能申报（7310 没有设备档案的业务流程）",
            ),
        },
    ),
    (
        "report_checks",
        "X05",
        {
            "off": ("现场整改由通知书的问题记录措施与复查日期，没有通知书的现场整改没有单独的反馈记录", ""),
            "each": ("", "call"),
            "of": ("", "rectified_unsaid"),
        },
    ),
    (
        "report_checks",
        "X06",
        {
            "condition": (
                "key and measure and not valued and result in ('√','×','△')",
                "key and measure and not valued and result in ('√','×','△') and (cyl_cylpass is empty or cyl_cylpass>0)",
            ),
        },
    ),
    (
        "report_checks",
        "X12",
        {
            "off": ("尚未与同日其他设备的实测值比对", ""),
            "each": ("", "call"),
            "of": ("", "sister_values"),
        },
    ),
    (
        "report_checks",
        "C09",
        {
            "off": ("通知书的问题由系统取自记录，开具后的修改留有变更记录", ""),
            "each": ("", "call"),
            "of": ("", "notice_items"),
        },
    ),
    (
        "report_checks",
        "C10",
        {
            "off": (
                "签收、拒签和移交监管由意见通知书的流程办理，不作为报告审核的前提",
                "签收、拒签和移交监管由意见通知书的流程办理；不合格报告须及时签发，不以受检单位签收为前提，本机构确认后可作为提示启用",
            ),
        },
    ),
    (
        "report_checks",
        "M03",
        {
            "off": ("收费登记尚未启用", "原始记录还不能更正设备参数，参数更正后由档案更正重新计费"),
        },
    ),
    (
        "report_checks",
        "M04",
        {
            "off": ("收费登记尚未启用", "收费登记与报告批准互不等待，发放前核对缴费（欠费发放须批准）"),
        },
    ),
    (
        "report_checks",
        "M05",
        {
            "off": ("没有按检验类型规定的附件清单", "受理时的资料由申报资料清单核对，报告没有按检验类型规定的附件清单"),
        },
    ),
    (
        "report_checks",
        "RQ06",
        {
            "condition": (
                "conclusion in ('1021','1022','1024','1026') and (grade is empty or (conclusion == '1021' and grade > 2) or (conclusion == '1022' and grade != 3) or (conclusion == '1024' and grade != 4) or (conclusion == '1026' and grade != 5))",
                "conclusion in ('1021','1022','1024','1026') and (grade is empty or (conclusion == '1021' and grade > 2) or (conclusion == '1022' and grade != 3) or (conclusion == '1024' and grade != 4) or (conclusion == '1026' and grade != 5 and (grade != 4 or kind not in ('2210','2220','2230','2240','2250'))))",
            ),
        },
    ),
    (
        "report_checks",
        "RQ14",
        {
            "off": ("分项报告尚未启用", "分项报告没有分别登记检测长度与比例"),
        },
    ),
    (
        "report_checks",
        "JJ05",
        {
            "off": ("见证数据与施工单位的试验数据没有分别登记，不能比对", ""),
            "each": ("", "call"),
            "of": ("", "unwitnessed_tests"),
        },
    ),
    (
        "report_checks",
        "JJ06",
        {
            "off": ("证书编号由系统在批准时取得并由唯一索引保证不重，批准前没有编号可查", ""),
            "each": ("", "once"),
            "condition": ("", "notice_wanted == '1' and lastvisit is not empty and inspdate < lastvisit"),
            "field": ("", "inspdate"),
        },
    ),
    (
        "report_checks",
        "JJ08",
        {
            "off": (
                "产品监检记录没有产品编号批次",
                "制造监检的申报没有关联产品批次（产品台账按批次登记，业务单没有产品编号）",
            ),
        },
    ),
    (
        "report_checks",
        "JJ09",
        {
            "off": ("产品监检记录没有产品编号批次", "制造监检的申报没有关联产品批次，型式试验证书没有台账"),
        },
    ),
    (
        "conclusion_rules",
        "C2000-19",
        {
            "seq": ("144", "145"),
        },
    ),
)


def _change(back: bool) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :tbl and rowkey = :key and data @> cast(:old as jsonb) and validto is null"
    )
    for tbl, key, columns in CHANGES:
        old, new = ({name: pair[at] for name, pair in columns.items()} for at in ((1, 0) if back else (0, 1)))
        op.execute(change.bindparams(tbl=tbl, key=key, old=json.dumps(old), new=json.dumps(new)))


def upgrade() -> None:
    op.add_column("inspection_hazard", sa.Column("againno", sa.String(40), server_default="", nullable=False))
    _change(False)


def downgrade() -> None:
    _change(True)
    op.drop_column("inspection_hazard", "againno")
