"""Reads a workbook in a process of its own, within memory and time: what a file does to its reader ends there.

`python -m tejian.kit.importing.apart check|rows FILE MOST_ROWS SECONDS` answers JSON lines. Two megabytes of workbook
can ask for hundreds of megabytes whatever their ratio: it is what the reader holds that is bounded, not what the file
says.
"""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from tejian.kit.ground.errors import BadInput

from . import reading
from .reading import Merge

SERVER = Path(__file__).resolve().parents[3]
MOST_MEMORY = 360 << 20  # bytes of data; a ledger of a hundred thousand rows holds 120 MB
PROCESSOR = 300  # seconds of work in a job
AT_ONCE = 15  # and where a person waits for the answer
TOO_MUCH = "读取这份工作簿需要的内存或时间过多，已停止；请把数据粘贴为数值到新工作簿，或分成几份再导入"
KINDS: dict[str, Any] = {"date": date, "datetime": datetime, "time": time}


def check(path: Path, most_rows: int, seconds: int = PROCESSOR) -> list[Merge]:
    """The merged cells of a plain workbook of values. Raises BadInput for what is none, or exhausts its reader."""
    return [(a, b, c, d) for line in _answers("check", path, most_rows, seconds) for a, b, c, d in line]


def rows(path: Path, seconds: int = PROCESSOR) -> Iterator[tuple[int, list[Any]]]:
    """Row number and cells of the first sheet; rows without any value are left out. Raises BadInput."""
    for number, cells in _answers("rows", path, 0, seconds):
        yield number, [_cell(one) for one in cells]


def _answers(what: str, path: Path, most_rows: int, seconds: int) -> Iterator[Any]:
    order = [sys.executable, "-m", "tejian.kit.importing.apart", what, str(path), str(most_rows), str(seconds)]
    with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=SERVER) as reader:
        assert reader.stdout is not None
        try:
            ended = False
            for line in reader.stdout:
                answer = json.loads(line)
                if isinstance(answer, dict):
                    if fault := answer.get("fault"):
                        raise BadInput(fault)
                    ended = True
                    break
                yield answer
            if not ended:
                raise BadInput(TOO_MUCH)
        except json.JSONDecodeError:  # it was ended in the middle of a line
            raise BadInput(TOO_MUCH) from None
        finally:
            reader.kill()


def _cell(sent: Any) -> Any:
    if not isinstance(sent, list):
        return sent
    kind, text = sent
    return timedelta(seconds=float(text)) if kind == "timedelta" else KINDS[kind].fromisoformat(text)


def _sent(cell: Any) -> Any:
    """A cell as JSON: what is no text, number or truth goes with its kind."""
    if isinstance(cell, timedelta):
        return ["timedelta", str(cell.total_seconds())]
    if isinstance(cell, datetime | date | time):
        return [type(cell).__name__, cell.isoformat()]
    return cell


def limit(seconds: int) -> None:
    """Let this process hold so much data and work so long, and no more."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def _main(what: str, path: Path, most_rows: int) -> None:
    out = sys.stdout
    try:
        if what == "check":
            out.write(json.dumps([list(one) for one in reading.check(path, most_rows)]) + "\n")
        else:
            for number, cells in reading.rows(path):
                out.write(json.dumps([number, [_sent(one) for one in cells]], ensure_ascii=False) + "\n")
        out.write('{"end": true}\n')
    except BadInput as wrong:
        out.write(json.dumps({"fault": wrong.message}) + "\n")


if __name__ == "__main__":
    limit(int(sys.argv[4]))
    _main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
