"""Prints web/src/api/shapes.ts: what each call answers, and what a call takes, as types of the client.

A call says its answer by the return type of its function; mypy holds the functions to it, the tests every answer.

Run: python server/tools/print_types.py [--check]   (--check only says whether the file is up to date)
"""

import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from typing_extensions import is_typeddict

SERVER = Path(__file__).resolve().parents[1]
CLIENT = SERVER.parent / "web" / "src"
FILE = CLIENT / "api" / "shapes.ts"
sys.path.insert(0, str(SERVER))

HEAD = """/** What the calls answer and take, printed from the server by server/tools/print_types.py. */

"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
IMPORTED = re.compile(r"import type \{([^}]*)\} from '(?:@/api|\.)/shapes'")
Schema = Mapping[str, Any]


def typed(schema: Schema) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal(v) for v in schema["enum"])
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(typed(one) for one in choices))
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(typed(one) for one in schema['prefixItems'])}]"
        inner = typed(schema.get("items") or {})
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        rest = schema.get("additionalProperties")
        key = typed(schema.get("propertyNames") or {"type": "string"})
        return f"Record<{key}, {typed(rest) if isinstance(rest, Mapping) else 'unknown'}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def _literal(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def _key(name: str) -> str:
    return name if NAME.fullmatch(name) else f"'{name}'"


def interface(name: str, schema: Schema, base: str = "", inherited: Collection[str] = ()) -> Iterator[str]:
    """The lines of an interface; what it has from its base is said there."""
    if about := schema.get("description"):
        yield f"/** {' '.join(str(about).split())} */"
    must = set(schema.get("required", ()))
    yield f"export interface {name}{f' extends {base}' if base else ''} {{"
    for prop, inner in schema.get("properties", {}).items():
        if prop not in inherited:
            yield f"  {_key(prop)}{'' if prop in must else '?'}: {typed(inner)};"
    if schema.get("additionalProperties") is True and not base:
        yield "  [more: string]: unknown;"
    yield "}"


def bases(shapes: Iterable[Any]) -> dict[str, tuple[str, set[str]]]:
    """Shape → the shape that it extends and the names it has from there."""
    out: dict[str, tuple[str, set[str]]] = {}
    open_ = list(shapes)
    while open_:
        shape = open_.pop()
        open_ += get_args(shape)
        if not is_typeddict(shape) or shape.__name__ in out:
            continue
        above = [one for one in getattr(shape, "__orig_bases__", ()) if is_typeddict(one)]
        out[shape.__name__] = (above[0].__name__, set(above[0].__annotations__)) if above else ("", set())
        open_ += [*above, *get_type_hints(shape).values()]
    return out


def imported() -> set[str]:
    """The names that the client takes from the file."""
    texts = (path.read_text() for path in CLIENT.rglob("*.ts*"))
    return {
        name.split()[0]
        for text in texts
        for found in IMPORTED.findall(text)
        for name in found.split(",")
        if name.strip()
    }


def printed() -> str:
    """The whole file."""
    from pydantic import TypeAdapter

    from tejian import areas
    from tejian.kit.ground import shapes
    from tejian.kit.web.edge import CALLS, answer_of

    areas.load()
    shared = {shapes.Page, shapes.RecordAnswer}  # the client has the addresses of these from the server
    answers = {path: answer_of(call.fn) for path, call in sorted(CALLS.items())}
    wanted = imported()  # what a call takes is told only where the client has use for it
    takes = {
        call.form.__name__: call.form
        for call in CALLS.values()
        if isinstance(call.form, type) and call.form.__name__ in wanted
    }
    asked: list[tuple[str, Any, TypeAdapter[Any]]] = [
        (path, "serialization", TypeAdapter(one)) for path, one in answers.items() if one is not None
    ]
    asked += [(name, "validation", TypeAdapter(form)) for name, form in sorted(takes.items())]
    asked.append(("check list", "serialization", TypeAdapter(shapes.CheckState)))  # its address comes from the server
    made, named = TypeAdapter.json_schemas(asked)
    known = named["$defs"]
    if unclear := [name for name in known if not NAME.fullmatch(name) or "__" in name]:
        raise ValueError(f"shapes share a name: {unclear}")
    above = {name: base for name, base in bases(answers.values()).items() if base[0] in known}
    lines = [line for name, schema in sorted(known.items()) for line in interface(name, schema, *above.get(name, ()))]
    lines += ["", "/** What a call answers, by its path. */", "export interface Answers {"]
    lines += [
        f"  '{path}': {typed(made[path, 'serialization'])};"
        for path, one in answers.items()
        if one is not None and one not in shared
    ]
    return HEAD + "\n".join([*lines, "}", ""])


def main(check: bool) -> int:
    made = printed()
    stale = not FILE.exists() or FILE.read_text() != made
    if stale and check:
        print("out of date, run server/tools/print_types.py:", FILE.name)
    elif stale:
        FILE.write_text(made)
    return int(stale and check)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
