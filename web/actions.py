"""What a device asks for: one tap, with an id of its own and the version it was made on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from web.refusals import Refusal

Status = Literal["applied", "already-applied", "refused"]


class Action(BaseModel):
    """One tap. `id` is fresh for every tap and the same for every retry of it; `version` is that of the
    snapshot on which it was made; `payload` depends on `kind`."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    id: str = Field(min_length=4, max_length=80, pattern=r"^[A-Za-z0-9_.:-]+$")
    version: int | None = Field(default=None, ge=0, lt=2**53)
    kind: str = Field(min_length=1, max_length=40)
    payload: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a tap: `event` is the number of the event that it caused, `version` the table's now."""

    id: str
    status: Status
    version: int = 0
    event: int | None = None
    error: Mapping[str, Any] | None = None
    http_status: int = field(default=200, compare=False)

    @staticmethod
    def refused(key: str, refusal: Refusal, version: int = 0) -> Answer:
        """The answer to a tap that was not carried out."""
        return Answer(key, "refused", version, None, refusal.to_json(), refusal.status)

    def to_json(self) -> dict[str, Any]:
        """What the device receives."""
        return {
            "type": "answer",
            "id": self.id,
            "status": self.status,
            "version": self.version,
            "event": self.event,
            "error": None if self.error is None else dict(self.error),
        }


def parse_action(message: object) -> Action:
    """The action that a JSON object describes. Raises Refusal naming the field that is wrong."""
    try:
        return Action.model_validate(message)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the action"
        raise Refusal("malformed", problem=f"{where}: {first['msg']}") from None
