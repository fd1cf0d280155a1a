"""维保终止: 申请 → 另一方意见 → 审核 → 交接 → 终止; the old unit answers until the day named."""

ROLES = {
    "service": "judging",
}
