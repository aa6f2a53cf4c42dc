// The header of a rows file for one command, with one row: what the first example of the command gives.
import { stringify } from 'csv-stringify/sync';
import { seeHelp } from '../../errors.ts';
import type { Command } from '../model/command.ts';
import { optionsOf, type ParsedOption, readsRows, takesRows } from '../model/flags.ts';
import { isHarmless } from '../model/option.ts';
import { byName, type Column, columnsOf } from './row-columns.ts';

/** CSV. Throws UsageError for a command that takes no rows. */
export function rowsTemplate(path: string, command: Command): string {
  const { ownRows } = command;
  if (ownRows) return stringify([Object.keys(ownRows), Object.values(ownRows)]);
  if (!takesRows(command) && !readsRows(command)) throw seeHelp(path, `${path} does not take --rows`);
  const example = command.examples.find((line) => !/[|<>;]|\$\(| --help| - /.test(line)) ?? '';
  const given = exampleOf(command, wordsOf(example).slice(path.split(' ').length));
  const columns = columnsOf(command).filter(
    ({ kind, name, reach }) => (isShown(kind) && isHarmless(reach)) || given.has(name),
  );
  return stringify([columns.map(({ name }) => name), columns.map(({ name }) => given.get(name) ?? '')]);
}

/** What other columns say as well is left out, unless the example uses it. */
const isShown = (kind: Column['kind']): boolean => kind !== 'clear' && kind !== 'object';

/** The cells of a command line, by column. */
function exampleOf(command: Command, words: readonly string[]): Map<string, string> {
  const columns = byName(columnsOf(command));
  const cells = new Map<string, string>();
  const { plain, flags } = sorted(optionsOf(command), words);
  for (const [flag, value] of flags) {
    const some = flag === 'data' ? cellsOf(value) : [[flag, value] as const];
    for (const [name, cell] of some) {
      const column = columns.get(name);
      if (column) cells.set(column.name, cell);
    }
  }
  command.args.forEach(({ label, variadic }, at) => {
    const text = variadic ? plain.slice(at).join(',') : plain[at];
    if (text !== undefined && text !== '') cells.set(label, text);
  });
  return cells;
}

/** Arguments, and flags by name with their value. */
function sorted(options: readonly ParsedOption[], words: readonly string[]) {
  const plain: string[] = [];
  const flags: [name: string, value: string][] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, no, name = '', , value] = /^--(no-)?([\w-]+)(=(.*))?$/s.exec(word) ?? [];
    if (!word.startsWith('-')) plain.push(word);
    else if (value !== undefined || !takesValue(options, word)) flags.push([name, value ?? String(!no)]);
    else {
      at += 1;
      flags.push([name, words[at] ?? '']);
    }
  }
  return { plain, flags };
}

const takesValue = (options: readonly ParsedOption[], word: string): boolean =>
  options.some(({ flags }) => flags.split(/[ ,]+/).includes(word) && /[<[]/.test(flags));

/** The fields of a body; of one in a file nothing is known. */
function cellsOf(body: string): [name: string, cell: string][] {
  if (!body.startsWith('{')) return [];
  const fields: Record<string, unknown> = JSON.parse(body);
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

/** Words of a shell, without its variables. A quote that nothing ends goes to the end of the line. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:\\?$|")|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'?|"((?:\\.|[^"\\])*)"?/g,
      (_, single?: string, double?: string) => single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
    ),
  );
}
