"""Where the table listens."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

from web.addresses import bind


def test_answers_are_sent_at_once_and_wait_for_nobody() -> None:
    async def begun() -> int:
        arrived: asyncio.Queue[int] = asyncio.Queue()

        def look(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            end = writer.get_extra_info("socket")
            arrived.put_nowait(end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listener = bind("127.0.0.1", 0)
        server = await asyncio.start_server(look, sock=listener)
        _, writer = await asyncio.open_connection(*listener.getsockname()[:2])
        no_delay = await arrived.get()
        writer.close()
        await writer.wait_closed()
        server.close()
        await server.wait_closed()
        return no_delay

    # In a thread of its own: a browser that other tests drive has an event loop in this one.
    with ThreadPoolExecutor(1) as elsewhere:
        assert elsewhere.submit(lambda: asyncio.run(begun())).result()
