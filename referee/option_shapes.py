"""What values an option takes, for settings pages and for checking rule files."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic.fields import FieldInfo


def option_shape(name: str, field: FieldInfo) -> dict[str, Any]:
    """``kind``, ``choices``, ``minimum`` and ``maximum`` of the option in this field."""
    shape: dict[str, Any] = {"kind": "whole", "choices": None, "minimum": None, "maximum": None}
    for bound in field.metadata:
        shape["minimum"] = getattr(bound, "ge", shape["minimum"])
        shape["maximum"] = getattr(bound, "le", shape["maximum"])
    if name == "points":
        shape |= {"minimum": 0, "maximum": 1000}
    elif name in ("effects", "answers"):
        shape["kind"] = "effects" if name == "effects" else "ranks"
    elif name == "packs_from":
        shape["kind"] = "packs"
    elif field.annotation is bool:
        shape["kind"] = "truth"
    elif isinstance(field.annotation, type) and issubclass(field.annotation, StrEnum):
        shape |= {"kind": "choice", "choices": [choice.value for choice in field.annotation]}
    elif field.annotation is not int:
        shape["kind"] = "ranks"
    return shape
