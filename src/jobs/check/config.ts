// .docscheck.yaml: which folders are spaces, which rules are off or milder, and where other spaces lie.
import { ConfigError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { isRecord } from '../../files/texts.ts';
import { readText } from '../../folder/page.ts';
import { projectDirectory } from '../../folder/paths.ts';
import { keyPlaces, readMap } from '../../folder/settings.ts';
import type { FolderSource } from '../../folder/source.ts';
import { isRuleId, LEVELS, type Level, RULES, type RuleId, topicOf } from './rules.ts';

export const CHECK_FILE = '.docscheck.yaml';

export interface CheckConfig {
  /** Folders of spaces; undefined where the folder itself shows them. */
  folders: readonly string[] | undefined;
  /** By rule or topic. */
  rules: ReadonlyMap<string, Level | 'off'>;
  /** Folders by the ID of their space. */
  spaces: ReadonlyMap<string, string>;
}

/** Reads the file of the folder, if it is there. Throws ConfigError with the line of what cannot be followed. */
export async function readConfig(source: FolderSource): Promise<CheckConfig> {
  const empty = {
    folders: undefined,
    rules: new Map<string, Level | 'off'>(),
    spaces: new Map<string, string>(),
  };
  if (!source.files.has(CHECK_FILE)) return empty;
  const read = await readText(source, CHECK_FILE);
  if ('problem' in read) throw wrong(read.problem.line, read.problem.message);
  const known = readMap(read.text);
  if ('problem' in known) throw wrong(known.line, known.problem);
  const { data } = known;
  const lineOf = (path: readonly string[], key: string) =>
    keyPlaces(read.text, path).find((one) => one.key === key)?.line ?? 1;
  const unknown = Object.keys(data).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    throw wrong(lineOf([], unknown), `"${unknown}" is not a setting${meant(unknown, KEYS)}`);
  return {
    folders: foldersOf(data.folders, lineOf([], 'folders')),
    rules: mapOf(data.rules, 'rules', lineOf, ruleEntry),
    spaces: mapOf(data.spaces, 'spaces', lineOf, spaceEntry),
  };
}

const KEYS = ['folders', 'rules', 'spaces'];

const wrong = (line: number, why: string) =>
  new ConfigError(`${CHECK_FILE}:${line}: ${why}`, { hint: 'docs help check' });

const meant = (word: string, names: Iterable<string>): string => {
  const [near] = nearest(word, names);
  return near === undefined ? '' : `; did you mean "${near}"?`;
};

function foldersOf(value: unknown, line: number): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === 'string'))
    throw wrong(line, 'folders must be a list of paths');
  return value.map((one) => inside(one, line));
}

function inside(path: string, line: number): string {
  try {
    return projectDirectory(path);
  } catch {
    throw wrong(line, `"${path}" must be inside the folder`);
  }
}

function mapOf<T>(
  value: unknown,
  name: string,
  lineOf: (path: readonly string[], key: string) => number,
  entry: (key: string, value: unknown, line: number) => T,
): Map<string, T> {
  if (value === undefined || value === null) return new Map();
  if (!isRecord(value)) throw wrong(lineOf([], name), `${name} must be a map`);
  return new Map(Object.entries(value).map(([key, one]) => [key, entry(key, one, lineOf([name], key))]));
}

function ruleEntry(key: string, value: unknown, line: number): Level | 'off' {
  const topics = new Set(RULES.map(({ id }) => topicOf(id)));
  const names = [...topics, ...RULES.map(({ id }) => id)];
  if (!isRuleId(key) && !topics.has(key)) throw wrong(line, `"${key}" is not a rule${meant(key, names)}`);
  // YAML of an older version reads `off` as false.
  if (value === 'off' || value === false) return 'off';
  const level = LEVELS.find((one) => one === value);
  if (!level)
    throw wrong(
      line,
      `${key} must be off, ${LEVELS.slice(0, -1).join(', ')} or ${LEVELS.at(-1)}, not "${String(value)}"`,
    );
  return level;
}

function spaceEntry(key: string, value: unknown, line: number): string {
  if (typeof value !== 'string') throw wrong(line, `${key} must be a folder`);
  return inside(value, line);
}

/** The level of each rule: by itself, by its topic, or as it is. */
export function levelsOf({ rules }: Pick<CheckConfig, 'rules'>): (rule: RuleId) => Level | 'off' {
  const usual = new Map(RULES.map(({ id, level }) => [id, level]));
  return (rule) => rules.get(rule) ?? rules.get(topicOf(rule)) ?? usual.get(rule) ?? 'error';
}
