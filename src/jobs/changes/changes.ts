// docs changes: which pages readers find new, changed, moved or gone since a time, and who changed them.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getRevision, listPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { listSpaces } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import {
  listChangeRequests,
  listOrganizationChangeRequests,
  listRevisionChanges,
} from '../../api/review/change-requests.ts';
import { listReviews } from '../../api/review/reviews.ts';
import { listSiteSpaces } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { allItems } from '../../client/pages.ts';
import { pick } from '../../domain/access/pick.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { CONTEXT_FLAGS, concurrencyOf, READ_CONCURRENCY_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { readTextFile } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { parsePastTime } from '../../engine/run/time-flags.ts';
import { chosenFormat, printRows, refuseTwoFormats, viewOf } from '../../engine/run/view.ts';
import { LocalIoError, NotFoundError, seeHelp, UsageError } from '../../errors.ts';
import { ioError, notA } from '../../files/io-error.ts';
import { isJsonObject, parseJsonFile, refuseNewer, toJsonFile } from '../../files/json-file.ts';
import { writeWhole } from '../../files/safe-write.ts';
import { itemsByComma } from '../../files/texts.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { organizationIn } from '../access/access-scope.ts';
import { readSite } from '../release/release-steps.ts';
import { countRows, KINDS, type PageRow, pageRows } from './page-rows.ts';
import { readChanges } from './read-changes.ts';
import {
  type Digest,
  digestText,
  fillTemplate,
  parseTemplate,
  TEXT_FORMATS,
  type TextFormat,
} from './texts.ts';

const COLUMNS = ['kind', 'page.title', 'space.title', 'subject', 'author', 'at', 'url'];
/** When it changed comes before why: on a narrow terminal the last columns are left out. */
const TABLE = ['kind', 'page.title', 'space.title', 'at', 'author', 'subject', 'url'];
const COUNTS = ['name', 'pages', ...KINDS];
const BY = ['page', 'author', 'space'] as const;

