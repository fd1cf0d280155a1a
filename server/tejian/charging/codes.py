"""The codes of charges by name: states of C643, C644 and C645, kinds of entries and of lines."""

# steps of a charge; the state of C643 stands at the step
DRAFT, WAIT, DUE, PART, PAID, BILLED = "DRAFT", "WAIT", "DUE", "PART", "PAID", "BILLED"
REFUNDED, VOID, FREE = "REFUNDED", "VOID", "FREE"
OPEN = (DUE, PART)  # somebody owes
RECEIVED_STEPS = (PART, PAID, BILLED)  # money came in
INSIDE = (DRAFT, WAIT)  # not told to the payer yet

# C643
UNREGISTERED, VOIDED = "0", "7"

# C644: what became of an order of payment
PAYING, SUCCEEDED, FAILED, CLOSED, DIFFERENT = "1", "2", "3", "4", "6"

# C645
UNBILLED, ISSUED, REVERSED = "0", "2", "4"

# kinds of entries: what is owed, what came in; the state of a charge is their sum
OWED, RECEIVED = "due", "paid"
KINDS = {OWED: "应收", RECEIVED: "实收"}
METHODS = {"cash": "现金", "pos": "刷卡", "transfer": "转账"}  # at the counter
ONLINE = "online"
DEPOSIT = "deposit"  # from the account of the payer, or back to it
RETURN_BY = {ONLINE: "原路退回", "transfer": "转账", DEPOSIT: "转入预存款"}  # of a payment too much
WAYS = {**METHODS, ONLINE: "在线支付", DEPOSIT: "预存款", "": ""}

# where a line comes from
COMPUTED, MANUAL, GIVEN, RELIEF, GROUP = "computed", "manual", "discount", "relief", "group"
AGREED = "contract"
LINE_KINDS = {
    COMPUTED: "标准",
    AGREED: "合同",
    MANUAL: "手工",
    GIVEN: "优惠",
    RELIEF: "减免",
    GROUP: "批量优惠",
}

# natures of a fee, and the receipt of each (C642)
NON_TAX, TAXED = "非税", "应税"
FISCAL, COMMON, SPECIAL, OWN_PAPER = "01", "04", "05", "08"
TAX_INVOICES = (COMMON, SPECIAL)
KINDS_OF = {NON_TAX: (FISCAL,), TAXED: TAX_INVOICES}
RECEIPT_OF = {nature: kinds[0] for nature, kinds in KINDS_OF.items()}
NATURES = {NON_TAX: "非税（行政事业性收费）", TAXED: "应税（经营服务收费）"}

MANUAL_DISCOUNT = "ZK"  # the fee code of a discount by hand
PROCESS = "charge"


# a day of a cashier: open, counted with a difference that somebody else looks at, closed
OPEN_DAY, REVIEW_DAY, CLOSED_DAY = "OPEN", "REVIEW", "CLOSED"
OPEN_MONTH = "MONTH"
DAY_NAMES = {OPEN_DAY: "待日结", REVIEW_DAY: "待复核", CLOSED_DAY: "已日结"}
NOTES = ("100", "50", "20", "10", "5", "1", "0.5", "0.1")  # yuan

# a difference of the four ways: open, settled by somebody, gone by itself
OPEN_DIFF, SETTLED_DIFF, GONE_DIFF = "DIFF", "SETTLED", "GONE"

# a line of a statement against our payments; a lacking one is ours and not in it
MATCHED, REPEATED, UNMATCHED, OTHER, LACKING = "matched", "repeated", "unmatched", "other", "lacking"
TAKEN_BACK = "undone"
WAITING_LINE = "waiting"
RESULTS = {
    WAITING_LINE: "待核对",
    MATCHED: "相符",
    REPEATED: "已核对过",
    UNMATCHED: "我方没有",
    OTHER: "金额不同",
    LACKING: "对账单没有",
    TAKEN_BACK: "已冲销",
}
# how far a statement is compared: its lines wait for the job, which may fail
COMPARED, FAILED_COMPARING = "done", "failed"
COMPARING = {"waiting": "等待核对", "running": "核对中", COMPARED: "已核对", FAILED_COMPARING: "核对失败"}
COMPARING_TONES = {"waiting": "ca", "running": "ca", COMPARED: "go", FAILED_COMPARING: "no"}
COMPARING_ENDED = (COMPARED, FAILED_COMPARING)
WRONG_LINES = (UNMATCHED, OTHER, LACKING)

# what can be done about a line that does not agree: book it for its order or for a charge, or take our entry back
BY_ORDER, BY_CHARGE, TAKE_BACK = "order", "charge", "undo"
TOO_MUCH = "surplus"  # its order has been paid: it is money to give back

