// Names in place of ids, in what people read on a terminal.

import type { Run } from '../model/command-type.ts';
import { knownNames } from '../references/known-names.ts';
import { getPath, setPath } from '../references/names.ts';

/** The rows with names where `names` says that a column holds ids. An id without a known name stays. */
export async function withNames(
  run: Run,
  rows: readonly unknown[],
  names: Readonly<Record<string, string | Readonly<Record<string, string>>>>,
): Promise<readonly unknown[]> {
  let shown = rows;
  const columns = Object.entries(names).flatMap(([column, params]) =>
    (typeof params === 'string' ? [['', params] as const] : Object.entries(params)).map(([kind, param]) => ({
      path: column.split('.'),
      kind,
      param,
    })),
  );
  for (const { path, kind, param } of columns) {
    const isOfKind = (text: string) => text.startsWith(kind);
    const ids = new Set(
      shown.flatMap((row) => idsAt(row, path).filter(isOfKind)).map((text) => text.slice(kind.length)),
    );
    if (ids.size === 0) continue;
    const known = await knownNames(run, param, ids);
    const nameOf = (text: string) => {
      const name = isOfKind(text) ? known.get(text.slice(kind.length)) : undefined;
      return name === undefined ? text : `${kind}${name}`;
    };
    shown = shown.map((row) => named(row, path, nameOf));
  }
  return shown;
}

const idsAt = (row: unknown, path: readonly string[]): string[] =>
  [getPath(row, path)].flat().filter((value) => typeof value === 'string');

function named(row: unknown, path: readonly string[], nameOf: (id: string) => string): unknown {
  const value = getPath(row, path);
  const text = (one: unknown) => (typeof one === 'string' ? nameOf(one) : one);
  if (value === undefined || typeof row !== 'object' || row === null) return row;
  return setPath({ ...row }, path, Array.isArray(value) ? value.map(text) : text(value));
}
