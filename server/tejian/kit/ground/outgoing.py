"""Addresses that the server itself calls: only those that the installation names, whatever the name resolves to.

The setting `outgoing` (TEJIAN_OUTGOING) lists host names (`cas.example.cn`, `*.example.cn`) and networks
(`10.1.0.0/16`). A call needs its host among the names, or its address in a network; an address that is not public
needs a network always. Every address that a name has is judged, and the connection goes to the one that was judged.
Redirects are not followed and no proxy is asked.
"""

import http.client
import ipaddress
import socket
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any

from tejian import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
FOREIGN = "该地址不在安装时设定的外联名单（TEJIAN_OUTGOING）中"
LONGEST = 100_000  # bytes of an answer


class Foreign(OSError):
    """The installation does not name this address."""


def _named() -> list[str]:
    here = settings.current()
    at_installation = [urllib.parse.urlsplit(here.sso_url).hostname or ""]
    return [one for one in (*(part.strip().lower() for part in here.outgoing.split(",")), *at_installation) if one]


def _networks(named: list[str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    found = []
    for one in named:
        try:
            found.append(ipaddress.ip_network(one, strict=False))
        except ValueError:
            continue
    return found


def _is_named(host: str, named: list[str]) -> bool:
    return any(host == one or (one.startswith("*.") and host.endswith(one[1:])) for one in named)


def _resolved(host: str, port: int) -> list[str]:
    return list(dict.fromkeys(str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))


resolve: Callable[[str, int], list[str]] = _resolved  # tests put their own in


def judged(host: str, port: int) -> list[str]:
    """The addresses of a host when all of them may be called; raises Foreign."""
    host, named = host.lower().strip("[]").rstrip("."), _named()
    networks, by_name = _networks(named), _is_named(host, named)
    addresses = resolve(host, port)
    for text in addresses:
        address = _meant(ipaddress.ip_address(text.split("%")[0]))
        inside = any(address in net for net in networks if net.version == address.version)
        if not inside and not (by_name and address.is_global and not address.is_multicast):
            raise Foreign(FOREIGN)
    if not addresses:
        raise Foreign(FOREIGN)
    return addresses


NAT64 = tuple(ipaddress.ip_network(one) for one in ("64:ff9b::/96", "64:ff9b:1::/48"))  # RFC 6052, RFC 8215


def _meant(address: Address) -> Address:
    """The IPv4 address that an IPv6 address stands for (mapped, NAT64, 6to4, Teredo): that one is reached."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if any(address in net for net in NAT64):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None) or address


def refusal(url: str) -> str | None:
    """The sentence for an address that the server would not call; nothing for '' and for one that it would."""
    if not url:
        return None
    parts = urllib.parse.urlsplit(url)
    try:
        judged(parts.hostname or "", parts.port or 443)
    except (OSError, ValueError):
        return FOREIGN
    return None


def _connect(address: tuple[str, int], timeout: Any = None, source_address: Any = None) -> socket.socket:
    """Connect to an address that was judged, not to what the name says a moment later."""
    host, port = address
    return socket.create_connection((judged(host, port)[0], port), timeout, source_address)


class _Http(http.client.HTTPConnection):
    def __init__(self, *args: Any, **more: Any):
        super().__init__(*args, **more)
        self._create_connection = _connect


class _Https(http.client.HTTPSConnection):
    def __init__(self, *args: Any, **more: Any):
        super().__init__(*args, **more)
        self._create_connection = _connect


class _HttpHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_Http, req)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_Https, req)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The address is the configured one; an answer cannot send the data elsewhere."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _HttpHandler, _HttpsHandler, _NoRedirect)


def call(
    url: str,
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    *,
    timeout: float,
    longest: int = LONGEST,
) -> bytes:
    """The answer of an address that the installation names, up to `longest` bytes of it.

    Raises OSError (Foreign, HTTPError and URLError are).
    """
    request = urllib.request.Request(url, body, dict(headers or {}))
    if request.type not in ("http", "https"):
        raise Foreign(FOREIGN)
    parts = urllib.parse.urlsplit(url)
    judged(
        parts.hostname or "", parts.port or 443
    )  # said here as what it is; within the opener it would be "no answer"
    with _opener.open(request, timeout=timeout) as answer:
        content: bytes = answer.read(longest)
    return content


def tell_self(path: str, fields: Mapping[str, str], timeout: float) -> None:
    """Call a public call of this very server, as a simulator of an outside system does."""
    here = settings.current()
    host = "127.0.0.1" if here.host in ("0.0.0.0", "::") or here.loopback_only else here.host
    url = f"http://{host}:{here.port}{path}"
    with urllib.request.urlopen(url, urllib.parse.urlencode(fields).encode(), timeout=timeout) as answer:
        answer.read(LONGEST)
