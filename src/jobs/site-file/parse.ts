// Reads a site file: checks it, and keeps of each item the line it is on and the ID that a comment beside it gives.

import type { TSchema } from '@sinclair/typebox';
import { check, fieldsKnownIn, NO_FIELD, type Problem } from '../../api/check.ts';
import { instead } from '../../engine/rows/row-faults.ts';
import { ValidationError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { parseYaml } from '../../files/yaml-file.ts';
import {
  type At,
  keyed,
  keyOf,
  nodeAt,
  nodesOf,
  type Place,
  placeIn,
  type YamlNodes,
} from './field-place.ts';
import {
  isGroup,
  isSection,
  type NavItem,
  type SectionItem,
  type SiteFile,
  SiteShape,
  type SpaceItem,
  SpaceShape,
  shapeOf,
} from './schema.ts';

// What a site file cannot say, whatever the site is like: said before anything is read.

/** Everything in the navigation of a file, what is in groups behind its group. */
export const allIn = (items: readonly NavItem[] = []): NavItem[] =>
  items.flatMap((item) => (isGroup(item) ? [item, ...allIn(item.sections)] : [item]));

export const sectionsIn = (items?: readonly NavItem[]): SectionItem[] => allIn(items).filter(isSection);

/** Every space that a file names, at the root or in sections. */
export const spacesIn = ({ spaces = [], sections }: SiteFile): SpaceItem[] => [
  ...spaces,
  ...sectionsIn(sections).flatMap((section) => section.spaces),
];

/** Throws what `bad` makes, of an item where one is meant. */
function refuseImpossible(file: SiteFile, bad: (why: string, item?: object) => ValidationError): void {
  const { spaces, sections, redirects = [] } = file;
  if (spaces && sections) throw bad('"spaces" and "sections" cannot be used together');
  if (!spaces && !sections) throw bad('it needs "spaces" or "sections"');
  if (sections && sectionsIn(sections).length === 0) throw bad('it needs a section with a space');
  const once = <T extends object>(
    items: readonly T[],
    nameOf: (item: T) => string | undefined,
    say = twice,
  ) => {
    const names = new Set<string>();
    for (const item of items) {
      const name = nameOf(item);
      if (name !== undefined && names.size === names.add(name).size) throw bad(say(name), item);
    }
  };
  const twice = (name: string) => `${name} appears twice`;
  const pathOf = ({ path }: { path?: string }) => path && `path "${path}"`;
  once(spacesIn(file), ({ space }) => `space "${space}"`);
  const all = sectionsIn(sections);
  once(all, pathOf);
  // Sections of one title are told apart by their paths.
  const titled = all.filter(({ path }) => path === undefined);
  once(
    titled,
    ({ title = '' }) => `section "${title}"`,
    (name) => `${twice(name)}: give each a "path"`,
  );
  const open = redirects.find((one) => one.captureWildcard && !one.from.endsWith('*'));
  if (open)
    throw bad(`redirect "${open.from}" has "captureWildcard", and no * at the end of its "from"`, open);
  once(redirects, ({ from, draft }) => `redirect "${from}${draft ? ' (draft)' : ''}"`);
  for (const level of [spaces ?? [], ...all.map((section) => section.spaces)]) once(level, pathOf);
}

/** What the text around an item says of it. */
export interface Note {
  /** The ID that it had where the file was pulled. */
  id?: string;
  line: number;
  /** Where that is another one than the site file: a table beside it. */
  file?: string;
}

export interface ParsedSite {
  name: string;
  text: string;
  file: SiteFile;
  /** By item, and of the site by the file itself. */
  notes: ReadonlyMap<object, Note>;
  nodes: YamlNodes;
}

/** `# id: abc` beside a title. */
export const HINT = /(?:^|[\s,;])id: ([A-Za-z0-9_-]{1,64})(?=$|[\s,;])/;
/** What a comment with the ID is beside. */
export const NAMING_KEYS = ['space', 'title', 'group', 'link', 'name', 'from'] as const;

/** Throws UsageError for what is not YAML, ValidationError `BAD_PLAN` with the first thing that is wrong. */
export async function parseSite(text: string, name: string): Promise<ParsedSite> {
  const value = await parseYaml(text, name);
  if (value === null) throw bad(name, 'the file is empty: begin with "title: Developer docs"');
  const nodes = nodesOf(await import('yaml'), text);
  const reader: Reader = { ...nodes, name, notes: new Map() };
  const root = nodes.document.contents;
  const problem = firstIn(check(SiteShape, value));
  if (problem) throw bad(name, inWords(problem), placeOf(reader, problem.path));
  // Safe: it has just been checked, but for what is below `spaces` and `sections`.
  const raw = value as Record<string, unknown> & SiteFile;
  const file: SiteFile = { ...raw };
  note(reader, file, root);
  if (raw.spaces) file.spaces = spacesOf(reader, raw.spaces, nodeAt(reader, root, 'spaces'), 'spaces');
  if (raw.sections)
    file.sections = itemsOf(reader, raw.sections, nodeAt(reader, root, 'sections'), 'sections');
  for (const key of ['shareLinks', 'redirects'] as const)
    for (const [index, item] of (raw[key] ?? []).entries())
      note(reader, item, nodeAt(reader, nodeAt(reader, root, key), index));
  refuseImpossible(file, (why, item) => bad(name, why, item && reader.notes.get(item)));
  return { name, text, file, notes: reader.notes, nodes };
}

interface Reader extends YamlNodes {
  name: string;
  notes: Map<object, Note>;
}

/** Where a field is, by its path; or the nearest one above it that the text has. */
export function placeOf(reader: YamlNodes, path: string): At {
  let node: Place = reader.document.contents;
  const keys = path.split('.');
  for (const [index, key] of keys.entries()) {
    const inner = nodeAt(reader, node, keyed(key));
    if (!inner?.range) break;
    // A key of that name begins before its value.
    if (index === keys.length - 1) node = keyOf(node, key) ?? inner;
    else node = inner;
  }
  return placeIn(reader, node);
}

function note(reader: Reader, item: object, node: Place): void {
  const [key] = NAMING_KEYS.filter((name) => name in item);
  const named = key === undefined ? undefined : nodeAt(reader, node, key);
  const id = HINT.exec((named ?? node)?.comment ?? '')?.[1];
  const offset = node?.range?.[0] ?? 0;
  reader.notes.set(item, { line: reader.lines.linePos(offset).line || 1, ...(id !== undefined && { id }) });
}

const spacesOf = (reader: Reader, list: readonly unknown[], node: Place, path: string): SpaceItem[] =>
  list.map((entry, index) => {
    const place = `${path}.${index}`;
    const item = typeof entry === 'string' && entry !== '' ? { space: entry } : entry;
    const checked = checkAt<SpaceItem>(reader, SpaceShape, item, place);
    const inner = nodeAt(reader, node, index);
    const own = { ...checked };
    note(reader, own, inner);
    return own;
  });

const DEEPEST = 20;

function itemsOf(reader: Reader, list: readonly unknown[], node: Place, path: string, depth = 0): NavItem[] {
  if (depth > DEEPEST) throw bad(reader.name, `"${path}" is nested more than ${DEEPEST} levels deep`);
  return list.map((entry, index) => {
    const place = `${path}.${index}`;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw bad(reader.name, `"${place}" must be an object`);
    const own = { ...checkAt<NavItem>(reader, shapeOf(entry), entry, place) };
    const inner = nodeAt(reader, node, index);
    note(reader, own, inner);
    if (isGroup(own))
      own.sections = itemsOf(
        reader,
        own.sections,
        nodeAt(reader, inner, 'sections'),
        `${place}.sections`,
        depth + 1,
      );
    else if (isSection(own)) {
      own.spaces = spacesOf(reader, own.spaces, nodeAt(reader, inner, 'spaces'), `${place}.spaces`);
      own.title ??= own.spaces[0]?.space ?? '';
    }
    return own;
  });
}

function checkAt<T>(reader: Reader, shape: TSchema, value: unknown, place: string): T {
  const problem = firstIn(check(shape, value));
  if (problem) {
    const path = joined(place, problem.path);
    throw bad(reader.name, inWords({ ...problem, path }), placeOf(reader, path));
  }
  // Safe: it has just been checked.
  return value as T;
}

/** A misspelt field leaves another one missing: what was written says more. */
export const firstIn = (problems: readonly Problem[]): Problem | undefined =>
  problems.find(({ message }) => message.startsWith(NO_FIELD)) ?? problems[0];

const joined = (place: string, path: string): string => (path === '' ? place : `${place}.${path}`);

/** On one line, whatever the file holds. */
export function inWords(problem: Problem): string {
  const { path, message } = problem;
  const subject = path === '' ? 'it' : JSON.stringify(path);
  const known = fieldsKnownIn(message);
  if (known === undefined) return `${subject} ${message}${instead(problem)}`;
  const [meant] = nearest(path.split('.').at(-1) ?? '', known, 1);
  return `${subject} ${message}${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
}

export const bad = (name: string, why: string, at?: Note | At): ValidationError => {
  const column = at && 'col' in at ? `, column ${at.col}` : '';
  return new ValidationError(`${name}${at === undefined ? '' : ` line ${at.line}${column}`}: ${why}`, {
    ...{ code: 'BAD_PLAN', hint: 'docs sites schema-file' },
  });
};

// What a file adds to a published site: made as drafts, which readers do not see, and shown to them last.

/** What files of a site have made as drafts and not shown yet, in this run or one that was cut off. */
export interface Held {
  has(key: string): boolean;
  add(key: string): void;
  /** All of it is shown. */
  clear(): void;
}

export function heldHere(): Held {
  const keys = new Set<string>();
  return { has: (key) => keys.has(key), add: (key) => void keys.add(key), clear: () => keys.clear() };
}

/** Names what is not there yet: it has no ID. */
export const heldKey = ({ kind, title }: { kind: 'section' | 'group' | 'space'; title: string }): string =>
  `${kind} ${title}`;
