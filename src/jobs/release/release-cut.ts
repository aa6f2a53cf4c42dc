// docs release cut: a new version beside the old ones; run again, it does what is left.
import { createHash } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { duplicateSpace, getSpace, listSpaces, updateSpace } from '../../api/content/spaces.ts';
import { importGit } from '../../api/integrations/git.ts';
import {
  addSiteSpace,
  listSiteSections,
  listSiteSpaces,
  updateSiteSection,
  updateSiteSpace,
} from '../../api/sites/site-structure.ts';
import { getSite, publishSite, updateSite } from '../../api/sites/sites.ts';
import { requirePath } from '../../config/paths.ts';
import { isOpen, readableAt } from '../../domain/dangers/sites.ts';
import { confirmDanger } from '../../engine/ask/confirm.ts';
import { arg, type Command, handmade, type Stakes } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONFIRM_FLAGS, CONTEXT_FLAGS, WRITE_FLAGS } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { aloneWith } from '../../engine/run/one-at-a-time.ts';
import { sameCommand } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, isForPeople } from '../../engine/run/view.ts';
import { WAIT_FLAGS } from '../../engine/run/wait.ts';
import { messageOf, seeHelp, UsageError } from '../../errors.ts';
import { parseJsonFile, readPrivateFile, toJsonFile } from '../../files/json-file.ts';
import { shell } from '../../files/shell-word.ts';
import { writeFileDurably } from '../../files/writer.ts';
import { done, note, warn } from '../../output/note.ts';
import { fullRef, refuseUnsafe, watchGit } from '../git/git-wait.ts';
import type { CutJob, State } from './cut.ts';
import {
  readSite,
  refuseLackingSteps,
  STEP_COLUMNS,
  type StepRow,
  showSteps,
  showUnsent,
  stepRows,
  stepWords,
} from './release-steps.ts';
import type { Cut, Memory, MemoryStore } from './version.ts';

