"""Permission codes of charging. The family charge:payConfirm is the specification's."""

from tejian.kit.permission import permission

C = "收费"
QUERY = permission("charge:paySearch:query", "收费 查询", C)
REGISTER = permission("charge:payApply:save", "收费登记 登记与提交", C)
DISCOUNT = permission("charge:payApply:discount", "收费优惠 审批", C)
RECEIVE = permission("charge:payApply:receive", "收款登记", C)
PAY = permission("charge:payOnline:pay", "在线缴费", C)
CONFIRM = permission("charge:payConfirm:confirm", "收费确认", C)
VOID = permission("charge:payConfirm:void", "收费作废", C)
REFUND = permission("charge:payConfirm:refund", "退费", C)
BILL = permission("charge:invoice:issue", "票据开具", C)
RED = permission("charge:invoice:red", "票据红冲", C)
POLICY_QUERY = permission("charge:policy:query", "减免政策 查询", C)
POLICY_SAVE = permission("charge:policy:save", "减免政策 登记与停用", C)
FEES = permission("charge:feeTable:query", "收费标准 查询与试算", C)
DAYS = permission("charge:close:query", "资金明细与日结 查询", C)
CLOSE = permission("charge:close:day", "日结 盘点与签名", C)
REVIEW = permission("charge:close:review", "日结差额 复核", C)
MONTH = permission("charge:close:month", "月结", C)
CHECKS = permission("charge:check:query", "收费核对与对账单 查询", C)
SETTLE = permission("charge:check:settle", "收费核对 处理差异", C)
TAKE = permission("charge:check:import", "对账单 导入", C)
AGREEMENTS = permission("charge:agreement:query", "合同 查询", C)
AGREE = permission("charge:agreement:save", "合同 起草、提交与变更", C)
AUDIT = permission("charge:agreement:audit", "合同 审核", C)
SEAL = permission("charge:agreement:confirm", "合同 确认与终止", C)
