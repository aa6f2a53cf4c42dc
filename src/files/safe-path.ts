// Names that a platform gives to files, as names that are safe and the same on every system.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { LocalIoError } from '../errors.ts';
import { normalized } from './texts.ts';

const MOST_BYTES = 200;
/** Devices on Windows, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/i;
/** What a tool would read as its own (`.npmrc`, `.git`, our manifest), or take for a flag. */
const SPECIAL = /^[.-]/;
/** Separators, wildcards, controls, and characters that nobody sees. */
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/gu;

/** One part of a path: never empty, `.`, `..`, hidden from sight, a device or longer than 200 bytes. `fallback` stands for a name of which nothing is left. */
export function safeName(name: string, fallback = 'file'): string {
  const visible = withoutEnd(normalized(name, 'NFC').replace(FORBIDDEN, '-').trim());
  if (/^[-_.]*$/.test(visible)) return fallback;
  const own = DEVICE.test(visible) || SPECIAL.test(visible);
  return withoutEnd(cutBytes(own ? `_${visible}` : visible, MOST_BYTES));
}

/** Windows drops dots and spaces at the end. */
const withoutEnd = (name: string) => name.replace(/(?<![. ])[. ]+$/, '');

/** An absolute path below `root`, each part made safe. Throws LocalIoError should it still lead out of it. */
export function safePath(root: string, parts: readonly string[]): string {
  const base = resolve(root);
  const path = resolve(base, ...parts.map((part) => safeName(part)));
  const inside = relative(base, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new LocalIoError(`refusing to write outside of ${root}: ${parts.join('/')}`, {
      code: 'UNSAFE_PATH',
    });
  }
  return path;
}

/** What two names share when some file system takes them for one. */
export const nameKey = (name: string): string =>
  normalized(normalized(name, 'NFC').toLowerCase().toUpperCase(), 'NFC');

/**
 * A safe name for each item, in the order given. Where two would meet in a file system that ignores case or
 * composes letters, the later one gets a piece of its id.
 */
export function safeNames<T extends { id: string; name: string }>(items: readonly T[]): string[] {
  const taken: Taken = { names: new Set(), rounds: new Map() };
  return items.map(({ id, name }) => {
    const wanted = safeName(name);
    const chosen = firstFree(wanted, id, taken);
    taken.names.add(nameKey(chosen));
    return chosen;
  });
}

interface Taken {
  names: Set<string>;
  /** Where the search for a free name goes on, by name and id: a host may give thousands the same ones. */
  rounds: Map<string, number>;
}

function firstFree(wanted: string, id: string, { names, rounds }: Taken): string {
  if (!names.has(nameKey(wanted))) return wanted;
  const short = safeName(id).slice(0, 8);
  const key = `${nameKey(wanted)}/${nameKey(short)}`;
  for (let round = rounds.get(key) ?? 0; ; round += 1) {
    const name = withSuffix(wanted, round === 0 ? short : `${short}-${round}`);
    if (names.has(nameKey(name))) continue;
    rounds.set(key, round + 1);
    return name;
  }
}

/** `logo.png` and `x1` make `logo-x1.png`, never longer than a name may be. */
function withSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const [base, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const room = MOST_BYTES - Buffer.byteLength(`-${suffix}${extension}`);
  return room > 0
    ? `${cutBytes(base, room)}-${suffix}${extension}`
    : cutBytes(`${suffix}-${name}`, MOST_BYTES);
}

/** Keeps a short extension. */
function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(text)?.[0] ?? '';
  return startWithin(text, most - Buffer.byteLength(extension)) + extension;
}

/** As many characters from the start of a text as fit into so many bytes. */
export function startWithin(text: string, most: number): string {
  let kept = '';
  let bytes = 0;
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > most) break;
    kept += char;
  }
  return kept;
}

/** A title as the name of a file: small letters and digits of any language, with hyphens between. */
export const fileSlug = (title: string, empty: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || empty;
