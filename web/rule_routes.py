"""Rule sets: choosing, reading, changing, saving, carrying to another house."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, File, Form, Response, UploadFile
from pydantic import BaseModel, Field

from web.refusals import Refusal
from web.requests import REFUSALS, Asking, AtDesk, Host, Joined, Json, answers_with
from web.rule_shelf import schema
from web.taps import option_texts

router = APIRouter(prefix="/api/rules", responses=REFUSALS)


class RuleSetRequest(BaseModel):
    """A rule set by name with options over it."""

    rules: str = Field(default="pesten-7", max_length=60)
    options: dict[str, Any] = Field(default_factory=dict, max_length=300)


class OwnRuleSet(BaseModel):
    """What to keep under a name of the family's: a rule set and what differs from it."""

    base: str = Field(default="pesten-7", max_length=60)
    options: dict[str, Any] = Field(default_factory=dict, max_length=300)


@router.get("")
def rule_sets(desk: AtDesk, device: Asking) -> Json:
    """All rule sets, the shipped ones first."""
    return {"rule_sets": desk.shelf.listing()}


@router.get("/schema")
def described_options(desk: AtDesk, device: Asking) -> Json:
    """Every option: name, title, description, the sheets it comes from, its kind, choices and bounds."""
    return {"options": schema()}


@router.post("/check")
def check(wanted: RuleSetRequest, desk: AtDesk, device: Joined) -> Json:
    """Whether options can be used over a rule set, and what follows."""
    try:
        chosen = desk.shelf.choose(wanted.rules, option_texts(wanted.options))
    except Refusal as refusal:
        if refusal.code != "bad-rules":
            raise
        return {"ok": False, "problems": refusal.params["problems"], "values": None}
    return {"ok": True, "problems": [], "values": chosen.rules.options()}


@router.post("/import")
async def take_in(
    desk: AtDesk, device: Host, file: Annotated[UploadFile, File()], name: Annotated[str, Form(max_length=60)]
) -> Json:
    """Keep a rule file under a name of the family's."""
    try:
        text = (await file.read(64_000)).decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal("bad-rules", problem="it is no text file", problems=[]) from None
    desk.shelf.take_in(name, text)
    return desk.shelf.describe(name)


@router.get("/{name}")
def rule_set(name: str, desk: AtDesk, device: Asking) -> Json:
    """One rule set with all its values."""
    return desk.shelf.describe(name)


@router.put("/{name}")
def save(name: str, wanted: OwnRuleSet, desk: AtDesk, device: Host) -> Json:
    """Keep a rule set with options over it as the family's own."""
    desk.shelf.save(name, wanted.base, option_texts(wanted.options))
    return desk.shelf.describe(name)


@router.delete("/{name}")
def drop(name: str, desk: AtDesk, device: Host) -> Json:
    """Remove one of the family's own."""
    desk.shelf.drop(name)
    return {"dropped": name}


@router.get("/{name}/file", **answers_with("application/toml"))
def rule_file(name: str, desk: AtDesk, device: Asking) -> Response:
    """The rule set as a file, to carry elsewhere."""
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}.toml"}
    return Response(desk.shelf.file(name), media_type="application/toml", headers=headers)
