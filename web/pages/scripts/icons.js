// Line icons drawn for these pages on a 24-unit grid.
import { s } from "./element.js";

const PATHS = {
  table: "M4 9c0-2.2 3.6-4 8-4s8 1.8 8 4-3.6 4-8 4-8-1.8-8-4ZM4 9v3c0 2.2 3.6 4 8 4s8-1.8 8-4V9M8 15.5V20M16 15.5V20",
  hand: "M5 8.5l8-3 5 12.5-8 3ZM8.5 7.2L7 4.5l-4 6 3 7",
  history: "M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4M12 8v4.5l3 1.8",
  scores: "M4 20h16M7 20v-6M12 20V5M17 20v-9",
  setup: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  gear: "M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  draw: "M6 4h9a1 1 0 0 1 1 1v9M9 8h8a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM13 11v6M10 14h6",
  pass: "M5 12h13M13 6l6 6-6 6",
  last: "M8 4h8a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM12 8v5M12 16v.2",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
  back: "M15 5l-7 7 7 7",
  swap: "M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4",
  edit: "M4 20h4L19 9l-4-4L4 16ZM13 7l4 4",
  check: "M4 12.5l5 5L20 6.5",
  cross: "M6 6l12 12M18 6L6 18",
  ask: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 17.5v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  camera: "M4 8h3l1.5-2.5h7L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z",
  sound: "M4 10v4h3l5 4V6l-5 4ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h3l5 4V6l-5 4ZM16 10l5 5M21 10l-5 5",
  voice: "M4 5h16v11H11l-5 4v-4H4ZM8 9h8M8 12h5",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6Z",
  seat: "M7 4v9h10V4M7 13v7M17 13v7M5 13h14",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l5 5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7Z",
  warning: "M12 4l9 16H3ZM12 10v4M12 17v.2",
  hourglass: "M7 4h10M7 20h10M8 4c0 6 8 6 8 16M16 4c0 6-8 6-8 16",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM11 18h2",
};

/** A decorative icon; the control that holds it carries the words. */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

/** The sign of Scheids: a whistle with a card in its mouth. */
export function sign() {
  return s("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" },
    s("rect", { x: 5, y: 4, width: 21, height: 29, rx: 4, fill: "#f6c945", transform: "rotate(-14 15 18)" }),
    s("path", { fill: "#0a5c63", d: "M17 20h28v9H36a12 12 0 1 1-19-9Z" }),
    s("circle", { cx: 25, cy: 32, r: 5, fill: "#fffdf8" }));
}
