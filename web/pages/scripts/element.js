// Builds elements and patches them in place, so that focus, scrolling and running animations survive a new snapshot.

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "onchange", "oninput", "onsubmit", "onkeydown", "onpointerdown", "ontoggle", "onclose"];

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node[name] = value;
    else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(4)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** An HTML element: `h("button", {class: "big", onclick}, "Draw")`; null and false children are left out. */
export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for SVG. */
export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") : null);
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

// What somebody types into a field that nobody listens to is theirs until they send it: a rendering changes it only
// when it states another value than the one before. A field with a listener shows what the page holds of it.
function patchValue(old, fresh, stated) {
  const heard = fresh.oninput || fresh.onchange;
  if (!heard && stated === fresh.getAttribute("value")) return;
  old.value = fresh.getAttribute("value") ?? (old.type === "file" ? "" : fresh.value);
  old.checked = fresh.checked;
}

function patchAttributes(old, fresh) {
  const stated = old.getAttribute("value");
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && !fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  // Through the object model: a strict content policy blocks style attributes, and nothing else would be allowed.
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
  for (const handler of HANDLERS) if (old[handler] !== fresh[handler]) old[handler] = fresh[handler];
  if (old.nodeName === "INPUT" && old !== document.activeElement) patchValue(old, fresh, stated);
}

/** Makes the children of `old` equal to `fresh`, keeping the nodes that can stay. */
export function patchChildren(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = old.firstChild;
  for (const next of [...fresh]) {
    const known = keyOf(next) ? keyed.get(keyOf(next)) : null;
    if (known && known !== at) {
      old.insertBefore(known, at);
      at = known;
    }
    if (at && alike(at, next)) {
      patch(at, next);
      at = at.nextSibling;
    } else {
      old.insertBefore(next, at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function patch(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.isEqualNode(fresh) && !fresh.querySelector?.("*")) {
    patchAttributes(old, fresh);
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh.childNodes);
  if (old.nodeName === "SELECT" && old !== document.activeElement) old.value = fresh.value;
}

/** Shows `children` inside `place`, changing only what differs from what stands there. */
export function show(place, ...children) {
  const fresh = document.createElement(place.nodeName);
  fill(fresh, null, children);
  patchChildren(place, fresh.childNodes);
}
