// What opens over the page: the bot's modals, and a picture at full size.

import { el, icon } from "./dom.js";

const PARAGRAPH = 2;
const STRING_SELECT = 3;

/**
 * Shows a modal and hands what was filled in to `submit(fields)`, which rejects when the bot did not take it: then the
 * modal stays, with the reason in it.
 */
export function openModal(modal, botName, submit) {
  closeDialogs();
  const fields = (modal.fields ?? []).map(field);
  const failure = el("p", { class: "failure", role: "alert" });
  const send = el("button", { type: "submit", class: "button primary" }, "Submit");
  const form = el("form", {},
    ...fields.map(({ row }) => row),
    failure,
    el("div", { class: "actions" },
      el("button", { type: "button", class: "button plain", onclick: () => dialog.close() }, "Cancel"), send));
  const dialog = el("dialog", { class: "modal", "aria-labelledby": "modal-title" },
    el("header", {}, el("div", {}, el("h2", { id: "modal-title", dir: "auto" }, modal.title),
      el("p", { class: "from" }, "from ", el("bdi", {}, botName))), closeButton(() => dialog.close())),
    form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    failure.textContent = "";
    try {
      await submit(Object.fromEntries(fields.map(({ id, input }) => [id, input.value])));
      dialog.close();
    } catch (refusal) {
      failure.textContent = refusal.message;
      send.disabled = false;
    }
  });
  show(dialog);
  fields[0]?.input.focus();
}

/** Shows a picture as large as the window allows, with its description below. */
export function openPicture(address, description) {
  closeDialogs();
  const dialog = el("dialog", { class: "lightbox", "aria-label": "Picture" },
    closeButton(() => dialog.close()),
    el("figure", {},
      el("img", { src: address, alt: description }),
      el("figcaption", {}, description && el("span", { dir: "auto" }, description), " ",
        el("a", { href: address, target: "_blank", rel: "noopener" }, "Open original"))));
  dialog.addEventListener("click", (event) => {
    if (!event.target.closest("figcaption, img")) dialog.close();
  });
  show(dialog);
}

/** Closes whatever is open: its person or its channel is no longer looked at. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

function show(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function closeButton(close) {
  return el("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, icon("icon-close"));
}

function field(description) {
  const id = description.custom_id;
  const attributes = {
    id: `field-${id}`,
    name: id,
    value: description.value ?? "",
    placeholder: description.placeholder,
    required: description.required ?? true,
    minlength: description.min_length,
    maxlength: description.max_length ?? 4000,
    autocomplete: "off",
    spellcheck: "false",
    dir: "auto",
  };
  const input = entry(description, attributes);
  const row = el("div", { class: "field" },
    el("label", { for: attributes.id }, description.label,
      attributes.required && el("span", { class: "required", "aria-hidden": "true" }, " *")),
    input);
  return { id, input, row };
}

function entry(description, attributes) {
  if (description.type === STRING_SELECT) {
    return el("select", { id: attributes.id, name: attributes.name, required: attributes.required },
      ...(description.options ?? []).map((option) => el("option", { value: option.value, selected: option.default }, option.label)));
  }
  if (description.style === PARAGRAPH) return el("textarea", { rows: 5, ...attributes });
  return el("input", { type: "text", ...attributes });
}
