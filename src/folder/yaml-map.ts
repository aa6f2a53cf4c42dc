// Settings in YAML that are in a folder of pages.
import * as yaml from 'yaml';
import { isRecord } from '../files/texts.ts';
import { parseYaml } from '../files/yaml-text.ts';

/** Longer settings would hold up everything else. */
const MOST_YAML = 1024 * 1024;

/** A YAML map, or undefined for text that is not one or that is broken. */
export function parseMap(text: string): Record<string, unknown> | undefined {
  const read = readMap(text);
  return 'data' in read ? read.data : undefined;
}

export interface BrokenMap {
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

export interface KeyPlace {
  key: string;
  /** Of scalars only. */
  value: unknown;
  line: number;
  column: number;
}
