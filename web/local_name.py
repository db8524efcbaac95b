"""A name on the local network: scheids.local, where the zeroconf package is installed."""

from __future__ import annotations

import ipaddress
import logging
import socket
import threading
from types import TracebackType
from typing import Any

_log = logging.getLogger(__name__)


class LocalName:
    """Announces the table as `scheids.local` while it is open, without holding anybody up; `name` is None until
    that is done, and where it cannot be done."""

    def __init__(self, address: str, port: int, secure: bool = False) -> None:
        self._address = address
        self._port = port
        self._secure = secure
        self._zeroconf: Any = None
        self._service: Any = None
        self._thread = threading.Thread(target=self._announce, name="local name", daemon=True)
        self.name: str | None = None

    def wait(self, seconds: float) -> str | None:
        """The table's address by name, once that is announced; None when it is not in time, or cannot be."""
        self._thread.join(seconds)
        return None if self.name is None else f"http{'s' * self._secure}://{self.name}:{self._port}"

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
            address = ipaddress.ip_address(self._address)
            if address.is_loopback:
                return
            from zeroconf import Error, ServiceInfo, Zeroconf
        except (ImportError, ValueError):
            return
        try:
            # An address that is not this computer's would be found out too, but only after sockets were opened for it.
            with socket.socket(
                socket.AF_INET if address.version == 4 else socket.AF_INET6, socket.SOCK_DGRAM
            ) as own:
                own.bind((self._address, 0))
            self._zeroconf = Zeroconf(interfaces=[self._address])
            kind = f"_http{'s' * self._secure}._tcp.local."
            self._service = ServiceInfo(
                kind,
                f"Scheids.{kind}",
                addresses=[address.packed],
                port=self._port,
                server="scheids.local.",
                properties={"path": "/"},
            )
            self._zeroconf.register_service(self._service, allow_name_change=True)
            self.name = "scheids.local"
        except (OSError, Error) as problem:
            _log.warning("the table has no name on this network: %s", problem)
