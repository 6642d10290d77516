// The message box: plain messages, and slash commands with their options as chips.

import { avatar, el, icon } from "./dom.js";
import { choicesOf, matching, splitCommand, splitOptions, valueOf } from "./command.js";
import { suggestions } from "./suggestions.js";

const DEBOUNCE_MS = 150;

/**
 * The message box inside `root`. `host` answers what it needs to know and takes what was written:
 * `{me(), place(), closed(), commands(), users(), channels(), say(text), run(command, options), complete(command, options,
 * focused, signal)}`.
 */
export function composer(root, host) {
  const bar = el("div", { class: "bar" });
  root.append(bar);
  const list = suggestions(root);
  let command = null;
  let chips = [];

  const box = el("textarea", {
    id: "box", rows: 1, dir: "auto", maxlength: 2000, spellcheck: "false", autocomplete: "off",
    role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false",
  });
  const send = el("button", { type: "button", class: "send", "aria-label": "Send", onclick: () => (command ? submit() : say()) },
    icon("icon-send"));
  box.addEventListener("input", typed);
  box.addEventListener("keydown", (event) => {
    if (event.isComposing || list.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      say();
    }
  });
  box.addEventListener("focus", typed);
  root.addEventListener("focusout", (event) => {
    if (!root.contains(event.relatedTarget)) list.hide();
  });

  // ---- Plain text

  function typed() {
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
    if (box.value.startsWith("/")) {
      const split = splitCommand(host.commands(), box.value.slice(1));
      if (split) begin(split.command, splitOptions(split.command, split.rest));
      else suggestCommands(box.value.slice(1));
      return;
    }
    const mention = /(?:^|\s)@([^\s@]*)$/.exec(box.value.slice(0, box.selectionStart));
    if (mention) suggestPeople(mention[1]);
    else list.hide();
  }

  function suggestCommands(text) {
    const found = matching(host.commands(), text);
    if (!found.length) {
      list.hide();
      return;
    }
    list.show(box, [text ? "Commands matching " : "Commands", text && el("strong", {}, `/${text}`)].filter(Boolean), found.map((one) => ({
      label: `/${one.title}`,
      detail: one.description,
      hint: one.options.map((option) => (option.required ? option.title : `${option.title}?`)).join("  "),
      pick: () => begin(one, new Map()),
    })));
  }

  function suggestPeople(text) {
    const found = host.users().filter((user) => user.name.toLowerCase().startsWith(text.toLowerCase()));
    list.show(box, found.length ? ["Members"] : [], found.map((user) => ({
      label: user.name,
      picture: avatar(user, "small"),
      pick: () => {
        const end = box.selectionStart;
        const start = end - text.length;
        box.setRangeText(`${user.name} `, start, end, "end");
        typed();
      },
    })));
  }

  function say() {
    const text = box.value.trim();
    if (!text || host.closed()) return;
    box.value = "";
    typed();
    host.say(withMentions(text));
  }

  /** `@name` of a member, longest name first, becomes a mention. */
  function withMentions(text) {
    const users = [...host.users()].sort((a, b) => b.name.length - a.name.length);
    return text.replace(/(^|\s)@(\S[^@]*)/gu, (all, before, rest) => {
      const user = users.find(({ name }) => name && rest.toLowerCase().startsWith(name.toLowerCase()));
      return user ? `${before}<@${user.id}>${rest.slice(user.name.length)}` : all;
    });
  }

  // ---- A command

  /** Takes up a command: its required options are there from the start, and what was typed already is filled in. */
  function begin(chosen, values) {
    command = chosen;
    chips = command.options.filter((option) => option.required || values.has(option.name)).map(chip);
    for (const one of chips) {
      if (values.has(one.option.name)) one.write(values.get(one.option.name));
    }
    box.value = "";
    layout();
    const open = chips.find((one) => !one.input.value) ?? chips.at(-1);
    if (open) open.focus();
    else add.focus();
  }

  const add = el("button", { type: "button", class: "add", "aria-expanded": "false" });
  add.addEventListener("click", () => suggestOptions(add));
  add.addEventListener("focus", () => suggestOptions(add));
  add.addEventListener("keydown", (event) => {
    if (list.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      submit();
    } else if (event.key === "Backspace") {
      event.preventDefault();
      if (chips.length) chips.at(-1).focus();
      else leave(`/${command.title}`);
    } else if (event.key === "Escape") {
      leave("");
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && unusedOptions().length) {
      // Who simply types on means the first option.
      event.preventDefault();
      const one = addOption(unusedOptions()[0]);
      one.write(event.key);
      one.input.dispatchEvent(new Event("input"));
    }
  });

  function layout() {
    const unused = command ? unusedOptions() : [];
    add.textContent = unused.length ? `+${unused.length} optional` : "";
    add.setAttribute("aria-label", unused.length ? `${unused.length} more options` : `Send /${command?.title}`);
    add.classList.toggle("empty", !unused.length);
    bar.classList.toggle("command", Boolean(command));
    if (command) {
      bar.replaceChildren(el("span", { class: "command-name" }, `/${command.title}`), ...chips.map((one) => one.root), add, send);
    } else {
      bar.replaceChildren(box, send);
    }
    send.setAttribute("aria-label", command ? "Send command" : "Send message");
  }

  function leave(text) {
    command = null;
    chips = [];
    layout();
    box.value = text;
    box.focus();
    typed();
  }

  function unusedOptions() {
    return command.options.filter((option) => !chips.some((one) => one.option === option));
  }

  function suggestOptions(input) {
    const unused = unusedOptions();
    if (!unused.length) {
      list.hide();
      return;
    }
    list.show(input, ["Options you can add"], unused.map((option) => ({
      label: option.title,
      detail: option.description,
      pick: () => addOption(option),
    })), -1);
  }

  function addOption(option) {
    const one = chip(option);
    chips.push(one);
    layout();
    one.focus();
    return one;
  }

  /** Sends the command, or goes to the option that keeps it from being sent. */
  function submit() {
    if (host.closed()) return;
    const options = {};
    for (const one of chips) {
      const { value, wrong } = one.value();
      if (wrong) {
        one.complain(wrong);
        return;
      }
      if (value !== undefined) options[one.option.name] = value;
    }
    const chosen = command;
    leave("");
    host.run(chosen, options);
  }

  /** An option with its input. */
  function chip(option) {
    const input = el("input", {
      type: "text", size: 1, dir: "auto", spellcheck: "false", autocomplete: "off", "aria-label": option.title, "data-option": option.name,
      role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false",
    });
    const grow = el("span", { class: "grow" }, input);
    const root = el("label", { class: "chip" }, el("span", { class: "option" }, option.title), grow);
    // The choice that the text stands for, until it is edited.
    let choice = null;
    let timer = 0;
    let asking = null;

    const choices = () => choicesOf(option, host.users(), host.channels());
    const title = () => [el("strong", {}, option.title), ` ${option.description}`];

    function write(text, chosen = null) {
      input.value = text;
      grow.dataset.text = text;
      choice = chosen;
      root.classList.remove("wrong");
      input.removeAttribute("aria-invalid");
    }

    function suggest() {
      clearTimeout(timer);
      asking?.abort();
      const known = choices();
      // Nothing is picked by itself for an option that may as well stay empty.
      const first = input.value || option.required ? 0 : -1;
      if (choice) {
        suggestOptions(input);
      } else if (known) {
        const text = input.value.toLowerCase().replace(/^[@#]/, "");
        const found = known.filter(({ name }) => name.toLowerCase().includes(text));
        list.show(input, title(), found.map(item), first);
      } else if (option.autocomplete) {
        list.show(input, [...title(), el("span", { class: "asking" }, "loading…")], []);
        timer = setTimeout(() => ask(first), input.value ? DEBOUNCE_MS : 0);
      } else {
        list.show(input, title(), []);
      }
    }

    async function ask(first) {
      asking = new AbortController();
      const { signal } = asking;
      try {
        const found = await host.complete(command, typedOptions(), option.name, signal);
        if (signal.aborted || document.activeElement !== input) return;
        list.show(input, found.length ? title() : [...title(), el("span", { class: "asking" }, "no suggestions")], found.map(item), first);
      } catch (refusal) {
        if (!signal.aborted) list.show(input, [...title(), el("span", { class: "failure" }, refusal.message)], []);
      }
    }

    function item(found) {
      return { label: found.name, picture: found.user && avatar(found.user, "small"), pick: () => pick(found) };
    }

    function pick(found) {
      write(found.name, found);
      (chips.find((one) => one.option.required && !one.input.value) ?? add).focus();
    }

    /** Who types `name:` means that option, wherever the cursor is. */
    function switchOption() {
      const typedName = /(?:^|\s)(\S+):$/u.exec(input.value);
      const other = typedName && command.options.find(({ name, title }) => [name, title].includes(typedName[1]));
      if (!other) return false;
      write(input.value.slice(0, typedName.index));
      if (other === option) return false;
      if (!input.value && !option.required) chips = chips.filter((one) => one.input !== input);
      const there = chips.find((one) => one.option === other);
      layout();
      if (there) there.focus();
      else addOption(other);
      return true;
    }

    function remove() {
      const at = chips.findIndex((one) => one.input === input);
      if (option.required || at < 0) {
        if (at > 0) chips[at - 1].focus();
        else leave(`/${command.title}`);
        return;
      }
      chips.splice(at, 1);
      layout();
      (chips[at - 1] ?? chips[at] ?? { focus: () => add.focus() }).focus();
    }

    input.addEventListener("input", () => {
      write(input.value);
      if (!switchOption()) suggest();
    });
    input.addEventListener("focus", suggest);
    input.addEventListener("blur", () => {
      clearTimeout(timer);
      asking?.abort();
    });
    input.addEventListener("keydown", (event) => {
      if (event.isComposing || list.key(event)) return;
      const at = chips.findIndex((one) => one.input === input);
      const atStart = input.selectionStart === 0 && input.selectionEnd === 0;
      const atEnd = input.selectionStart === input.value.length;
      if (event.key === "Enter") submit();
      else if (event.key === "Escape") leave("");
      else if (event.key === "Backspace" && !input.value) remove();
      else if (event.key === "ArrowLeft" && atStart && at > 0) chips[at - 1].focus();
      else if (event.key === "ArrowRight" && atEnd && at + 1 < chips.length) chips[at + 1].focus();
      else return;
      event.preventDefault();
    });

    return {
      option,
      input,
      root,
      write,
      focus: () => input.focus(),
      value: () => (choice ? { value: choice.value } : valueOf(option, input.value, choices())),
      complain(wrong) {
        input.focus();
        root.classList.add("wrong");
        input.setAttribute("aria-invalid", "true");
        list.show(input, [el("strong", {}, option.title), " ", el("span", { class: "failure", role: "alert" }, wrong)],
          (choices() ?? []).map(item), -1);
      },
    };
  }

  /** The options as they are while one of them is being typed. */
  function typedOptions() {
    const options = {};
    for (const one of chips) {
      const { value } = one.value();
      if (value !== undefined) options[one.option.name] = value;
      else if (one.option.autocomplete) options[one.option.name] = one.input.value;
    }
    return options;
  }

  layout();

  return {
    focus: () => (command ? chips.at(-1) ?? add : box).focus(),
    /** Another person or channel: what was begun belongs to the last one. */
    reset() {
      list.hide();
      command = null;
      chips = [];
      layout();
      box.value = "";
      box.style.height = "auto";
    },
    /** Writes what the box may be used for just now. */
    describe() {
      const closed = host.closed();
      box.disabled = Boolean(closed);
      send.disabled = Boolean(closed);
      box.placeholder = closed ?? `Message ${host.place()}, or / for commands`;
      box.setAttribute("aria-label", `Message ${host.place()}`);
    },
    begin(name) {
      const chosen = host.commands().find((one) => one.name === name);
      if (chosen) begin(chosen, new Map());
    },
  };
}
