// What this device prefers: language, theme, suit colours, sound, voice. Kept in the browser alone.

const DEFAULTS = { language: null, theme: "auto", suits: "two", sound: "on", voice: "off" };

/** The stored choice or the default; a browser that forbids storage gets the default. */
export function preference(name) {
  try {
    return localStorage.getItem(`scheids.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

/** Stores a choice and shows it at once where it is a matter of looks. */
export function prefer(name, value) {
  try {
    localStorage.setItem(`scheids.${name}`, value);
  } catch {
    // A private window without storage: the choice holds until the page closes.
  }
  DEFAULTS[name] = value;
  applyLooks();
}

/** Puts theme and suit colours on the document. */
export function applyLooks() {
  const root = document.documentElement;
  root.dataset.theme = preference("theme");
  root.dataset.suits = preference("suits");
}

applyLooks();
