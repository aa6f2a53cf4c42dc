// The names that come nearest to one that fits nothing.
import { normalized } from './texts.ts';

const MOST = 3;
/** Shorter words are part of too many names. */
const SHORTEST_PART = 3;
/** As short as this they are meant only where a word begins with them. */
const SHORT_PART = 3;
/** Nobody types a longer one, and comparing two takes time by the product of their lengths. */
const LONGEST_TYPED = 200;

/** Up to three names, the nearest first: the same but for case, one that contains the other, a slip of the keyboard. */
export function nearest(text: string, names: Iterable<string>, most = MOST): string[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  const ranked = [...new Set(names)].flatMap((name) => {
    const rank = rankOf(wanted, plain(name));
    return rank === undefined ? [] : [{ name, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Whether one is the other with a slip of the keyboard, and not another name or a longer one. */
export function isSlipOf(text: string, name: string): boolean {
  const [typed, meant] = [plain(text), plain(name)];
  return meant !== '' && Math.abs(meant.length - typed.length) <= 2 && (rankOf(typed, meant) ?? 100) < 100;
}

const plain = (text: string): string => normalized(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

function rankOf(wanted: string, name: string): number | undefined {
  if (name === '') return undefined;
  if (name === wanted) return 0;
  const areEmails = wanted.lastIndexOf('@') > 0 && name.lastIndexOf('@') > 0;
  const distance = areEmails ? emailSlips(wanted, name) : fewSlips(wanted, name);
  if (distance !== undefined) return distance;
  const [short, long] = name.length < wanted.length ? [name, wanted] : [wanted, name];
  if (short.length < SHORTEST_PART || !isPart(short, long)) return undefined;
  return 100 + long.length - short.length;
}

function isPart(short: string, long: string): boolean {
  if (short.length > SHORT_PART) return long.includes(short);
  return long.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(short)) || long.startsWith(short);
}

/** Everybody of an organization has the same domain: each half of an address must be near by itself. */
function emailSlips(a: string, b: string): number | undefined {
  const [at, other] = [a.lastIndexOf('@'), b.lastIndexOf('@')];
  const person = fewSlips(a.slice(0, at), b.slice(0, other));
  const domain = fewSlips(a.slice(at), b.slice(other));
  return person === undefined || domain === undefined ? undefined : person + domain;
}

/** Undefined where there are more than a slip in four letters. */
function fewSlips(typed: string, meant: string): number | undefined {
  const allowed = Math.max(1, Math.floor(typed.length / 4));
  if (Math.abs(meant.length - typed.length) > allowed || typed.length > LONGEST_TYPED) return undefined;
  const distance = slips(typed, meant);
  return distance <= allowed ? distance : undefined;
}

/** How many letters are missing, too many, wrong or swapped with the next one. */
function slips(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
