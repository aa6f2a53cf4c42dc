// Replaces people and hosts of an organization in all that is read of it: what names them is learned from the answers.
import { isUtf8 } from 'node:buffer';
import { inventedEmail, inventedHost, inventedPerson, markOf, PEOPLE_HOST } from './invented.ts';
import { Names, type Replace, writtenAs } from './names.ts';

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

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
    if (!isFields(input)) return input;
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
    if (!isFields(value)) return;
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
    if (!isFields(value)) return value;
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
const emptied = (value: unknown): unknown => (typeof value === 'string' ? '' : isFields(value) ? {} : value);

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
