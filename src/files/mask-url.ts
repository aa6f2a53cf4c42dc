// URLs without their secrets, wherever one is printed, logged or kept: user and password, query values, parts of a path.
import { decoded, parsedUrl } from './texts.ts';

const MASK = '***';

/** Names of parameters whose value opens something. */
const SECRET =
  /^((?:share|api|access|private|account)?_?key|(.+_)?token|jwt.*|sig|signature|x-(?:amz|goog)-(signature|credential|security-token)|(?:client_?)?secret|password|passwd|pwd|pat|auth|authorization|code)$/i;

/** `https://***@host/path`: also in a text that is not a valid URL. Takes an address and nothing around it. */
export function maskUrl(url: string): string {
  const [address = '', ...rest] = url.split('#');
  const masked = maskBehindHost(address);
  return maskUserInfo(rest.length === 0 ? masked : `${masked}#${rest.join('#')}`);
}

/** Any text, with each URL in it masked, and each `user:password@host:path`. */
export function maskUrls(text: string): string {
  if (!text.includes('://') && !text.includes('@')) return text;
  return text.replace(/[^\s"'<>]+/g, (word) => (/:\/\/|@/.test(word) ? maskWord(word) : word));
}

/** A value that is an address as a whole, masked; any other text as it is. */
export const maskAddress = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || (!/\s/.test(text) && maskBare(text).startsWith(`${MASK}@`))
    ? maskUrl(text)
    : text;

/** User info reaches to the last `@`: a password may hold one. What is before the scheme stays. */
function maskWord(word: string): string {
  const found = /(?:https?|wss?|ftp):[\\/]+|[a-z][a-z0-9+.-]{0,20}:\/\//i.exec(word);
  if (!found) return maskBare(word);
  const [scheme] = found;
  const rest = word.slice(found.index + scheme.length);
  const end = rest.lastIndexOf('@') + 1;
  const masked = withPathMasked(rest.slice(end));
  return `${maskBare(word.slice(0, found.index))}${scheme}${end > 0 ? `${MASK}@` : ''}${masked}`;
}

// Without a scheme: `user:password@host:path` of scp and git, `user:password@proxy:8080`.

/** Begins no word in the middle, and behind an escape of JSON, which stays whole. */
const USER =
  /(?:(?<![\w.+%~@\\-])|(?<=\\(?:u[\da-f]{4}|u(?![\da-f]{4})|[^\Wu])))([a-z\d_][\w.+%~-]{0,63}):(?![\\/])/gi;
/** Before an `@` as a user is, and none: of e-mail addresses and of packages. */
const NO_USER = /^(?:mailto|sips?|xmpp|acct|npm|jsr|workspace)$/i;
const TIME = /(?:^|T)\d{1,2}:\d\d(?!\d)/;
/** A host that has a form of its own, and what of an address is behind it. */
const HOST =
  /^(?:(?:[a-z\d-]{1,63}\.){1,20}[a-z][a-z\d-]{0,62}|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]{2,45}\]|localhost)(?![\w.-])([:/?#][\w~/.%-])?/i;
/** Any word may be a host before `:path`; a digest of an image is none. */
const SHORT_HOST = /^(?!(?:sha\d+|md5):)[a-z][a-z\d-]{0,62}:[\w~/.]/i;
/** Users whose password is one where nothing is behind the host, which `label:ann@example.com` has not either. */
const GIT_USER = /^(?:git|oauth\d?|.*token.*)$/i;

function maskBare(word: string): string {
  const user = [...word.matchAll(USER)].find(
    ({ 0: whole, 1: name = '', index }) =>
      !NO_USER.test(name) && !TIME.test(word.slice(index, index + whole.length + 3)),
  );
  if (!user) return word;
  const start = user.index + user[0].length;
  for (let at = word.lastIndexOf('@'); at > start; at = word.lastIndexOf('@', at - 1)) {
    if (isCredentials(user[1] ?? '', word.slice(start, at), word.slice(at + 1, at + 400)))
      return `${word.slice(0, user.index)}${MASK}@${withPathMasked(word.slice(at + 1))}`;
  }
  return word;
}

function isCredentials(user: string, password: string, behind: string): boolean {
  const host = HOST.exec(behind);
  // `origin:git@github.com:o/r` names the user of git alone.
  if (password === 'git') return false;
  if (host) return host[1] !== undefined || GIT_USER.test(user);
  return SHORT_HOST.test(behind) && !password.includes('/');
}

/** What is behind the scheme and the user, without what its path and its parameters hold. */
const withPathMasked = (rest: string): string => maskBehindHost(`//${rest}`).slice(2);

function maskBehindHost(address: string): string {
  const [path = '', ...query] = address.split('?');
  const shown = maskPath(path);
  return query.length === 0 ? shown : `${shown}?${maskQuery(query.join('?'))}`;
}

const maskQuery = (query: string): string =>
  query.replace(/(?<=^|[&;?])([\w.%-]{1,60})=([^&;#]+)/g, (whole, name: string) =>
    SECRET.test(decoded(name)) ? `${name}=${MASK}` : whole,
  );

/** Of a host with such a name all behind the first segment is a secret: `hooks.example.com/services/T1/B2/abc`. */
const HOOK_HOST = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/@]*@)?[\w-]*hooks?\./i;
/** Each segment after one of these is a secret when it looks like one. */
const HOOK = /^(?:web)?hooks?$/i;
/** The segment after one of these is a secret when it looks like one. */
const BEFORE_SECRET = /^(?:tokens?|secrets?|api-?keys?|private[-_]token|access[-_]token|feed[-_]token)$/i;
/** Telegram: `/bot123:AbC/sendMessage`. */
const BOT = /^bot\d+:/;
/** Letters and digits, as no word of a path is made. */
const looksSecret = (segment: string) =>
  /^[\w.~%+=:-]{6,}$/.test(segment) &&
  ((/\d/.test(segment) && /[a-z]/i.test(segment)) || segment.length >= 32);

function maskPath(path: string): string {
  const start = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*\/|^\//i.exec(path)?.[0] ?? '';
  if (start === '') return path;
  const segments = path.slice(start.length).split('/');
  const isHookHost = HOOK_HOST.test(path);
  let isHook = false;
  const shown = segments.map((segment, at) => {
    const before = segments[at - 1] ?? '';
    isHook ||= HOOK.test(before);
    const isSecret =
      isHookHost && at > 0
        ? segment !== ''
        : (isHookHost || isHook || BEFORE_SECRET.test(before)) && looksSecret(segment);
    return isSecret || BOT.test(segment) ? MASK : segment;
  });
  return start + shown.join('/');
}

/** A web address may have fewer and more slashes than two, and backslashes for them. */
const AUTHORITY = /^((?:https?|wss?|ftp):[\\/]+|[a-z][a-z0-9+.-]*:\/\/|(?=[^/:@\s]*:[^@\s]*@))(.*)$/is;

/** Up to the last `@` when the URL cannot be read: a password may hold `/`, `?` or `@`. */
function maskUserInfo(url: string): string {
  const [, scheme, rest = ''] = AUTHORITY.exec(url) ?? [];
  if (scheme === undefined || !rest.includes('@')) return url;
  const readable = scheme !== '' && parsedUrl(url) !== undefined;
  const end = readable ? rest.search(/[/?#]/) : -1;
  const authority = end === -1 ? rest : rest.slice(0, end);
  const at = authority.lastIndexOf('@');
  return at === -1 ? url : `${scheme}${MASK}${authority.slice(at)}${rest.slice(authority.length)}`;
}

/** What `maskUrl` hides before the `@` of an address that somebody gave: user and password together, and the password. */
export function credentialsIn(address: string): string[] {
  const masked = maskUserInfo(address);
  if (masked === address) return [];
  const start = masked.indexOf(MASK);
  const hidden = address.slice(start, address.length - (masked.length - start - MASK.length));
  // Printing turns line ends into something else, so the password counts piece by piece as well.
  const password = hidden.slice(hidden.indexOf(':') + 1);
  return [hidden, hidden.trim(), ...password.split(/[\s\u0000-\u001f]+/)];
}
