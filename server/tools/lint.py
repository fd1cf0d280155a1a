"""Own lint: rules of this code base that no general linter knows.

Each rule carries examples that must be found and examples that must not; the tests run them. A line that must break
a rule says why: `# lint: allow <rule> (reason)`.

Run: python server/tools/lint.py
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

SERVER = Path(__file__).resolve().parents[1]
NOT_AREAS = {"kit", "ops"}
ALLOW = re.compile(r"#\s*lint:\s*allow\s+([a-z-]+)\s*\(.{3,}\)")


@dataclass(frozen=True)
class Source:
    """One file with what the rules ask about it."""

    path: str  # below server/tejian, such as inspection/routes.py
    tree: ast.Module
    lines: list[str]
    audited: frozenset[str] = frozenset()  # model classes whose changes must leave a trace

    @property
    def area(self) -> str | None:
        first, _, rest = self.path.partition("/")
        return first if rest and first not in NOT_AREAS else None

    def calls(self) -> Iterator[ast.Call]:
        return (n for n in ast.walk(self.tree) if isinstance(n, ast.Call))


Check = Callable[[Source], Iterator[ast.AST]]


@dataclass(frozen=True)
class Rule:
    name: str
    says: str
    check: Check
    bad: list[tuple[str, str]] = field(default_factory=list)  # (path, code)
    good: list[tuple[str, str]] = field(default_factory=list)


def _called(call: ast.Call) -> str:
    """The last name of what is called: `db.commit()` → commit."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _receiver(call: ast.Call) -> str:
    return getattr(call.func.value, "id", "") if isinstance(call.func, ast.Attribute) else ""


def commits(source: Source) -> Iterator[ast.AST]:
    if source.area:
        yield from (c for c in source.calls() if isinstance(c.func, ast.Attribute) and _called(c) == "commit")


def gets_by_key(source: Source) -> Iterator[ast.AST]:
    if source.area and source.area != "demo":
        for call in source.calls():
            if _called(call) in ("get", "get_one") and _receiver(call) in ("db", "session", "s"):
                yield call


def changes_in_bulk(source: Source) -> Iterator[ast.AST]:
    if not source.area or source.area == "demo":
        return
    for call in source.calls():
        name = _called(call)
        if name in ("update", "delete"):
            target = call.args[0] if isinstance(call.func, ast.Name) and call.args else None
            if name and isinstance(call.func, ast.Attribute):  # db.query(Model).update(…)
                inner = call.func.value
                while isinstance(inner, ast.Call) and _called(inner) != "query":
                    inner = inner.func.value if isinstance(inner.func, ast.Attribute) else ast.Name("")
                target = inner.args[0] if isinstance(inner, ast.Call) and inner.args else None
                if _receiver(call) in ("sa", "sqlalchemy") and call.args:
                    target = call.args[0]
            named = getattr(target, "attr", getattr(target, "id", ""))
            if named in source.audited:
                yield call


def selects_in_routes(source: Source) -> Iterator[ast.AST]:
    if source.area and (Path(source.path).name == "routes.py" or "/routes/" in source.path):
        yield from (c for c in source.calls() if _called(c) in ("select", "text"))


def imports_framework(source: Source) -> Iterator[ast.AST]:
    if not source.area:
        return
    for node in ast.walk(source.tree):
        names = (
            [a.name for a in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom) and not node.level
            else []
        )
        if any(n.split(".")[0] in ("starlette", "fastapi", "uvicorn") for n in names):
            yield node


def prints(source: Source) -> Iterator[ast.AST]:
    if source.area or source.path.startswith("kit/"):
        yield from (c for c in source.calls() if isinstance(c.func, ast.Name) and c.func.id == "print")


def own_clocks(source: Source) -> Iterator[ast.AST]:
    if source.area:
        for call in source.calls():
            name = _called(call)
            if (name == "today" and _receiver(call) != "clock") or (
                name in ("now", "utcnow") and "datetime" in _receiver(call)
            ):
                yield call


def calls_out(source: Source) -> Iterator[ast.AST]:
    if (
        source.path != "kit/ground/outgoing.py"
        and source.area != "demo"
        and (source.area or source.path.startswith("kit/"))
    ):
        for call in source.calls():
            if _called(call) in ("urlopen", "build_opener", "create_connection", "HTTPConnection", "HTTPSConnection"):
                yield call


