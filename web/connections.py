"""Connections: how many one address may hold, and how long one may stay open without asking anything."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from web.security import is_this_computer

MOST_FROM_ONE_ADDRESS = 128
PATIENCE = 30.0
"""Seconds in which a request must have arrived whole."""


class GuardedConnection(H11Protocol):
    """One connection. Whoever holds too many, or opens them and says nothing, is cut off, so that a stranger
    cannot use up what the system has to give; this computer itself is never counted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connected."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not is_this_computer(address) and self._held_by(address) > MOST_FROM_ONE_ADDRESS:
            transport.abort()
            return
        self.loop.call_later(PATIENCE, self._look, None)

    def _held_by(self, address: str) -> int:
        held = (getattr(other, "client", None) for other in self.connections)
        return sum(client is not None and client[0] == address for client in held)

    def _look(self, before: Any) -> None:
        """Hang up when nothing was asked since `before`, the request that was the last one then."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is before and (before is None or before.response_complete):
            self.transport.close()
            return
        self.loop.call_later(PATIENCE, self._look, self.cycle)
