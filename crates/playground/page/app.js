// The page: who looks, at which channel, what is there, and what is new.

import * as control from "./control.js";
import { commandsFor } from "./command.js";
import { composer } from "./composer.js";
import { closeDialogs, openModal } from "./dialog.js";
import { avatar, badge, el, icon, name, olderFirst, reconcile } from "./dom.js";
import { localItem, messageItem } from "./message.js";
import { day, setNow, tick } from "./time.js";

const GROUP_MS = 7 * 60_000;
const REFRESH_MS = 60;
const RETRY_MS = [500, 1000, 2000, 4000];
const HIDDEN_MS = 3000;
const RELATIVE_MS = 5000;

const world = {
  state: null,
  me: null,
  channel: null,
  /** Channel id → messages, oldest first. */
  messages: new Map(),
  newest: "0",
  readings: 0,
  /** Commands of one's own on their way or failed: `{id, me, channel, after, title, command, options, status, failure}`. */
  locals: [],
  /** `user message` → the custom_id that was pressed and waits, and what went wrong at the last press. */
  pressing: new Map(),
  failures: new Map(),
  dismissed: new Set(),
  /** User id → channel id → the newest message that was seen. */
  read: JSON.parse(localStorage.getItem("playground.read") ?? "{}"),
  /** The newest message that had been seen when the channel was opened: below it stands the line "New". */
  newAfter: null,
  /** Channels whose archived threads are listed. */
  unfolded: new Set(),
  stick: true,
  target: null,
  reachable: true,
};

const at = (id) => document.getElementById(id);
const context = {
  get me() { return world.me; },
  users: new Map(),
  channels: new Map(),
  bot: { id: "", name: "the bot", bot: true },
  press,
  dismiss,
  again,
  openChannel,
};

const box = composer(at("composer"), {
  me: () => world.me,
  place: () => (world.channel ? placeName(world.channel) : "nobody"),
  closed: () => {
    if (!world.channel) return "Connecting…";
    return world.channel.locked ? "This thread is locked: nobody can write here any more." : null;
  },
  commands,
  users: () => [...context.users.values()],
  channels: () => visibleChannels(world.me),
  say: (text) => say(text),
  run,
  complete: async (command, options, focused, signal) =>
    (await control.autocomplete(world.me.id, world.channel.id, command.name, options, focused, signal)).choices ?? [],
});

start();

function start() {
  let [top, height] = [0, 0];
  at("scroll").addEventListener("scroll", () => {
    // Only who scrolls up leaves the bottom: what grows or shrinks there in the meantime does not count.
    const { scrollTop, scrollHeight } = at("scroll");
    world.stick = isAtBottom() || (world.stick && (scrollTop >= top || scrollHeight !== height));
    [top, height] = [scrollTop, scrollHeight];
    at("jump").hidden = world.stick;
    if (world.stick) markRead();
  });
  new ResizeObserver(scrollIfStuck).observe(at("messages"));
  new ResizeObserver(scrollIfStuck).observe(at("scroll"));
  at("jump").addEventListener("click", () => {
    world.stick = true;
    scrollIfStuck();
  });
  window.addEventListener("hashchange", () => {
    const [me, channel] = world.state ? addressed() : [null, null];
    if (channel && (me !== world.me || channel !== world.channel)) look(me, channel);
  });
  document.addEventListener("visibilitychange", () => markRead());
  at("main").addEventListener("click", (event) => {
    if (!event.target.closest(".menu")) document.body.classList.remove("drawer");
  });
  document.addEventListener("keydown", shortcut);
  setInterval(tick, RELATIVE_MS);
  follow();
}

// ---- Following the stand-in

/** Keeps the page at the stand-in's latest state for as long as it is open. */
async function follow() {
  let failed = 0;
  for (;;) {
    try {
      await refresh();
      failed = 0;
      setReachable(true);
      if (document.hidden) await pause(HIDDEN_MS);
      else await control.events(world.state.seq);
      await pause(REFRESH_MS);
    } catch (error) {
      if (!(error instanceof control.Refusal)) console.error(error);
      setReachable(false);
      await pause(RETRY_MS[Math.min(failed, RETRY_MS.length - 1)]);
      failed += 1;
    }
  }
}

async function refresh() {
  const state = await control.state();
  if (world.state && state.seq < world.state.seq) {
    world.messages.clear();
    world.newest = "0";
  }
  world.state = state;
  if (state.now) setNow(Date.parse(state.now));
  if (!world.me) forgetStrangers(state.users);
  context.bot = { ...state.bot, bot: true };
  context.users = new Map([...state.users, context.bot].map((user) => [user.id, user]));
  context.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  const [me, channel] = addressed();
  if (me !== world.me || channel !== world.channel) {
    const moved = me?.id !== world.me?.id || channel?.id !== world.channel?.id;
    world.me = me;
    world.channel = channel;
    if (moved && channel) look(me, channel);
  }
  if (channel) await Promise.all([loadNew(), load(channel)]);
  render();
}

