"""通用查询模型: columns, conditions and a sort over declared lists, run as a list like any other."""

ROLES = {
    "service": "viewing judging",
    "rules": "sources asking",
}
