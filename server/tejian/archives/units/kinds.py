"""The three kinds of units and the permission family of each."""

NAMES = {"s": "superviseorg", "i": "inspectionorg", "b": "bussinessorg"}
PETROCHEMICAL = "15"  # of C618: 重点石化企业
INSPECTING = ("06", "07", "08", "14")  # of C618: inspection, detection, type test, third party


def kind_of(types: str) -> str:
    """s supervising, i inspecting, b business; as the generated column unit.orgkind says it."""
    codes = types.split(",")
    if "13" in codes:
        return "s"
    return "i" if any(c in INSPECTING for c in codes) else "b"


def family(kind: str, action: str) -> str:
    """The permission code of an action on units of a kind."""
    return f"basic:unit:{NAMES[kind]}:{action}"
