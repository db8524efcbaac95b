"""Sound and voice of the big screen: each on or off, kept on this device, and off means off."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Phone
from tests.web.pages.conftest import Screens

LISTENER = """
window.heard = [];
const Tone = window.OscillatorNode;
window.OscillatorNode = class extends Tone {
  constructor(context, options) { super(context, options); window.heard.push("tone"); }
};
speechSynthesis.speak = (words) => window.heard.push(`${words.lang}: ${words.text}`);
speechSynthesis.cancel = () => window.heard.push("hush");
"""


def heard(page: Page) -> list[str]:
    """What the page let hear since it was last asked, tones but once."""
    found: list[str] = page.evaluate("(() => { const all = window.heard; window.heard = []; return all; })()")
    return list(dict.fromkeys(found))


def lay(page: Page, playing: Phone, player: str, card: str, name: str) -> list[str]:
    heard(page)
    playing.did("lay", player=player, card=card)
    expect(page.locator(".top-card")).to_have_attribute("aria-label", name)
    return heard(page)


def test_sound_and_voice_are_kept_on_this_device_and_off_means_off(screens: Screens, playing: Phone) -> None:
    page = screens.open("/screen", "big screen", role="host")
    page.add_init_script(LISTENER)
    page.reload()
    sound, voice = (page.locator(".switches").get_by_role("button", name=name) for name in ("Sound", "Voice"))
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(voice).to_have_attribute("aria-pressed", "false")
    assert lay(page, playing, "North", "9S", "9 of spades") == ["tone"]

    voice.click()
    assert heard(page)[-1].startswith("en-GB: ")
    told = lay(page, playing, "East", "5S", "5 of spades")
    assert told[0] == "tone"
    assert told[-1].startswith("en-GB: East lays the 5 of spades")

    sound.click()
    assert heard(page) == []
    told = lay(page, playing, "South", "6S", "6 of spades")
    assert "tone" not in told
    assert told[-1].startswith("en-GB: South lays the 6 of spades")

    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    expect(voice).to_have_attribute("aria-pressed", "true")
    heard(page)
    voice.click()
    assert heard(page) == ["hush"]
    assert lay(page, playing, "West", "10S", "10 of spades") == []

    other = screens.open("/screen", "laptop", role="host")
    expect(other.locator(".switches").get_by_role("button", name="Sound")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_the_preferences_turn_sound_and_voice_too(screens: Screens, playing: Phone) -> None:
    page = screens.open("/screen", "big screen", role="host")
    page.add_init_script(LISTENER)
    page.reload()
    page.get_by_role("button", name="Preferences of this device").click()
    group = page.get_by_role("dialog").get_by_role("group", name="Voice")
    heard(page)
    group.get_by_role("button", name="On", exact=True).click()
    assert heard(page)[-1].startswith("en-GB: ")
    group.get_by_role("button", name="Off", exact=True).click()
    assert heard(page) == ["hush"]
