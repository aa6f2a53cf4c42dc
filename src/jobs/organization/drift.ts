// docs orgs drift: what of an organization is not as its files say, through a client that can only read.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readingClient } from '../../client/reading-client.ts';
import type { Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { wordOf } from '../../engine/plan/change-leaves.ts';
import { type PlanRow, textOfTarget } from '../../engine/plan/plan.ts';
import { changesOf, signOf } from '../../engine/plan/plan-lines.ts';
import { isOnNew } from '../../engine/plan/row-state.ts';
import { rowOfWish } from '../../engine/plan/wish-rows.ts';
import { READ_CONCURRENCY_FLAG } from '../../engine/run/concurrency.ts';
import type { Run } from '../../engine/run/run.ts';
import { FindingsError } from '../../errors.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import type { Finding, Rule } from '../../output/reports/finding.ts';
import { safeLine } from '../../output/safe-text.ts';
import { styles } from '../../output/style.ts';
import { exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';
import { printFindings } from '../report/findings.ts';
import { ownOrganization, PARTS, readFolder, sayKept } from './folder.ts';
import { planFolder } from './plan.ts';

// Flags of docs orgs drift.

export const ORG = [CONTEXT_FLAGS.organizationId ?? []].flat();

export const ONLY = {
  flags: '--only <parts>',
  reach: 'platform',
  description: `only these parts: ${PARTS.map(({ name }) => name).join(', ')}`,
  offers: PARTS.map(({ name }) => name),
} as const satisfies Option;

export const DRIFT_FLAGS = [
  ONLY,
  FORMAT_FLAG,
  exitCodeFlag('there are differences'),
  ...ORG,
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

export type DriftRun = Run<FlagsOf<typeof DRIFT_FLAGS>>;

interface Difference {
  /** With the folder. */
  file: string;
  line: number | null;
  /** `space "Guides"`. */
  what: string;
  kind: 'missing' | 'extra' | 'changed' | 'moved';
  field: string | null;
  live: unknown;
  wanted: unknown;
}

const RULES: readonly Rule[] = [
  { id: 'org-missing', description: 'Something in the files does not exist.', level: 'error' },
  { id: 'org-extra', description: 'Something that exists is not in the files.', level: 'error' },
  { id: 'org-changed', description: 'A setting differs from the files.', level: 'error' },
  { id: 'org-moved', description: 'Something is in another place than in the files.', level: 'error' },
];

/** Throws what reading throws, and FindingsError (exit 6) with --exit-code. */
export async function runDrift(run: DriftRun): Promise<void> {
  const path = String(run.args.folder);
  const folder = await readFolder(run, path);
  const client = readingClient(await run.client());
  const own: DriftRun = await ownOrganization({ ...run, client: async () => client }, folder);
  const work = await planFolder(own, folder, { prune: true });
  sayKept(run, work.kept);
  const found: Difference[] = [];
  // What is missing is one difference, whatever it is made with.
  for (const wish of work.wishes.rows)
    if (!isOnNew(wish.operation, wish.input))
      found.push(...differencesIn(await rowOfWish(wish), join(path, wish.file ?? '')));
  for (const { how: _, file, ...one } of work.byHand)
    found.push({ ...one, file: join(path, file), kind: 'changed' });
  const summary = `compared ${path}: ${plural(found.length, 'difference')}`;
  await printFindings(run, {
    rows: found,
    lines: () => linesOf(run, found),
    report: () => ({
      ...{ name: 'docs orgs drift', rules: RULES, failures: [], summary },
      groups: [...new Set(found.map(({ file }) => file))],
      findings: found.map(toFinding),
    }),
  });
  if (run.flags.exitCode === true && found.length > 0)
    throw new FindingsError(summary, { details: { differences: found.length } });
  note(run.context.io, summary);
}

function differencesIn(row: PlanRow, file: string): Difference[] {
  const about = { file, line: row.line ?? null, what: textOfTarget(row.target) };
  const whole = (kind: Difference['kind']): Difference[] => [
    { ...about, kind, field: null, live: null, wanted: null },
  ];
  if (row.operation.endsWith('.move')) return whole('moved');
  if (signOf(row) === '-') return whole('extra');
  if (signOf(row) === '+') return whole('missing');
  return changesOf(row).map(({ field, from, to }) => ({
    ...{ ...about, kind: 'changed', field },
    ...{ live: from ?? null, wanted: to ?? null },
  }));
}

const WORDS = {
  missing: 'is missing',
  extra: 'is not in the file',
  moved: 'is in another place',
} as const;

const nameOf = ({ what, field }: Difference): string => (field === null ? what : `${what}: ${field}`);

const messageOf = ({ kind, live, wanted }: Difference): string =>
  kind === 'changed' ? `is ${wordOf(live)}, the file has ${wordOf(wanted)}` : WORDS[kind];

function linesOf({ context: { io } }: DriftRun, found: readonly Difference[]): string[] {
  const { bold, dim } = styles(io.colorOut);
  const lines: string[] = [];
  let last = '';
  for (const one of found) {
    if (one.file !== last) lines.push(bold(safeLine(one.file)));
    last = one.file;
    const place = one.line === null ? '' : ` ${dim(`(line ${one.line})`)}`;
    lines.push(`  ${safeLine(`${nameOf(one)} ${messageOf(one)}`)}${place}`);
  }
  return lines;
}

const toFinding = (one: Difference): Finding => ({
  ...{ rule: `org-${one.kind}`, level: 'error', message: messageOf(one) },
  ...{ group: one.file, place: nameOf(one), file: one.file },
  fingerprint: createHash('sha256')
    .update(`${one.file} ${one.kind} ${nameOf(one)}`)
    .digest('hex')
    .slice(0, 32),
});
