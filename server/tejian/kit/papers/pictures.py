"""Pictures that anybody may have sent: decoded two at once by processes of their own, within memory and time."""

import json
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

SERVER = Path(__file__).resolve().parents[3]
AT_ONCE = 2  # decoders of a process
SECONDS = 20  # of one picture


class BadPicture(ValueError):
    """No picture, or one that is too large to be opened."""


@dataclass(frozen=True)
class Picture:
    """A picture that is safe to be shown; `kind` is png or jpeg."""

    content: bytes
    kind: str
    width: int
    height: int


class Decoder:
    """One process that decodes; begun when it is first asked, and anew after it broke."""

    process: "subprocess.Popen[bytes] | None" = None

    def ask(self, content: bytes, width: int, height: int, clear: bool | None) -> Picture:
        process = self._running()
        assert process.stdin and process.stdout
        late = threading.Timer(SECONDS, process.kill)
        late.start()
        try:
            request = {"width": width, "height": height, "clear": clear, "bytes": len(content)}
            process.stdin.write(json.dumps(request).encode() + b"\n" + content)
            process.stdin.flush()
            head = json.loads(process.stdout.readline())
            picture = process.stdout.read(head.pop("bytes"))
        except (OSError, ValueError) as fault:  # it ended over this picture
            process.kill()
            process.wait()
            raise BadPicture("the decoder gave up") from fault
        finally:
            late.cancel()
        if "fault" in head:
            raise BadPicture(head["fault"])
        return Picture(picture, **head)

    def _running(self) -> "subprocess.Popen[bytes]":
        if self.process is None or self.process.poll() is not None:
            command = [sys.executable, "-m", "tejian.kit.papers.decoding"]
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command, cwd=SERVER, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        return self.process


_free: "queue.LifoQueue[Decoder]" = queue.LifoQueue()
for _ in range(AT_ONCE):
    _free.put(Decoder())


def smaller(content: bytes, width: int, height: int, *, clear: bool | None = None) -> Picture:
    """The picture inside a box of pixels, upright and without what a camera wrote into it; `clear`: as PNG, not JPEG.

    Raises BadPicture, also for what breaks or exhausts its decoder.
    """
    decoder = _free.get()
    try:
        return decoder.ask(content, width, height, clear)
    finally:
        _free.put(decoder)
