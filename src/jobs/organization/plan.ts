// docs orgs plan and docs orgs apply: a folder beside its organization, as the rows of one plan.
import { join, resolve } from 'node:path';
import type { Client } from '../../client/client.ts';
import { flagNamed } from '../../engine/model/command-type.ts';
import { concurrencyOf } from '../../engine/model/globals.ts';
import type { InFile } from '../../engine/plan/check-rows.ts';
import type { Wishes } from '../../engine/plan/job-wishes.ts';
import { type Plan, textOfTarget } from '../../engine/plan/plan.ts';
import { signOf } from '../../engine/plan/plan-lines.ts';
import { wordOf } from '../../engine/plan/row-state.ts';
import { readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { InteractionError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { warn } from '../../output/note.ts';
import { fieldPlace } from '../site-file/field-place.ts';
import { TABLE } from '../site-file/redirects.ts';
import { createWishes } from '../site-file/work.ts';
import { formerly } from '../undo/former-names.ts';
import { whereText } from './file.ts';
import {
  type Folder,
  isBelow,
  kindOf,
  ownOrganization,
  PULLING,
  partsIn,
  readFolder,
  refuseAll,
  refuseOther,
  sayKept,
  unreadIn,
} from './folder.ts';
import type { ByHand, Part, Removal, Work } from './part.ts';
import { worldOf } from './world.ts';

/** `plan` sends nothing: it shows the rows, or writes them with --plan-out. `apply` takes a plan file, too. */
export async function runOrgJob(run: Run, kind: 'plan' | 'apply'): Promise<void> {
  const path = String(run.args.folder);
  const found =
    kindOf(resolve(run.context.cwd, path), { shown: path }) ?? (/\.json$/i.test(path) ? 'file' : undefined);
  if (kind === 'apply' && found === 'file') return applyFile(run, path);
  const { runJobPlan, unsent } = await import('../../engine/plan/job-plan.ts');
  const folder = await readFolder(run, path);
  const own = await ownOrganization(
    kind === 'plan' && run.flags.planOut === undefined ? unsent(run) : run,
    folder,
  );
  const isApplied = kind === 'apply' && !run.flags.dryRun && run.flags.planOut === undefined;
  const work = async () => {
    const planned = await planFolder(own, folder, {
      prune: flagNamed(run.flags, 'prune') === true,
      isApplied,
    });
    sayKept(run, [...planned.kept, ...planned.byHand.map(textByHand)]);
    const { rows } = planned.wishes;
    const much = run.flags.maxChanges === undefined ? tooMuch(planned.removals) : undefined;
    await runJobPlan(own, {
      ...{ rows: rows as Wishes['rows'], unchanged: planned.unchanged },
      ...{ inFile: inFolder(folder), tellsUndo: true },
      ...(much && { judge: (plan, isShown) => judgeRemovals(run, much, plan, isShown) }),
    });
  };
  if (!isApplied) return work();
  const { aloneWith } = await import('../../engine/run/one-at-a-time.ts');
  await aloneWith(own, ['organization', String(own.input.organizationId)], work);
}

const inFolder = ({ path, files }: Folder): InFile => ({
  hint: 'docs orgs schema-file',
  placeOf({ file: name = '', line }, field) {
    const file = [...files.values()].flat().find((one) => one.name === name);
    if (file) return `${whereText(fieldPlace(file.nodes(), line, field))} of ${join(path, name)}`;
    return line === undefined ? undefined : `line ${line} of ${join(path, name)}`;
  },
});

async function applyFile(run: Run, path: string): Promise<void> {
  const { openPlan } = await import('../../engine/plan/open-plan.ts');
  const { applyPlan } = await import('../../engine/plan/apply-plan.ts');
  await applyPlan(await openPlan(run, path));
}

const textByHand = ({ file, line, what, field, live, wanted, how }: ByHand): string =>
  `${file} line ${line}: ${field} of ${what} is ${wordOf(live)}, the file has ${wordOf(wanted)}: ${how}`;

interface Planning {
  prune: boolean;
  isApplied?: boolean;
  /** Reads only. */
  client?: Client;
}

/** Works out every change; with `only` of the flags, of these parts. Throws UsageError with all faults of the files. */
export async function planFolder(
  run: Run,
  folder: Folder,
  { prune, client, isApplied = false }: Planning,
): Promise<Work> {
  const organizationId = String(run.input.organizationId);
  const world = worldOf({
    client: client ?? (await run.client()),
    ...{ organizationId, width: concurrencyOf(run), now: run.context.now() },
  });
  refuseOther(folder, await world.organization());
  if (prune) refuseUnread(run, folder);
  const { env, secrets } = run.context;
  const work: Work = {
    ...{ world, prune, env, secrets, isApplied },
    noSecrets: run.flags.planOut !== undefined,
    readText: (name) => readInside(run, folder, name),
    wishes: createWishes(),
    formerly: formerly(run),
    names: new Map(),
    unchanged: 0,
    ...{ faults: [], removals: [], kept: [], byHand: [], matches: [] },
  };
  const parts = partsIn(folder, flagNamed(run.flags, 'only'));
  const filesOf = (part: Part) => folder.files.get(part) ?? [];
  for (const part of parts) await part.plan(work, filesOf(part));
  refuseAll(run, folder.path, work.faults);
  if (prune) for (const part of [...parts].reverse()) await part.prune?.(work, filesOf(part));
  return work;
}

/** Nothing is removed because its file was not read, or not written yet. Throws UsageError. */
function refuseUnread({ context: { cwd } }: Run, { path }: Folder): void {
  if (kindOf(resolve(cwd, path, PULLING)) !== undefined)
    throw new UsageError(
      `the last pull into ${path} was not finished: what has no file yet would be removed`,
      { hint: shell`docs orgs pull --to ${path}` },
    );
  const [first] = unreadIn(resolve(cwd, path));
  if (first === undefined) return;
  throw new UsageError(`${join(path, first)} is not read, and what it describes would be removed`, {
    hint: first.endsWith(TABLE)
      ? 'name it as the file of its site, or move it out of this folder'
      : 'name it with .yaml at its end, or move it out of this folder',
  });
}

/** Of a file below the folder, and of none elsewhere. */
async function readInside({ context }: Run, { path }: Folder, name: string): Promise<string | undefined> {
  const root = resolve(context.cwd, path);
  const file = resolve(root, name);
  if (kindOf(file) !== 'file' || !isBelow(root, file)) return undefined;
  return readTextFile(context, file, 'FOLDER');
}

/** More than this share of what is there is taken for an accident. */
const MOST_REMOVED = 0.2;

const tooMuch = (removals: readonly Removal[]): Removal | undefined =>
  removals.find(({ count, total }) => count > total * MOST_REMOVED);

const MOST_NAMED = 5;

/**
 * A plan that is only shown says what applying it needs. Throws InteractionError `TOO_MANY_CHANGES` (exit 3) before
 * anything is sent, or written as a plan that could be.
 */
function judgeRemovals(run: Run, { what, count, total }: Removal, { rows }: Plan, isShown: boolean): void {
  const path = String(run.args.folder);
  const limit = shell`--max-changes ${String(rows.length)}`;
  const share = `removes ${count} of ${total} ${what}, which is more than 20%`;
  if (isShown) {
    warn(run.context.io, `${path} ${share}: to apply it, add ${limit}`);
    return;
  }
  const gone = Array.from(rows).filter((row) => signOf(row) === '-');
  const named = gone.slice(0, MOST_NAMED).map(({ target, file }) => `${textOfTarget(target)} (${file})`);
  const left = gone.length - named.length;
  const list = [...named, ...(left > 0 ? [`${left} more`] : [])].join(', ');
  throw new InteractionError(
    `${path} ${share}; ${run.flags.planOut === undefined ? 'nothing was sent' : 'no plan was written'}: ${list}`,
    {
      code: 'TOO_MANY_CHANGES',
      hint: `check the files, or allow ${rows.length === 1 ? 'it' : `all ${rows.length} changes`} with ${limit}`,
      details: { what, count, total, changes: rows.length },
    },
  );
}
