// A message as the reader sees it.

import { avatar, el, icon, name } from "./dom.js";
import { inlineMarkdown, link, markdown } from "./markdown.js";
import { components } from "./component.js";
import { openPicture } from "./dialog.js";
import { sentAt } from "./time.js";

/**
 * The list item of `message`. `context` is what it may look up and do:
 * `{me, users, channels, bot, press, dismiss, openChannel}`; `view` is how it stands in the list:
 * `{grouped, pressing, failure, mine}` (under the same author's last one; the `custom_id` that waits for its answer; what
 * went wrong at the last press; whether it mentions the reader).
 */
export function messageItem(message, context, view) {
  const author = message.author ?? context.bot;
  const sent = new Date(message.timestamp);
  const clock = el("time", { class: "sent", datetime: message.timestamp, title: sent.toLocaleString(context.me?.locale) },
    sentAt(sent, context.me?.locale));
  const classes = ["message", view.grouped && "grouped", view.mine && "mine", message.ephemeral && "private"];
  return el("li", { class: classes.filter(Boolean).join(" "), "data-message": message.id, tabindex: "-1" },
    message.interaction && usedCommand(message, context),
    view.grouped ? clock : avatar(author),
    el("div", { class: "body" },
      !view.grouped && el("header", {}, name(author.name, "author"), author.bot && el("span", { class: "tag" }, "APP"), clock),
      message.loading ? thinking(author) : contents(message, context),
      components(message, context, view),
      message.thread && threadCard(message.thread, context),
      view.failure && el("p", { class: "failure", role: "alert" }, view.failure),
      message.ephemeral && privateNote(() => context.dismiss(message.id)),
    ));
}

/** A command of one's own on its way, or what became of it: `{id, me, title, status, failure}`. */
export function localItem(local, context) {
  const failed = local.status === "failed";
  return el("li", { class: failed ? "message private local" : "message local pending", tabindex: "-1" },
    el("p", { class: "used" }, icon("icon-reply"), avatar(local.me, "tiny"), name(local.me.name), " used ",
      el("span", { class: "mention" }, local.title)),
    avatar(context.bot),
    el("div", { class: "body" },
      el("header", {}, name(context.bot.name, "author"), el("span", { class: "tag" }, "APP")),
      failed
        ? el("p", { class: "failure", role: "alert" }, local.failure)
        : el("p", { class: "thinking" }, dots(), "Sending command…"),
      failed && privateNote(() => context.dismiss(local.id), () => context.again(local)),
    ));
}

function usedCommand(message, context) {
  const user = message.interaction.user ?? context.users.get(message.interaction.user_id) ?? { name: "someone" };
  const known = context.users.get(user.id) ?? { ...user, name: user.name ?? user.username };
  return el("p", { class: "used" }, icon("icon-reply"), avatar(known, "tiny"), name(known.name), " used ",
    el("span", { class: "mention" }, `/${String(message.interaction.name ?? "").replace(/^\//, "")}`));
}

function contents(message, context) {
  const shown = new Set();
  const embeds = (message.embeds ?? []).map((embed) => embedCard(embed, message, context, shown));
  const edited = message.edited && el("span", { class: "edited" }, "(edited)");
  const text = message.content ? markdown(message.content, context) : [];
  if (edited && text.at(-1)?.tagName === "P") text.at(-1).append(" ", edited);
  else if (edited) text.push(edited);
  const pictures = (message.attachments ?? []).filter((attachment) => !shown.has(attachment.filename));
  return [
    text.length ? el("div", { class: "content" }, ...text) : null,
    pictures.length ? el("div", { class: "pictures" }, ...pictures.map(attachmentFigure)) : null,
    ...embeds,
  ];
}

function attachmentFigure(attachment) {
  const address = local(attachment.url);
  if (!isPicture(attachment)) {
    return el("a", { class: "file", href: address, download: attachment.filename ?? true }, attachment.filename ?? "file");
  }
  return picture(address, attachment.description ?? "", attachment);
}

function isPicture(attachment) {
  return /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename ?? attachment.url) || /^image\//.test(attachment.content_type ?? "");
}

function picture(address, description, size, extra = "") {
  const image = el("img", { src: address, alt: description, width: size.width, height: size.height, draggable: "false" });
  return el("button", { type: "button", class: `picture ${extra}`.trim(), "aria-label": `Enlarge: ${description || "picture"}`,
    onclick: () => openPicture(address, description) }, image);
}

function embedCard(embed, message, context, shown) {
  const one = (text) => inlineMarkdown(text, context);
  const source = (media) => media?.url && embedded(media.url, message, shown);
  const image = source(embed.image);
  const thumbnail = source(embed.thumbnail);
  const footer = [embed.footer?.text, embed.timestamp && sentAt(new Date(embed.timestamp), context.me?.locale)].filter(Boolean);
  const card = el("article", { class: image ? "embed wide" : "embed" },
    el("div", { class: "text" },
      embed.author?.name && el("p", { class: "embed-author", dir: "auto" }, embed.author.name),
      embed.title && el("h3", { class: "embed-title", dir: "auto" },
        ...(embed.url ? [link(embed.url, one(embed.title), context)] : one(embed.title))),
      embed.description && el("div", { class: "content" }, ...markdown(embed.description, context)),
      embed.fields?.length > 0 && el("dl", { class: "fields" }, ...embed.fields.map((field) =>
        el("div", { class: field.inline ? "inline" : null },
          el("dt", { dir: "auto" }, ...one(field.name)), el("dd", { class: "content" }, ...markdown(field.value, context))))),
    ),
    thumbnail && picture(thumbnail.address, thumbnail.description, {}, "thumbnail"),
    image && picture(image.address, image.description, image.size),
    footer.length > 0 && el("footer", { dir: "auto" }, footer.join(" • ")),
  );
  if (embed.color) card.style.setProperty("--stripe", `#${embed.color.toString(16).padStart(6, "0")}`);
  return card;
}

/** The picture that an embed points at: one of the message's own attachments, by name or by address, or another. */
function embedded(address, message, shown) {
  const wanted = address.replace(/^attachment:\/\//, "");
  const attachment = (message.attachments ?? []).find((file) => file.filename === wanted || file.url === address);
  if (attachment) shown.add(attachment.filename);
  return { address: local(attachment?.url ?? address), description: attachment?.description ?? "", size: attachment ?? {} };
}

/** An address of this server, whatever name of it the message used. */
function local(address) {
  const url = new URL(address, location.href);
  return /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname) ? url.pathname + url.search : url.href;
}

function threadCard(thread, context) {
  const id = typeof thread === "string" ? thread : thread.id;
  const channel = context.channels.get(id) ?? thread;
  return el("button", { type: "button", class: "thread-card", "data-focus": `thread ${id}`, onclick: () => context.openChannel(id) },
    icon("icon-thread"), name(channel.name ?? "Thread"), el("span", { class: "go" }, "Open thread ›"));
}

function thinking(author) {
  return el("p", { class: "thinking" }, dots(), name(author.name), " is thinking…");
}

function dots() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

function privateNote(dismiss, again) {
  return el("p", { class: "only-you" }, icon("icon-eye"), "Only you can see this",
    again && [" • ", el("button", { type: "button", class: "plain", onclick: again }, "Try again")],
    " • ", el("button", { type: "button", class: "plain", onclick: dismiss }, "Dismiss message"));
}
