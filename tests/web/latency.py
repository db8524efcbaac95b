"""How long it takes from a tap to every screen: `python -m tests.web.latency --devices 30`.

A table runs in a process of its own; screens connect to it over real sockets, each reading every snapshot in
full. One of them taps, and the time until each screen has the new snapshot is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect


async def measure(address: str, host: str, devices: int, taps: int) -> list[float]:
    """Seconds from sending a tap to each screen's having the snapshot that shows it, sorted."""
    async with httpx.AsyncClient(base_url=address, timeout=30) as client:
        await client.get(host)
        cookie = f"scheids={client.cookies['scheids']}"
        for wanted in (
            {"kind": "start-match", "payload": {"players": ["A", "B", "C", "D"], "dealer": "D"}},
            {"kind": "start-round", "payload": {"turned_up": "9H"}},
        ):
            answer = await client.post("/api/actions", json={"id": f"begin-{wanted['kind']}", **wanted})
            answer.raise_for_status()
    url = address.replace("http", "ws") + "/api/socket"
    sockets: list[ClientConnection] = []
    for _ in range(devices):
        sockets.append(await connect(url, additional_headers={"Cookie": cookie}, proxy=None))
    await asyncio.gather(*(until(socket, 0) for socket in sockets))
    await asyncio.sleep(1.5)
    version, turn = 0, "A"
    waits: list[float] = []
    for number in range(taps):
        snapshot = await until(sockets[0], version)
        turn = snapshot["round"]["turn"]
        readers = [asyncio.create_task(timed(socket, snapshot["version"])) for socket in sockets[1:]]
        await asyncio.sleep(0.25)
        begun = time.perf_counter()
        tap = {"type": "action", "id": f"tap-{number}", "kind": "undo", "payload": {}}
        if number % 2 == 0:
            tap |= {"kind": "draw", "payload": {"player": turn, "count": 1}}
        await sockets[0].send(json.dumps(tap))
        arrived = await asyncio.gather(*readers)
        waits += [at - begun for at in arrived]
        version = snapshot["version"] + 1
    for socket in sockets:
        await socket.close()
    return sorted(waits)


async def until(socket: ClientConnection, version: int) -> dict[str, Any]:
    """The first snapshot of this version or a later one."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == "snapshot" and message["version"] >= version:
            return message


async def timed(socket: ClientConnection, version: int) -> float:
    """When a snapshot later than this version came."""
    await until(socket, version + 1)
    return time.perf_counter()


def main() -> None:
    """Run a table, measure, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--devices", type=int, default=30)
    parser.add_argument("--taps", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = subprocess.Popen(
            [
                *(sys.executable, "-m", "web.command_line", "play", "--host", "127.0.0.1", "--port", "0"),
                *("--json", "--no-browser", "--data", folder),
            ],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert table.stdout is not None
        told = json.loads(table.stdout.readline())
        try:
            waits = asyncio.run(measure(told["address"], told["host"], asked.devices, asked.taps))
        finally:
            table.terminate()
            table.wait(20)
    at = {share: waits[min(len(waits) - 1, int(share * len(waits)))] * 1000 for share in (0.5, 0.95, 0.99)}
    print(
        f"{asked.devices} devices, {asked.taps} taps: half of the screens within {at[0.5]:.0f} ms, "
        f"95 % within {at[0.95]:.0f} ms, 99 % within {at[0.99]:.0f} ms"
    )


if __name__ == "__main__":
    main()
