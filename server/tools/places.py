"""Places of rules where an edge lies: found in a module's tree, known by their text, turned into a switch.

A place is one comparison, `and`, `or`, `min`, `max`, step of one or length of time. Its neighbour is what it would be
if somebody had erred by one: `<` and `<=`, `and` and `or`, `min` and `max`, a day more.
"""

import ast
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SERVER = Path(__file__).resolve().parents[1]
PRODUCT = SERVER / "tejian"

# Modules that rule are told by their name or that of their folder, wherever they stand; declarations do not rule.
DECLARED = {"api", "codes", "detail", "forms", "lists", "models", "permissions", "routes", "screens"}
ROLES = {
    "rules",
    "guards",
    "judging",
    # days and due dates
    "days",
    "dating",
    "lateness",
    "lapsing",
    "clock",
    "calendar",
    "earliest",
    # conclusions
    "conclusion",
    "stating",
    "outcome",
    # money
    "totals",
    "calculators",
    "bands",
    "ledger",
    "settling",
    "matching",
    "planning",
    "plans",
    "instalments",
    "policies",
    "closing",
    "surplus",
    "payments",
    "booking",
    "billing",
    "settlement",
    "terms",
    "relief",
    # numbers that run on
    "numbering",
}
NEIGHBOUR: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
SIGN = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SWITCH = "edge_switch"  # the module of the copy that knows which place is turned


@dataclass(frozen=True)
class Place:
    """One place, named by what stands there: a line that moves keeps its name."""

    area: str
    module: str  # under server/tejian
    function: str
    text: str
    becomes: str  # "<= → <"
    nth: int  # of the same text in the same function
    line: int

    @property
    def key(self) -> str:
        return " · ".join((self.module, self.function, self.text, self.becomes, str(self.nth)))


def modules(area: str = "") -> list[Path]:
    """Those that rule, by the names of their files and folders."""
    found = []
    for file in sorted(PRODUCT.rglob("*.py")):
        folders = file.relative_to(PRODUCT).parts[:-1]
        if folders and folders[0] != "demo" and area in ("", folders[0]) and roles_of(file):
            found.append(file)
    return found


def roles_of(file: Path) -> set[str]:
    """The roles that a module has by its name, its last word, or its folders below the area."""
    last = file.stem.rpartition("_")[2]
    if last in DECLARED:
        return set()
    return ROLES & {file.stem, last, *file.relative_to(PRODUCT).parts[1:-1]}


def _simple(node: ast.expr) -> bool:
    """Whether its value may be taken before it is known that it is needed."""
    if isinstance(node, ast.Attribute):
        return _simple(node.value)
    return isinstance(node, ast.Name | ast.Constant)


