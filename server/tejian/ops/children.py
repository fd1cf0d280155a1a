"""The processes of one server: started, watched, restarted when they die, and stopped together.

Two ways out are covered. A signal to the supervisor is passed on, and children get time to finish. A supervisor that
is killed outright cannot pass anything on: each child holds the reading end of a pipe whose other end only the
supervisor has, and ends itself when that pipe closes.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .pgbinaries import Account

log = logging.getLogger(__name__)

ALIVE_FD = "TEJIAN_ALIVE_FD"
GRACE = 12.0  # seconds between the request to end and the kill
SETTLED = 30.0  # a child that lived this long is not failing at its start
LONGEST_WAIT = 15.0


def end_with_parent() -> None:
    """Called by a child: end this process when the supervisor is gone."""
    fd = os.environ.pop(ALIVE_FD, "")
    if not fd:
        return

    def wait() -> None:
        while os.read(int(fd), 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)

    threading.Thread(target=wait, name="end-with-parent", daemon=True).start()


@dataclass
class Child:
    name: str
    arguments: Sequence[str]  # of `python -m tejian.cli`
    keep: Sequence[int] = ()  # file descriptors it needs
    died: "Callable[[Child], None] | None" = None  # called before it is started again
    once: bool = False  # it has an end, and is not started again when it ended well
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    due: float = 0.0


@dataclass
class Supervisor:
    """Owner of the children. `stopping` is set by a signal or by `stop`."""

    environment: Mapping[str, str]
    account: Account | None = None  # whom the children work as; None: as the supervisor
    children: list[Child] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._alive, self._held = os.pipe()

    def catch_signals(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stopping.set())

    def add(
        self,
        name: str,
        *arguments: str,
        keep: Sequence[int] = (),
        died: Callable[[Child], None] | None = None,
        once: bool = False,
    ) -> None:
        child = Child(name, arguments, keep, died, once)
        self.children.append(child)
        self._start(child)

    def run_once(self, *arguments: str) -> tuple[int, bytes]:
        """Run a child to its end; gives its exit code and what it wrote to standard output."""
        process = self._spawn(arguments, (), stdout=subprocess.PIPE)
        while not self.stopping.is_set():
            try:
                out, _ = process.communicate(timeout=0.2)
                return process.returncode, out
            except subprocess.TimeoutExpired:
                continue
        self._end([process])
        return 1, b""

    def look(self) -> None:
        """Note children that died, and start again those whose waiting time is over."""
        now = time.monotonic()
        self.children = [c for c in self.children if not (c.once and c.process and c.process.poll() == 0)]
        for child in self.children:
            if child.process is None:
                if now >= child.due:
                    self._start(child)
            elif child.process.poll() is not None:
                child.deaths = 1 if now - child.started > SETTLED else child.deaths + 1
                wait = min(LONGEST_WAIT, 0.25 * 2 ** (child.deaths - 1))
                log.warning("%s 结束（%s），%.1f 秒后重启", child.name, child.process.returncode, wait)
                child.process, child.due = None, now + wait
                if child.died:
                    child.died(child)

    def stop(self) -> None:
        """Ask all children to end, wait, and kill who does not."""
        self.stopping.set()
        self._end([c.process for c in self.children if c.process is not None])

    def _start(self, child: Child) -> None:
        child.process = self._spawn(child.arguments, child.keep)
        child.started = time.monotonic()

    def _spawn(
        self, arguments: Sequence[str], keep: Sequence[int], stdout: int | None = None
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-m", "tejian.cli", *arguments],
            env={**self.environment, ALIVE_FD: str(self._alive)},
            **self._as(),
            pass_fds=(self._alive, *keep),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            start_new_session=True,  # Ctrl-C on the terminal reaches the supervisor only, which ends them in order
        )

    def _as(self) -> dict[str, Any]:
        if self.account is None:
            return {}
        return {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}

    @staticmethod
    def _end(processes: Sequence["subprocess.Popen[bytes]"]) -> None:
        for process in processes:
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + GRACE
        for process in processes:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
