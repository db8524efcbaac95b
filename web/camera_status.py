"""How the table's camera is doing, as pages are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vision.camera_checks import Tip
from vision.sources import SourceError, shown
from web.regions import Region


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera is doing. `state` is off, starting, ok, lost, moved, paused, ended or failed; `problem`
    an English sentence when it failed or is lost, `fault` the source's own error behind it."""

    state: str = "off"
    spec: str | None = None
    name: str = ""
    width: int = 0
    height: int = 0
    fps: float = 0.0
    region: Region | None = None
    stock_region: Region | None = None
    problem: str = ""
    fault: SourceError | None = None
    pack: str | None = None
    advice: tuple[Tip, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """What pages receive, those of guests too: passwords in a stream's address are left out."""

        def open_to_all(text: str) -> str:
            return text.replace(self.spec, shown(self.spec)) if self.spec else text

        fault = self.fault
        return {
            "state": self.state,
            "spec": None if self.spec is None else shown(self.spec),
            "name": self.name,
            "width": self.width,
            "height": self.height,
            "fps": round(self.fps, 1),
            "region": None if self.region is None else [list(corner) for corner in self.region],
            "stock_region": None if self.stock_region is None else [list(c) for c in self.stock_region],
            "problem": open_to_all(self.problem),
            "fault": None
            if fault is None
            else {
                "code": fault.code,
                "params": {name: open_to_all(value) for name, value in fault.params.items()},
            },
            "pack": self.pack,
            "advice": [tip.to_json() for tip in self.advice],
        }
