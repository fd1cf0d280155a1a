"""Binding of lifts: 维保单位, 96333 code, rescue station; confirmed by the owner, audited; who answers on a day."""

ROLES = {
    "service": "judging licences",
}
