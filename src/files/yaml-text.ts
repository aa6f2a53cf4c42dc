// YAML that other people wrote: parsed in linear time, and a long text in a thread that a time limit ends.
import { inThread, ThreadLate } from './in-thread.ts';

export type YamlEnd =
  | { value: unknown; marks: ReadonlyMap<object, Mark> }
  /** `code` as the parser calls it, in lower case; `at` counts from 1. */
  | { problem: string; code: string; at?: { line: number; col: number } };

export interface YamlOptions {
  maxAliasCount: number;
  /** Keys must be text. */
  stringKeys?: boolean;
  schema?: 'core';
  /** A tag that says nothing here is refused: `!env TOKEN` is not text. */
  knownTags?: boolean;
  timeoutMs?: number;
  marked?: Marked;
}

/** Where a map of the text stands, and the ID in the comment beside what names it. */
export interface Mark {
  line: number;
  col: number;
  offset: number;
  id?: string;
}

/** Which maps of the text are looked up afterwards: all, with the ID beside the first of these keys that they have. */
export interface Marked {
  keys: readonly string[];
  /** Its first group is the ID. */
  id: RegExp;
}

type Yaml = typeof import('yaml');

/** A longer text could hold up everything else for seconds. */
const SHORT = 16 * 1024;
const TIMEOUT_MS = 10_000;

/** Never throws for what is in the text. */
export async function readYaml(text: string, options: YamlOptions): Promise<YamlEnd> {
  const { timeoutMs = TIMEOUT_MS, marked, ...rules } = options;
  if (text.length <= SHORT) return parseYaml(await import('yaml'), { text, rules, marked });
  try {
    const library = { name: 'yaml', file: 'yaml.cjs' };
    return await inThread({ library, work: parseYaml, input: { text, rules, marked }, timeoutMs });
  } catch (error) {
    const why = error instanceof ThreadLate ? `reading it took longer than ${timeoutMs / 1000} s` : undefined;
    return { problem: why ?? 'it is too large or nested too deeply', code: why ? 'too slow' : 'too large' };
  }
}

interface YamlInput {
  text: string;
  rules: Omit<YamlOptions, 'timeoutMs' | 'marked'>;
  marked?: Marked | undefined;
}

/**
 * Takes the package and parses at once, for short texts. Sent to the thread: uses nothing but its arguments. The parser's own check for keys that appear twice compares each
 * with each; here a set does that. Its words for the commonest slip, a title with a colon, do not say what to do.
 */
export function parseYaml(yaml: Yaml, { text, rules, marked }: YamlInput): YamlEnd {
  const lines = new yaml.LineCounter();
  let document: import('yaml').Document;
  try {
    document = yaml.parseDocument(text, {
      ...rules,
      uniqueKeys: false,
      prettyErrors: false,
      // Silent, it would also drop every document but the first.
      logLevel: 'error',
      lineCounter: lines,
    });
  } catch {
    // The parser calls itself for each level.
    return { problem: 'it is nested too deeply', code: 'too deep' };
  }
  const fail = (problem: string, code: string, offset: number): YamlEnd => {
    return { problem, code, at: lines.linePos(offset) };
  };
  const firstLine = (said: string): string =>
    said.replace(/^Nested mappings .*/s, 'a value with ": " in it must be in quotes').split('\n', 1)[0] ?? '';
  const [first] = [...document.errors, ...(rules.knownTags ? document.warnings : [])];
  const second = 'a second document begins';
  if (first?.code === 'MULTIPLE_DOCS') return fail(second, second, first.pos[0]);
  if (first)
    return fail(firstLine(first.message), first.code.toLowerCase().replaceAll('_', ' '), first.pos[0]);
  let wrong: YamlEnd | undefined;
  yaml.visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!yaml.isScalar(key) || key.value === '<<') continue;
        if (keys.has(key.value)) {
          wrong = fail('Map keys must be unique', 'duplicate key', key.range?.[0] ?? 0);
          return yaml.visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
    Alias(_, alias, above) {
      const source = alias.resolve(document);
      if (source !== undefined && !above.includes(source)) return undefined;
      const [why, code] = source
        ? ['is inside what it repeats', 'alias of itself']
        : ['has no anchor', 'alias of nothing'];
      wrong = fail(`alias "*${alias.source}" ${why}`, code, alias.range?.[0] ?? 0);
      return yaml.visit.BREAK;
    },
  });
  if (wrong) return wrong;
  const marks = new Map<object, Mark>();
  const idIn = (value: object, node: import('yaml').YAMLMap): { id?: string } => {
    const key = marked?.keys.find((name) => name in value);
    const { comment }: { comment?: unknown } = Object(key === undefined ? undefined : node.get(key, true));
    const id = typeof comment === 'string' ? marked?.id.exec(comment)?.[1] : undefined;
    return id === undefined ? {} : { id };
  };
  const mark = (value: unknown, given: unknown): void => {
    const node = yaml.isAlias(given) ? given.resolve(document) : given;
    if (Array.isArray(value) && yaml.isSeq(node)) value.forEach((one, at) => void mark(one, node.items[at]));
    if (typeof value !== 'object' || value === null || marks.has(value) || !yaml.isMap(node)) return;
    const offset = node.range?.[0] ?? 0;
    marks.set(value, { ...lines.linePos(offset), offset, ...idIn(value, node) });
    for (const { key, value: inner } of node.items)
      if (yaml.isScalar(key)) mark(Reflect.get(value, String(key.value)), inner);
  };
  try {
    const value: unknown = document.toJS({ maxAliasCount: rules.maxAliasCount });
    if (marked) mark(value, document.contents);
    return { value, marks };
  } catch (error) {
    return { problem: firstLine(String(Object(error).message)), code: 'aliases' };
  }
}
