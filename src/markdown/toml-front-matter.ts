// Front matter in TOML, as Hugo writes it: keys, tables, and values on one line. What else TOML has is named as a problem.

export type TomlEnd = { data: Record<string, unknown> } | { problem: string; line: number };

/** Lines count from 1. */
export function readToml(text: string): TomlEnd {
  const data: Record<string, unknown> = Object.create(null);
  let table = data;
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) continue;
    const name = /^\[([\w-]+)\]$/.exec(line)?.[1];
    const [, key, given = ''] = /^([\w-]+|"[^"\\]*")\s*=\s*(.+)$/.exec(line) ?? [];
    if (name !== undefined) {
      table = Object.create(null);
      data[name] = table;
    } else if (key === undefined) return { problem: `cannot read "${line.slice(0, 60)}"`, line: at + 1 };
    else {
      const value = readValue(given);
      if (value === undefined) return { problem: `cannot read the value of ${key}`, line: at + 1 };
      table[key.replace(/^"|"$/g, '')] = value;
    }
  }
  return { data: { ...data } };
}

/** A value and the comment that may stand behind it. */
const TEXT = /^("(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/;
const LIST = /^(\[.*\])\s*(?:#.*)?$/;

/** Undefined for what TOML has and this does not read. */
function readValue(given: string): unknown {
  const text = TEXT.exec(given)?.[1];
  if (text !== undefined) return text.startsWith("'") ? text.slice(1, -1) : json(text);
  const list = LIST.exec(given)?.[1];
  if (list !== undefined) return json(list.replace(/'([^'"]*)'/g, '"$1"').replace(/,\s*\]$/, ']'));
  const word = given.replace(/\s*#.*$/, '');
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^[+-]?\d[\d_]*(?:\.\d+)?$/.test(word)) return Number(word.replaceAll('_', ''));
  return /^\d{4}-\d\d-\d\d[\dT:.Z+ -]*$/.test(word) ? word : undefined;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
