// One step of a plan: what people read of it, and the command that does the same.
import type { Operation } from '../../api/operation.ts';
import type { Site } from '../../api/sites/sites.ts';
import { flagWith, type Typed } from '../../files/shell-word.ts';
import type { LiveSection, LiveSite } from './live-site.ts';
import type { PlannedSpace } from './plan.ts';

export interface Change {
  /** What is done: `show space "Guides"`. */
  text: string;
  /** What is different afterwards: `+ space "Guides"`, `~ visibility: share-link -> public`. */
  lines: readonly string[];
  /** What is typed after `docs`; nothing where the command of an earlier step does it, too. */
  typed?: Typed;
  /** What it sends, and the site as the steps before it leave it: what it endangers is worked out from these. */
  request?: Request;
  before?: Site | undefined;
}

export interface Request {
  operation: Operation;
  input: Readonly<Record<string, unknown>>;
}

/** How commands name what they are about. */
export interface Names {
  /** Whether a title leads to one space of the organization only. */
  isUnique(title: string): boolean;
  /** Whether a title leads to this site of the organization only; the id is empty for one that does not exist yet. */
  isUniqueSite(title: string, id: string): boolean;
  /** Flags for each command, where the context would name another place. */
  flags: readonly string[];
}

export const spaceName = ({ isUnique }: Names, { id, title }: PlannedSpace): string =>
  isUnique(title) ? title : id;

export const siteName = ({ isUniqueSite }: Names, { site: { id, title } }: LiveSite): string =>
  id === '' || isUniqueSite(title, id) ? title : id;

/** `--site X`, and what else each command of a plan needs. */
export const inSite = (names: Names, live: LiveSite): string[] => [
  ...flagWith('--site', siteName(names, live)),
  ...names.flags,
];

export const sectionName = ({ sections }: LiveSite, section: LiveSection): string => among(sections, section);

interface Named {
  id: string;
  title: string;
  path?: string;
}

/** The title, unless it may mean something else, too: things are looked up by title and by path. */
export function among<T extends Named>(all: readonly T[], one: T): string {
  const { id, title } = one;
  const isTaken = all.some((other) => other !== one && (other.title === title || other.path === title));
  return isTaken && id !== '' ? id : title;
}

/** `~ title: "A" -> "B"`. */
export const changed = (what: string, before: unknown, after: unknown): string =>
  `~ ${what}: ${shown(before)} -> ${shown(after)}`;

const shown = (value: unknown): string =>
  value === undefined || value === '' ? 'none' : JSON.stringify(value);