# a payment too much: found, asked to be given back, given back; the platform says that there was none
FOUND_SURPLUS, ASKED_SURPLUS, RETURNED_SURPLUS, NO_SURPLUS = "FOUND", "ASKED", "RETURNED", "NONE"
OPEN_SURPLUS = (FOUND_SURPLUS, ASKED_SURPLUS)

# a request for a receipt: waits, held by hand, failed; issued, under a number by hand, withdrawn
WAITING_BILL, HELD_BILL, FAILED_BILL = "WAIT", "HELD", "FAILED"
ISSUED_BILL, HAND_BILL, CANCELLED_BILL = "DONE", "HAND", "CANCELLED"
OUT_BILL = "OUT"  # in a file that somebody issues by elsewhere
OPEN_BILLS = (WAITING_BILL, HELD_BILL, FAILED_BILL, OUT_BILL)
OUT_FILE, ENDED_FILE, BACK_FILE = "OUT", "DONE", "BACK"
BILL_FILES = "billfile"  # what went out and what came back, as it was

# whether the platform has a request: never asked, it said no, no answer yet, it has issued something else
UNASKED, ABSENT, UNSURE, THERE = "", "no", "unsure", "yes"
PLACES = {UNASKED: "未请求", ABSENT: "平台没有", UNSURE: "未答复", THERE: "平台已开"}
BILLING, BILL_FAILED = "1", "3"  # C645
BILL_STEPS = {
    WAITING_BILL: "待开具",
    OUT_BILL: "已导出",
    HELD_BILL: "已暂停",
    FAILED_BILL: "开票失败",
    ISSUED_BILL: "已开具",
    HAND_BILL: "手工号码",
    CANCELLED_BILL: "已取消",
}

# entries of a unit's account
PAID_IN, USED, GIVEN_BACK, RETURNED = "in", "use", "back", "undo"
ACCOUNT_KINDS = {PAID_IN: "预存", USED: "抵扣", GIVEN_BACK: "退还", RETURNED: "抵扣退回"}
IN_USE = "OPEN"  # the one step of an account

# what leaves a charge again: asked for, done, refused
REFUND_OUT, RED_OUT = "refund", "red"
OUT_KINDS = {REFUND_OUT: "退费", RED_OUT: "红冲"}
ASKED_OUT, DONE_OUT, REFUSED_OUT = "asked", "done", "refused"
OUT_STATES = {ASKED_OUT: "待办理", DONE_OUT: "已办理", REFUSED_OUT: "已退回"}

# a policy of relief, a limit of release on credit: waits for somebody else, counts, counts no more
WAITS, COUNTS, STOPPED = "WAIT", "FORCE", "STOPPED"
POLICY_FILES, CREDIT_FILES = "relief", "credit"

# papers of a charge (C651) and as whose files they are kept
FILES = "charge"
BASIS_PAPER, OUT_PAPER = "28", "29"  # a document for an amount; what a refund or a red receipt rests on

# a transfer: seen at the bank, booked for charges, taken back, given up before it was booked
WAITING_TRANSFER, BOOKED_TRANSFER, UNDONE_TRANSFER, VOID_TRANSFER = "WAIT", "DONE", "UNDONE", "VOID"
MOST_SHARES = 100  # charges of one transfer: what a person looks through
LIVING_TRANSFER = (WAITING_TRANSFER, BOOKED_TRANSFER)

# many charges at once: by which move, where the batch stands, what came of a row
BY_CONFIRMING, BY_RECEIVING, BY_BILLING = "confirm", "receive", "bill"
PREVIEWED_BATCH, RUN_BATCH, DROPPED_BATCH = "PREVIEW", "RUN", "DROPPED"
ROW_DONE, ROW_FAILED, ROW_UNDONE = "done", "failed", "undone"
ROW_RESULTS = {ROW_DONE: "已办", ROW_FAILED: "未办成", ROW_UNDONE: "已冲销"}

STATEMENT_FILES = "statement"  # the files of bank and platform as they were sent

# cash of a closed day: in the safe of who holds it, offered to a colleague, carried to the bank, seen on its statement
IN_SAFE, OFFERED, CARRIED, ARRIVED = "SAFE", "OFFERED", "CARRIED", "ARRIVED"
IN_BANK = (CARRIED, ARRIVED)
FISCAL, OWN_BANK, OFF_COUNT = "fiscal", "bank", "off"
NATURE_OF = {FISCAL: NON_TAX, OWN_BANK: TAXED}  # what is paid into which account
BANK_PLACES = {FISCAL: "财政专户（非税）", OWN_BANK: "本单位账户（应税）"}
CASH_PLACES = {FISCAL: "财政专户", OWN_BANK: "本单位账户", OFF_COUNT: "盘点差额"}
