// docs git: a space and its repository.
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { exportGit, getGitInfo, importGit, removeLegacyGit } from '../../api/integrations/git.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { allItems } from '../../client/pages.ts';
import dangers from '../../domain/dangers/integrations.ts';
import { type Expectations, type GitRow, gitRows, toExpectations } from '../../domain/git-status.ts';
import { APP_JOBS, inApp } from '../../engine/find/app-jobs.ts';
import { type Command, command, group, handmade, late, type Stakes } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, SHARD_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { refuseTogether } from '../../engine/model/used-together.ts';
import { callNamed, idIn, readNamed } from '../../engine/references/named.ts';
import { type Input, readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { describe } from '../../engine/run/target.ts';
import { parseAge } from '../../engine/run/time-flags.ts';
import { viewOf } from '../../engine/run/view.ts';
import { WAIT_FLAGS } from '../../engine/run/wait.ts';
import { shardOfList } from '../../engine/select/shard.ts';
import { FindingsError, NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { maskUrl } from '../../files/mask-url.ts';
import { shell } from '../../files/shell-word.ts';
import { checkGitAddresses, watchGit } from '../../jobs/git/git-wait.ts';
import { exitCodeFlag } from '../../jobs/report/finding-flags.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import { whenRefused } from '../sending.ts';
import { gitBranches, gitFile, gitInstallations, gitRepos } from './git-installations.ts';

// What a git import brings in, in words.

const importStakes = (run: Run): Stakes => ({
  what: `into ${describe(run)}`,
  change: `from ${repositoryName(run.input)}`,
});

/** `https://git.example.com/guides.git (main)`, without user and password. */
const repositoryName = ({ url, ref }: Input): string =>
  `${maskUrl(String(url))} (${String(ref).replace('refs/heads/', '')})`;

// docs git status: which space goes with which repository, and since when.

const COLUMNS = ['title', 'repository', 'state', 'syncedAt', 'problems', 'detail', 'direction', 'provider'];

const STATUS_FLAGS = [
  flag('--all-spaces', 'all spaces in the organization (also --all)', {
    reach: 'platform',
    group: 'Context:',
  }),
  SHARD_FLAG,
  flag('--stale <age>', 'report a problem if the last sync is older, such as 12h or 7d'),
  flag('--expect <file>', 'YAML file that maps spaces to repositories'),
  exitCodeFlag('there is a problem'),
  ...['spaceId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

export type StatusRun = Run<FlagsOf<typeof STATUS_FLAGS>>;

const gitStatus: Command = handmade('status', {
  summary: 'Show the git sync status of spaces',
  options: STATUS_FLAGS,
  synonyms: { '--all': '--all-spaces' },
  columns: COLUMNS,
  fields: ['id', ...COLUMNS, 'url'],
  uses: [getSpace, listSpaces, getOrganization],
  examples: [
    ['Show one space', 'docs git status --space "API reference"'],
    ['Find spaces that have not synced for a week', 'docs git status --all-spaces --stale 7d'],
    [
      'Compare all spaces with a list of repositories',
      'docs git status --all-spaces --expect repositories.yaml --json',
    ],
  ],
  notes: `The --expect file has one line per space, by title or ID: "Guides: acme/guides", a URL, or null for no repository.
A space that has a repository but is not in the file is reported as a problem, too.`,
  paged: true,
  run: showStatus,
});

async function showStatus(run: StatusRun): Promise<void> {
  const { context, flags } = run;
  const { io } = context;
  refuseTogether(run, 'space', 'allSpaces');
  if (flags.allSpaces !== true && flags.expect !== undefined) {
    throw new UsageError('--expect needs --all-spaces', {
      hint: `${run.path} --all-spaces --expect <file>`,
    });
  }
  const staleMs = flags.stale === undefined ? undefined : parseAge(flags.stale, '--stale');
  const expected = await readExpectations(run);
  const writer = await listWriter(io, viewOf(run));
  const rows: GitRow[] = [];
  // Whether one is expected may depend on all.
  const pages = expected ? [{ items: await allItems(spacesIn({ ...run })) }] : spacesIn({ ...run });
  for await (const { items } of pages) {
    const found = gitRows(items, { now: context.now(), staleMs, expected });
    rows.push(...found);
    await writer.page(found);
  }
  await writer.end();
  const summary = summaryOf(rows);
  if (flags.exitCode === true && rows.some(({ problems }) => problems.length > 0)) {
    const first = rows.find(({ id, problems }) => id !== undefined && problems.length > 0);
    throw new FindingsError(summary, {
      hint: first?.id === undefined ? undefined : nextFor(first.id, first.problems),
    });
  }
  note(io, summary);
  // The API does not say whether an installation waits to be authorized.
  if (flags.allSpaces !== true && rows.some(({ url, repository }) => (url ?? repository) === undefined))
    note(io, `to connect a repository or authorize a pending installation in the app, ${APP_JOBS.git.place}`);
}

/** What has no repository yet has nothing to look at. */
const nextFor = (id: string, problems: GitRow['problems']): string =>
  problems.includes('not-synced')
    ? shell`docs git import --space ${id} --url <url> --ref refs/heads/<branch>`
    : shell`docs git info --space ${id}`;

async function readExpectations(run: StatusRun): Promise<Expectations | undefined> {
  const { expect, shard } = run.flags;
  if (expect !== undefined && shard !== undefined)
    throw seeHelp(run.path, '--expect and --shard cannot be used together');
  if (typeof expect !== 'string') return undefined;
  const { parseYaml } = await import('../../files/yaml-file.ts');
  return toExpectations(await parseYaml(await readTextFile(run.context, expect, '--expect'), expect), expect);
}

/** One space, or with --all-spaces every one, as they come. What was looked at in vain must not count as fine. */
async function* spacesIn(run: StatusRun): AsyncGenerator<{ items: readonly Space[] }> {
  const client = await run.client();
  if (run.flags.allSpaces !== true) {
    const read = (spaceId: string) => client.call(getSpace, { spaceId });
    yield { items: [await readNamed(run, getSpace, (input) => read(idIn(input, 'spaceId')))] };
    return;
  }
  const { id, title } = await callNamed(run, getOrganization, client);
  let count = 0;
  for await (const { items } of client.pages(listSpaces, { organizationId: id })) {
    const spaces = items.filter(({ deletedAt }) => deletedAt === undefined);
    count += spaces.length;
    yield { items: shardOfList(run, spaces, (space) => space.id) };
  }
  if (count > 0) return;
  throw new NotFoundError(`organization "${title}" has no space that you can see`, {
    hint: 'docs spaces list',
  });
}

function summaryOf(rows: readonly GitRow[]): string {
  const spaces = rows.filter(({ id }) => id !== undefined);
  const synced = spaces.filter(({ url, repository }) => (url ?? repository) !== undefined).length;
  const problems = rows.filter((row) => row.problems.length > 0).length;
  return `${synced} of ${plural(spaces.length, 'space')} with a repository, ${plural(problems, 'problem')}`;
}

/** Where the space is there and its repository is not, the place where one is connected. */
const orConnect = whenRefused((_, error) => {
  if (error instanceof NotFoundError && error.details === undefined) error.hint ??= inApp(APP_JOBS.git);
});

export default group(
  'git',
  'Sync spaces with git repositories',
  [
    command('import', importGit, {
      options: WAIT_FLAGS,
      prepare: checkGitAddresses,
      target: getSpace,
      ...dangers['git.import'],
      stakes: importStakes,
      done: 'started the git import of',
      check: 'docs git status --space {spaceId}',
      follow: async (run) => watchGit(run, 'import'),
      examples: [
        'docs git import --space Guides --url https://git.example.com/guides.git --ref refs/heads/main --yes --dry-run',
      ],
      notes:
        'The import runs in the background; --wait reports the result. Credentials are safer in --data - than in --url.',
    }),
    command('export', exportGit, {
      options: WAIT_FLAGS,
      prepare: checkGitAddresses,
      target: getSpace,
      ...dangers['git.export'],
      stakes: ({ input }) => ({ change: `to ${repositoryName(input)}` }),
      done: 'started the git export of',
      check: 'docs git status --space {spaceId}',
      follow: async (run) => watchGit(run, 'export'),
      examples: [
        'docs git export --space Guides --url https://git.example.com/guides.git --ref refs/heads/main --commit-message "Update docs" --yes --dry-run',
      ],
    }),
    command('info', getGitInfo, {
      columns: ['repoName', 'installationProvider', 'integration', 'url', 'updatedAt'],
      send: orConnect,
      examples: ['docs git info --space "API reference"'],
    }),
    gitStatus,
    late('check', 'Show what the next git sync of a space would change, both ways', () =>
      import('../../jobs/git/git-check.ts').then(({ gitCheck }) => gitCheck),
    ),
    gitInstallations,
    gitRepos,
    gitBranches,
    gitFile,
    command('remove-legacy', removeLegacyGit, {
      args: ['spaceId'],
      ...dangers['git.removeLegacy'],
      stakes: (run) => ({ what: `git integration of ${describe(run)}` }),
      target: getSpace,
      without: 'has no legacy git installation',
      success: (run) => `removed the legacy git integration of ${describe(run)}`,
      check: 'docs git info --space {spaceId}',
      examples: ['docs git remove-legacy "API reference" --yes'],
    }),
  ],
  [
    ['Show the sync status of all spaces', 'docs git status --all-spaces --stale 7d'],
    ['Show the repository of a space', 'info'],
    ['Preview an import', 'import'],
  ],
);
