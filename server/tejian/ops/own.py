"""A server of one's own for the time of a check: on a free port, over the data folder of the settings."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tejian.settings import Settings

from .server import CannotStart

PATIENCE = 240.0  # seconds; the first start loads the demo city


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
