// What the engine makes of what is typed, and of the values of a plan, a line each.
import { join } from 'node:path';
import { createSpace } from '../../../src/api/content/spaces.ts';
import { operations } from '../../../src/api/index.ts';
import { workOf } from '../../../src/engine/many/many-progress.ts';
import { fieldsOf, kebab } from '../../../src/engine/model/fields.ts';
import type { Fields, PlanRow, PlanTarget } from '../../../src/engine/plan/plan.ts';
import { changeText, headline } from '../../../src/engine/plan/plan-lines.ts';
import { withDangers } from '../../../src/engine/plan/row-dangers.ts';
import { leavesOf, pairOf, wordOf } from '../../../src/engine/plan/row-state.ts';
import { parseReference } from '../../../src/engine/references/pasted.ts';
import { checkInput } from '../../../src/engine/run/input.ts';
import { throwUnfinished, type Unfinished } from '../../../src/engine/run/partial-failure.ts';
import { parsePastTime } from '../../../src/engine/run/time-flags.ts';
import { sorted } from '../../../src/engine/select/item-fields.ts';
import { shardOf } from '../../../src/engine/select/shard.ts';
import { readPredicate } from '../../../src/engine/select/where.ts';
import { AuthError, CancelledError, ForbiddenError } from '../../../src/errors.ts';
import { lineCases } from '../../helpers/text-cases.ts';

const row = (operation: string, input: Fields, target: PlanTarget) => ({
  ...{ operation, input, target, after: {} },
  danger: 'mild' as const,
});

const FAILURES = {
  right: (message: string) => new ForbiddenError(message),
  token: (message: string) => new AuthError(message, { hint: 'docs auth login' }),
  signal: (message: string) => new CancelledError(message, { exit: 143 }),
};

const NAMED: PlanRow[] = [
  {
    ...row('collections.update', {}, { kind: 'collection', title: 'Internal', id: 'Fo3YqQ0kRI78MxOpzkX1' }),
    ...{ before: { title: 'In' }, after: { title: 'Internal' } },
  },
  {
    ...row('collections.update', {}, { kind: 'section', title: 'Guides' }),
    ...{ before: null, after: { title: 'Guides' } },
  },
];

lineCases(join(import.meta.dirname, 'words'), {
  predicate: (text: string) => {
    const { paths, needs, text: read } = readPredicate(text, new Date('2026-06-15T12:00:00.000Z'));
    return { paths: paths.map((path) => path.join('.')), needs, ...(read !== text && { read }) };
  },
  shard: (shard: string, env: Record<string, string> = {}) => shardOf({ flags: { shard }, context: { env } }),
  sort: (items: unknown[], ...names: string[]) =>
    sorted(
      items,
      names.map((name) => ({ path: name.replace('-', ''), isDescending: name.startsWith('-') })),
    ),
  kebab,
  pasted: parseReference,
  'past-time': (text: string) => parsePastTime(text, '--from', new Date('2026-03-02T09:00:00.000Z')),
  'same-work': (line: string) => workOf(line.match(/"[^"]*"|\S+/g) ?? []).join(' '),
  // From the file alone: what it says was there stands for the target, and nothing is read.
  danger: async (id: string, input: Fields, before?: Fields) => {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new Error(id);
    const own = { ...row(id, input, { kind: 'x' }), ...(before && { before }) };
    return (await withDangers([{ row: own, operation }], []))[0]?.danger;
  },
  value: wordOf,
  pair: pairOf,
  leaves: (from: unknown, to: unknown) =>
    leavesOf('links', from === 'absent' ? undefined : from, to).map(
      (leaf) => `${leaf.field}: ${pairOf(leaf.from, leaf.to)}`,
    ),
  headline: (...rows: Partial<PlanRow>[]) =>
    headline({
      rows: rows.map((own) => ({ ...row('spaces.update', {}, { kind: 'x' }), before: {}, ...own })),
    }),
  // A failure is the name of an item, the kind of its error and what it says.
  unfinished: ({
    failures,
    ...job
  }: Omit<Partial<Unfinished>, 'failures'> & { failures: [string, keyof typeof FAILURES, string][] }) =>
    throwUnfinished({
      ...{ what: 'space', done: 3, total: 9, hint: 'docs links check', ...job },
      failures: failures.map(([name, kind, message]) => ({ name, error: FAILURES[kind](message) })),
    }),
  // What the rows of a plan are about: a collection that is there, a section that is created, and the row itself.
  'named-values': (target: PlanTarget, before: Fields | null, after: Fields) => {
    const own = { ...row('collections.update', {}, target), before, after };
    return changeText(own, { rows: [...NAMED, own] });
  },
  input: (input: Fields) => checkInput(createSpace, input, fieldsOf(createSpace), 'docs spaces create'),
});
