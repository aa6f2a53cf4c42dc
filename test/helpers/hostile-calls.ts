// Calls that an agent may be talked into: each tries to change something, to leave its fence or to touch this machine.
import { join } from 'node:path';
import { splitWords } from './cli.ts';
import { casesIn } from './text-cases.ts';

const DASHES = [...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'];

const LISTS = Object.assign(
  {},
  ...casesIn(join(import.meta.dirname, 'hostile-calls.txt')).map(({ given }) => given),
);
const listOf = (name: string): string[][] => String(LISTS[name]).trimEnd().split('\n').map(splitWords);
const [CHANGES, ELSEWHERE, FLAGS, READS] = [
  listOf('changes'),
  listOf('elsewhere'),
  listOf('flags'),
  listOf('reads'),
];

/** Harmless in themselves: an answer is fine, as long as nothing of this machine is in it and nothing changes. */
export const SHOWN_ANYWAY = new Set(['--plan-out=-']);

export interface Hostile {
  tool: 'docs_read' | 'docs_plan';
  argv: readonly string[];
}

/** All there are, in an order that mixes the kinds. */
export function hostileCalls(): Hostile[] {
  const dashed = (dash: string) =>
    FLAGS.map((flag) => flag.map((word) => word.replace(/^--?/, (before) => dash.repeat(before.length))));
  const reading = (argv: readonly string[]): Hostile => ({ tool: 'docs_read', argv });
  const planning = (argv: readonly string[]): Hostile => ({ tool: 'docs_plan', argv });
  const withFlags = (lines: readonly string[][]) =>
    lines.flatMap((line) => FLAGS.map((flag) => [...line, ...flag]));
  const opensNothing = (argv: readonly string[]) =>
    !argv.some((word) => /^(?:-o|--output=\/tmp\/x$)/.test(word));
  const calls: Hostile[] = [
    ...[...CHANGES, ...ELSEWHERE].map(reading),
    ...ELSEWHERE.map(planning),
    ...withFlags(CHANGES).map(reading),
    ...withFlags(READS).map(reading),
    ...withFlags(CHANGES.slice(0, 5)).filter(opensNothing).map(planning),
    ...DASHES.flatMap((dash) => dashed(dash).slice(0, 6)).map((flag) =>
      planning(['spaces', 'delete', 'Guides', ...flag]),
    ),
    ...FLAGS.slice(0, 8).flatMap((flag) => [
      planning([...flag, 'spaces', 'delete', 'Guides']),
      planning(['spaces', 'delete', '--', 'Guides', ...flag]),
      reading(['spaces', 'get', '--', ...flag]),
    ]),
    reading(['spaces', 'list', ';', 'docs', 'spaces', 'delete', 'Guides']),
    reading(['spaces list && docs spaces delete Guides']),
    reading(['$(docs spaces delete Guides)']),
    reading(['spaces', 'get', '-']),
    planning(['spaces', 'delete', '@/etc/passwd']),
    planning(['redirects', 'push', '/etc/passwd']),
    planning(['openapi', 'push', '/etc/passwd']),
    reading(['spaces', 'list', '\u0000--yes']),
    reading([]),
  ];
  // Mixed, so that a small number has some of each.
  return calls
    .map((call, at) => ({ call, key: (at * 7919) % 10_007 }))
    .sort((a, b) => a.key - b.key)
    .map(({ call }) => call);
}
