// Replaces people and hosts of an organization in all that is read of it: what names them is learned from the answers.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isRecord, normalized } from '../../../files/texts.ts';

// Invented people and hosts: the same one for the same ID or name on every run, so that a clone can be filled again.

const FIRST =
  'Ada Alva Amon Anouk Arlo Aster Bao Bela Bram Cai Ciro Cleo Dara Davi Dilan Edda Eino Elio Enya Esra Fenn Fila Gaia Gwen Hale Hana Ilan Ines Isra Jari Jona Juno Kaja Kenji Lark Leni Liv Lumi Mako Mila Miro Nadi Nell Niko Noor Odin Orla Otis Pia Quill Rafa Remy Rhea Robin Runa Sage Sami Suri Taro Thea Uma Vera Wren Yara'.split(
    ' ',
  );
const LAST =
  'Ashby Aspen Bexley Birch Blythe Brook Calder Carrow Cedar Clove Corbel Dale Denholm Dunmore Elmet Fairley Fallow Fenwick Field Flint Garnet Glade Grove Halden Harrow Hazel Heath Holme Ivory Kestrel Larkin Linden Lowell Marlow Marsh Mead Merrow Moss Nettle Norwood Oakes Orchard Pell Pike Quarry Ravens Reed Ridley Rowan Sedge Selby Shaw Sorrel Stone Tansy Tarn Thorne Vale Verity Wade Weald Westcott Willow Yarrow'.split(
    ' ',
  );
const LETTERS = 'ABCDEFGHIJKLMNOPRSTVW';

/** Nothing answers there: the names are reserved. */
const PEOPLE_HOST = 'people.example';

