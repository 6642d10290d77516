// Small helpers to build the page. Text only ever enters it as text nodes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes (functions become listeners, `null` and `false` are left out) and children. */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** One of the drawings at the top of index.html. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

/** A name that people chose: its writing direction stays its own, and it cannot break the line it stands in. */
export function name(text, extra = "") {
  return el("bdi", { class: `name ${extra}`.trim(), title: text }, text || "no name");
}

/** The round picture of a user: the bot's pyramid, or the first letter on the user's own hue. */
export function avatar(user, size = "") {
  const face = el("span", { class: `avatar ${size}`.trim(), "aria-hidden": "true" });
  if (user.bot) {
    face.classList.add("bot");
    face.append(icon("pyramid"));
  } else {
    face.style.setProperty("--hue", HUES[hash(user.name) % HUES.length]);
    face.append([...(user.name || "?")][0].toUpperCase());
  }
  return face;
}

/** A counter on an avatar or a channel. */
export function badge(count, what) {
  return el("span", { class: "badge", title: `${count} ${what}` }, count > 99 ? "99+" : String(count));
}

/**
 * Makes `parent` hold the elements of `items` in order: `{id, key, build}`. An element whose key is the same stays as it
 * is, with its focus and its picture; the others are built anew.
 */
export function reconcile(parent, items) {
  const old = new Map([...parent.children].map((child) => [child.dataset.id, child]));
  let place = parent.firstElementChild;
  for (const { id, key, build } of items) {
    let element = old.get(id);
    old.delete(id);
    if (!element || element.key !== key) {
      const fresh = build();
      fresh.dataset.id = id;
      fresh.key = key;
      if (element) {
        const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
        if (place === element) place = fresh;
        element.replaceWith(fresh);
        if (focused) (fresh.querySelector(`[data-focus="${CSS.escape(focused)}"]`) ?? fresh).focus({ preventScroll: true });
      }
      element = fresh;
    }
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const gone of old.values()) gone.remove();
}

/** Snowflakes in order of time: they are too long for a number. */
export function olderFirst(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const HUES = [262, 176, 32, 330, 205];

function hash(text) {
  // The four people of a fresh playground get four hues.
  let sum = 4;
  for (const letter of text ?? "") sum = (sum * 3 + letter.codePointAt(0)) % 9973;
  return sum;
}
