"""Says which row of the logs and of the issued reports was changed, is missing or was never sealed.

A program of its own: one file, Python 3.9 or newer, nothing else. Copy it to a machine that the platform does not know.

    python verify_chain.py FOLDER [--heads FOLDER] [--key HEX]

FOLDER holds what `./run chain FOLDER` writes: chain_block.jsonl and one file a chain, each line a row as JSON, every
value a text. Heads are the signed files that were kept outside the database; with them a chain that was rewritten as
a whole is found too. --key is the public key noted at installation; without it the one that the heads name is used.
Exit code 0: nothing found, 1: something found, 2: the export cannot be read.

How rows hang together. The digest of a row is SHA-256 over the JSON list of its columns (`columns` of its block, in
this order). The digest of a block is SHA-256 over the JSON list of chain, number, time, previous digest, columns and
rows. A head names number and digest of the last block of every chain, signed with Ed25519.
"""

import argparse
import hashlib
import json
import sys
from array import array
from bisect import bisect_left
from datetime import datetime, timedelta, timezone
from pathlib import Path

FIRST = "0" * 64  # what the first block of a chain names as its previous digest
FOUND_AT_MOST = 200  # findings that are told one by one
NAMES = {"audit_log": "审计日志", "security_log": "安全日志", "flow_log": "流程日志", "report": "签发的报告"}
NAMES |= {"report_sm2": "报告的国密签名", "report_signature": "报告的签名", "report_signature_taken": "收回的签名"}


