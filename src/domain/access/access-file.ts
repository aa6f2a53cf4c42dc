// Grants as code: who has which level on what, and until when, from the YAML of a file.

import { ROLES, type Role } from '../../api/roles.ts';
import { isRecord } from '../../files/is-record.ts';
import { notARole } from './role-words.ts';

export interface Problem {
  /** `grant 3`. */
  where: string;
  message: string;
  hint?: string | undefined;
}

/** One entry of the file, its names as they were written. */
export interface Entry {
  where: string;
  people: string[];
  teams: string[];
  level: Role;
  /** `space:Guides`, or a title alone for a space. */
  on: string[];
  /** The first moment after the access. */
  ends: number | undefined;
}

const KEYS = ['person', 'people', 'team', 'teams', 'level', 'on', 'until', 'note'];
const DAY_MS = 86_400_000;

/** All entries that can be read, and everything that is wrong with the others. */
export function accessEntries(value: unknown): { entries: Entry[]; problems: Problem[] } {
  const list = isRecord(value) ? value.grants : value;
  const foreign = isRecord(value) ? Object.keys(value).filter((key) => key !== 'grants') : [];
  if (!Array.isArray(list) || foreign.length > 0) {
    const message =
      foreign.length > 0
        ? `unknown key "${foreign[0]}": the file has one key, grants`
        : 'a list is expected, such as "grants: [{ team: Support, level: review, on: [Guides] }]"';
    return { entries: [], problems: [{ where: 'grants', message }] };
  }
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  list.forEach((one: unknown, at) => {
    const where = `grant ${at + 1}`;
    const read = entryOf(where, one);
    if (typeof read === 'string') problems.push({ where, message: read });
    else entries.push(read);
  });
  return { entries, problems };
}

/** A text says what is wrong. */
function entryOf(where: string, one: unknown): Entry | string {
  if (!isRecord(one)) return 'person or team, level and on are expected';
  const unknown = Object.keys(one).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return `unknown key "${unknown}": use ${KEYS.join(', ')}`;
  const people = [...textsOf(one.person), ...textsOf(one.people)];
  const teams = [...textsOf(one.team), ...textsOf(one.teams)];
  const on = textsOf(one.on);
  if (people.length + teams.length === 0) return 'person or team is missing';
  if (on.length === 0) return 'on is missing: space:Guides, collection:Internal or site:Docs';
  const blank = [...people, ...teams, ...on].some((text) => text === '');
  if (blank) return 'a name is empty';
  const level = ROLES.find((role) => role === one.level);
  if (level === undefined) return one.level === undefined ? 'level is missing' : notARole(String(one.level));
  const ends = endOf(one.until);
  if (typeof ends === 'string') return ends;
  return { where, people, teams, level, on, ends };
}

/** A name that looks like a number was meant as a text. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'string' || typeof value === 'number') return [String(value).trim()];
  return [];
}

/** A day counts to its end, in UTC. A text says what is wrong. */
function endOf(until: unknown): number | undefined | string {
  if (until === undefined || until === null) return undefined;
  const text = String(until);
  const at = Date.parse(text);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  // A day that a month does not have becomes one of the next month.
  const isReal = isDay ? !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) : !Number.isNaN(at);
  if ((!isDay && !isTime) || !isReal) return `until: "${text}" is not a day such as 2027-01-31`;
  return isDay ? at + DAY_MS : at;
}
