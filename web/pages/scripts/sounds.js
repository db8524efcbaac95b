// Short sounds made in the browser, and the browser's own voice; both can be off.
import { language, t } from "./language.js";
import { prefer, preference } from "./preferences.js";

// Each sound is a row of tones: frequency in hertz, start and length in seconds, shape of the wave.
const SOUNDS = {
  good: [[523, 0, 0.09, "sine"], [784, 0.08, 0.16, "sine"]],
  bad: [[220, 0, 0.22, "square"], [165, 0.2, 0.4, "square"]],
  turn: [[660, 0, 0.1, "triangle"], [660, 0.14, 0.1, "triangle"]],
  last: [[880, 0, 0.09, "triangle"], [1109, 0.1, 0.09, "triangle"], [1319, 0.2, 0.2, "triangle"]],
  won: [[523, 0, 0.12, "triangle"], [659, 0.12, 0.12, "triangle"], [784, 0.24, 0.12, "triangle"], [1047, 0.36, 0.4, "triangle"]],
};

let context = null;

/** Plays a sound when this device has sound on; browsers allow it after the first touch of the page. */
export function ring(name) {
  if (preference("sound") !== "on" || !window.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  for (const [frequency, start, length, type] of SOUNDS[name]) {
    const at = context.currentTime + start;
    const tone = new OscillatorNode(context, { frequency, type });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(type === "square" ? 0.06 : 0.16, at + 0.01);
    volume.gain.setValueAtTime(type === "square" ? 0.06 : 0.16, at + length * 0.6);
    volume.gain.linearRampToValueAtTime(0, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}

/** Speaks a sentence in this device's language when its voice is on; a newer sentence replaces an older one. */
export function speak(text) {
  if (preference("voice") !== "on" || !window.speechSynthesis || !text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = { nl: "nl-NL", en: "en-GB", de: "de-DE", fr: "fr-FR" }[language];
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

/** Turns this device's sound or voice on, with a sample of it, or off at once. */
export function turn(name, value) {
  prefer(name, value);
  if (value === "on") name === "voice" ? speak(t("ui.voice-on")) : ring("good");
  else if (name === "voice") window.speechSynthesis?.cancel();
}