const OPTIONS = [
  flag('--since <time>', 'from this time on, or so long ago, such as 24h, 7d or 2026-01-31 (default 7d)'),
  flag(
    '--since-last <file>',
    'only what is new since the last run with this file, which is kept up to date',
    { reach: 'machine' },
  ),
  flag('--spaces <names>', 'only these spaces: IDs, titles or patterns such as "API*", separated by commas', {
    reach: 'platform',
  }),
  flag('--site <site>', 'only spaces of this site: ID, title or URL'),
  flag('--by <what>', 'one row a page, or how many pages of each author or space', {
    reach: 'platform',
    choices: BY,
    group: 'Output:',
  }),
  flag('--format <format>', 'something to send on instead of rows', {
    reach: 'platform',
    choices: TEXT_FORMATS,
    group: 'Output:',
  }),
  flag('--template <file>', 'file of a text with names such as {{title}} for what changed', {
    group: 'Output:',
  }),
  flag('--reviewers', 'who approved each change request; one more request for each', {
    reach: 'platform',
    group: 'Output:',
  }),
  ...['organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
  READ_CONCURRENCY_FLAG,
] as const satisfies readonly Option[];

type ChangesRun = Run<FlagsOf<typeof OPTIONS>>;

const changes = handmade('changes', {
  summary: 'List the pages that changed, with who changed them and why',
  uses: [
    ...[listSpaces, listOrganizationChangeRequests, listChangeRequests, listRevisionChanges, getRevision],
    ...[listPages, listReviews, getOrganization, getSite, listSiteSpaces],
  ],
  options: OPTIONS,
  columns: COLUMNS,
  table: TABLE,
  fields: [...COLUMNS, ...COUNTS, 'path', 'before', 'number', 'reviewers', 'page.id', 'space.id', 'sources'],
  paged: true,
  idField: 'page.id',
  run: showChanges,
  examples: [
    ['What changed in the last week', 'docs changes'],
    ['A newsletter in Markdown', 'docs changes --since 14d --format markdown'],
    ['A message for Slack', 'docs changes --since 24h --format slack > message.json'],
    ['In your own words', 'docs changes --template letter.md'],
    ['In a nightly job, only what is new', 'docs changes --since-last changes.json --format markdown'],
    ['Who changed how many pages', 'docs changes --since 30d --by author'],
  ],
  notes: `One row a page, however often it changed: added, changed, renamed, moved or removed, with the last change request
that did it; edits without a change request and git syncs count, too. --json names all of them ("sources").
Nothing is sent anywhere: --format slack prints the JSON for a webhook of Slack.
A template repeats {{#groups}} {{name}}: {{count}} {{#pages}} {{kind}} [{{title}}]({{url}}) {{/pages}} {{/groups}} and knows
about, since, until, count; of a page also space, path, before, subject, number, author, reviewers and date. {{^pages}} is for
when there are none. In .md and .html files, text of the platform is never markup.`,
});
export default changes;

async function showChanges(run: ChangesRun): Promise<void> {
  const { context, flags } = run;
  const { io } = context;
  const format = formatAsked(run);
  const template = await templateAsked(run);
  // Before anything is asked, so that nothing of the time in between is missed.
  const began = context.now();
  const client = await run.client();
  const organizationId = await organizationIn(run);
  const file = flags.sinceLast;
  const path = file === undefined ? undefined : resolve(context.cwd, file);
  const whose = { origin: client.origin, organization: organizationId };
  const last = path === undefined ? undefined : await readLastTime(path, String(file), whose);
  if (last && flags.since !== undefined)
    throw new UsageError(`--since is for the first run: ${String(file)} continues where the last one ended`, {
      hint: 'leave out --since',
    });
  const since = last?.until ?? parsePastTime(flags.since ?? '7d', '--since', context.now());
  const { spaces, about } = await chosenSpaces(run, client, organizationId);
  const rows = await readRows(run, client, { organizationId, spaces, since, last });
  const until = client.hostTime(began).toISOString();
  await print(run, { format, template }, { rows, since, until, about });
  // Only now: what was not printed would never be told.
  if (path !== undefined)
    await writeLastTime(path, String(file), {
      ...whose,
      until,
      revisions: new Map([
        ...(last?.revisions ?? []),
        ...spaces.map(({ id, revision }) => [id, revision] as const),
      ]),
    });
  if (rows.length === 0) note(io, `no page changed since ${moment(since)}`);
}

/** `2026-01-31 12:00 UTC`. */
const moment = (time: string): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function formatAsked(run: ChangesRun): TextFormat | undefined {
  refuseTwoFormats(run);
  // Safe: the parser refuses any other word.
  return run.flags.format as TextFormat | undefined;
}

interface Reading {
  organizationId: string;
  spaces: readonly Space[];
  since: string;
  last: LastTime | undefined;
}

async function readRows(run: ChangesRun, client: Client, { last, ...reading }: Reading): Promise<PageRow[]> {
  const progress = startProgress(run.context.io, 'reading changes');
  try {
    return pageRows(
      await readChanges(client, {
        ...reading,
        until: last?.revisions ?? new Map(),
        reviewers: run.flags.reviewers === true,
        width: concurrencyOf(run),
      }),
    );
  } finally {
    progress.stop();
  }
}

/** Those of --site and --spaces, else all. Throws NotFoundError for a word that names none. */
async function chosenSpaces(
  run: ChangesRun,
  client: Client,
  organizationId: string,
): Promise<{ spaces: Space[]; about: string }> {
  const spaces: Space[] = await allItems(client.pages(listSpaces, { organizationId }));
  const named = run.flags.spaces === undefined ? spaces : picked(spaces, run.flags.spaces);
  if (run.flags.site === undefined && fromContext(run, 'siteId') === undefined) {
    const { title = organizationId } = await client.call(getOrganization, { organizationId });
    return { spaces: named, about: title };
  }
  const { site, place } = await readSite(run, client);
  const ids = new Set((await allItems(client.pages(listSiteSpaces, place))).map(({ space }) => space.id));
  return { spaces: named.filter(({ id }) => ids.has(id)), about: site.title };
}

function picked(spaces: readonly Space[], words: string): Space[] {
  const { items, unknown } = pick(spaces, itemsByComma(words), ({ id, title }) => ({ id, names: [title] }));
  if (unknown[0] === undefined && items.length > 0) return items;
  throw new NotFoundError(`space "${unknown[0] ?? words}" not found, or not visible to you`, {
    hint: 'docs spaces list',
  });
}

interface Found {
  rows: readonly PageRow[];
  since: string;
  until: string;
  about: string;
}

type FillTemplate = (digest: Digest) => string;

/** Read before anything is asked. Throws UsageError, LocalIoError. */
async function templateAsked(run: ChangesRun): Promise<FillTemplate | undefined> {
  const { template, format } = run.flags;
  if (template === undefined) return undefined;
  if (format !== undefined || chosenFormat(run) !== undefined)
    throw seeHelp(run.path, '--template and another format cannot be used together');
  const parts = parseTemplate(await readTextFile(run.context, template, '--template'), template);
  return (digest) => fillTemplate(parts, template, digest);
}

interface Asked {
  format: TextFormat | undefined;
  template: FillTemplate | undefined;
}

async function print(run: ChangesRun, { format, template }: Asked, found: Found): Promise<void> {
  const { io } = run.context;
  const by = BY.find((one) => one === run.flags.by) ?? 'page';
  if (template) return io.out(template({ ...found, by }));
  if (format !== undefined) {
    return io.out(digestText(format, { ...found, by }));
  }
  const counts = by !== 'page';
  await printRows(
    run,
    by === 'page' ? found.rows : countRows(found.rows, by),
    counts ? viewOf(run, COUNTS) : viewOf(run),
  );
  if (io.outTty && by === 'page' && found.rows.length > 0)
    note(io, `${plural(found.rows.length, 'page')} since ${moment(found.since)}`);
}

// Where the last list of changes ended: a file of --since-last, one revision a space.

const VERSION = 1;

interface LastTime {
  /** Whose changes: those of another are never taken for new. */
  origin: string;
  organization: string;
  until: string;
  /** The revision that each space had, by its ID. */
  revisions: ReadonlyMap<string, string>;
}

/** Undefined where there is no file yet. Throws UsageError for a file of another organization, LocalIoError. */
async function readLastTime(
  path: string,
  shown: string,
  whose: Pick<LastTime, 'origin' | 'organization'>,
): Promise<LastTime | undefined> {
  // A pipe would be waited for until somebody writes to it.
  if ((await stat(path).catch(() => undefined))?.isFIFO()) throw notA('file', shown, 'use another file');
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw ioError('read', shown, cause, 'name a file with --since-last');
  });
  if (text === undefined) return undefined;
  const { version, origin, organization, until, revisions } = parseJsonFile(shown, text);
  refuseNewer(shown, version, VERSION);
  const isWhole = typeof until === 'string' && !Number.isNaN(Date.parse(until)) && isJsonObject(revisions);
  if (version !== VERSION || !isWhole)
    throw new LocalIoError(`${shown} was not written by docs changes --since-last`, {
      hint: 'use another file',
    });
  if (origin !== whose.origin || organization !== whose.organization)
    throw new UsageError(`${shown} is about organization ${String(organization)} on ${String(origin)}`, {
      hint: 'use another file',
    });
  const known = Object.entries(revisions).map(([id, revision]): [string, string] => [id, String(revision)]);
  return { ...whose, until, revisions: new Map(known) };
}

const writeLastTime = (path: string, shown: string, { revisions, ...rest }: LastTime): Promise<void> =>
  writeWhole(path, toJsonFile({ version: VERSION, ...rest, revisions: Object.fromEntries(revisions) }), {
    replace: true,
    shown,
  });