const CUT_FLAGS = [
  flag('--from <space>', 'space of the site to duplicate: default, ID, path or title', {
    default: 'default',
  }),
  flag('--repo <url>', 'repository with the content of the version', { reach: 'platform' }),
  flag('--ref <ref>', 'branch of that repository, as refs/heads/<branch>', { reach: 'platform' }),
  flag('--directory <path>', 'folder of the project in the repository', { reach: 'platform' }),
  flag('--title <title>', 'title of the space'),
  flag('--default', 'show it first on the site', { reach: 'platform' }),
  flag('--publish', 'publish the site if it is not published', { reach: 'platform' }),
  ...WAIT_FLAGS,
  ...['siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  ...WRITE_FLAGS,
  ...CONFIRM_FLAGS,
] as const satisfies readonly Option[];

export type CutRun = Run<FlagsOf<typeof CUT_FLAGS>>;

export const releaseCut: Command = handmade('cut', {
  summary: 'Create a version of a site: duplicate, import, attach, publish',
  args: [arg('version')],
  options: CUT_FLAGS,
  columns: STEP_COLUMNS,
  idField: 'step',
  fields: [...STEP_COLUMNS, 'body'],
  uses: [
    ...[
      getSite,
      listSiteSpaces,
      listSiteSections,
      listSpaces,
      getSpace,
      duplicateSpace,
      updateSpace,
      importGit,
    ],
    ...[addSiteSpace, updateSiteSpace, updateSiteSection, updateSite, publishSite],
  ],
  exits: [3],
  asksIf: 'the site is live, or is published to everyone',
  stakes: {},
  check: '--dry-run',
  examples: [
    ['Copy a space as a new version', 'docs release cut v2.1 --site "Tarnpost Docs" --from guides --yes'],
    [
      'Make it the default, and publish the site',
      'docs release cut v2.1 --site "Tarnpost Docs" --from guides --default --publish --yes',
    ],
    [
      'See the steps with content from git',
      'docs release cut v2.1 --site "Tarnpost Docs" --from guides --repo https://git.example.com/guides.git --ref refs/heads/v2.1 --dry-run',
    ],
  ],
  notes: `Run it again after an interruption: finished steps are not repeated.
The command waits for the import: the version is added to the site once it has its content.`,
  run: cut,
});

async function cut(run: CutRun): Promise<void> {
  const repository = repositoryOf(run);
  const client = await run.client();
  const version = run.args.version ?? '';
  const memoryOf = (siteId: string) => releaseMemory(run, [run.config().baseUrl.value, siteId, version]);
  const { askAhead, compareOrigin, cutRelease, readState, stepsOf } = await import('./cut.ts');
  let ahead: Promise<void> | undefined;
  const { site, place } = await readSite(run, client, (named) => {
    // What is going to be changed is read once nobody else is at it.
    if (run.flags.dryRun) ahead = askAhead({ client, memory: memoryOf(named.siteId), place: named });
  });
  const { from, title } = run.flags;
  const job: CutJob = {
    client,
    memory: memoryOf(site.id),
    place,
    site,
    version,
    from: String(from),
    makeDefault: run.flags.default === true,
    publish: run.flags.publish === true,
    now: client.hostTime(),
    waitForImport: (space) =>
      watchGit({ ...run, target: { ...space }, flags: { ...run.flags, wait: true } }, 'import'),
    onStep: ({ name, done: isDone }) =>
      note(run.context.io, `${stepWords(name)}${isDone ? ': already done' : ''}`),
    noteCopy: (space) => run.noteRead(getSpace, { spaceId: space.id }, space),
    ...(typeof title === 'string' && { title }),
    ...(repository && { repository }),
    ...(ahead && { ahead }),
  };
  const rowsOf = (state: State) => stepRows(run, stepsOf(job, state));
  const readAll = async () => {
    const state = await readState(job);
    // The site has shown it as its own read would.
    const { space: source } = state.source;
    run.noteRead(getSpace, { spaceId: source.id }, source);
    const unknown = compareOrigin(job, state);
    if (unknown !== undefined) note(run.context.io, unknown);
    await refuseLackingSteps(client, stepsOf(job, state));
    return state;
  };
  if (run.flags.dryRun) return showUnsent(run, stepsOf(job, await readAll()));
  await aloneWith(run, ['release', site.id, version], async () => {
    const rows = await rowsOf(await readAll());
    await consent(run, job, rows);
    run.wayBack = shell`docs release retire ${version} --site ${site.id} --delete-space --yes`;
    await finish(run, rows, { work: () => cutRelease(job), rowsOf });
  });
}

/** Publishing a public or unlisted site shows it to everybody at once, and so does a release on a site that is live. */
async function consent(run: CutRun, { site, place }: CutJob, rows: readonly StepRow[]): Promise<void> {
  const isToDo = (name: string) => rows.some(({ step, state }) => step === name && state === 'to do');
  const publishes = isToDo('publish') && isOpen(site.visibility);
  const goesLive = site.published && (isToDo('attach') || isToDo('live') || isToDo('default'));
  if (!publishes && !goesLive) return;
  const { version = '' } = run.args;
  const first = isToDo('default') ? `readers of the site see ${version} first; ` : '';
  const stakes: Stakes = publishes
    ? {}
    : { what: `release "${version}"`, change: `onto site "${site.title}"` };
  const follows = `${first}${isOpen(site.visibility) ? readableAt(site.visibility, site) : 'readers of the site can see it at once'}`;
  await confirmDanger({
    ...run,
    operation: publishSite,
    input: { siteId: site.id, organizationId: place.organizationId },
    target: { ...site },
    command: {
      ...run.command,
      verb: publishes ? 'publish' : 'put',
      danger: 'moderate',
      args: [],
      stakes: { ...stakes, follows },
    },
  });
}

async function finish(
  run: CutRun,
  rows: readonly StepRow[],
  { work, rowsOf }: { work: () => Promise<State>; rowsOf: (state: State) => Promise<StepRow[]> },
): Promise<void> {
  const { io } = run.context;
  const version = run.args.version ?? '';
  let finished = false;
  try {
    const state = await work();
    const { space, siteSpace } = state;
    finished = true;
    // By now everything has its id.
    const now = await rowsOf(state);
    const wasToDo = (at: number) => rows[at]?.state === 'to do';
    if (chosenFormat(run) === 'id') await io.out(`${space?.id}\n`);
    else if (!isForPeople(run))
      await showSteps(
        run,
        now.map((row, at) => ({ ...row, state: wasToDo(at) ? 'done' : 'already done' })),
      );
    const left = rows.filter(({ state }) => state === 'to do').length;
    if (left === 0) return note(io, `nothing to do: release ${version} is at "${siteSpace?.path}"`);
    done(io, `cut release ${version}: space "${space?.title}" (${space?.id}) at "${siteSpace?.path}"`);
  } finally {
    if (!finished) note(io, `to continue: ${sameCommand(run)}`);
    note(io, `undo: ${run.wayBack}`);
  }
}

function repositoryOf(run: CutRun): CutJob['repository'] {
  const { flags, path } = run;
  const { repo, ref: branch, directory } = flags;
  const ref = typeof branch === 'string' ? fullRef(run, branch) : branch;
  if (repo === undefined && ref === undefined && directory === undefined) return undefined;
  if (typeof repo !== 'string' || typeof ref !== 'string') {
    throw seeHelp(path, '--repo and --ref must be used together');
  }
  if (!/^refs\/heads\/[^\s~^:?*[\\]+$/.test(ref)) {
    throw new UsageError(`--ref must be refs/heads/<branch>, not "${ref}"`, {
      hint: shell`--ref ${`refs/heads/${ref}`}`,
    });
  }
  refuseUnsafe('--repo', repo);
  return { url: repo, ref, ...(typeof directory === 'string' && { repoProjectDirectory: directory }) };
}

// What docs release keeps between two runs of one release, so that a lost answer makes no second copy.

/** Where it cannot be written that is said once, and the work goes on. `key` names the release. */
function releaseMemory(run: Run, key: readonly string[]): MemoryStore {
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24);
  const path = () => join(requirePath(run.context.paths(), 'data'), 'releases', `${name}.json`);
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!run.warned.has('release')) {
        const why = messageOf(error);
        warn(
          run.context.io,
          `this run cannot be resumed; if it is interrupted, look for a leftover copy: ${why}`,
        );
      }
      run.warned.add('release');
      return undefined;
    }
  };
  return {
    load: () => quietly(() => toMemory(readPrivateFile(path()), path())),
    save: (memory) =>
      void quietly(() => writeFileDurably(path(), toJsonFile({ ...memory }), { ownDir: true })),
    clear: () => {
      try {
        unlinkSync(path());
      } catch {
        // There was nothing to remember.
      }
    },
  };
}

function toMemory(text: string | undefined, path: string): Memory | undefined {
  if (text === undefined) return undefined;
  const { before, at, copy, cut } = parseJsonFile(path, text);
  if (!Array.isArray(before) || typeof at !== 'string') return undefined;
  return {
    before: before.map(String),
    at,
    ...(typeof copy === 'string' && { copy }),
    // Safe: what is not as it was written compares as something else.
    ...(typeof cut === 'object' && cut !== null && { cut: cut as Cut }),
  };
}
