"""What keeps strangers out: host and origin checks, content policy, limits on size and speed, cookies."""

from __future__ import annotations

import ipaddress
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.refusals import Refusal

COOKIE = "scheids"
SMALL_BODY = 64 * 1024
LARGE_BODY = 24 * 1024 * 1024
_SAFE = {"GET", "HEAD", "OPTIONS"}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; connect-src 'self'{sockets}; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@dataclass
class Bucket:
    """Lets `burst` things through at once and `rate` a second after that."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at = self.burst, self.clock()

    def take(self) -> bool:
        """Whether one more is let through."""
        now = self.clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each key, such as a device or an address; keys long unused are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> None:
        """Raises Refusal when the key asks too much."""
        if len(self._buckets) > 5_000:
            self._buckets.clear()
        bucket = self._buckets.setdefault(key, Bucket(self._rate, self._burst))
        if not bucket.take():
            raise Refusal("too-fast")


def is_ours(host: str, names: Iterable[str]) -> bool:
    """Whether a Host header names this machine: an IP address, localhost, or one of `names`.

    Any other name is refused, because a page elsewhere could point its own name here.
    """
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost") or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_this_computer(address: str) -> bool:
    """Whether a network address is that of the computer itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def is_visit(headers: Headers) -> bool:
    """Whether somebody goes to this address, as against a page elsewhere that fetches it behind their back."""
    site, goal = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-dest", "document")
    return site in ("none", "same-origin") or goal == "document"


def same_origin(headers: Headers) -> bool:
    """Whether a request that changes something was sent by our own page, or by no page at all."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    return headers.get("sec-fetch-site", "none") in ("none", "same-origin")


class Gatekeeper:
    """ASGI middleware: refuses foreign hosts and origins and bodies that are too large, adds safe headers.

    `names` are the host names besides IP addresses under which the table may be reached; `large` are the
    paths that may receive a photograph, from those whose cookie has `joined` only; `requests` limits what one
    address elsewhere may ask.
    """

    def __init__(
        self,
        app: ASGIApp,
        names: Iterable[str],
        large: Iterable[str],
        requests: Buckets | None = None,
        joined: Callable[[str | None], bool] = lambda token: True,
    ) -> None:
        self._joined = joined
        self._app = app
        self._names = {name.lower() for name in names}
        self._large = set(large)
        self._requests = requests or Buckets(rate=50, burst=300)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check(scope, headers)
        except (Refusal, ValueError) as refused:
            await _refuse(scope, receive, send, _as_refusal(refused))
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        limit = LARGE_BODY if scope["path"] in self._large else SMALL_BODY
        await self._app(scope, _limited(receive, limit), _with_headers(send, headers.get("host", "")))

    def _check(self, scope: Scope, headers: Headers) -> None:
        if not is_ours(headers.get("host", ""), self._names):
            raise Refusal("host-refused")
        address = scope["client"][0] if scope.get("client") else ""
        if scope["path"].startswith(("/api/", "/j/", "/h/")) and not is_this_computer(address):
            self._requests.take(address)
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changes and not same_origin(headers):
            raise Refusal("origin-refused")
        if scope["type"] == "http":
            large = scope["path"] in self._large
            if large and not self._joined(HTTPConnection(scope).cookies.get(COOKIE)):
                raise Refusal("join-first")  # before any of the body is taken in
            limit = LARGE_BODY if large else SMALL_BODY
            length = headers.get("content-length", "0")
            if not length.isdecimal():
                raise Refusal("malformed", problem="the content length is no number")
            if int(length) > limit:
                raise Refusal("too-large", limit=f"{limit // 1024} kB")


def _as_refusal(problem: Exception) -> Refusal:
    return problem if isinstance(problem, Refusal) else Refusal("host-refused")


def _limited(receive: Receive, limit: int) -> Receive:
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > limit:
                raise HTTPException(413, f"{limit // 1024} kB")
        return message

    return counted


def _with_headers(send: Send, host: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in safe_headers(host).items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def safe_headers(host: str) -> dict[str, str]:
    """The headers that every answer carries; `host` is the request's own, for its sockets."""
    plain = host if all(sign.isalnum() or sign in ".:-[]" for sign in host) else ""
    sockets = f" ws://{plain} wss://{plain}" if plain else ""
    return {
        "content-security-policy": _POLICY.format(sockets=sockets),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(self), microphone=(), geolocation=()",
        "cache-control": "no-store",
    }


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": refusal.code})
        return
    body = json.dumps({"error": refusal.to_json()}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in safe_headers("").items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