class Turner(ast.NodeTransformer):
    """Puts a switch at every place of a module; `places` are numbered on from `first`."""

    def __init__(self, module: str, first: int = 0) -> None:
        self.module, self.first = module, first
        self.places: list[Place] = []
        self.kinds: list[tuple[str, ...]] = []
        self._inside: list[str] = []
        self._count: Counter[tuple[str, str, str]] = Counter()

    # names

    def _within(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        self._inside.append(node.name)
        self.generic_visit(node)
        self._inside.pop()
        return node

    visit_ClassDef = visit_FunctionDef = visit_AsyncFunctionDef = _within

    def _place(self, text: str, becomes: str, line: int, *kind: str) -> ast.Constant:
        text = " ".join(text.split())
        function = ".".join(self._inside)
        self._count[function, text, becomes] += 1
        nth = self._count[function, text, becomes]
        area = self.module.split("/")[0]
        self.places.append(Place(area, self.module, function, text, becomes, nth, line))
        self.kinds.append(kind)
        return ast.Constant(self.first + len(self.places) - 1)

    @staticmethod
    def _call(name: str, *values: ast.expr) -> ast.Call:
        return ast.Call(ast.Attribute(ast.Name(SWITCH, ast.Load()), name, ast.Load()), list(values), [])

    # kinds of places

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        text = ast.unparse(node)
        marks = []
        for op in node.ops:
            if type(op) in NEIGHBOUR:
                here, there = type(op), NEIGHBOUR[type(op)]
                becomes = f"{SIGN[here]} → {SIGN[there]}"
                marks.append(self._place(text, becomes, node.lineno, "compare", here.__name__, there.__name__))
            else:
                marks.append(ast.Constant(None))
        plain = self.generic_visit(node)
        assert isinstance(plain, ast.Compare)
        if all(m.value is None for m in marks):
            return plain
        if len(node.ops) == 1:
            return self._call("compare", marks[0], plain.left, plain.comparators[0])
        operands = [plain.left, *plain.comparators]
        if all(m.value is not None for m in marks) and all(map(_simple, operands)):
            return self._call("chain", ast.Tuple(list(marks), ast.Load()), *operands)
        whole: ast.expr = plain
        for n, mark in enumerate(marks):
            if mark.value is not None:
                ops = [NEIGHBOUR[type(o)]() if i == n else o for i, o in enumerate(plain.ops)]
                turned = ast.Compare(plain.left, ops, plain.comparators)
                whole = ast.IfExp(self._call("on", mark), turned, whole)
        return whole

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        both = isinstance(node.op, ast.And)
        bare = ast.BoolOp(ast.Or() if both else ast.And(), node.values)
        turned = ast.parse(ast.unparse(bare), mode="eval").body
        mark = self._place(ast.unparse(node), "and → or" if both else "or → and", node.lineno, "and" if both else "or")
        plain = self.generic_visit(node)
        assert isinstance(plain, ast.expr)
        return ast.IfExp(self._call("on", mark), turned, self._call("seen", mark, plain))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        text = ast.unparse(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "timedelta":
            for holder in [*node.keywords]:
                holder.value = self._longer(holder.value, text)
            node.args = [self._longer(a, text) for a in node.args]
        mark = None
        if name in ("min", "max"):
            other = "max" if name == "min" else "min"
            mark = self._place(text, f"{name} → {other}", node.lineno, "pick", name, other)
        plain = self.generic_visit(node)
        assert isinstance(plain, ast.Call)
        if mark is not None:
            plain.func = self._call("pick", mark)
        return plain

    def _longer(self, node: ast.expr, text: str) -> ast.expr:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            mark = self._place(text, f"{node.value} → {node.value + 1}", node.lineno, "step")
            return self._call("step", mark, node, ast.Constant(node.value + 1))
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        text, one = ast.unparse(node), node.right
        mark = None
        steps = isinstance(node.op, ast.Add | ast.Sub) and isinstance(one, ast.Constant)
        if steps and type(one.value) is int and one.value == 1:  # type: ignore[attr-defined]
            mark = self._place(text, "1 → 0", node.lineno, "step")
        plain = self.generic_visit(node)
        assert isinstance(plain, ast.BinOp)
        if mark is not None:
            plain.right = self._call("step", mark, one, ast.Constant(0))
        return plain

    # what runs at no time

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        return node


def turned(file: Path, first: int = 0) -> tuple[str, Turner]:
    """The module with switches as text, and its places."""
    return turned_text(file.read_text("utf-8"), file.relative_to(PRODUCT).as_posix(), first)


def turned_text(text: str, module: str, first: int = 0) -> tuple[str, Turner]:
    """The same of the text of a module."""
    tree = ast.parse(text)
    turner = Turner(module, first)
    tree = turner.visit(tree)
    head = 1 if ast.get_docstring(tree) is not None else 0
    while head < len(tree.body) and isinstance(tree.body[head], ast.ImportFrom):
        if getattr(tree.body[head], "module", "") != "__future__":
            break
        head += 1
    tree.body.insert(head, ast.Import([ast.alias(SWITCH)]))
    return ast.unparse(ast.fix_missing_locations(tree)), turner