export interface Invented {
  displayName: string;
  email: string;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const short = (text: string): string => digestOf(text).toString('hex').slice(0, 8);

/** Of a user, by ID. */
function inventedPerson(id: string): Invented {
  const digest = digestOf(`person ${id}`);
  const at = <T>(list: ArrayLike<T>, index: number): T | undefined => list[index % list.length];
  const first = at(FIRST, digest.readUInt32LE(0));
  const last = at(LAST, digest.readUInt32LE(8));
  const displayName = `${first} ${at(LETTERS, digest.readUInt32LE(4))}. ${last}`;
  return { displayName, email: `${first}.${last}.${short(`person ${id}`)}@${PEOPLE_HOST}`.toLowerCase() };
}

/** Of an address that belongs to no user. */
const inventedEmail = (email: string): string =>
  `someone.${short(`email ${email.toLowerCase()}`)}@${PEOPLE_HOST}`;

/** `isLabel`: one part of a host name, without a dot. */
const inventedHost = (host: string, isLabel: boolean): string => {
  const name = `host-${short(`host ${host.toLowerCase()}`)}`;
  return isLabel ? name : `${name}.example`;
};

/** What is remembered of a name: enough to know it again, too little to find it by. */
const markOf = (name: string): string => short(`learned ${name.toLowerCase()}`);

// Names of people in a text: however they are spaced or joined, as in "Jane Doe", "jane-doe" and "Jane%20Doe".

interface Known {
  name: string;
  words: readonly string[];
  invented: string;
}

interface Word {
  text: string;
  start: number;
  end: number;
}

const WORD = /%20|[\p{L}\p{N}\p{M}]+/gu;
const GAP = /^(?:%20|[\s\-_.+'’"“”`´,*()[\]\\/&]){0,4}$/;
/** Written without spaces between words: such names are looked for as they are. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

const folded = (text: string): string => normalized(text, 'NFC').toLowerCase();
const wordsIn = (text: string): Word[] =>
  [...text.matchAll(WORD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));

/** What takes the place of what was found. */
type Replace = (found: string, invented: string) => string;

class Names {
  /** By their first two words: many people have the same first one. */
  readonly #byStart = new Map<string, Known[]>();
  readonly #asTheyAre = new Map<string, string>();

  /** A name of one sign says nothing. */
  learn(name: string, invented: string): void {
    const words = wordsIn(name).map(({ text }) => folded(text));
    const [first] = words;
    if (first === undefined || UNSPACED.test(name)) {
      if (name.trim().length > 1) this.#asTheyAre.set(name.trim(), invented);
      return;
    }
    if (words.length === 1 && first.length < 2) return;
    const start = words.slice(0, 2).join(' ');
    const known = [...(this.#byStart.get(start) ?? []), { name: name.trim(), words, invented }];
    // The longest first: "Jane Doe Smith" is not "Jane Doe".
    this.#byStart.set(
      start,
      known.sort((a, b) => b.words.length - a.words.length),
    );
  }

  /** The text with every name replaced. A name of one word counts as it is written; others in any case. */
  replaced(text: string, replace: Replace): string {
    let result = text;
    for (const [name, invented] of this.#asTheyAre)
      if (result.includes(name)) result = result.replaceAll(name, () => replace(name, invented));
    return this.#byStart.size === 0 ? result : this.#replacedWords(result, replace);
  }

  #replacedWords(text: string, replace: Replace): string {
    const words = wordsIn(text);
    let result = '';
    let done = 0;
    for (let at = 0; at < words.length; at += 1) {
      const found = this.#at(text, words, at);
      if (!found) continue;
      const start = words[at]?.start ?? 0;
      const end = words[found.last]?.end ?? 0;
      result += text.slice(done, start) + replace(text.slice(start, end), found.invented);
      done = end;
      at = found.last;
    }
    return done === 0 ? text : result + text.slice(done);
  }

  #at(text: string, words: readonly Word[], at: number): { last: number; invented: string } | undefined {
    const first = folded(words[at]?.text ?? '');
    const next = words[words[at + 1]?.text === '%20' ? at + 2 : at + 1];
    for (const known of this.#byStart.get(`${first} ${folded(next?.text ?? '')}`) ?? []) {
      const last = lastOf(known, text, words, at);
      if (last !== undefined) return { last, invented: known.invented };
    }
    const alone = this.#byStart.get(first)?.find(({ name }) => wordsIn(name)[0]?.text === words[at]?.text);
    return alone && { last: at, invented: alone.invented };
  }
}

/** Where the name ends that may begin here; undefined where it is another one. */
function lastOf({ words }: Known, text: string, found: readonly Word[], from: number): number | undefined {
  let at = from;
  for (const word of words.slice(1)) {
    const end = found[at]?.end ?? 0;
    do at += 1;
    while (found[at]?.text === '%20');
    const next = found[at];
    if (!next || folded(next.text) !== word || !GAP.test(text.slice(end, next.start))) return undefined;
  }
  return at;
}

/** The invented name as the other one was written: "ada-b-field" for "jane-doe". */
function writtenAs(found: string, invented: string): string {
  const joint = /%20|[^\p{L}\p{N}\p{M}]/u.exec(found)?.[0] ?? ' ';
  const spaced = joint === ' ' ? invented : invented.replace('.', '').replaceAll(' ', joint);
  return found === found.toLowerCase() && found !== found.toUpperCase() ? spaced.toLowerCase() : spaced;
}

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu;
const HOST = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+/gu;
/** Mailboxes of everybody: such a host says nothing of an organization. */
const PUBLIC_MAIL =
  /^(gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|aol|gmx|web|proton|protonmail|qq|163)\.[a-z.]+$/i;
/** Fields that hold a host name, and those that hold a URL on one. */
const HOST_FIELDS = new Set(['hostname', 'emailDomains']);
const URL_FIELDS = new Set(['published', 'ssoURL', 'entityID', 'fallbackURL', 'logoutURL', 'origin']);
/** What is not handed on: it leads to the source, or may hold credentials. */
const EMPTIED = new Set(['urls', 'configuration', 'certificate']);

/** Longer fields are in no input. */
const MOST_ASKED = 255;

type Fields = Record<string, unknown>;

export class Anonymiser {
  readonly #names = new Names();
  readonly #emails = new Map<string, string>();
  readonly #hosts = new Map<string, string>();
  readonly #photos = new Set<string>();
  /** How each name, address and host was learned, by its mark. */
  readonly #lessons = new Map<string, (to: Anonymiser) => void>();
  /** Whole fields as they were, by what they are now. */
  readonly #originals = new Map<string, string>();

  /** Every name, address and host that it knows, as marks that can be kept: nobody can read the name in them. */
  marks(): ReadonlySet<string> {
    return new Set(this.#lessons.keys());
  }

  /** Learns from an answer, and returns it with people and hosts replaced. */
  answer<T>(value: T): T {
    this.#learn(value);
    // The same shape: strings become strings, and only fields that may be absent are left out.
    return this.#walk(value, '') as T;
  }

  /** An input made of what was read, as the source knows it: a domain, or a name that is part of a path. */
  asked<T>(input: T): T {
    if (!isRecord(input)) return input;
    const fields = Object.entries(input).map(([name, one]): [string, unknown] => [
      name,
      typeof one === 'string' ? (this.#originals.get(one) ?? one) : one,
    ]);
    // The same fields, and strings stay strings.
    return Object.fromEntries(fields) as T;
  }

  text(text: string): string {
    return this.#changed(text, false);
  }

  /** Text as text; of other bytes as many as before. */
  bytes(bytes: Uint8Array): Uint8Array {
    const buffer = Buffer.from(bytes);
    return isUtf8(buffer)
      ? Buffer.from(this.text(buffer.toString('utf8')), 'utf8')
      : Buffer.from(this.#changed(buffer.toString('latin1'), true), 'latin1');
  }

  /** One that knows only what was learned beside these marks; undefined where that is nothing. */
  after(marks: ReadonlySet<string>): Anonymiser | undefined {
    const lessons = [...this.#lessons].filter(([mark]) => !marks.has(mark));
    if (lessons.length === 0) return undefined;
    const later = new Anonymiser();
    for (const [, learn] of lessons) learn(later);
    return later;
  }

  /** Whether a text has anything that would be replaced. */
  finds(text: string): boolean {
    return this.text(text) !== text;
  }

  #lesson(name: string, learn: (to: Anonymiser) => void): void {
    const mark = markOf(name);
    if (this.#lessons.has(mark)) return;
    this.#lessons.set(mark, learn);
    learn(this);
  }

  #learn(value: unknown, field = ''): void {
    if (typeof value === 'string') {
      if (HOST_FIELDS.has(field)) this.#learnHost(value);
      if (URL_FIELDS.has(field) && URL.canParse(value)) this.#learnHost(new URL(value).hostname);
      return;
    }
    if (Array.isArray(value)) for (const one of value) this.#learn(one, field);
    if (!isRecord(value)) return;
    if (isPerson(value)) this.#learnPerson(value);
    for (const [name, one] of Object.entries(value)) this.#learn(one, name);
  }

  #learnPerson({ id, displayName, email, photoURL }: Person): void {
    const invented = inventedPerson(id);
    this.#lesson(`${id} ${displayName}`, (to) => to.#names.learn(displayName, invented.displayName));
    if (typeof photoURL === 'string') this.#lesson(photoURL, (to) => to.#photos.add(photoURL));
    if (typeof email !== 'string') return;
    this.#lesson(email, (to) => to.#emails.set(email.toLowerCase(), invented.email));
    const host = email.split('@').at(-1) ?? '';
    if (!PUBLIC_MAIL.test(host)) this.#learnHost(host);
  }

  #learnHost(given: string): void {
    const host = given.toLowerCase();
    if (host === '' || host === 'localhost' || host === PEOPLE_HOST) return;
    const invented = inventedHost(host, !host.includes('.'));
    this.#lesson(`host ${host}`, (to) => to.#hosts.set(host, invented));
  }

  #walk(value: unknown, field: string): unknown {
    if (typeof value === 'string') return field === 'downloadURL' ? value : this.#field(value, field);
    if (Array.isArray(value)) return value.map((one) => this.#walk(one, field));
    if (!isRecord(value)) return value;
    const fields = Object.entries(value).filter(([name]) => !(field === 'git' && name === 'url'));
    const walked = fields.map(([name, one]): [string, unknown] => [
      name,
      EMPTIED.has(name) ? emptied(one) : this.#walk(one, name),
    ]);
    return { ...Object.fromEntries(walked), ...(isPerson(value) && inPlaceOf(value)) };
  }

  #field(value: string, field: string): string {
    // A whole field may be one part of a host name, which stays as it is inside a text.
    const host = HOST_FIELDS.has(field) ? this.#hosts.get(value.toLowerCase()) : undefined;
    const changed = host ?? this.text(value);
    if (changed !== value && value.length <= MOST_ASKED) this.#originals.set(changed, value);
    return changed;
  }

  /** `isBlank`: with as many signs as before, for what is not text. */
  #changed(text: string, isBlank: boolean): string {
    const blank = (found: string) => 'x'.repeat(found.length);
    const or = (write: Replace): Replace => (isBlank ? blank : write);
    let result = text;
    const photoless = or(() => `https://${PEOPLE_HOST}/photo`);
    for (const photo of this.#photos)
      if (result.includes(photo)) result = result.replaceAll(photo, () => photoless(photo, ''));
    if (result.includes('@'))
      result = result.replace(EMAIL, (email) =>
        email.endsWith(`@${PEOPLE_HOST}`)
          ? email
          : or((_, invented) => invented)(
              email,
              this.#emails.get(email.toLowerCase()) ?? inventedEmail(email),
            ),
      );
    if (this.#hosts.size > 0 && result.includes('.'))
      result = result.replace(HOST, (found) => this.#hostIn(found, isBlank));
    return this.#names.replaced(result, or(writtenAs));
  }

  /** A known host, also as a part of a longer one: `acme.test` in `docs.acme.test`. */
  #hostIn(found: string, isBlank: boolean): string {
    const labels = found.split('.');
    for (let length = labels.length; length > 0; length -= 1)
      for (let at = 0; at + length <= labels.length; at += 1) {
        const part = labels.slice(at, at + length).join('.');
        const invented = this.#hosts.get(part.toLowerCase());
        if (invented === undefined) continue;
        const other = isBlank ? 'x'.repeat(part.length) : invented;
        return [...labels.slice(0, at), other, ...labels.slice(at + length)].join('.');
      }
    return found;
  }
}

/** Nothing of the same shape. */
const emptied = (value: unknown): unknown => (typeof value === 'string' ? '' : isRecord(value) ? {} : value);

interface Person extends Fields {
  id: string;
  displayName: string;
}

const isPerson = (value: Fields): value is Person =>
  typeof value.id === 'string' && typeof value.displayName === 'string';

const inPlaceOf = ({ id, email }: Person) => {
  const invented = inventedPerson(id);
  return {
    displayName: invented.displayName,
    ...(email !== undefined && { email: invented.email }),
    photoURL: undefined,
  };
};
