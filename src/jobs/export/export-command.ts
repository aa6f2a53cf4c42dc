// docs export: content to a folder of Markdown, and only what is new.

import { join, resolve } from 'node:path';
import { getCollection, listCollections } from '../../api/content/collections.ts';
import { listChangeRequestFiles, listFiles } from '../../api/content/files.ts';
import { listSpaceLinks } from '../../api/content/links.ts';
import * as pagesApi from '../../api/content/pages.ts';
import { getSpace, listSpaces } from '../../api/content/spaces.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import {
  getChangeRequest,
  listChangeRequestChanges,
  listChangeRequests,
} from '../../api/review/change-requests.ts';
import * as commentsApi from '../../api/review/comments.ts';
import { listRequestedReviewers, listReviews } from '../../api/review/reviews.ts';
import { getSiteStructure, listSiteSpaces } from '../../api/sites/site-structure.ts';
import { getSite, listSites } from '../../api/sites/sites.ts';
import type { Client } from '../../client/client.ts';
import { group, handmade, type WrittenGroup } from '../../engine/model/command.ts';
import { readWidthOf } from '../../engine/model/globals.ts';
import { endedEarly, sameCommand, throwUnfinished } from '../../engine/run/partial-failure.ts';
import type { Run } from '../../engine/run/run.ts';
import { openClient } from '../../engine/run/session.ts';
import { printRows } from '../../engine/run/view.ts';
import { isOutOfReach, UsageError, unless } from '../../errors.ts';
import { withLock } from '../../files/lock.ts';
import { shell } from '../../files/shell-word.ts';
import type { Options } from '../../folder/manifest.ts';
import { plural } from '../../output/format.ts';
import { note, warn } from '../../output/note.ts';
import { startBar } from '../../output/progress-bar.ts';
import type { PushState } from '../push/push-state.ts';
import type { Pushed } from './delivery.ts';
import type { ExportJob, ExportReport } from './export.ts';
import { EXPORT_FLAGS, type ExportRun, exportTarget } from './export-flags.ts';
import { exportVerify, sayChangeRequests } from './export-verify.ts';
import type { ExportFolder } from './folder.ts';

/** What --change-requests reads. */
export const REQUEST_READS = [
  listReviews,
  listRequestedReviewers,
  commentsApi.listChangeRequestComments,
  commentsApi.listChangeRequestCommentReplies,
  listChangeRequestChanges,
  pagesApi.listPages,
  listFiles,
  pagesApi.listChangeRequestPages,
  listChangeRequestFiles,
  pagesApi.getChangeRequestPage,
  pagesApi.listRevisionPages,
  pagesApi.listRevisionFiles,
];

const own = handmade('export', {
  summary: 'Export spaces, a site or the organization as Markdown files',
  changesHere: true,
  options: EXPORT_FLAGS,
  columns: ['id', 'title', 'folder', 'state', 'pages', 'files', 'fetched'],
  uses: [
    getSpace,
    listSpaces,
    getOrganization,
    getSite,
    listSites,
    listSiteSpaces,
    getSiteStructure,
    listCollections,
    getCollection,
    pagesApi.getContent,
    pagesApi.getPage,
    pagesApi.getRevisionPage,
    commentsApi.listComments,
    commentsApi.listCommentReplies,
    listSpaceLinks,
    listChangeRequests,
    getChangeRequest,
    pagesApi.getChangeRequestContent,
    ...REQUEST_READS,
  ],
  exits: [7],
  examples: [
    ['Export one space', 'docs export --space Guides --to ./guides'],
    [
      'Export all: files, comments, settings and change requests',
      'docs export --all-spaces --to ./copy --files --comments --settings --change-requests',
    ],
    ['Export a change request, for a linter', 'docs export --cr "Guides#2" --to ./guides-2'],
    [
      'Export the spaces of a site, with a report as JSON',
      'docs export --site "Tarnpost Docs" --to ./site --json',
    ],
  ],
  notes: `Run it again to fetch only what changed, or to resume after an interruption.
Files you edited are overwritten only with --overwrite, and only files written by an export are removed.
Edited files go back into a change request with docs push.
The next export to the same folder includes files, comments, settings and change requests if the last one did.`,
  run: runExport,
});

const exports: WrittenGroup = { ...group('export', 'Export content as Markdown files', [exportVerify]), own };
export default exports;

async function runExport(run: ExportRun): Promise<void> {
  const { context, flags } = run;
  if (typeof flags.to !== 'string') {
    throw new UsageError('--to is required', { hint: `${sameCommand(run)} --to ./export` });
  }
  const client = await openClient(context, run.config(), flags, true);
  const target = await exportTarget(run, client);
  const { full, prune, overwrite, force } = flags;
  await exportInto(run, {
    ...{ client, target, to: flags.to },
    optionsIn: (folder) => optionsOf(run, folder),
    ...Object.fromEntries(
      Object.entries({ full, prune, overwrite, force }).map(([name, on]) => [name, on === true]),
    ),
  });
}

interface Exporting extends Pick<ExportJob, 'client' | 'target' | 'full' | 'prune' | 'overwrite' | 'force'> {
  /** As it was typed. */
  to: string;
  /** What it is to hold, by what it holds now. */
  optionsIn: (folder: ExportFolder) => Promise<Options>;
  /** The next command where files were left alone because they were changed; default: the same with --overwrite. */
  afterKept?: string;
}

