"""A name on the local network: scheids.local, where the zeroconf package is installed."""

from __future__ import annotations

import ipaddress
import logging
import threading
from types import TracebackType
from typing import Any

_log = logging.getLogger(__name__)


class LocalName:
    """Announces the table as `scheids.local` while it is open, without holding anybody up; `name` is None until
    that is done, and where it cannot be done."""

    def __init__(self, address: str, port: int) -> None:
        self._address = address
        self._port = port
        self._zeroconf: Any = None
        self._service: Any = None
        self._thread = threading.Thread(target=self._announce, name="local name", daemon=True)
        self.name: str | None = None

    def __enter__(self) -> LocalName:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.join(5)
        if self._zeroconf is not None:
            if self.name is not None:
                self._zeroconf.unregister_service(self._service)
            self._zeroconf.close()

    def _announce(self) -> None:
        try:
            if ipaddress.ip_address(self._address).is_loopback:
                return
            from zeroconf import Error, ServiceInfo, Zeroconf
        except (ImportError, ValueError):
            return
        try:
            self._zeroconf = Zeroconf(interfaces=[self._address])
            self._service = ServiceInfo(
                "_http._tcp.local.",
                "Scheids._http._tcp.local.",
                addresses=[ipaddress.ip_address(self._address).packed],
                port=self._port,
                server="scheids.local.",
                properties={"path": "/"},
            )
            self._zeroconf.register_service(self._service, allow_name_change=True)
            self.name = "scheids.local"
        except (OSError, Error) as problem:
            _log.warning("the table has no name on this network: %s", problem)