# Fields that hold codes of dictionaries, and the classes of equipment wherever they stand.
CODED = {"equclass", "equclacode", "equcategory", "equkind", "equstatus", "regstatus", "seisort", "testsort", "step"}
CODED |= {"conclusion", "insresult", "calresult", "unqualcode", "status", "state", "orgkind", "tostatus", "fromstatus"}
CODE = re.compile(r"[0-9A-Z_]+(GX)?|[a-z]")  # a word such as "ready" says what it means
CLASS = re.compile(r"[1-9]000(GX)?|7310")


def _coded(node: ast.AST) -> bool:
    """Whether what is compared is such a field: `row.equstatus`, `values["equclass"]`, `equclass`."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value in CODED
    return getattr(node, "attr", getattr(node, "id", "")) in CODED


def _literals(node: ast.AST) -> list[str]:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    texts = [p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)]
    return [text for text in texts if CODE.fullmatch(text)]


def compares_codes(source: Source) -> Iterator[ast.AST]:
    if not source.area or source.area == "demo":
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and _called(node) in ("in_", "not_in", "startswith"):
            sides = [getattr(node.func, "value", node.func), *node.args]
        else:
            continue
        found = [text for side in sides for text in _literals(side)]
        if found and (any(map(_coded, sides)) or any(CLASS.fullmatch(text) for text in found)):
            yield node


PARTICIPLES = {"found", "asked", "told", "said", "kept", "seen"}
SHARED = ("kit/", "system/", "archives/")  # what most is built on says more of them by nouns
PARTICIPLES_THERE = PARTICIPLES | {"given", "made"}
SHORT = 10  # lines of a function in which such a name is understood where it stands


def participles(source: Source) -> Iterator[ast.AST]:
    places: dict[tuple[str, int], ast.AST] = {}
    words = PARTICIPLES_THERE if source.path.startswith(SHARED) else PARTICIPLES
    for function in ast.walk(source.tree):
        if not isinstance(function, ast.FunctionDef) or (function.end_lineno or 0) - function.lineno < SHORT:
            continue
        for node in ast.walk(function):
            name = getattr(node, "name" if isinstance(node, ast.ExceptHandler) else "arg", None)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                name = node.id
            if name in words and not isinstance(node, ast.keyword):
                places.setdefault((name, node.lineno), node)  # type: ignore[attr-defined]
    yield from places.values()


RULES = [
    Rule(
        "participle",
        "a participle does not say what is held: give it the noun",
        participles,
        bad=[
            ("kit/lists/search.py", "def f():\n    found = 1\n" + "    x = 1\n" * 10),
            ("demo/iot.py", "def f(*asked):\n" + "    x = 1\n" * 11),
            ("archives/units/service.py", "def f():\n    made = 1\n" + "    x = 1\n" * 10),
            (
                "system/rules/flow.py",
                "def f():\n    try:\n        x = 1\n    except Refused as said:\n" + "        x = 1\n" * 9,
            ),
        ],
        good=[
            ("kit/lists/search.py", "def f():\n    found = g(kept=1)\n    return found"),
            ("kit/lists/search.py", "def f():\n    rows = g(seen=1).found\n" + "    x = 1\n" * 10),
        ],
    ),
    Rule(
        "outgoing",
        "the server calls only what the installation names: ask kit.outgoing",
        calls_out,
        bad=[("exchange/platform.py", "urllib.request.urlopen(url)"), ("kit/files/blobs.py", "build_opener(handler)")],
        good=[("kit/ground/outgoing.py", "urllib.request.build_opener()"), ("demo/journey.py", "request.urlopen(url)")],
    ),
    Rule(
        "commit",
        "an area never commits: the edge commits once, before the answer is built",
        commits,
        bad=[("inspection/service.py", "db.commit()"), ("system/login.py", "session.connection().commit()")],
        good=[("kit/web/edge.py", "session.commit()"), ("inspection/service.py", "db.flush()\ncommit(db)")],
    ),
    Rule(
        "by-id",
        "a row named by a client is read through visible_or_refuse, which knows the data scope",
        gets_by_key,
        bad=[("archives/service.py", "db.get(Unit, form.id)"), ("charging/api.py", "row = session.get(Charge, id)")],
        good=[
            ("archives/service.py", "visible_or_refuse(db, me, Unit, form.id)\nparams.get('x')"),
            ("system/session.py", "db.get(Session, own_id)  # lint: allow by-id (the id comes from the cookie)"),
            ("kit/records/crud.py", "db.get(model, key)"),
        ],
    ),
    Rule(
        "bulk",
        "audited models are changed row by row: a bulk statement leaves no trace in the audit log",
        changes_in_bulk,
        bad=[
            ("archives/service.py", "db.execute(update(Equipment).values(state='1'))"),
            ("archives/service.py", "db.execute(sa.delete(models.Equipment))"),
            ("archives/service.py", "db.query(Equipment).filter(Equipment.id == 1).update({'state': '1'})"),
        ],
        good=[
            ("archives/service.py", "db.execute(update(Notice).values(read=True))\nfound.update(x=1)\nrow.delete()"),
            ("demo/load.py", "db.execute(delete(Equipment))"),
        ],
    ),
    Rule(
        "routes",
        "routes name the call and hand over; queries live in lists, service or api",
        selects_in_routes,
        bad=[("inspection/routes.py", "db.scalars(select(Application))")],
        good=[("inspection/lists.py", "select(Application)"), ("inspection/routes.py", "service.accept(db, me, form)")],
    ),
    Rule(
        "framework",
        "areas do not know the web framework: the edge is the kit's",
        imports_framework,
        bad=[
            ("system/routes.py", "from starlette.responses import Response"),
            ("system/routes.py", "import fastapi"),
            ("archives/units/routes.py", "import starlette.requests as r"),
        ],
        good=[("kit/web/edge.py", "from starlette.routing import Route"), ("main.py", "import starlette")],
    ),
    Rule(
        "clock",
        "the business date is Shanghai's, not the machine's: ask kit.clock",
        own_clocks,
        bad=[("demo/journey.py", "date.today()"), ("inspection/guards.py", "datetime.now()")],
        good=[
            ("inspection/guards.py", "clock.today()\nclock.now()\nfunc.now()"),
            ("kit/ground/clock.py", "datetime.now(SHANGHAI)"),
        ],
    ),
    Rule(
        "code",
        "a code of a dictionary that code compares has a name in the codes of its wing",
        compares_codes,
        bad=[
            ("inspection/guards.py", "row.equstatus in ('1', '9')"),
            ("archives/service.py", "select(Equipment).where(Equipment.equclass == '3000')"),
            ("archives/service.py", "Equipment.equstatus.in_(('1', '9'))"),
            ("archives/service.py", "if values['regstatus'] != '1': pass"),
            ("statistics/lists.py", "kind == '8000GX'"),
        ],
        good=[
            ("archives/service.py", "row.equstatus in codes.RUNNING\nrow.equclass == LIFT\nrow.equstatus == ''"),
            ("archives/service.py", "f.type == 'date'\nwords['C637']['1']"),
            ("demo/devices.py", "row.equclass == '3000'"),
        ],
    ),
    Rule(
        "print",
        "say it in the log or in the answer: nobody reads the server's output",
        prints,
        bad=[("charging/fees/rules.py", "print(fee)"), ("kit/database/db.py", "print('here')")],
        good=[("ops/prepare.py", "print('up')"), ("charging/fees/rules.py", "sheet.print(fee)\nlog.info('x')")],
    ),
]


def audited_models(trees: list[ast.Module]) -> frozenset[str]:
    """Classes that say `audited = "…"` in their body."""
    found = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for line in node.body:
                    names = [getattr(t, "id", "") for t in line.targets] if isinstance(line, ast.Assign) else []
                    if isinstance(line, ast.AnnAssign):
                        names = [getattr(line.target, "id", "")]
                    value = getattr(line, "value", None)
                    if "audited" in names and isinstance(value, ast.Constant) and isinstance(value.value, str):
                        found.add(node.name)
    return frozenset(found)


def findings(source: Source, rules: list[Rule] = RULES) -> list[str]:
    """`path:line: rule: sentence` for every break that is not allowed by a comment with a reason."""
    out = []
    for rule in rules:
        for node in rule.check(source):
            line: int = getattr(node, "lineno", 1)
            allowed = ALLOW.search(source.lines[line - 1])
            if not (allowed and allowed[1] == rule.name):
                out.append(f"server/tejian/{source.path}:{line}: {rule.name}: {rule.says}")
    return out


def main() -> int:
    root = SERVER / "tejian"
    texts = {p.relative_to(root).as_posix(): p.read_text() for p in sorted(root.rglob("*.py"))}
    trees = {path: ast.parse(text, path) for path, text in texts.items()}
    audited = audited_models(list(trees.values()))
    found = [f for path, text in texts.items() for f in findings(Source(path, trees[path], text.splitlines(), audited))]
    print("\n".join(found) or f"own lint: {len(texts)} files, {len(RULES)} rules, nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
