"""Where the table can be reached: this machine's address on the local network, free ports, host names."""

from __future__ import annotations

import errno
import socket

PORT_FAULTS = {
    "taken": "Port {port} is in use: choose another with --port {next}.",
    "forbidden": "Port {port} is not allowed here: choose one above 1023 with --port.",
    "none": "{port} is no port: choose one between 1 and 65535 with --port.",
    "fails": "Cannot listen on {host}:{port}: {problem}.",
}
"""Why a port cannot be used: codes, and what each says in English."""


class PortError(OSError):
    """The port cannot be used; the message is one sentence in English that says what to do.

    code: one of `PORT_FAULTS`, with the params that fill its sentence, for those who say it in another language.
    """

    def __init__(self, code: str, host: str, port: int, problem: str = "") -> None:
        self.code = code
        self.params = {"host": host, "port": str(port), "next": str(port + 1), "problem": problem}
        super().__init__(PORT_FAULTS[code].format(**self.params))


def local_address() -> str:
    """This machine's address on the local network; 127.0.0.1 when it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def host_names() -> frozenset[str]:
    """The names under which this machine may be called on the local network, in lower case."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.split(".")[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan", f"{short}.home", "scheids.local"})


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. Raises PortError when the port is taken or not allowed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Unless the protocol is named, asyncio leaves Nagle's algorithm on and each answer waits 40 ms for the other side.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except OSError as problem:
        listener.close()
        if problem.errno == errno.EADDRINUSE:
            raise PortError("taken", host, port) from problem
        if problem.errno == errno.EACCES:
            raise PortError("forbidden", host, port) from problem
        raise PortError("fails", host, port, problem.strerror or "") from problem
    except OverflowError as problem:
        listener.close()
        raise PortError("none", host, port) from problem
    return listener
