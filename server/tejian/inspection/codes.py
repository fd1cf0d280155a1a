"""The codes of steps, states and conclusions by name: what code compares, it compares by these."""

# steps of a declaration and of a business item (specification 001 §4.1)
DECLARE = "YWSB"
ASSIGN = "SCFP"
MATERIAL = "CLFS"
ACCEPT = "YWSL"
RUN = "RUN"
ARRANGE = "RWAP"
CONFIRM = "RWQR"
BUILD = "BGSC"
ENTER = "BGLR"
VERIFY = "BGQR"
AUDIT_FX = "BGSH_FX"
AUDIT = "BGSH"
APPROVE = "BGSP"
END = "finish_inspect"
PRINT = "BGDY"
ARCHIVE = "BGGD"
RELEASE = "BGFF"
DONE = "DONE"
ENDED = "ENDED"
VOID = "VOID"
REFUSED = "REFUSED"

CLOSED = (DONE, ENDED, VOID)  # items that nobody has in hand any more
ENDS = (*CLOSED, REFUSED)
WAITING = (ASSIGN, MATERIAL, ACCEPT)  # declarations that were handed in and are not accepted yet
DECLARING = (DECLARE, *WAITING)
REPLANNED = (CONFIRM, BUILD)  # arranged, and nobody has begun to write the record
ON_THE_WAY = (CONFIRM, BUILD, ENTER)  # items whose people and day are planned
UNWRITTEN = (BUILD, ENTER)  # the record is still with its inspectors
JUDGED = (AUDIT_FX, AUDIT, APPROVE)  # where a page is read before it is decided
SIGNABLE = (VERIFY, *JUDGED)  # handed in, and not issued
APPROVED = (PRINT, ARCHIVE, RELEASE)  # the report is signed, the item not finished
ISSUED = (*APPROVED, DONE)

# states of C609 that no step gives
SAVED = "00"
SUPPLEMENT = "13"
WITHDRAWN = "81"

# C607: how a declaration came in
COUNTER = "APPLY"
ON_SITE = "XCAPP"
BY_UNIT = "UNIT"

# C603 and C604: what kind of inspection
SUPERVISED = "01"
IMPORTED = "09"
WITNESSED = (SUPERVISED, IMPORTED)  # with stop points, papers and a certificate
PERIODIC = "02"
OF_DUTY = (PERIODIC, "07", "08", "10")  # what a device that is used owes; one that is stopped does not
FIRST = "06"
DETECTION = "07"
RISK_BASED = "14"
YEAR_CHECK = "08"
CALIBRATION = "04"
ASSESSMENT = "12"
ON_THE_BENCH = "0401"
BY_DATE = (PERIODIC, CALIBRATION)  # the archive has a day by which they are wanted

# C605: conclusions of a lift
FAILED = "1032"
PASSED_AFTER_REPAIR = "1033"

# C643: 已缴费, 已开票, 免缴, 已结转
PAID = ("4", "5", "8", "9")
MONEY = ("3", *PAID)  # 部分缴费 besides: something came in, or nothing has to
UNREGISTERED = ("", "7")  # nobody has registered a charge
UNCHARGED = (*UNREGISTERED, "0")  # nobody has submitted one
