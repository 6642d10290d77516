// Slash commands as one person sees them in one channel, from the raw commands that the bot registered.

const CHAT_INPUT = 1;
const IN_SERVER = 0;
const IN_BOT_DM = 1;

/** The types of options of Discord's interface that need a word here. */
export const OPTION = { subcommand: 1, group: 2, string: 3, integer: 4, boolean: 5, user: 6, channel: 7, mentionable: 9, number: 10 };

/**
 * The commands that `me` may use in `channel`, subcommands as commands of their own, by name:
 * `{name, title, description, options}`, where `title` is the name in the person's language.
 */
export function commandsFor(raw, me, channel) {
  const context = channel?.type === "dm" ? IN_BOT_DM : IN_SERVER;
  return raw
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .filter((command) => !command.contexts || command.contexts.includes(context))
    .filter((command) => command.contexts || context === IN_SERVER || command.dm_permission !== false)
    .filter((command) => (command.default_member_permissions ?? null) === null || context === IN_BOT_DM || me.moderator)
    .flatMap((command) => leaves(command, [], me.locale))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** The commands whose name begins with `typed`, then those that hold it. */
export function matching(commands, typed) {
  const wanted = typed.toLowerCase();
  const starts = commands.filter((command) => command.title.startsWith(wanted));
  const holds = commands.filter((command) => !starts.includes(command) && command.title.includes(wanted));
  return [...starts, ...holds];
}

/** The command that `text` (without its slash) begins with, and what follows its name; null when there is none. */
export function splitCommand(commands, text) {
  const longestFirst = [...commands].sort((a, b) => b.title.length - a.title.length);
  for (const command of longestFirst) {
    const name = text.slice(0, command.title.length).toLowerCase();
    const rest = text.slice(command.title.length);
    if (name === command.title && /^\s/.test(rest)) return { command, rest: rest.trim() };
  }
  return null;
}

/** What was typed behind a command's name, by option: `opponent:boris rated:true`, or bare words for the first option. */
export function splitOptions(command, text) {
  const names = command.options.flatMap((option) => [option.name, option.title]).map((name) => RegExp.escape?.(name) ?? name);
  const values = new Map();
  const parts = names.length ? text.split(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "u")) : [text];
  if (parts[0].trim() && command.options.length) values.set(command.options[0].name, parts[0].trim());
  for (let at = 1; at < parts.length; at += 2) {
    const option = command.options.find(({ name, title }) => name === parts[at] || title === parts[at]);
    values.set(option.name, parts[at + 1].trim());
  }
  return values;
}

/** What can be chosen for an option without asking the bot: `[{name, value, user?}]`, or null when it is typed freely. */
export function choicesOf(option, users, channels) {
  if (option.choices?.length) return option.choices;
  const { boolean, user, channel, mentionable, integer } = OPTION;
  if (option.type === boolean) return [{ name: "True", value: true }, { name: "False", value: false }];
  if (option.type === user || option.type === mentionable) return users.map((one) => ({ name: one.name, value: one.id, user: one }));
  if (option.type === channel) {
    return channels.filter((one) => one.type !== "dm").map((one) => ({ name: `#${one.name}`, value: one.id }));
  }
  if (option.type === integer && option.max_value - option.min_value < 25) {
    const count = option.max_value - option.min_value + 1;
    return Array.from({ length: count }, (_, at) => ({ name: String(option.min_value + at), value: option.min_value + at }));
  }
  return null;
}

/** The value of a typed text for an option, or a sentence why there is none: `{value}` or `{wrong}`. */
export function valueOf(option, text, choices) {
  const typed = text.trim();
  if (!typed) return option.required ? { wrong: "This option is required." } : {};
  if (choices) {
    const bare = typed.toLowerCase().replace(/^[@#]/, "");
    const names = choices.map(({ name }) => name.toLowerCase().replace(/^#/, ""));
    const exact = names.indexOf(bare);
    const starting = names.filter((name) => name.startsWith(bare));
    if (exact >= 0) return { value: choices[exact].value };
    if (starting.length === 1) return { value: choices[names.indexOf(starting[0])].value };
    return { wrong: "Choose one of the list." };
  }
  if (option.type === OPTION.integer || option.type === OPTION.number) {
    const number = Number(typed);
    const whole = option.type === OPTION.number || Number.isInteger(number);
    if (!Number.isFinite(number) || !whole) return { wrong: whole ? "Type a number." : "Type a whole number." };
    if (number < (option.min_value ?? -Infinity)) return { wrong: `At least ${option.min_value}.` };
    if (number > (option.max_value ?? Infinity)) return { wrong: `At most ${option.max_value}.` };
    return { value: number };
  }
  if (typed.length < (option.min_length ?? 0)) return { wrong: `At least ${option.min_length} characters.` };
  if (typed.length > (option.max_length ?? 6000)) return { wrong: `At most ${option.max_length} characters.` };
  return { value: typed };
}

function leaves(command, path, locale) {
  const nested = (command.options ?? []).filter((option) => option.type === OPTION.subcommand || option.type === OPTION.group);
  const here = [...path, command];
  if (nested.length) return nested.flatMap((option) => leaves(option, here, locale));
  const options = (command.options ?? []).map((option) => ({
    ...option,
    required: Boolean(option.required),
    title: translated(option, "name", locale),
    description: translated(option, "description", locale),
    choices: option.choices?.map((choice) => ({ name: translated(choice, "name", locale), value: choice.value })),
  }));
  return [{
    name: here.map(({ name }) => name).join(" "),
    title: here.map((part) => translated(part, "name", locale)).join(" "),
    description: translated(command, "description", locale),
    options: [...options.filter((option) => option.required), ...options.filter((option) => !option.required)],
  }];
}

function translated(thing, field, locale) {
  return thing[`${field}_localizations`]?.[locale] ?? thing[field];
}
