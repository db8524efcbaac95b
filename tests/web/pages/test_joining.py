"""Coming to the table with the code, while the table goes on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens


def test_what_was_typed_stays_while_the_table_goes_on(screens: Screens, playing: Phone) -> None:
    page = screens.open("/phone")
    code, name = page.get_by_label("The table’s code"), page.get_by_label("Name of this device")
    code.fill(screens.running.desk.devices.code)
    name.fill("Anna’s phone")
    known = page.evaluate("import('/scripts/connection.js').then(({table}) => table.snapshot.version)")
    playing.did("lay", player="North", card="9S")
    page.wait_for_function(
        f"() => import('/scripts/connection.js').then(({{table}}) => table.snapshot.version > {known})"
    )
    expect(code).to_have_value(screens.running.desk.devices.code)
    expect(name).to_have_value("Anna’s phone")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()


def test_a_field_of_the_host_keeps_what_is_half_typed(screens: Screens, playing: Phone) -> None:
    page = screens.open("/setup#camera", "laptop", role="host")
    address = page.get_by_role("textbox", name="Number, name or address of a camera")
    address.fill("rtsp://kitchen")
    page.get_by_role("button", name="Use", exact=True).focus()
    playing.did("lay", player="North", card="9S")
    page.wait_for_timeout(500)
    expect(address).to_have_value("rtsp://kitchen")


def test_a_phone_offers_no_seats_before_there_is_a_match(screens: Screens, host: Phone) -> None:
    page = screens.open("/phone", role="player", name="Anna’s phone")
    expect(page.get_by_role("heading", name="No match yet")).to_be_visible()
    expect(page.get_by_role("button", name="Seats")).to_have_count(0)
    host.did("start-match", players=["North", "East"], dealer="East")
    expect(page.get_by_role("button", name="North")).to_be_visible()
