// docs spaces diff: two spaces, or two states of one, page by page.
import { listFiles } from '../../api/content/files.ts';
import { getPage, listPages } from '../../api/content/pages.ts';
import {
  getRevision,
  getRevisionPage,
  listRevisionFiles,
  listRevisionPages,
} from '../../api/content/revisions.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { Client } from '../../client/client.ts';
import { type DiffRun, SHOWN_FLAGS, showEntries } from '../../commands/review/cr/change-request-diff.ts';
import { totalText } from '../../commands/review/cr/diff-printer.ts';
import { arg, handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { FindingsError, UsageError } from '../../errors.ts';
import { note } from '../../output/note.ts';
import { startProgress } from '../../output/progress.ts';
import { type ContentSource, mainContent, revisionContent } from '../../workflows/content-source.ts';
import { revisionNamed } from '../page-history/page-at.ts';
import { exitCodeFlag } from '../report/finding-flags.ts';
import { compareContents } from './two-contents.ts';

const FLAGS = [...SHOWN_FLAGS, exitCodeFlag('there are differences')] as const satisfies readonly Option[];

type SpacesRun = Run<FlagsOf<typeof FLAGS>>;

export const spaceDiff = handmade('diff', {
  summary: 'Compare the content of two spaces, or of two revisions',
  args: [arg('space'), { ...arg('spaces'), field: 'other', label: 'other' }],
  uses: [
    ...[getSpace, getRevision, listPages, listFiles, getPage],
    ...[listRevisionPages, listRevisionFiles, getRevisionPage],
  ],
  columns: ['change', 'kind', 'path', 'title', 'added', 'removed', 'id'],
  fields: [
    'change',
    'kind',
    'path',
    'title',
    'added',
    'removed',
    'id',
    'fromPath',
    'fromTitle',
    'attributes',
    'hunks',
  ],
  paged: true,
  options: FLAGS,
  run: showDiff,
  examples: [
    ['Show every line that differs', 'docs spaces diff Guides Handbook'],
    ['Only which pages differ, with counts', 'docs spaces diff Guides Handbook --stat'],
    ['What changed in a space since a week ago', 'docs spaces diff Guides@7d Guides'],
    ['Two revisions of a space', 'docs spaces diff Guides@mmPPY5YLNpc3PvV8nfpL Guides'],
  ],
  notes: `Each side is a space, or a space with @ and the ID of a revision or a time. Pages of two spaces belong together if
they have the same ID, the same path, or a title and slug that no other page of the space has; then one of them was moved. Links
to pages that belong together count as equal. Reads only the pages that may differ.`,
});

interface Side {
  label: string;
  content: ContentSource;
}

async function showDiff(run: SpacesRun): Promise<void> {
  const { io } = run.context;
  if (run.flags.stat === true && run.flags.nameOnly === true)
    throw new UsageError('--stat and --name-only cannot be used together', { hint: `${run.path} --help` });
  const client = await run.client();
  const progress = startProgress(io, 'comparing');
  try {
    const before = await sideOf(run, client, run.args.space ?? '');
    const after = await sideOf(run, client, run.args.other ?? '');
    const comparison = await compareContents(before.content, after.content);
    // Safe: it has the flags that say what is shown.
    const total = await showEntries(run as unknown as DiffRun, comparison, progress);
    const isSame = total.pages + total.files === 0;
    const summary = isSame
      ? `${after.label} does not differ from ${before.label}`
      : `${after.label}: ${totalText(total)} against ${before.label}`;
    if (!isSame && run.flags.exitCode === true) throw new FindingsError(summary);
    note(io, summary);
  } finally {
    progress.stop();
  }
}

/** `Guides`, `Guides@7d`, `Guides@<revision>`. Throws NotFoundError, UsageError. */
async function sideOf(run: SpacesRun, client: Client, text: string): Promise<Side> {
  const at = text.lastIndexOf('@');
  const [name, when] = at > 0 ? [text.slice(0, at), text.slice(at + 1)] : [text, undefined];
  const spaceId = await settleOne({ ...run, operation: getSpace }, 'spaceId', name);
  const { title } = await client.call(getSpace, { spaceId });
  if (when === undefined) return { label: `"${title}"`, content: mainContent(client, spaceId) };
  const revisionId = await revisionNamed(run, spaceId, when, `${name}@`);
  return {
    label: `"${title}" in revision ${revisionId}`,
    content: revisionContent(client, { spaceId, revisionId }),
  };
}
