// docs orgs drift: what of an organization is not as its files say, through a client that can only read.
import { join } from 'node:path';
import { readingClient } from '../../client/reading-client.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { rowOfWish } from '../../engine/plan/job-wishes.ts';
import { type PlanRow, textOfTarget } from '../../engine/plan/plan.ts';
import { isOnNew } from '../../engine/plan/row-state.ts';
import type { Run } from '../../engine/run/run.ts';
import { plural } from '../../output/format.ts';
import type { Rule } from '../../output/reports/finding.ts';
import { changedText, differencesIn, nameOf, printDrift, whole } from '../report/drift.ts';
import { exitCodeFlag, FORMAT_FLAG } from '../report/finding-flags.ts';
import { conclude } from '../report/findings.ts';
import { ownOrganization, PARTS, readFolder, sayKept } from './folder.ts';
import { planFolder } from './plan.ts';

// Flags of docs orgs drift.

export const ORG = [CONTEXT_FLAGS.organizationId ?? []].flat();

export const ONLY = flag('--only <parts>', `only these parts: ${PARTS.map(({ name }) => name).join(', ')}`, {
  reach: 'platform',
  offers: PARTS.map(({ name }) => name),
});

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
      found.push(...differencesOf(await rowOfWish(wish), join(path, wish.file ?? '')));
  for (const { how: _, file, ...one } of work.byHand)
    found.push({ ...one, file: join(path, file), kind: 'changed' });
  const summary = `compared ${path}: ${plural(found.length, 'difference')}`;
  await printDrift(run, {
    ...{ command: 'docs orgs drift', topic: 'org', rules: RULES, found, shownOf, summary },
    groups: [...new Set(found.map(({ file }) => file))],
  });
  conclude(run, summary, found.length, { differences: found.length });
}

function differencesOf(row: PlanRow, file: string): Difference[] {
  const about = { file, line: row.line ?? null, what: textOfTarget(row.target) };
  const found = row.operation.endsWith('.move') ? [whole('moved' as const)] : differencesIn(row);
  return found.map((one) => ({ ...about, ...one }));
}

const WORDS = {
  missing: 'is missing',
  extra: 'is not in the file',
  moved: 'is in another place',
} as const;

const shownOf = (one: Difference) => ({
  ...{ kind: one.kind, name: nameOf(one), group: one.file, file: one.file, line: one.line, key: one.file },
  message: one.kind === 'changed' ? changedText(one.live, one.wanted) : WORDS[one.kind],
  where: one.line === null ? '' : `(line ${one.line})`,
});
