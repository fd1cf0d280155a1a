"""Form declarations of the small dialogs: assignment, material review, archive, release, arrears."""

from tejian.kit.formview import Field, FormView, Group, add_form

RELEASE_WAYS = {"01": "自取", "02": "邮寄", "03": "电子"}
MATERIAL_RESULTS = {"pass": "符合", "supplement": "补正", "refuse": "不予受理"}
ARCHIVE_DOCS = {
    "01": "检验报告",
    "02": "原始记录",
    "03": "检验意见通知书",
    "04": "委托（申报）单",
    "05": "自检报告",
    "06": "照片",
}

ASSIGN = add_form(
    FormView(
        "jy_form_assign",
        "审查分配",
        "/api/appmain/reviewAssign",
        [
            Group(
                "",
                [
                    Field(
                        "chedept",
                        "检验部门",
                        "select",
                        required=True,
                        span=24,
                        options_url="/api/businesspro/common/getOfficeListByUser",
                    ),
                    Field("reviewer", "资料审查人", "user", span=24),
                    Field("opinion", "意见", "textarea", span=24, size=500),
                ],
            )
        ],
        width=520,
    )
)

MATERIAL = add_form(
    FormView(
        "jy_form_material",
        "资料审查",
        "/api/appmain/materialReviewDeal",
        [
            Group(
                "",
                [
                    Field("result", "审查结果", "select", required=True, options=MATERIAL_RESULTS, span=24),
                    Field(
                        "reason",
                        "缺少的资料或理由",
                        "textarea",
                        required=True,
                        span=24,
                        size=1000,
                        when={"result": ["supplement", "refuse"]},
                    ),
                    Field("supplementdue", "补正期限", "date", required=True, span=24, when={"result": ["supplement"]}),
                    Field("opinion", "审查意见", "textarea", span=24, size=500),
                ],
            )
        ],
        width=520,
    )
)

ARCHIVE = add_form(
    FormView(
        "jy_form_archive",
        "报告归档",
        "/api/appbuss/archiveReport",
        [
            Group(
                "",
                [
                    Field(
                        "archivedocs",
                        "归档材料",
                        "selectMulti",
                        required=True,
                        options=ARCHIVE_DOCS,
                        span=24,
                        default="01,02",
                    ),
                    Field("archivebox", "档案盒/柜位", span=12, size=64),
                    Field("archivepages", "页数", "int", span=12, low=1, high=2000),
                    Field("opinion", "备注", "textarea", span=24, size=500),
                ],
            )
        ],
        width=560,
    )
)

RELEASE = add_form(
    FormView(
        "jy_form_release",
        "报告发放",
        "/api/appbuss/releaseReport",
        [
            Group(
                "",
                [
                    Field(
                        "releaseway", "发放方式", "select", required=True, options=RELEASE_WAYS, span=24, default="03"
                    ),
                    Field("receiver", "领取人", required=True, span=12, size=64),
                    Field("receivertel", "领取人电话", span=12, rule="mobileOrLandline"),
                    Field("expressno", "快递单号", required=True, span=24, size=64, when={"releaseway": ["02"]}),
                    Field("opinion", "备注", "textarea", span=24, size=500),
                ],
            )
        ],
        width=560,
    )
)

ARREARS = add_form(
    FormView(
        "jy_form_arrears",
        "欠费发放批准",
        "/api/appbuss/allowArrears",
        [
            Group(
                "",
                [
                    Field(
                        "reason",
                        "批准原因",
                        "textarea",
                        required=True,
                        span=24,
                        size=256,
                        help="报告在缴费前发放须写明原因，记入安全日志",
                    )
                ],
            )
        ],
        width=480,
    )
)
