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
  let pattern: RegExp | undefined;
  return {
    add(secret) {
      if (secret.length < 4 || known.has(secret)) return;
      known.add(secret);
      const forms = [...known].flatMap(formsOf).sort((a, b) => b.length - a.length);
      pattern = new RegExp(forms.map(quoted).join('|'), 'g');
    },
    redact(text) {
      return maskUrls(pattern ? text.replace(pattern, MASK) : text);
    },
  };
}

/** The texts a secret may be in: as it is, percent-encoded, JSON-escaped, shell-quoted, and in base64 at three offsets. */
export function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  const lower = encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const json = JSON.stringify(secret).slice(1, -1);
  // As shellWord writes it within a longer word: what needs a backslash ends the quotes and begins them again.
  const shell = secret.replace(/['\\]+/g, (part) => `'${part.replace(/./g, '\\$&')}'`);
  const open = shell.replace(/'$/, '');
  const forms = [secret, encoded, lower, json, JSON.stringify(json).slice(1, -1), shell, open];
  for (const offset of [0, 1, 2]) {
    const base64 = Buffer.from('\0'.repeat(offset) + secret).toString('base64');
    const stem = base64.slice(offset === 0 ? 0 : offset + 1).replace(/[^=]=+$|^=+$/, '');
    if (stem.length >= 6) forms.push(stem, stem.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(forms)];
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
