// .gitbook.yaml: where a repository keeps its pages, and which old paths lead to which page.

import { posix } from 'node:path';
import * as yaml from 'yaml';
import { ValidationError } from '../errors.ts';
import { isRecord } from '../files/texts.ts';
import { parseYaml } from '../files/yaml-text.ts';
import { inRepository, projectDirectory, SUMMARY } from './paths.ts';

export const SETTINGS = '.gitbook.yaml';

/** Paths in the folder of the pages. */
export interface Structure {
  /** The first page, where that is not README.md. */
  readme?: string | undefined;
  /** The table of contents. */
  summary: string;
}

export const USUAL: Structure = { summary: SUMMARY };

export interface RepoSettings {
  /** Folder of the pages in the repository; empty for all of it. */
  directory: string;
  structure: Structure;
  /** Paths in the repository, by the old path of a page in the space. */
  redirects: Readonly<Record<string, string>>;
  /** The file itself; absent where there is none. */
  text?: string | undefined;
}

/** What the file of a project directory says. Throws ValidationError naming the setting that cannot be followed. */
export function readSettings(project: string, text: string | undefined): RepoSettings {
  if (text === undefined) return { directory: project, structure: USUAL, redirects: {} };
  const data = text.trim() === '' ? {} : parseMap(text);
  // A file of comments alone says nothing.
  if (!data && !text.split('\n').every((line) => /^\s*(?:#|$)/.test(line)))
    throw wrong('the file is not a YAML map');
  return { ...settingsOf(project, data ?? {}), text };
}

/** The same of the parsed file. */
export function settingsOf(project: string, data: Record<string, unknown>): RepoSettings {
  const { root, structure, redirects } = data;
  const folder = textOf('root', root) ?? '';
  const directory = inside(posix.join(project, folder)) ?? refuse('root', folder);
  const { readme, summary } = mapOf('structure', structure);
  return {
    directory,
    structure: {
      readme: pathOf('structure.readme', readme),
      summary: pathOf('structure.summary', summary) ?? SUMMARY,
    },
    redirects: Object.fromEntries(
      Object.entries(mapOf('redirects', redirects)).flatMap(([source, target]) => {
        const path = pathOf(`redirects: "${source}"`, target);
        return path === undefined ? [] : [[oldPath(source), inRepository(directory, path)]];
      }),
    ),
  };
}

/** `/help/` and `./help` are `help`. */
export const oldPath = (path: string): string => path.replace(/^(?:\.?\/)+/, '').replace(/(?<!\/)\/+$/, '');

const wrong = (why: string): ValidationError => new ValidationError(`${SETTINGS}: ${why}`.slice(0, 300));

function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrong(`${name} must be a text`);
  return value;
}

function mapOf(name: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw wrong(`${name} must be a map`);
  return value;
}

/** A path in the folder of the pages. */
function pathOf(name: string, value: unknown): string | undefined {
  const text = textOf(name, value);
  if (text === undefined) return undefined;
  const path = inside(text.replace(/^\/+/, ''));
  return path === undefined || path === '' ? refuse(name, text) : path;
}

function inside(path: string): string | undefined {
  try {
    return projectDirectory(path);
  } catch {
    return undefined;
  }
}

function refuse(name: string, path: string): never {
  throw wrong(`${name} "${path.slice(0, 200)}" must be inside the repository`);
}

// Settings in YAML that are in a folder of pages.

/** Longer settings would hold up everything else. */
const MOST_YAML = 1024 * 1024;

/** A YAML map, or undefined for text that is not one or that is broken. */
export function parseMap(text: string): Record<string, unknown> | undefined {
  const read = readMap(text);
  return 'data' in read ? read.data : undefined;
}

interface BrokenMap {
  problem: string;
  /** As the parser calls it: `duplicate key`. */
  code: string;
  /** From 1. */
  line: number;
  column: number;
}

/** A YAML map, or what is wrong with it and where. A text of comments alone is an empty map. */
export function readMap(text: string): { data: Record<string, unknown> } | BrokenMap {
  if (text.length > MOST_YAML)
    return { problem: `has more than ${MOST_YAML} characters`, code: 'too large', line: 1, column: 1 };
  const read = parseYaml(yaml, { text, rules: { maxAliasCount: 50 } });
  if ('problem' in read)
    return { problem: read.problem, code: read.code, line: read.at?.line ?? 1, column: read.at?.col ?? 1 };
  const data = read.value ?? {};
  return isRecord(data) ? { data } : { problem: 'is not a YAML map', code: 'not a map', line: 1, column: 1 };
}

/** A map in which a key may stand twice: the last one counts. Only for text that can be parsed otherwise. */
export function looseMap(text: string): Record<string, unknown> | undefined {
  const document = yaml.parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
  const data: unknown = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 50 });
  return isRecord(data) ? data : undefined;
}

/** Where each key of a map at the given path stands, in the order of the text; keys that stand twice are there twice. */
export function keyPlaces(text: string, path: readonly string[]): KeyPlace[] {
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { uniqueKeys: false, logLevel: 'silent', lineCounter: lines });
  const map = path.length === 0 ? document.contents : document.getIn(path);
  if (!yaml.isMap(map)) return [];
  return map.items.flatMap(({ key, value }) => {
    if (!yaml.isScalar(key)) return [];
    const { line, col } = lines.linePos(key.range?.[0] ?? 0);
    return [
      { key: String(key.value), value: yaml.isScalar(value) ? value.value : undefined, line, column: col },
    ];
  });
}

interface KeyPlace {
  key: string;
  /** Of scalars only. */
  value: unknown;
  line: number;
  column: number;
}
