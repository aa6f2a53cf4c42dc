// What the parts of the demo share: who speaks, IDs, pages.
import { createHash } from 'node:crypto';
import { accessOf } from '../access.ts';
import type { Call, Sandbox } from '../sandbox.ts';

export interface Story {
  /** Its clock stands where the story is. */
  sandbox: Sandbox;
  /** ISO time so many days before the demo was made. */
  daysAgo(days: number): string;
  /** Moves the clock. */
  setDaysAgo(days: number): void;
  /** A call of a user, at the time of the story. */
  as(userId: string): Call;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function beginStory(real: Sandbox): Story {
  const end = real.now();
  let present = end;
  const at = (days: number) => new Date(end.getTime() - days * DAY_MS);
  const sandbox: Sandbox = { ...real, now: () => present };
  return {
    sandbox,
    daysAgo: (days) => at(days).toISOString(),
    setDaysAgo(days) {
      present = at(days);
    },
    as: (userId) => ({ ...sandbox, caller: { kind: 'user', userId }, access: accessOf(sandbox.db, userId) }),
  };
}

export interface DemoPage {
  title: string;
  /** Made from the title when absent. */
  slug?: string;
  emoji?: string;
  description?: string;
  /** A heading of the table of contents, without text of its own. */
  group?: true;
  hidden?: true;
  markdown?: string;
  pages?: DemoPage[];
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The id of a thing of the demo, in the form of all ids: 20 base62 characters. */
export function demoId(kind: string, name: string): string {
  const digest = createHash('sha256').update(`${kind}:${name}`).digest();
  return [...digest.subarray(0, 20)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