/** Reads what is new, wherever it stands. */
async function loadNew() {
  for (const message of await control.messages("", world.newest)) {
    const known = world.messages.get(message.channel) ?? [];
    if (!known.length || olderFirst(known.at(-1).id, message.id) < 0) world.messages.set(message.channel, [...known, message]);
    if (olderFirst(world.newest, message.id) < 0) world.newest = message.id;
  }
}

/** Reads all of the channel that is looked at: its messages may have been edited or deleted. The last reading counts. */
async function load(channel) {
  const reading = (world.readings += 1);
  const messages = await control.messages(channel.id, "");
  if (reading === world.readings) world.messages.set(channel.id, messages);
}

function setReachable(reachable) {
  if (world.reachable === reachable) return;
  world.reachable = reachable;
  renderBanner();
}

// ---- Who looks at what

/** The person and the channel of the address, `#ana/channel-id`, or the first of each. */
function addressed() {
  const [who, where] = decodeURIComponent(location.hash.slice(1)).split("/");
  const people = world.state.users.filter((user) => !user.bot);
  const me = people.find((user) => user.name === who || user.id === who) ?? people[0];
  const mine = visibleChannels(me);
  const channel = mine.find(({ id, name }) => id === where || name === where) ?? mine.find(({ type }) => type === "text");
  return [me, channel ?? mine[0] ?? null];
}

/** Shows a channel to a person. */
function look(me, channel) {
  closeDialogs();
  document.body.classList.remove("drawer");
  world.me = me;
  world.channel = channel;
  world.stick = true;
  world.target = null;
  world.newAfter = lastRead(me, channel);
  const address = `#${encodeURIComponent(me.name)}/${channel.id}`;
  if (location.hash !== address) history.replaceState(null, "", address);
  box.reset();
  render();
  box.focus();
  load(channel).then(render, () => {});
}

function openChannel(id, message) {
  const channel = context.channels.get(id);
  if (!channel) return;
  if (channel.id !== world.channel.id) look(world.me, channel);
  if (!message) return;
  world.target = message;
  world.stick = false;
  showTarget();
}

/** Scrolls to the message that a link led to, once it is there. */
function showTarget() {
  const item = world.target && at("messages").querySelector(`[data-message="${CSS.escape(world.target)}"]`);
  if (!item) return;
  world.target = null;
  item.scrollIntoView({ block: "center" });
  item.classList.add("flash");
}

function shortcut(event) {
  const people = world.state?.users.filter((user) => !user.bot) ?? [];
  if (event.altKey && people[Number(event.key) - 1]) {
    event.preventDefault();
    openFor(people[Number(event.key) - 1]);
    return;
  }
  // Whoever types means the message box, unless another field or an open dialog has the focus.
  const letter = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (letter && !event.target.closest?.("#composer, input, textarea, select, dialog, [popover]")) box.focus();
}

/** Shows to another person what is looked at, if it is theirs to see. */
function openFor(user) {
  const mine = visibleChannels(user);
  const here = world.channel.type !== "dm" && mine.find(({ id }) => id === world.channel.id);
  const channel = here || mine.find(({ type }) => type === "text") || mine[0];
  if (channel) look(user, channel);
}

function visibleChannels(me) {
  return world.state.channels.filter((channel) => {
    if (channel.type === "dm") return channel.members.includes(me.id);
    return !channel.private || me.moderator || channel.members.includes(me.id);
  });
}

function placeName(channel) {
  return channel.type === "dm" ? `@${context.bot.name}` : `#${channel.name}`;
}

function commands() {
  return world.me ? commandsFor(world.state.commands, world.me, world.channel) : [];
}

// ---- What is new

function seenBy(me, message) {
  return !message.ephemeral || message.to === me.id;
}

function lastRead(me, channel) {
  return world.read[me.id]?.[channel.id] ?? "0";
}

/** What waits for a person in a channel: `{unread, mentions}`. Threads that do not concern the person stay quiet. */
function waiting(me, channel) {
  const messages = (world.messages.get(channel.id) ?? []).filter((message) => seenBy(me, message));
  if (channel.type === "thread" && !messages.some((message) => concerns(me, message))) return { unread: false, mentions: 0 };
  const read = lastRead(me, channel);
  const fresh = messages.filter((message) => olderFirst(read, message.id) < 0 && !isOwn(me, message));
  const mentions = fresh.filter((message) => channel.type === "dm" || (message.pinged ?? message.mentions).includes(me.id)).length;
  return { unread: fresh.length > 0, mentions };
}

