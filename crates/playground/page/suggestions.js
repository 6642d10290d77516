// The list above the message box: commands, choices, people.

import { el } from "./dom.js";

/**
 * A list of suggestions inside `root`, for the inputs that are given to `show`. An item is `{label, detail?, hint?,
 * picture?, pick}`.
 */
export function suggestions(root) {
  const heading = el("p", { class: "heading", role: "status" });
  const list = el("ul", { role: "listbox", id: "suggestions", "aria-label": "Suggestions" });
  const panel = el("div", { class: "suggestions", hidden: true }, heading, list);
  // A press must not take the focus out of the input.
  panel.addEventListener("mousedown", (event) => event.preventDefault());
  root.prepend(panel);
  let items = [];
  let active = -1;
  let owner = null;

  function activate(at) {
    active = at;
    [...list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
    list.children[at]?.scrollIntoView({ block: "nearest" });
    if (at >= 0) owner?.setAttribute("aria-activedescendant", `suggestion-${at}`);
    else owner?.removeAttribute("aria-activedescendant");
  }

  function hide() {
    panel.hidden = true;
    items = [];
    activate(-1);
    owner?.setAttribute("aria-expanded", "false");
  }

  function show(input, title, fresh, first = 0) {
    if (owner !== input) owner?.removeAttribute("aria-activedescendant");
    owner = input;
    items = fresh;
    heading.replaceChildren(...title);
    list.replaceChildren(...items.map((item, at) => el("li", { role: "option", id: `suggestion-${at}`, onclick: () => item.pick() },
      item.picture,
      el("span", { class: "words" }, el("bdi", { class: "label" }, item.label), item.detail && el("bdi", { class: "detail" }, item.detail)),
      item.hint && el("span", { class: "hint" }, item.hint))));
    list.hidden = !items.length;
    panel.hidden = !items.length && !title.length;
    owner.setAttribute("aria-expanded", String(items.length > 0));
    activate(items.length ? first : -1);
  }

  /** What the keys mean while the list is open; true when the key was used up. */
  function key(event) {
    if (panel.hidden) return false;
    if (event.key === "Escape") {
      hide();
    } else if (items.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = active < 0 && step < 0 ? 0 : active;
      activate((from + step + items.length) % items.length);
    } else if (active >= 0 && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
      items[active].pick();
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return { show, hide, key, get open() { return !panel.hidden; } };
}
