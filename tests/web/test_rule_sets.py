"""Rule sets over HTTP: reading, changing, saving, carrying away."""

from __future__ import annotations

from tests.web.conftest import Phone, Running
from web.rule_shelf import RuleShelf


def test_the_shipped_sheets_are_listed_and_described(running: Running, host: Phone) -> None:
    names = [row["name"] for row in host.http.get("/api/rules").json()["rule_sets"]]
    assert names[:2] == ["pesten-7", "pesten-13"]
    assert {"wikipedia-nl", "stargames", "regles-fr", "pesten-with-cards"} <= set(names)
    sheet = host.http.get("/api/rules/pesten-13").json()
    assert sheet["values"]["hand_size"] == 13
    options = host.http.get("/api/rules/schema").json()["options"]
    assert {row["name"] for row in options} == set(sheet["values"])
    assert all(row["title"] and row["description"] for row in options)


def test_unknown_rules_are_named_as_such(host: Phone) -> None:
    answer = host.http.get("/api/rules/whist")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-rules")


def test_options_are_checked_before_a_match(host: Phone) -> None:
    good = host.http.post("/api/rules/check", json={"rules": "pesten-7", "options": {"hand_size": 9}}).json()
    assert (good["ok"], good["values"]["hand_size"]) == (True, 9)
    bad = host.http.post("/api/rules/check", json={"rules": "pesten-7", "options": {"hand_sise": 9}}).json()
    assert bad["ok"] is False
    assert "hand_size" in bad["problems"][0]["message"]


def test_a_family_keeps_its_own_rules_and_plays_by_them(host: Phone) -> None:
    options = {"hand_size": 5, "effects.K": "nothing", "adding_up": False}
    saved = host.http.put("/api/rules/Thuis", json={"base": "pesten-7", "options": options}).json()
    assert saved["differs"] == options
    host.did("start-match", players=["A", "B"], rules="Thuis", options={"jokers": 3})
    snapshot = host.snapshot()
    assert snapshot["rules"]["name"] == "Thuis"
    assert [player["cards"] for player in snapshot["players"]] == [5, 5]
    assert snapshot["rules"]["jokers"] == 3
    assert host.http.delete("/api/rules/Thuis").status_code == 200
    assert host.snapshot()["rules"]["name"] == "Thuis"


def test_a_rule_file_travels_from_house_to_house(host: Phone) -> None:
    host.http.put("/api/rules/Thuis", json={"base": "stargames", "options": {"hand_size": 5}})
    file = host.http.get("/api/rules/Thuis/file")
    assert file.headers["content-type"].startswith("application/toml")
    imported = host.http.post(
        "/api/rules/import", files={"file": ("x.toml", file.content)}, data={"name": "Oma"}
    )
    assert imported.json()["values"] == host.http.get("/api/rules/Thuis").json()["values"]
    bad = host.http.post(
        "/api/rules/import", files={"file": ("x.toml", b"hand_sise = 4\n")}, data={"name": "Opa"}
    ).json()["error"]
    assert bad["code"] == "bad-rules"
    assert bad["params"]["problems"][0]["line"] == 1
    binary = host.http.post("/api/rules/import", files={"file": ("x", b"\xff\xfe\x00")}, data={"name": "Opa"})
    assert binary.json()["error"]["code"] == "bad-rules"


def test_shipped_rules_stay_as_they_are(host: Phone) -> None:
    assert host.http.put("/api/rules/pesten-7", json={}).json()["error"]["code"] == "rules-in-use"
    assert host.http.delete("/api/rules/pesten-7").json()["error"]["code"] == "rules-in-use"
    assert host.http.put("/api/rules/%20", json={}).json()["error"]["code"] == "malformed"


def test_a_rule_file_from_a_plain_editor_is_taken_in(host: Phone) -> None:
    file = ("ours.toml", b"\xef\xbb\xbfhand_size = 9\r\n")
    taken = host.http.post("/api/rules/import", files={"file": file}, data={"name": "ours"}).json()
    assert taken["values"]["hand_size"] == 9


def test_a_name_ends_where_it_ends(host: Phone) -> None:
    answer = host.http.put("/api/rules/ours%0A", json={"base": "pesten-7", "options": {}})
    assert answer.json()["error"]["code"] == "malformed"


def test_rules_that_another_version_kept_stand_in_nobodys_way(running: Running, host: Phone) -> None:
    kept = {"base": "pesten-7", "text": 'base = "pesten-7"\nhands_up = 3\n'}
    running.desk.journal.remember("rule sets", {"ours": kept})
    running.desk.shelf = RuleShelf(running.desk.journal)
    names = [row["name"] for row in host.http.get("/api/rules").json()["rule_sets"]]
    assert "pesten-7" in names
    assert "ours" not in names
    assert host.http.get("/api/rules/ours").json()["error"]["code"] == "unknown-rules"
    host.http.put("/api/rules/theirs", json={"base": "pesten-7", "options": {}}).raise_for_status()
    assert running.desk.journal.setting("rule sets")["ours"] == kept
