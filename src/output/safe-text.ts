// The one border between text of the platform and a terminal.

// What has no shape: soft hyphen, fillers, characters without width (but the joiner of emoji).
const SHAPELESS =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200c\\u2060-\\u2065\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb';
// Bidi controls and line separators.
const TURNING = '\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
// Letters that nobody sees: tags, but in the flag of a region, and selectors of a form, but behind an ideograph.
const HIDDEN =
  '(?<!\\ud83c\\udff4(?:\\udb40[\\udc30-\\udc7a]){0,6})\\udb40[\\udc00-\\udc7f]|(?<![\\u3400-\\u9fff\\uf900-\\ufaff]|[\\ud840-\\ud88f][\\udc00-\\udfff])\\udb40[\\udd00-\\uddef]';
// What joins emoji and gives them a form, where there is none: between letters nobody sees it. Scripts of India and Burma need it.
const LOOSE =
  '(?<![\\ufe0f\\u0600-\\u06ff\\u0900-\\u0dff\\u1000-\\u17ff\\u2190-\\u33ff\\udc00-\\udfff])\\u200d|(?<![\\u00a9\\u00ae\\u1000-\\u109f\\u2030-\\u9fff\\ua840-\\ua87f\\uf900-\\ufaff\\udc00-\\udfff])[\\ufe00-\\ufe0f](?!\\u20e3)';
const LONE = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';

// C0 without TAB and LF, DEL and C1 on top of these.
const UNSAFE = new RegExp(
  `[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${SHAPELESS}${TURNING}]|${HIDDEN}|${LOOSE}|${LONE}`,
);
const EVERY_UNSAFE = new RegExp(UNSAFE, 'g');
// JSON.stringify escapes C0 and lone surrogates already.
const UNSAFE_IN_JSON = new RegExp(`[\\u007f-\\u009f${SHAPELESS}${TURNING}]|${HIDDEN}|${LOOSE}`);
const EVERY_UNSAFE_IN_JSON = new RegExp(UNSAFE_IN_JSON, 'g');
const BREAKS = /[\t\n\r\u2028\u2029]/;
const EVERY_BREAK = /[\t\n\r\u2028\u2029]+/g;

const escaped = (char: string) =>
  char.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The runner that takes commands from output lines, if one runs this. */
export type Runner = 'github' | 'azure' | 'teamcity' | undefined;

/** Makes control characters, bidi controls, characters without width and lone surrogates visible as `\u001b`. Keeps TAB, and LF with `multiline`. */
export function safeText(text: string, { multiline = false }: { multiline?: boolean } = {}): string {
  const clean = UNSAFE.test(text) ? text.replaceAll('\r\n', '\n').replace(EVERY_UNSAFE, escaped) : text;
  return multiline ? clean : clean.replaceAll('\n', '\\u000a');
}

/** One line of safe text: line breaks and tabs become a space. */
export const safeLine = (text: string): string =>
  safeText(BREAKS.test(text) ? text.replace(EVERY_BREAK, ' ') : text);

/** Whether `safeText` would change the text for more than its line breaks. */
export const isUnsafe = (text: string): boolean => UNSAFE.test(text);

/** Whether a person can type the text on one line, and sees all of it. */
export const isTypable = (text: string): boolean => !isUnsafe(text) && !BREAKS.test(text);

/** Takes serialised JSON; returns the same JSON with DEL, C1, bidi controls and characters without width escaped, which `JSON.stringify` leaves raw. */
export const safeJson = (json: string): string =>
  UNSAFE_IN_JSON.test(json) ? json.replace(EVERY_UNSAFE_IN_JSON, escaped) : json;

// Runners trim a line before they look for `::`, and find `##[` and `##vso[` anywhere in it.
const CI_COMMAND = /:(?=:)(?<=^[^\S\n]*:)|#(?=#)(?<=^[^\S\n]*#)|#(?=#(?:\[|vso\[|teamcity\[))/gm;

/** In GitHub, Azure or TeamCity CI no line of the result is a command to the runner; elsewhere the text is returned as it is. */
export function ciSafe({ ci }: { readonly ci: Runner }, text: string): string {
  return ci ? text.replace(CI_COMMAND, escaped) : text;
}

/** The same for standard output: what a file or another program gets is data, and stays as it is. */
export const outSafe = (io: { readonly outCi: Runner }, text: string): string =>
  ciSafe({ ci: io.outCi }, text);

/**
 * Text that is asked for as it is: a file or a pipe gets its bytes, a terminal no control characters, and the log of a CI
 * runner, which is a pipe too, no commands.
 */
export const plainContent = (
  io: { readonly outCi: Runner; readonly outTty: boolean },
  text: string,
): string => outSafe(io, io.outTty ? safeText(text, { multiline: true }) : text);

// Links behind text (OSC 8), on terminals known to have them: others would show the sequence.
type Env = Readonly<Record<string, string | undefined>>;

/** FORCE_HYPERLINK decides where it is set, else what the terminal says of itself. */
export function hasHyperlinks(env: Env): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0' && env.FORCE_HYPERLINK !== '';
  // tmux and screen need a setting of their own to pass them on.
  if (env.TMUX || env.STY || env.TERM === 'dumb') return false;
  if (env.WT_SESSION || env.KITTY_WINDOW_ID || env.GHOSTTY_RESOURCES_DIR || env.KONSOLE_VERSION) return true;
  if (Number(env.VTE_VERSION) >= 5000) return true;
  return /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby)$/.test(env.TERM_PROGRAM ?? '');
}

/** The text as a link. The address must be one that `isKnownAddress` took: it is printed as it is. */
export const hyperlink = (text: string, url: string): string =>
  `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;

// Text of the platform within Markdown that is pasted into a pull request, an issue or a job summary.

/** Takes no room; a reader of names and numbers ends there. An entity for the sign itself would be a name again. */
const APART = '&#8203;';

/** The text on one line as text: no markup, no table cell, no link; nobody is mentioned, no issue linked or closed. */
export const markdownText = (text: string): string =>
  safeLine(text)
    .replace(/[\\`*_{}[\]()#+!|<>~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replace(/(?<!\w)@(?=\w)/g, `@${APART}`)
    .replace(/(?:(?<!\w)|(?<=\/[\w.\\-]{1,100}))\\[#!](?=\d)|\bGH-(?=\d)/gi, (mark) => mark + APART)
    .replace(/\b(https?|ftp):|\bwww\./gi, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);
