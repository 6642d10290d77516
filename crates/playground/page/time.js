// Points in time, in the words of the person who reads them.

import { el } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/** How far the stand-in's clock is ahead of this machine's, in milliseconds. */
let ahead = 0;

/** Follows the stand-in's clock, which tests and curious people can advance. */
export function setNow(milliseconds) {
  ahead = milliseconds - Date.now();
}

/** A timestamp of Discord's kind, `<t:seconds:style>`; the relative ones are kept fresh by `tick`. */
export function timestamp(seconds, style, context) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return el("time", { class: "stamp" }, "no such date");
  const locale = context.me?.locale;
  const full = format(date, STYLES.F, locale);
  const node = el("time", { class: "stamp", datetime: date.toISOString(), title: full });
  if (style === "R") node.dataset.relative = locale ?? "";
  node.textContent = style === "R" ? relative(date, locale) : format(date, STYLES[style], locale);
  return node;
}

/** When a message was sent, as its header shows it. */
export function sentAt(date, locale) {
  const time = format(date, STYLES.t, locale);
  const days = dayNumber(new Date(Date.now() + ahead)) - dayNumber(date);
  if (days === 0) return time;
  if (days === 1) return `Yesterday at ${time}`;
  return `${format(date, STYLES.d, locale)} ${time}`;
}

/** The day of a message, for the line between two days. */
export function day(date, locale) {
  return format(date, STYLES.D, locale);
}

/** Writes every relative timestamp of the page anew. */
export function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    node.textContent = relative(new Date(node.dateTime), node.dataset.relative || undefined);
  }
}

function relative(date, locale) {
  const seconds = (date.getTime() - Date.now() - ahead) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= 0.99 * length) ?? UNITS.at(-1);
  return formatter(Intl.RelativeTimeFormat, { numeric: "auto" }, locale).format(Math.round(seconds / size), unit);
}

function format(date, style, locale) {
  return formatter(Intl.DateTimeFormat, style, locale).format(date);
}

function dayNumber(date) {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);
}

function formatter(Kind, options, locale) {
  try {
    return new Kind(locale, options);
  } catch {
    // A locale that this browser does not know.
    return new Kind(undefined, options);
  }
}
