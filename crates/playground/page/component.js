// Buttons and selects under a message.

import { el, icon } from "./dom.js";
import { link } from "./markdown.js";

const BUTTON = 2;
const STRING_SELECT = 3;
const USER_SELECT = 5;
const LINK_STYLE = 5;
const STYLES = ["", "primary", "secondary", "success", "danger", "link"];

/** The rows of components of `message`; while one waits for its answer none can be pressed. */
export function components(message, context, view) {
  const rows = message.components ?? [];
  if (!rows.length) return null;
  return el("div", { class: "components" }, ...rows.map((row) =>
    el("div", { class: "row" }, ...(row.components ?? []).map((item) => component(item, message, context, view)))));
}

function component(item, message, context, view) {
  if (item.type === BUTTON) return button(item, message, context, view);
  if (item.type === STRING_SELECT || item.type === USER_SELECT) return select(item, message, context, view);
  return null;
}

function button(item, message, context, view) {
  const label = [item.emoji && el("span", { class: "emoji", "aria-hidden": item.label ? "true" : null }, emojiText(item.emoji)),
    item.label && el("span", { class: "label", dir: "auto" }, item.label)];
  if (item.style === LINK_STYLE) {
    const anchor = link(item.url, [...label.filter(Boolean), icon("icon-out")], context);
    anchor.classList.add("button", "link");
    return anchor;
  }
  const waiting = view.pressing === item.custom_id;
  return el("button", {
    type: "button",
    class: `button ${STYLES[item.style] ?? "secondary"}${waiting ? " waiting" : ""}`,
    disabled: item.disabled || Boolean(view.pressing),
    "aria-busy": waiting ? "true" : null,
    "data-custom-id": item.custom_id,
    "data-focus": item.custom_id,
    onclick: () => context.press(message, item.custom_id),
  }, ...label);
}

function select(item, message, context, view) {
  const options = item.type === USER_SELECT
    ? [...context.users.values()].map((user) => ({ label: user.name, value: user.id }))
    : item.options ?? [];
  const chosen = options.filter((option) => option.default);
  const waiting = view.pressing === item.custom_id;
  const text = chosen.length ? chosen.map((option) => option.label).join(", ") : item.placeholder ?? "Make a selection";
  const control = el("button", {
    type: "button",
    class: `select${waiting ? " waiting" : ""}`,
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-label": item.placeholder ?? "Make a selection",
    disabled: item.disabled || Boolean(view.pressing),
    "data-custom-id": item.custom_id,
    "data-focus": item.custom_id,
  }, el("span", { class: chosen.length ? "value" : "placeholder", dir: "auto" }, text), icon("icon-chevron"));
  const open = () => openOptions(control, options, chosen, item, (values) => context.press(message, item.custom_id, values));
  control.addEventListener("click", open);
  control.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  });
  return control;
}

/** Opens the options of a select beside its control. One choice is sent at once, several with the button below them. */
function openOptions(control, options, chosen, { min_values: least = 1, max_values: most = 1 }, send) {
  const values = new Set(chosen.map((option) => option.value));
  const items = options.map((option) => el("li", { role: "option", tabindex: "-1", "data-value": option.value,
    "aria-selected": String(values.has(option.value)) },
  option.emoji && el("span", { class: "emoji" }, emojiText(option.emoji)),
  el("span", { class: "words" }, el("bdi", { class: "label" }, option.label),
    option.description && el("bdi", { class: "description" }, option.description)),
  icon("icon-check")));
  const done = most > 1 && el("button", { type: "button", class: "button primary" }, "Done");
  const listbox = el("ul", { role: "listbox", "aria-multiselectable": most > 1 ? "true" : null }, ...items);
  const popup = el("div", { popover: "auto", class: "options" }, listbox, done);
  const finish = () => {
    popup.hidePopover();
    send([...values]);
  };
  const choose = (item) => {
    const { value } = item.dataset;
    if (most === 1) {
      values.clear();
      values.add(value);
      finish();
      return;
    }
    if (!values.delete(value) && values.size < most) values.add(value);
    item.setAttribute("aria-selected", String(values.has(value)));
    done.disabled = values.size < least;
  };
  listbox.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) choose(item);
  });
  listbox.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length].focus();
    else if (event.key === "Enter" || event.key === " ") choose(items[at]);
    else if (event.key.length === 1) {
      // Typing goes to the next option that begins so.
      const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      later.find((item) => item.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
  });
  if (done) {
    done.disabled = values.size < least;
    done.addEventListener("click", finish);
  }
  popup.addEventListener("toggle", (event) => {
    control.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "closed") {
      popup.remove();
      control.focus();
    }
  });
  document.body.append(popup);
  place(popup, control);
  popup.showPopover();
  (items.find((item) => item.ariaSelected === "true") ?? items[0])?.focus();
}

/** Puts a popup under its control, or above it where there is more room. */
function place(popup, control) {
  const box = control.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  popup.style.left = `${box.left}px`;
  popup.style.width = `${box.width}px`;
  if (below >= Math.min(280, above)) {
    popup.style.top = `${box.bottom + 4}px`;
    popup.style.maxHeight = `${Math.min(below, 360)}px`;
  } else {
    popup.style.bottom = `${window.innerHeight - box.top + 4}px`;
    popup.style.maxHeight = `${Math.min(above, 360)}px`;
  }
}

function emojiText(emoji) {
  return emoji.id ? `:${emoji.name}:` : emoji.name ?? "";
}
