"""Where the pages and calls of charging are."""

CALLS = "/api/chamain/chaMain"
BASE = "/assistMng/payMng"
DETAIL = "/assistMng/payMng/payConfirm/payConfirmDetail"
OF_CHARGE = f"{BASE}/payConfirm/payConfirmDetail?id={{charge_id}}"
CREDIT, CREDIT_CALLS = f"{BASE}/creditConf", "/api/chamain/credit"  # limits of release on credit
CREDIT_PAGE = f"{CREDIT}/detail?id={{id}}"
