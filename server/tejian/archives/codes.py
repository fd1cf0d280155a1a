"""The codes of the archives by name: what code compares, it compares by these."""

# C601: classes of equipment, with the lines of piping and the safety valves
BOILER = "1000"
VESSEL = "2000"
LIFT = "3000"
CRANE = "4000"
VEHICLE = "5000"
AMUSEMENT = "6000"
PIPE_PART = "7000"  # parts of piping become no devices
PIPING = "8000"
ROPEWAY = "9000"
PIPELINE = "8000GX"
VALVE = "7310"
PRESSURE = (BOILER, VESSEL, PIPING)

# C637: what a device is doing
IN_USE = "1"
STOPPED = "2"
SCRAPPED = "3"
DISMANTLED = "4"
MOVED_OUT = "5"
CANCELLED = "7"
IN_USE_UNREGISTERED = "9"
RUNNING = (IN_USE, IN_USE_UNREGISTERED)
OFF = (SCRAPPED, DISMANTLED, CANCELLED)

# C636: registration
UNREGISTERED = "0"
REGISTERED = "1"
DEREGISTERED = "3"

# kinds of units: users, makers and maintainers; those that inspect; authorities
BUSINESS = "b"
INSPECTION = "i"
AUTHORITY = "s"

LEFT = "4"  # C723: a person who is no longer there
MAINTAINER = "12"  # C741

# kinds of units (orgkind): an inspection or detection institute; and a capability of detection that was passed
INSTITUTE = "i"
CAPABLE = "1"


def below(level: str) -> str:
    """How the kinds of a class or category of C602 begin: all of 3000 with 3, all of 3100 with 31; a kind is itself."""
    return level.removesuffix("000") if level.endswith("000") else level.removesuffix("00")


# classes whose devices have two inspections to come, and what the second one is called (cycle_rule.csv)
SECOND_DATES = {
    "1000": ("ninspdate2", "下次外部检验"),
    "2000": ("ninspdate2", "下次年度检验"),
    "3000": ("ndetdate", "下次自行检测"),
    "9000": ("ninspdate2", "下次年度检验"),
}