def canonical(value):
    """The one JSON text of a value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def digest(value):
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def digest_of_row(row, columns):
    """The digest of a row: all values are texts or null."""
    return digest([row.get(name) for name in columns])


def digest_of_block(block):
    """The digest of a block: `columns` and `rows` are the texts that it is stored with."""
    named = ("chain", "no", "at", "previous", "columns", "rows")
    return digest([str(block[name]) for name in named])


def members(block):
    """The (key, digest) of the rows of a block, in order."""
    return [tuple(line.split(" ")) for line in block["rows"].split("\n") if line]


# -- judging -----------------------------------------------------------------------------------------------------------


def judge(source, heads=(), key=""):
    """What is wrong, in sentences, and what was read.

    `source` gives chains(), blocks(chain) in order, rows(chain, keys), keys(chain), those of rows that wait for their
    block left out, waiting(chain) for these, and count(chain), the rows of the table. `heads` are the parsed files,
    oldest first. What the first of them names was found as it stood; from then on a row is as old as its block.
    """
    faults: list = []
    read = {"rows": 0, "blocks": 0, "heads": 0}
    signed = [head for head in heads if _is_signed(head, key)]
    first = signed[0]["chains"] if signed else {}
    digests: dict = {}
    for chain in source.chains():
        since = int(first.get(chain, {"no": 0})["no"]) if signed else None
        digests[chain] = _judge_chain(source, chain, since, faults, read)
    for head in heads:
        read["heads"] += 1
        if head in signed:
            _judge_head(head, digests, faults)
        else:
            faults.append(f"链头 {head.get('day', '?')}：签名不符，文件已被改动或不是本平台的")
    return faults, read


def _judge_chain(source, chain, since, faults, read):
    name, previous, before = NAMES.get(chain, chain), FIRST, None
    digests: dict = {}
    sealed: list = []
    for expected, block in enumerate(source.blocks(chain), 1):
        number = int(block["no"])
        read["blocks"] += 1
        if number != expected and number - 1 not in digests:
            faults.append(f"{name}：第 {len(digests) + 1} 块起缺失，下一块是第 {number} 块")
        elif block["previous"] != previous:
            faults.append(f"{name}：第 {number} 块不接在前一块之后")
        if digest_of_block(block) != block["digest"]:
            faults.append(f"{name}：第 {number} 块的封存记录已被改动")
        previous = digests[number] = block["digest"]
        listed = members(block)
        rows = source.rows(chain, [key for key, _ in listed])
        columns = json.loads(block["columns"])
        for key, sealed_as in listed:
            read["rows"] += 1
            sealed.append(key)
            row = rows.get(key)
            if row is None:
                faults.append(f"{name}：{key} 已被删除（第 {number} 块）")
                continue
            if digest_of_row(row, columns) != sealed_as:
                faults.append(f"{name}：{key} 的内容已被改动（第 {number} 块）")
            if since is not None and number > since and not _is_of_its_time(row, before, block["at"]):
                faults.append(f"{name}：{key} 写明 {_time_of(row)}，封存于 {block['at']}（第 {number} 块），时间不符")
        before = block["at"]
    _judge_keys(source, chain, sealed, faults)
    return digests


def _judge_keys(source, chain, sealed, faults):
    """Every row stands in one block, once, and every block names rows that are there once."""
    name, known = NAMES.get(chain, chain), set(sealed)
    for key in _twice(sealed):
        faults.append(f"{name}：{key} 封存了两次，有一行冒用了它的编号")
    for key in sorted(known.intersection(source.waiting(chain))):
        faults.append(f"{name}：{key} 已封存又待封存，有一行冒用了它的编号")
    del known
    for key, what in _strangers(sealed, source.keys(chain)):
        faults.append(f"{name}：{key} {what}")
    bound, waits, held = len(set(sealed)), len(source.waiting(chain)), source.count(chain)
    if held != bound + waits:
        faults.append(f"{name}：表中 {held} 行，封存 {bound} 行，待封存 {waits} 行，数目不符")


def _twice(keys):
    ordered = sorted(keys)
    return sorted({key for n, key in enumerate(ordered[1:]) if ordered[n] == key})


def _strangers(sealed, keys):
    """Keys that no block names, and those that two rows have; numbers in eight bytes each, logs have many of them."""
    slipped_in, twin = "没有封存，是绕过平台写入的", "有两行，一行是冒用编号写入的"
    if all(key.isdigit() for key in sealed):
        known = array("q", sorted({int(key) for key in sealed}))
        marks = bytearray(len(known))
        for key in keys:
            place = bisect_left(known, int(key))
            if place == len(known) or known[place] != int(key):
                yield key, slipped_in
            elif marks[place]:
                yield key, twin
            else:
                marks[place] = 1
    else:
        rest, gone = set(sealed), set()
        for key in keys:
            if key not in rest:
                yield key, slipped_in
            elif key in gone:
                yield key, twin
            gone.add(key)


def _time_of(row):
    """When a row says that it was written: of a log its moment, of a record its creation; UTC."""
    return row["at"] if "at" in row else row["createtime"]


def _is_of_its_time(row, before, sealed):
    """Whether a row was written between the block before its own and its own, a day more to either side.

    A block is made as soon as rows wait. After an outage of the sealing the block before is as old as the rows.
    """
    said, day = _moment(_time_of(row)), timedelta(days=1)
    return said <= _moment(sealed) + day and (before is None or said >= _moment(before) - day)


def _moment(text):
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone(timedelta(0)))


def _is_signed(head, key):
    body = {name: value for name, value in head.items() if name != "signature"}
    return verify(key or head.get("key", ""), head.get("signature", ""), canonical(body).encode())


def _judge_head(head, digests, faults):
    day = head.get("at", head["day"])
    for chain, last in sorted(head["chains"].items()):
        name, number = NAMES.get(chain, chain), int(last["no"])
        if number and digests.get(chain, {}).get(number) != last["digest"]:
            what = "已不存在" if number not in digests.get(chain, {}) else "与链头不同，链被整体改写"
            faults.append(f"链头 {day}：{name}的第 {number} 块{what}")


# -- Ed25519 (RFC 8032 §6, checking only) ------------------------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def _x(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        raise ValueError("no point")
    return P - x if x & 1 != sign else x


def _point(text):
    y = int.from_bytes(text, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = _x(y, sign)
    return x, y, 1, x * y % P


def _sum(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number, point):
    out = (0, 1, 1, 0)
    while number:
        if number & 1:
            out = _sum(out, point)
        point, number = _sum(point, point), number >> 1
    return out


def _base():
    y = 4 * pow(5, P - 2, P) % P
    x = _x(y, 0)
    return x, y, 1, x * y % P


def verify(public, signature, message):
    """Whether a signature (hex) over a message was made with the private half of a public key (hex)."""
    try:
        key, signed = bytes.fromhex(public), bytes.fromhex(signature)
        if len(key) != 32 or len(signed) != 64:
            return False
        a, r, s = _point(key), _point(signed[:32]), int.from_bytes(signed[32:], "little")
    except ValueError:
        return False
    if s >= ORDER:
        return False
    h = int.from_bytes(hashlib.sha512(signed[:32] + key + message).digest(), "little") % ORDER
    left, right = _times(s, _base()), _sum(r, _times(h, a))
    return not ((left[0] * right[2] - right[0] * left[2]) % P or (left[1] * right[2] - right[1] * left[2]) % P)


# -- reading an export -------------------------------------------------------------------------------------------------


class Export:
    """The files of an export; of a row only its place is kept in memory."""

    def __init__(self, folder):
        self.folder = folder
        self._blocks: dict = {}
        for block in self._lines("chain_block"):
            self._blocks.setdefault(block["chain"], []).append(block)
        named = [p.name[: -len(".jsonl")] for p in sorted(folder.glob("*.jsonl"))]
        self._chains = [name for name in named if not name.startswith("chain_")]
        waiting = self._lines("chain_pending") if (folder / "chain_pending.jsonl").exists() else ()
        self._waiting: dict = {}
        for line in waiting:
            self._waiting.setdefault(line["chain"], set()).add(line["row_key"])
        self._places = {}

    def _lines(self, name):
        with open(self.folder / f"{name}.jsonl", encoding="utf-8") as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)

    def chains(self):
        return sorted({*self._chains, *self._blocks})

    def blocks(self, chain):
        return sorted(self._blocks.get(chain, []), key=lambda block: int(block["no"]))

    def _index(self, chain):
        """Where the rows of a chain stand in its file: the first of each key, and every key as often as it comes."""
        if chain not in self._places:
            places: dict = {}
            keys, at = [], 0
            if chain in self._chains:
                with open(self.folder / f"{chain}.jsonl", "rb") as lines:
                    for line in lines:
                        if line.strip():
                            keys.append(str(json.loads(line)["id"]))
                            places.setdefault(keys[-1], at)
                        at += len(line)
            self._places = {chain: (places, keys)}
        return self._places[chain]

    def rows(self, chain, keys):
        places, _ = self._index(chain)
        out: dict = {}
        if not places:
            return out
        with open(self.folder / f"{chain}.jsonl", "rb") as lines:
            for key in keys:
                if key in places:
                    lines.seek(places[key])
                    out[key] = json.loads(lines.readline())
        return out

    def keys(self, chain):
        waits = self.waiting(chain)
        return (key for key in self._index(chain)[1] if key not in waits)

    def waiting(self, chain):
        return self._waiting.get(chain, set())

    def count(self, chain):
        return len(self._index(chain)[1])


def read_heads(folder):
    """The heads of a folder, oldest first; one that cannot be read is one whose signature is wrong.

    Of each night, and of each hour (in `hours`): of these the first, and those since the last night, whose head says
    all that the ones before it said.
    """
    nights = [_head(path) for path in sorted(Path(folder).glob("*.json"))]
    hours = [_head(path) for path in sorted((Path(folder) / "hours").glob("*.json"))]
    last = nights[-1].get("at", "") if nights else ""
    later = [head for n, head in enumerate(hours) if n == 0 or head.get("at", "~") > last]
    return sorted([*nights, *later], key=lambda head: head.get("at", head["day"]))


def _head(path):
    try:
        head = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        head = None
    return head if isinstance(head, dict) and "day" in head and "chains" in head else {"day": path.stem}


def main(argv=None):
    parser = argparse.ArgumentParser(description="核查日志与签发报告的封存链 / verify the chain of logs and reports")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--heads", type=Path)
    parser.add_argument("--key", default="")
    given = parser.parse_args(argv)
    try:
        heads = read_heads(given.heads) if given.heads else []
        faults, read = judge(Export(given.folder), heads, given.key)
    except (OSError, ValueError, KeyError) as wrong:
        sys.stderr.write(f"不能读取 / cannot read: {wrong!r}\n")
        return 2
    verdict = "完好 / sound" if not faults else f"发现 {len(faults)} 处问题 / {len(faults)} findings"
    ending = f"{verdict}：{read['rows']} 行，{read['blocks']} 块，{read['heads']} 份链头"
    sys.stdout.write("\n".join([*faults[:FOUND_AT_MOST], ending]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