function concerns(me, message) {
  return message.mentions.includes(me.id) || isOwn(me, message);
}

function isOwn(me, message) {
  return message.author?.id === me.id || message.interaction?.user?.id === me.id;
}

/** What people of earlier playgrounds have read is of no use: everybody gets a new id. */
function forgetStrangers(users) {
  const known = new Set(users.map(({ id }) => id));
  world.read = Object.fromEntries(Object.entries(world.read).filter(([id]) => known.has(id)));
}

/** What is on the screen counts as read. */
function markRead() {
  const last = world.channel && world.messages.get(world.channel.id)?.at(-1);
  if (!last || document.hidden || !world.stick) return;
  const before = lastRead(world.me, world.channel);
  if (olderFirst(before, last.id) >= 0) return;
  (world.read[world.me.id] ??= {})[world.channel.id] = last.id;
  localStorage.setItem("playground.read", JSON.stringify(world.read));
  renderPeople();
  renderChannels();
}

// ---- What people do

async function say(text) {
  world.stick = true;
  const { me, channel } = world;
  try {
    await control.say(me.id, channel.id, text);
  } catch (refusal) {
    world.locals.push({ ...localEntry(me, channel, text), status: "failed", failure: refusal.message, text });
    render();
  }
}

function run(command, options) {
  send({ ...localEntry(world.me, world.channel, `/${command.title}`), command, options });
}

/** Tries a failed command or message again. */
function again(local) {
  dismiss(local.id);
  if (local.text) say(local.text);
  else send({ ...localEntry(local.me, local.channel, local.title), command: local.command, options: local.options });
}

let locals = 0;
function localEntry(me, channel, title) {
  locals += 1;
  return { id: `local-${locals}`, me, channel, title, after: world.messages.get(channel.id)?.at(-1)?.id ?? "0", status: "pending" };
}

async function send(local) {
  world.locals.push(local);
  world.stick = true;
  render();
  try {
    const answer = await control.command(local.me.id, local.channel.id, local.command.name, local.options);
    dismiss(local.id);
    take(answer, local.me, undefined);
  } catch (refusal) {
    local.status = "failed";
    local.failure = refusal.message;
    render();
  }
}

async function press(message, customId, values = []) {
  const { me } = world;
  const key = `${me.id} ${message.id}`;
  world.failures.delete(key);
  world.pressing.set(key, customId);
  renderMessages();
  try {
    take(await control.component(me.id, message.id, customId, values), me, message.id);
  } catch (refusal) {
    world.failures.set(key, refusal.message);
  } finally {
    world.pressing.delete(key);
    renderMessages();
  }
}

/** Takes an answer of the bot: its messages come by the channel, only a modal has to be shown from here. */
function take(answer, me, message) {
  if (answer.type !== "modal" || me.id !== world.me.id) return;
  openModal(answer.modal, context.bot.name, async (fields) => {
    take(await control.modal(me.id, message, answer.modal.custom_id, fields), me, message);
  });
}

function dismiss(id) {
  world.dismissed.add(id);
  world.locals = world.locals.filter((local) => local.id !== id);
  render();
}

// ---- Drawing

function render() {
  if (!world.channel) {
    renderBanner();
    return;
  }
  renderPeople();
  renderSidebar();
  renderChannels();
  renderHead();
  renderBanner();
  renderMembers();
  renderMessages();
  box.describe();
  showTarget();
  markRead();
}

function renderPeople() {
  const people = world.state.users.filter((user) => !user.bot);
  const items = people.map((user, index) => {
    const all = visibleChannels(user).map((channel) => waiting(user, channel));
    const mentions = all.reduce((sum, { mentions: count }) => sum + count, 0);
    const unread = all.some((one) => one.unread);
    const current = user.id === world.me.id;
    return {
      id: user.id,
      key: JSON.stringify([user, mentions, unread, current]),
      build: () => el("button", { type: "button", class: unread ? "person unread" : "person", "aria-current": current ? "true" : null,
        "data-focus": user.id, "data-person": user.name, title: `${user.name} (Alt+${index + 1})`,
        "aria-label": `Be ${user.name}${mentions ? `, ${mentions} mentions` : unread ? ", unread messages" : ""}`,
        onclick: () => openFor(user) },
      avatar(user, "large"), el("span", { class: "under name" }, el("bdi", {}, user.name)), mentions ? badge(mentions, "mentions") : null),
    };
  });
  reconcile(at("people"), items);
  const mentions = visibleChannels(world.me).reduce((sum, channel) => sum + waiting(world.me, channel).mentions, 0);
  document.title = `${mentions ? `(${mentions}) ` : ""}${placeName(world.channel)} · ${world.me.name} · ${world.state.guild.name}`;
}

