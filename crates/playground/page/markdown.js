// Discord's markdown, as far as bots and people use it, to DOM nodes.

import { el, icon } from "./dom.js";
import { timestamp } from "./time.js";

/**
 * The nodes of `text`. `context` names the people and channels that are mentioned and opens channels:
 * `{me, users, channels, openChannel, openMessage}`.
 */
export function markdown(text, context) {
  const nodes = [];
  let end = 0;
  for (const fence of text.matchAll(/```(?:([\w+#.-]{1,20})\n)?\n?([\s\S]*?[^\s`][\s\S]*?)\n?```/g)) {
    nodes.push(...blocks(text.slice(end, fence.index), context));
    nodes.push(el("pre", { class: "code", dir: "auto" }, el("code", { "data-language": fence[1] }, fence[2])));
    end = fence.index + fence[0].length;
  }
  nodes.push(...blocks(text.slice(end), context));
  return nodes;
}

/** Markdown of one line, for titles and names of fields. */
export function inlineMarkdown(text, context) {
  return inline(text, context, 0);
}

/** An address: one of this server's channels or messages opens here, any other in a new tab. */
export function link(address, children, context) {
  const here = /\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/.exec(address);
  const channel = here && context.channels.get(here[1]);
  if (channel) {
    return el("a", { href: address, class: "inner", onclick: (event) => {
      event.preventDefault();
      context.openChannel(channel.id, here[2]);
    } }, children ?? channelLabel(channel, Boolean(here[2])));
  }
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, children ?? address);
}

function channelLabel(channel, toMessage) {
  const label = [icon(channel.type === "thread" ? "icon-thread" : "icon-channel"), el("bdi", {}, channel.name)];
  return el("span", { class: "mention" }, ...label, toMessage ? " › message" : null);
}

function blocks(text, context) {
  const nodes = [];
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    const paragraph = plain.join("\n").replace(/^\n|\n$/g, "");
    if (plain.some((line) => line.trim() !== "")) {
      nodes.push(el("p", { dir: "auto" }, ...inline(paragraph, context, 0)));
    }
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
    const small = /^-# +(\S.*)$/.exec(line);
    const quote = /^>>> |^> /.exec(line);
    if (heading) {
      flush();
      const level = heading[1].length;
      nodes.push(el(`h${level + 2}`, { class: `h${level}`, dir: "auto" }, ...inline(heading[2], context, 0)));
    } else if (small) {
      flush();
      nodes.push(el("p", { dir: "auto" }, el("small", {}, ...inline(small[1], context, 0))));
    } else if (quote) {
      flush();
      let quoted = [line.slice(quote[0].length)];
      if (quote[0] === ">>> ") {
        quoted.push(...lines.slice(at + 1));
        at = lines.length;
      } else {
        while (/^> /.test(lines[at + 1] ?? "")) quoted.push(lines[(at += 1)].slice(2));
      }
      nodes.push(el("blockquote", { dir: "auto" }, ...blocks(quoted.join("\n"), context)));
    } else if (LIST.test(line)) {
      flush();
      const items = [];
      while (LIST.test(lines[at] ?? "")) items.push(LIST.exec(lines[at++]));
      at -= 1;
      nodes.push(list(items, context));
    } else {
      plain.push(line);
    }
  }
  flush();
  return nodes;
}

const LIST = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

/** A list from its lines `[, indentation, marker, text]`; deeper indentation makes a list inside. */
function list(items, context) {
  const ordered = /\d/.test(items[0][2]);
  const depth = items[0][1].length;
  const node = el(ordered ? "ol" : "ul", { dir: "auto", start: ordered ? parseInt(items[0][2], 10) : null });
  for (let at = 0; at < items.length; at += 1) {
    const item = el("li", {}, ...inline(items[at][3], context, 0));
    const inner = [];
    while (items[at + 1] && items[at + 1][1].length > depth) inner.push(items[(at += 1)]);
    if (inner.length) item.append(list(inner, context));
    node.append(item);
  }
  return node;
}

/** Each rule: a sticky pattern, and what it makes of its match. The first that matches wins. */
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (match) => match[1]],
  [/(`+)(?!`)([\s\S]*?[^`])\1(?!`)/y, (match) => el("code", {}, match[2].trim() || match[2])],
  [/<@!?(\d+)>/y, (match, context) => userMention(match[1], context)],
  [/<#(\d+)>/y, (match, context) => channelMention(match[1], context)],
  [/<@&(\d+)>/y, () => el("span", { class: "mention" }, "@role")],
  [/<\/([^:>\n]+):(\d+)>/y, (match) => el("span", { class: "mention" }, `/${match[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (match, context) => timestamp(Number(match[1]), match[2] ?? "f", context)],
  [/<a?:(\w{2,32}):(\d+)>/y, (match) => `:${match[1]}:`],
  [/@(everyone|here)\b/y, (match) => el("span", { class: "mention" }, match[0])],
  [/\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y,
    (match, context, depth) => link(match[2], inline(match[1], context, depth + 1), context)],
  [/<(https?:\/\/[^\s>]+)>/y, (match, context) => link(match[1], null, context)],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]]/y, (match, context) => link(match[0], null, context)],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, nest("strong")],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, nest("u")],
  [/~~((?:\\[\s\S]|[^\\])+?)~~/y, nest("s")],
  [/\|\|((?:\\[\s\S]|[^\\])+?)\|\|/y, (match, context, depth) => spoiler(inline(match[1], context, depth + 1))],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:[^*\s\\]|\*\*|\\[\s\S])|[^\s*\\])+?)\*(?!\*)/y, nest("em")],
  [/\b_((?:__|\\[\s\S]|[^\\_])+?)_\b/y, nest("em")],
];

function nest(tag) {
  return (match, context, depth) => el(tag, {}, ...inline(match[1], context, depth + 1));
}

const SPECIAL = /[\\`<@[h*_~|]/g;
const MAX_DEPTH = 12;

function inline(text, context, depth) {
  if (depth > MAX_DEPTH) return [text];
  const nodes = [];
  let pending = "";
  let at = 0;
  scan: while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text)?.index ?? text.length;
    pending += text.slice(at, next);
    at = next;
    if (at >= text.length) break;
    for (const [pattern, build] of RULES) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      at = pattern.lastIndex;
      const node = build(match, context, depth);
      if (typeof node === "string") {
        pending += node;
      } else {
        if (pending) nodes.push(pending);
        pending = "";
        nodes.push(node);
      }
      continue scan;
    }
    pending += text[at];
    at += 1;
  }
  if (pending) nodes.push(pending);
  return nodes;
}

function userMention(id, context) {
  const user = context.users.get(id);
  const mine = id === context.me?.id;
  return el("span", { class: mine ? "mention mine" : "mention" }, "@", el("bdi", { class: "name" }, user?.name ?? "unknown-user"));
}

function channelMention(id, context) {
  const channel = context.channels.get(id);
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  return el("button", { type: "button", class: "mention inner", onclick: () => context.openChannel(id) },
    icon(channel.type === "thread" ? "icon-thread" : "icon-channel"), el("bdi", {}, channel.name));
}

function spoiler(children) {
  const cover = el("button", { type: "button", class: "spoiler", "aria-label": "Spoiler: show" }, el("span", {}, ...children));
  cover.addEventListener("click", () => {
    cover.classList.add("open");
    cover.removeAttribute("aria-label");
  });
  return cover;
}
