"""How long somebody's writes take while forty hostile files wait for the public check of reports.

    .venv/bin/python bench/hostile.py --port 8000 [--files 40] [--writes 60]

Asks a running platform with the demo city. A file is 80 KB and unpacks to 80 MB in an object stream, so its judge has
work; forty strangers send one after the other until the writes are done. Prints the writes in peace and under them;
exit code 1 when one of the latter took longer than the limit of trust (300 ms).
"""

import argparse
import http.client
import json
import statistics
import sys
import threading
import time
import zlib
from collections import Counter

from faulty.writers import Client, Ledger

LIMIT = 0.3  # seconds
SWOLLEN = 80 << 20


def hostile() -> bytes:
    """A file whose catalogue lies in a stream that swells a thousandfold."""
    stream = zlib.compress(b"1 0 " + b" " * SWOLLEN, 9)
    head = b"%%PDF-1.7\n2 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>> stream\n" % len(stream)
    body = head + stream + b"\nendstream endobj\n"
    return body + b"trailer <</Root 1 0 R/Size 3>>\nstartxref\n%d\n%%%%EOF" % len(body)


def judge(port: int, content: bytes, done: threading.Event, answers: Counter[int]) -> None:
    """One stranger: the same file again and again."""
    head = {"Content-Type": "multipart/form-data; boundary=x"}
    name = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
    while not done.is_set():
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            link.request("POST", "/api/public/proveReport", name + content + b"\r\n--x--\r\n", head)
            answers[link.getresponse().status] += 1
        except (OSError, http.client.HTTPException):
            answers[0] += 1
        finally:
            link.close()
        time.sleep(0.2)


def writes(client: Client, count: int, mark: str) -> list[float]:
    """Seconds of each saved word."""
    took = []
    for n in range(count):
        begun = time.monotonic()
        word = {"type": "C612", "value": f"{mark}{n}", "label": f"测量{mark}{n}", "sort": "9999", "enabled": "0"}
        status, answer = client.ask("/api/system/dict/save", word, key=f"hostile-{mark}{n}-{begun}")
        if status != 200 or not answer.get("isSuccess"):
            raise SystemExit(f"a write was not taken: {json.dumps(answer, ensure_ascii=False)[:200]}")
        took.append(time.monotonic() - begun)
        time.sleep(0.1)
    return took


def said(name: str, took: list[float]) -> None:
    ordered = sorted(took)
    p95 = ordered[round(0.95 * (len(ordered) - 1))]
    print(f"| {name} | {statistics.median(took) * 1000:.0f} | {p95 * 1000:.0f} | {ordered[-1] * 1000:.0f} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--writes", type=int, default=60)
    given = parser.parse_args()
    client = Client(given.port, "sysadmin", Ledger(), 1)
    mark = f"h{int(time.time()) % 10**6}"
    peace = writes(client, given.writes, f"{mark}a")
    done, answers, content = threading.Event(), Counter[int](), hostile()
    crowd = [
        threading.Thread(target=judge, args=(given.port, content, done, answers), daemon=True)
        for _ in range(given.files)
    ]
    for one in crowd:
        one.start()
    time.sleep(2)
    under = writes(client, given.writes, f"{mark}b")
    done.set()
    for one in crowd:
        one.join(timeout=60)
    print(f"{len(content) // 1024} KB a file, {given.files} strangers; answers {dict(answers)}\n")
    print("| 写（毫秒） | 中位 | p95 | 最长 |\n|---|--:|--:|--:|")
    said("平时", peace)
    said("查验挤满时", under)
    return 1 if max(under) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