function renderSidebar() {
  reconcile(at("guild"), [{
    id: "guild",
    key: world.state.guild.name,
    build: () => el("h1", {}, icon("pyramid"), name(world.state.guild.name)),
  }]);
  reconcile(at("self"), [{
    id: world.me.id,
    key: JSON.stringify(world.me),
    build: () => el("div", { class: "me" }, avatar(world.me), el("div", { class: "words" }, name(world.me.name),
      el("span", { class: "detail" }, [world.me.moderator && "moderator", world.me.locale].filter(Boolean).join(" · ")))),
  }]);
}

function renderChannels() {
  const mine = visibleChannels(world.me);
  const items = [];
  for (const channel of mine.filter(({ type }) => type === "text")) {
    items.push(channelItem(channel, ""));
    const threads = mine.filter((thread) => thread.type === "thread" && thread.parent === channel.id);
    const archived = threads.filter((thread) => thread.archived && thread.id !== world.channel.id);
    items.push(...threads.filter((thread) => !archived.includes(thread)).map((thread) => channelItem(thread, "thread")));
    if (archived.length) {
      items.push(foldItem(channel, archived.length));
      if (world.unfolded.has(channel.id)) items.push(...archived.map((thread) => channelItem(thread, "thread archived")));
    }
  }
  const dms = mine.filter(({ type }) => type === "dm");
  if (dms.length) {
    items.push({ id: "dms", key: "dms", build: () => el("h2", {}, "Direct messages") });
    items.push(...dms.map((channel) => channelItem(channel, "")));
  }
  reconcile(at("channels"), items);
}

function channelItem(channel, extra) {
  const { unread, mentions } = waiting(world.me, channel);
  const current = channel.id === world.channel.id;
  const label = channel.type === "dm" ? context.bot.name : channel.name;
  return {
    id: channel.id,
    key: JSON.stringify([label, channel.locked, unread, mentions, current, extra]),
    build: () => el("button", { type: "button", class: `channel ${extra} ${unread ? "unread" : ""}`, "aria-current": current ? "page" : null,
      "data-focus": channel.id, "data-channel": label, onclick: () => look(world.me, channel) },
    icon(`icon-${channel.locked ? "lock" : channel.type === "text" ? "channel" : channel.type}`), name(label),
    mentions ? badge(mentions, "mentions") : unread && el("span", { class: "dot" }, el("span", { class: "hidden" }, "unread"))),
  };
}

function foldItem(channel, count) {
  const open = world.unfolded.has(channel.id);
  return {
    id: `fold ${channel.id}`,
    key: `${count} ${open}`,
    build: () => el("button", { type: "button", class: "channel thread fold", "aria-expanded": String(open), "data-focus": `fold ${channel.id}`,
      onclick: () => {
        if (!world.unfolded.delete(channel.id)) world.unfolded.add(channel.id);
        renderChannels();
      } }, icon("icon-chevron"), `${count} archived`),
  };
}

function renderHead() {
  const { channel } = world;
  const parent = context.channels.get(channel.parent);
  reconcile(at("head"), [{
    id: "head",
    key: JSON.stringify([channel, parent?.name, context.bot.name]),
    build: () => el("div", { class: "place" },
      el("button", { type: "button", class: "menu", "aria-label": "People and channels",
        onclick: () => document.body.classList.toggle("drawer") }, icon("icon-menu")),
      parent && channel.type === "thread" && [
        el("button", { type: "button", class: "plain parent", onclick: () => look(world.me, parent) }, icon("icon-channel"), name(parent.name)),
        el("span", { class: "step", "aria-hidden": "true" }, "›")],
      el("h2", {}, icon(`icon-${channel.type === "text" ? "channel" : channel.type}`),
        name(channel.type === "dm" ? context.bot.name : channel.name)),
      channel.archived && el("span", { class: "tag quiet" }, "archived"),
      channel.locked && el("span", { class: "tag quiet" }, "locked")),
  }]);
}

function renderBanner() {
  let text = "";
  if (!world.reachable) text = "The playground cannot be reached: trying again…";
  else if (!world.channel) text = "There is no channel left to look at.";
  else if (!world.state.bot.online) text = `${context.bot.name} is offline: nothing answers commands and buttons just now.`;
  if (at("banner").textContent !== text) at("banner").textContent = text;
}

