// YAML that other people wrote: parsed in linear time, and a long text in a thread that a time limit ends.
import { isError } from '../errors.ts';
import { inThread, ThreadLate } from './in-thread.ts';

export type YamlEnd =
  | { value: unknown }
  /** `code` as the parser calls it, in lower case; `at` counts from 1. */
  | { problem: string; code: string; at?: { line: number; col: number } };

export interface YamlOptions {
  maxAliasCount: number;
  /** Keys must be text. */
  stringKeys?: boolean;
  schema?: 'core';
  timeoutMs?: number;
}

type Yaml = typeof import('yaml');

/** A longer text could hold up everything else for seconds. */
const SHORT = 16 * 1024;
const TIMEOUT_MS = 10_000;

/** Never throws for what is in the text. */
export async function readYaml(text: string, options: YamlOptions): Promise<YamlEnd> {
  const { timeoutMs = TIMEOUT_MS, ...rules } = options;
  if (text.length <= SHORT) return parseYaml(await import('yaml'), { text, rules });
  try {
    const library = { name: 'yaml', file: 'yaml.cjs' };
    return await inThread({ library, work: parseYaml, input: { text, rules }, timeoutMs });
  } catch (error) {
    const why = error instanceof ThreadLate ? `reading it took longer than ${timeoutMs / 1000} s` : undefined;
    return { problem: why ?? 'it is too large or nested too deeply', code: why ? 'too slow' : 'too large' };
  }
}

/**
 * Takes the package and parses at once, for short texts. Sent to the thread: uses nothing but its arguments. The parser's own check for keys that appear twice compares each
 * with each; here a set does that.
 */
export function parseYaml(
  yaml: Yaml,
  { text, rules }: { text: string; rules: Omit<YamlOptions, 'timeoutMs'> },
): YamlEnd {
  const lines = new yaml.LineCounter();
  let document: import('yaml').Document;
  try {
    document = yaml.parseDocument(text, {
      ...rules,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: lines,
    });
  } catch {
    // The parser calls itself for each level.
    return { problem: 'it is nested too deeply', code: 'too deep' };
  }
  const fail = (problem: string, code: string, offset: number): YamlEnd => ({
    problem,
    code,
    at: lines.linePos(offset),
  });
  const [first] = document.errors;
  if (first) {
    return fail(
      first.message.split('\n', 1)[0] ?? '',
      first.code.toLowerCase().replaceAll('_', ' '),
      first.pos[0],
    );
  }
  let twice: YamlEnd | undefined;
  yaml.visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!yaml.isScalar(key) || key.value === '<<') continue;
        if (keys.has(key.value)) {
          twice = fail('Map keys must be unique', 'duplicate key', key.range?.[0] ?? 0);
          return yaml.visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  if (twice) return twice;
  let around: YamlEnd | undefined;
  yaml.visit(document, {
    Alias(_, alias, above) {
      const source = alias.resolve(document);
      if (source === undefined || !above.includes(source)) return undefined;
      around = fail(
        `alias "*${alias.source}" is inside what it repeats`,
        'alias of itself',
        alias.range?.[0] ?? 0,
      );
      return yaml.visit.BREAK;
    },
  });
  if (around) return around;
  try {
    return { value: document.toJS({ maxAliasCount: rules.maxAliasCount }) };
  } catch (error) {
    const said = isError(error) ? error.message : '';
    return { problem: said.split('\n', 1)[0] ?? '', code: 'aliases' };
  }
}
