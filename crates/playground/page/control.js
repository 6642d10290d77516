// The control API of the stand-in, which serves this page.

/** A request that was refused, with a sentence that can be shown. */
export class Refusal extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

export const state = () => request("GET", "state");
export const events = (after, signal) => request("GET", `events?after=${after}`, undefined, signal);
/** The messages of a channel, or of all, from the one after `after` on. */
export const messages = (channel, after) =>
  request("GET", `messages?channel=${encodeURIComponent(channel)}&after=${encodeURIComponent(after ?? "")}`);
export const say = (user, channel, content) => request("POST", "message", { user, channel, content });
export const command = (user, channel, name, options) => request("POST", "command", { user, channel, name, options });
export const autocomplete = (user, channel, name, options, focused, signal) =>
  request("POST", "autocomplete", { user, channel, name, options, focused }, signal);
export const component = (user, message, custom_id, values) =>
  request("POST", "component", { user, message, custom_id, values });
export const modal = (user, message, custom_id, fields) => request("POST", "modal", { user, message, custom_id, fields });

async function request(method, path, body, signal) {
  let response;
  try {
    response = await fetch(`/_control/${path}`, {
      method,
      signal,
      headers: body && { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "The playground cannot be reached");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  if (response.status === 504) throw new Refusal(504, "The application did not respond");
  throw new Refusal(response.status, answer?.error ?? `The playground answered ${response.status}`);
}