function renderMembers() {
  const people = world.state.users.filter((user) => !user.bot);
  const bots = [context.bot, ...world.state.users.filter((user) => user.bot && user.id !== context.bot.id)];
  const row = (user) => ({
    id: user.id,
    key: JSON.stringify(user),
    build: () => el("div", { class: user.online === false ? "member away" : "member" }, avatar(user), el("div", { class: "words" },
      el("span", { class: "line" }, name(user.name), user.bot && el("span", { class: "tag" }, "APP")),
      el("span", { class: "detail" }, user.bot ? (user.online === false ? "offline" : "online") : user.moderator ? "moderator" : ""))),
  });
  const title = (text) => ({ id: text, key: text, build: () => el("h2", {}, text) });
  reconcile(at("members"), [title(`People — ${people.length}`), ...people.map(row), title(`Apps — ${bots.length}`), ...bots.map(row)]);
}

function renderMessages() {
  const { me, channel } = world;
  const messages = (world.messages.get(channel.id) ?? []).filter((one) => seenBy(me, one) && !world.dismissed.has(one.id));
  const locals = world.locals.filter((local) => local.me.id === me.id && local.channel.id === channel.id
    && !(local.status === "pending" && messages.some((one) => answers(one, local))));
  const items = [];
  let last = null;
  let today = null;
  let marked = false;
  const place = (local) => items.push({ id: local.id, key: JSON.stringify([local.status, local.failure]), build: () => localItem(local, context) });
  for (const message of messages) {
    while (locals.length && olderFirst(locals[0].after, message.id) < 0) {
      place(locals.shift());
      last = null;
    }
    const written = day(new Date(message.timestamp), me.locale);
    if (written !== today) {
      items.push({ id: `day ${written}`, key: written, build: () => el("li", { class: "divider" }, el("span", {}, written)) });
      today = written;
      last = null;
    }
    if (!marked && world.newAfter !== "0" && olderFirst(world.newAfter, message.id) < 0 && !isOwn(me, message)) {
      items.push({ id: "new", key: "new", build: () => el("li", { class: "divider new" }, el("span", {}, "New")) });
      marked = true;
      last = null;
    }
    const view = {
      grouped: Boolean(last) && isSameBreath(last, message),
      pressing: world.pressing.get(`${me.id} ${message.id}`) ?? null,
      failure: world.failures.get(`${me.id} ${message.id}`) ?? null,
      mine: message.mentions.includes(me.id),
    };
    items.push({
      id: message.id,
      key: JSON.stringify([message, view, me.id, context.channels.get(message.thread?.id ?? message.thread)?.name]),
      build: () => messageItem(message, context, view),
    });
    last = message;
  }
  locals.forEach(place);
  renderWelcome();
  reconcile(at("messages"), items);
  at("messages").setAttribute("aria-label", `Messages in ${placeName(channel)}`);
  scrollIfStuck();
}

/** Whether a message is the bot's answer to a command of one's own that is still on its way. */
function answers(message, local) {
  return message.interaction?.user?.id === local.me.id && olderFirst(local.after, message.id) < 0;
}

function isSameBreath(last, message) {
  return last.author?.id === message.author?.id && !message.interaction && Boolean(last.ephemeral) === Boolean(message.ephemeral)
    && Date.parse(message.timestamp) - Date.parse(last.timestamp) < GROUP_MS;
}

function renderWelcome() {
  const { channel, me } = world;
  const known = commands().filter((command) => !command.title.includes(" "));
  reconcile(at("welcome"), [{
    id: channel.id,
    key: JSON.stringify([channel.id, channel.name, me.id, known.map((command) => [command.title, command.description])]),
    build: () => el("div", { class: "hello" },
      el("span", { class: "sign" }, icon(channel.type === "text" ? "icon-channel" : `icon-${channel.type}`)),
      el("h2", {}, channel.type === "text" ? ["Welcome to ", name(placeName(channel))] : name(channel.type === "dm" ? context.bot.name : channel.name)),
      el("p", {}, "You are ", el("bdi", {}, me.name), ". Choose another person on the left, and type ", el("kbd", {}, "/"), " to see the commands."),
      channel.type === "text" && known.length > 0 && el("p", { class: "starters" }, ...known.map((command) =>
        el("button", { type: "button", class: "starter", title: command.description, onclick: () => box.begin(command.name) }, `/${command.title}`)))),
  }]);
}

function isAtBottom() {
  const scroll = at("scroll");
  return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 48;
}

function scrollIfStuck() {
  if (world.stick) at("scroll").scrollTop = at("scroll").scrollHeight;
  at("jump").hidden = world.stick || isAtBottom();
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
