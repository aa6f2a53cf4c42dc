// Keeps secrets out of whatever is printed: the live ones in every form they may take, and credentials in URLs.
import { isSecretParameter } from '../files/secret-query.ts';

export interface Redactor {
  /** Remembers a secret; shorter than 4 characters it would hide ordinary text and is ignored. */
  add(secret: string): void;
  /** The text with every known secret, and every credential of a URL, replaced by `***`. */
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
      const clean = pattern ? text.replace(pattern, MASK) : text;
      return clean.includes('@') ? clean.replace(/[^\s"'<>]+/g, maskWord) : clean;
    },
  };
}

/** User info reaches to the last `@`: a password may hold one. */
function maskWord(word: string): string {
  const at = word.lastIndexOf('@');
  const scheme = at === -1 ? null : /[a-z][a-z0-9+.-]{0,20}:\/\//i.exec(word.slice(0, at));
  return scheme ? `${word.slice(0, scheme.index + scheme[0].length)}${MASK}${word.slice(at)}` : word;
}

/** `https://***@host/path`: user info and secret query values are masked, also in a text that is no valid URL. */
export function maskUrl(url: string): string {
  const [address = '', ...rest] = url.split('#');
  const [path = '', ...query] = address.split('?');
  const masked = query.length === 0 ? path : `${path}?${maskQuery(query.join('?'))}`;
  return maskUserInfo(rest.length === 0 ? masked : `${masked}#${rest.join('#')}`);
}

function maskQuery(query: string): string {
  const pairs = query.split('&').map((pair) => {
    const [key = ''] = pair.split('=', 1);
    return isSecretParameter(decoded(key)) ? `${key}=${MASK}` : pair;
  });
  return pairs.join('&');
}

/** A web address may have fewer and more slashes than two, and backslashes for them. */
const AUTHORITY = /^((?:https?|wss?|ftp):[\\/]+|[a-z][a-z0-9+.-]*:\/\/|(?=[^/:@\s]*:[^@\s]*@))(.*)$/is;

/** Up to the last `@` when the URL cannot be read: a password may hold `/`, `?` or `@`. */
function maskUserInfo(url: string): string {
  const [, scheme, rest = ''] = AUTHORITY.exec(url) ?? [];
  if (scheme === undefined || !rest.includes('@')) return url;
  const readable = scheme !== '' && URL.canParse(url);
  const end = readable ? rest.search(/[/?#]/) : -1;
  const authority = end === -1 ? rest : rest.slice(0, end);
  const at = authority.lastIndexOf('@');
  return at === -1 ? url : `${scheme}${MASK}${authority.slice(at)}${rest.slice(authority.length)}`;
}

/** What `maskUrl` hides of an address that somebody gave: user and password together, and the password. */
export function credentialsIn(address: string): string[] {
  const masked = maskUserInfo(address);
  if (masked === address) return [];
  const start = masked.indexOf(MASK);
  const hidden = address.slice(start, address.length - (masked.length - start - MASK.length));
  // Printing turns line ends into something else, so the password counts piece by piece as well.
  const password = hidden.slice(hidden.indexOf(':') + 1);
  return [hidden, hidden.trim(), ...password.split(/[\s\u0000-\u001f]+/)];
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
