"""The server: the application with its guards, and running it on a socket that is open already."""

from __future__ import annotations

import logging
import socket

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from web import camera_routes, match_routes, pack_routes, rule_routes, table_routes
from web.addresses import host_names
from web.connections import GuardedConnection
from web.desk import Desk
from web.journal import JournalError
from web.page_files import PageFile
from web.refusals import Refusal
from web.security import Gatekeeper

_log = logging.getLogger(__name__)
logging.getLogger("python_multipart").setLevel(
    logging.CRITICAL
)  # it tells of every odd byte that strangers send
_LARGEST_MESSAGE = 2 * 1024 * 1024
_STATUS_CODES = {404: "not-found", 405: "not-allowed"}


def create_app(desk: Desk, names: frozenset[str] = frozenset()) -> FastAPI:
    """The application around a desk; `names` are further host names under which it may be reached."""
    app = FastAPI(
        title="Scheids",
        description="A referee for Pesten played with real cards.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.desk = desk
    for routes in (table_routes, rule_routes, match_routes, camera_routes, pack_routes):
        app.include_router(routes.router)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(JournalError, _not_written)
    app.add_api_route("/{path:path}", _page, methods=["GET", "HEAD"], include_in_schema=False)
    large = (*camera_routes.PHOTO_PATHS, *pack_routes.UPLOAD_PATHS)
    app.add_middleware(Gatekeeper, names=host_names() | names, large=large, joined=desk.devices.has_joined)
    return app


class Server:
    """A server on an open socket. `run` blocks until the process is told to stop, or `stop` is called."""

    def __init__(self, app: FastAPI, listener: socket.socket, tls: tuple[str, str] | None = None) -> None:
        certificate, key = tls or (None, None)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            http=GuardedConnection,
            ws="websockets-sansio",
            ws_max_size=_LARGEST_MESSAGE,
            ws_per_message_deflate=True,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=2,
            server_header=False,
            ssl_certfile=certificate,
            ssl_keyfile=key,
            lifespan="off",
        )
        self._server = uvicorn.Server(config)
        self._listener = listener

    def run(self) -> None:
        """Serve."""
        self._server.run(sockets=[self._listener])

    def stop(self) -> None:
        """Ask it to stop; `run` returns soon after."""
        self._server.should_exit = True

    @property
    def started(self) -> bool:
        """Whether it answers requests by now."""
        return self._server.started


async def _page(request: Request, path: str) -> Response:
    desk: Desk = request.app.state.desk
    page = desk.pages.get(f"/{path}")
    if page is None or path.startswith("api/"):
        raise Refusal("not-found")
    return _served(page, request)


def _served(page: PageFile, request: Request) -> Response:
    headers = {"etag": f'"{page.tag}"', "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    body = page.content
    if page.pressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = page.pressed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=page.media_type, headers=headers)


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refusal)
    return JSONResponse({"error": problem.to_json()}, problem.status)


async def _invalid(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    refusal = Refusal("malformed", problem=f"{where}: {first['msg']}"[:300])
    return JSONResponse({"error": refusal.to_json()}, refusal.status)


async def _not_served(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    code = _STATUS_CODES.get(problem.status_code)
    if problem.status_code == 413:
        refusal = Refusal("too-large", limit=str(problem.detail))
    else:
        refusal = Refusal(code) if code else Refusal("malformed", problem=str(problem.detail)[:200])
    return JSONResponse({"error": refusal.to_json()}, problem.status_code, headers=problem.headers)


async def _not_written(request: Request, problem: Exception) -> Response:
    _log.error("%s", problem)
    refusal = Refusal("disk-failed", problem=str(problem))
    return JSONResponse({"error": refusal.to_json()}, refusal.status)
