"""A server of one's own for the time of a check: on a free port, over the data folder of the settings."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tejian.settings import Settings

from .server import CannotStart

PATIENCE = 240.0  # seconds; the first start loads the archives of the demo city
STANDSTILL = 900.0  # seconds without another declaration of its business: a loaded machine takes minutes for the first


@contextmanager
def own_server(settings: Settings) -> Iterator[str]:
    """The address of a server that lives as long as the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "tejian.cli", "serve", "--port", str(port), "--data", str(settings.data_dir)]
    child = subprocess.Popen(command, env={**os.environ, **settings.as_environment()}, stdout=subprocess.DEVNULL)
    try:
        _wait(child, url)
        wait_until_whole(url)
        yield url
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(30)


def _wait(child: "subprocess.Popen[bytes]", url: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if child.poll() is not None:
            raise CannotStart("平台没有启动，原因见上文；已在运行时请用 --url / the server did not start, see above")
        try:
            connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=2)
            connection.request("GET", "/a/loginConfig")
            if connection.getresponse().status == http.client.OK:
                return
        except OSError:
            pass
        time.sleep(0.3)
    raise CannotStart("平台启动过慢 / the server takes too long to start")


def wait_until_whole(url: str) -> None:
    """Wait until the business of the demo city is there; judged is that it moves on. Raises CannotStart."""
    last, moved = None, time.monotonic()
    while time.monotonic() - moved < STANDSTILL:
        with urllib.request.urlopen(f"{url}/a/loginConfig") as answer:
            arriving = json.load(answer)["data"]["arriving"]
        if arriving is None:
            return
        if arriving != last:
            last, moved = arriving, time.monotonic()
        time.sleep(0.5)
    raise CannotStart(f"演示业务停在 {last} / the demo city does not move on")
