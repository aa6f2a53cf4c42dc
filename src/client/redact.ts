// Keeps secrets out of whatever is printed: the live ones in every form they may take, and those of URLs.
import { maskUrls } from '../files/mask-url.ts';

export interface Redactor {
  /** Remembers a secret; shorter than 4 characters it would hide ordinary text and is ignored. */
  add(secret: string): void;
  /** The text with every known secret, and every secret of a URL, replaced by `***`. */
  redact(text: string): string;
}

const MASK = '***';

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  const known = new Set<string>();
  // Made when a text is redacted: an ordinary answer passes without.
  let pattern: RegExp | undefined;
  return {
    add(secret) {
      if (secret.length < 4 || known.has(secret)) return;
      known.add(secret);
      pattern = undefined;
    },
    redact(text) {
      if (known.size === 0) return maskUrls(text);
      pattern ??= patternOf(known);
      return maskUrls(text.replace(pattern, MASK));
    },
  };
}

const patternOf = (secrets: ReadonlySet<string>): RegExp =>
  new RegExp(
    formsOfAll([...secrets])
      .map(quoted)
      .join('|'),
    'g',
  );

/** The longest first: a secret may begin another. */
const formsOfAll = (secrets: readonly string[]): string[] =>
  secrets.flatMap(formsOf).sort((a, b) => b.length - a.length);

/** The texts a secret may be in: as it is, percent-encoded, JSON-escaped, quoted for shells, and in base64 at three offsets. */
export function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  // Most have nothing to encode or to quote, and each expression takes 0.05 ms to compile.
  const lower = encoded === secret ? secret : encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, encoded, lower, json, JSON.stringify(json).slice(1, -1), ...shellForms(secret)];
  for (const offset of [0, 1, 2]) {
    const base64 = Buffer.from('\0'.repeat(offset) + secret).toString('base64');
    // The last character before `=` depends on what follows the secret.
    const end = base64.indexOf('=');
    const stem = base64.slice(offset === 0 ? 0 : offset + 1, end < 0 ? undefined : end - 1);
    if (stem.length >= 6) forms.push(stem, stem.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(forms)];
}

/** As `shellWord` writes it, also in JSON: what needs a backslash ends the quotes and begins them again, but at the ends of a word. */
function shellForms(secret: string): string[] {
  if (![..."'\\\u2018\u2019\u201a\u201b"].some((char) => secret.includes(char))) return [];
  const within = secret.replace(/['\\]+/g, (part) => `'${part.replace(/./g, '\\$&')}'`);
  const forPowerShell = secret.replace(/['\u2018-\u201b]/g, '$&$&');
  const forms = [within, within.replace(/^'|'$/g, ''), forPowerShell];
  return [...forms, ...forms.map((form) => JSON.stringify(form).slice(1, -1))];
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

// The last door of a text: a platform may send a token back, in a title as well as in a complaint.

/** Shorter ones would hide ordinary data; no platform gives them. */
const SHORTEST = 12;

type Hide = (text: string) => string;

const made = new WeakMap<ReadonlySet<string>, Hide>();

/** A function that puts `***` for each of the secrets, in every form; the set may grow meanwhile. */
export function hideSecrets(secrets: ReadonlySet<string>): Hide {
  const known = made.get(secrets) ?? hider(secrets);
  made.set(secrets, known);
  return known;
}

function hider(secrets: ReadonlySet<string>): Hide {
  let forms: string[] = [];
  let known: string[] = [];
  return (text) => {
    if (secrets.size !== known.length || !known.every((secret) => secrets.has(secret))) {
      known = [...secrets];
      forms = formsOfAll(known.filter((secret) => secret.length >= SHORTEST));
    }
    return forms.reduce(
      (shown, form) => (shown.includes(form) ? shown.replaceAll(form, '***') : shown),
      text,
    );
  };
}