/** Exports to a folder, and prints what is in it then. Throws PartialError (exit 7), and what `exportTo` throws. */
export async function exportInto(run: Run, { to, optionsIn, afterKept, ...how }: Exporting): Promise<void> {
  const { context } = run;
  const concurrency = readWidthOf(run);
  const [{ openExportFolder }, { openRoot }] = await Promise.all([
    import('./folder.ts'),
    import('../../files/folder-steps.ts'),
  ]);
  const path = resolve(context.cwd, to);
  const work = async () => {
    const folder = await openExportFolder(path);
    let finished = false;
    try {
      const report = await exportWithBar(run, {
        ...how,
        folder,
        pushed: await pushedFrom(run, path, how.client),
        options: await optionsIn(folder),
        concurrency,
      });
      finished = true;
      await conclude(run, report, { to, prune: how.prune === true, afterKept });
    } finally {
      await folder.close({ finished });
    }
  };
  await (await openRoot(path)).close();
  // Two at once would each take the other's files for those of a stranger, and clear away what it is writing.
  await withLock(join(path, '.docs-export'), work, { waitMs: 1000 });
}

/** What docs push sent of the folder. */
async function pushedFrom({ context }: Run, path: string, client: Client): Promise<Pushed> {
  const { keptState, requestsWith, sentTexts } = await import('../push/push-state.ts');
  const states = new Map<string, PushState>();
  const stateOf = (space: string) => {
    const state = states.get(space) ?? keptState(context, [client.origin, path, space]).state;
    states.set(space, state);
    return state;
  };
  return {
    texts: (space, file) => sentTexts(stateOf(space), file),
    isMerged: async (spaceId, file, sha256) => {
      for (const changeRequestId of requestsWith(stateOf(spaceId), file, sha256)) {
        const request = { spaceId, changeRequestId };
        const found = await unless(isOutOfReach, () => client.call(getChangeRequest, request));
        if (found?.status === 'merged') return true;
      }
      return false;
    },
  };
}

/** What is not said is as it was the last time. */
async function optionsOf({ flags }: ExportRun, folder: ExportFolder): Promise<Options> {
  const { MANIFEST, parseManifest } = await import('../../folder/manifest.ts');
  const text = await folder.read(MANIFEST);
  const last = text && parseManifest(text).options;
  const choose = (name: keyof Options) =>
    typeof flags[name] === 'boolean' ? flags[name] : (last?.[name] ?? false);
  return {
    files: choose('files'),
    comments: choose('comments'),
    settings: choose('settings'),
    changeRequests: choose('changeRequests'),
  };
}

/** Run again, it goes on with what is in the folder. */
async function exportWithBar(run: Run, job: ExportJob): Promise<ExportReport> {
  const { exportTo } = await import('./export.ts');
  let bar: ReturnType<typeof startBar> | undefined;
  let what = '';
  try {
    return await exportTo({
      ...job,
      onPlan: (unit, count) => {
        bar = startBar(run.context.io, `exporting ${unit}`, count);
        what = unit;
      },
      onStep: (ok) => bar?.step(ok),
      onHidden: (line) => warn(run.context.io, line),
    });
  } catch (error) {
    throw bar ? endedEarly(run, error, `${bar.counted} ${what} exported`) : error;
  } finally {
    bar?.stop();
  }
}

/** Prints what there is now. Throws PartialError (exit 7) when something is missing, or was left alone. */
async function conclude(
  run: Run,
  report: ExportReport,
  { to, prune, afterKept }: { to: string; prune: boolean; afterKept: string | undefined },
): Promise<void> {
  const { spaces, kept, removed, failures } = report;
  const { io } = run.context;
  await printRows(run, spaces);
  for (const { title, state, folder } of spaces) {
    if (state === 'gone')
      note(io, `space "${title}" no longer exists; ${prune ? 'removed' : 'kept'}: ${folder}`);
  }
  const isOrphan = new Set(report.orphans);
  for (const path of kept)
    warn(io, `${path} was changed here and ${isOrphan.has(path) ? LEFT_OVER : 'was not overwritten'}`);
  const { held, leftOut } = report.changeRequests;
  if (held > 0 || leftOut !== undefined) sayChangeRequests(io, report.changeRequests);
  const sum = (count: (space: (typeof spaces)[number]) => number) =>
    spaces.reduce((all, one) => all + count(one), 0);
  const pages = plural(
    sum((space) => space.pages),
    'page',
  );
  const changed = `${sum((space) => space.fetched)} fetched, ${removed.length} removed`;
  note(
    io,
    `${pages} and ${plural(
      sum((space) => space.files),
      'file',
    )} of ${plural(spaces.length, 'space')} in ${to}: ${changed}`,
  );
  const all = [
    ...failures.map(({ path, error }) => ({ name: path, error })),
    ...kept.map((path) => ({ name: path, error: new UsageError('was changed here') })),
  ];
  if (all.length === 0) return;
  throwUnfinished({
    what: 'file',
    done: sum((space) => space.pages + space.files),
    total: sum((space) => space.pages + space.files) + all.length,
    failures: all,
    hint: hintFor(run, report, { to, afterKept }),
  });
}

const LEFT_OVER = 'was not removed, although it is gone from the space';

/** What failed is tried again; what was changed here is lost only to those who say so. */
function hintFor(
  run: Run,
  { kept, orphans, failures }: ExportReport,
  { to, afterKept }: { to: string; afterKept: string | undefined },
): string {
  if (kept.length === 0) return sameCommand(run);
  if (orphans.length === kept.length && failures.length === 0)
    return shell`delete what is not needed any more, or send it as new pages with docs push ${to}`;
  return afterKept !== undefined && failures.length === 0 ? afterKept : `${sameCommand(run)} --overwrite`;
}
