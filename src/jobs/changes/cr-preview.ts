// docs cr preview: each page that a change request changes, where it can be looked at, and where readers see it now.
import { listChangeRequestPages } from '../../api/content/pages.ts';
import type { Space } from '../../api/content/spaces.generated.ts';
import { getSpace } from '../../api/content/spaces.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import { getChangeRequest, listChangeRequestChanges } from '../../api/review/change-requests.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { settle } from '../../engine/references/resolve-names.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { type Run, readInput } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { printRows, refuseTwoFormats } from '../../engine/run/view.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { markdownText } from '../../output/safe-text.ts';
import { type Kind, type PageRow, pageAddress, pageRows } from './page-rows.ts';
import { WORDS } from './texts.ts';

const OPTIONS = [
  flag('--format <format>', 'a table for a comment on a pull request instead of rows', {
    reach: 'platform',
    choices: ['markdown'],
    group: 'Output:',
  }),
] as const satisfies readonly Option[];

type PreviewRun = Run<FlagsOf<typeof OPTIONS>>;

const COLUMNS = ['kind', 'page.title', 'path', 'preview', 'live'];

export const crPreview = handmade('preview', {
  operation: getChangeRequest,
  summary: 'List the pages that a change request changes, with their preview URLs',
  args: [{ field: 'changeRequestId', label: 'cr', reach: 'platform', required: true }],
  uses: [listChangeRequestChanges, listChangeRequestPages, getSpace],
  options: OPTIONS,
  columns: COLUMNS,
  fields: [...COLUMNS, 'before', 'page.id'],
  idField: 'page.id',
  none: 'changed pages',
  paged: true,
  run: showPreview,
  examples: [
    ['Where reviewers can look at it', 'docs cr preview 1 --space Guides'],
    ['A comment for a pull request', 'docs cr preview 1 --space Guides --format markdown'],
  ],
  notes: `A preview opens for those who may see the change request; its URL has no token in it. The GitHub
action .github/actions/preview keeps the table as one comment on a pull request.`,
});

interface PreviewRow {
  kind: Kind;
  page: PageRow['page'];
  path: string;
  before?: string | undefined;
  /** Null for a page that it deletes. */
  preview: string | null;
  /** Null for a page that is new, and where nothing is published. */
  live: string | null;
}

async function showPreview(run: PreviewRun): Promise<void> {
  refuseTwoFormats(run);
  await readInput(run);
  await fillContext(run);
  if (run.flags.dryRun === true) {
    await settle(run);
    return (await import('../../engine/plan/dry-run.ts')).printRequest(run);
  }
  const client = await run.client();
  const changeRequest = await withReferences(run, ({ spaceId, changeRequestId }) =>
    client.call(getChangeRequest, { spaceId: String(spaceId), changeRequestId: String(changeRequestId) }),
  );
  const place = { spaceId: changeRequest.space, changeRequestId: changeRequest.id };
  const [space, { changes, more = 0 }, { pages }] = await Promise.all([
    client.call(getSpace, { spaceId: place.spaceId }),
    client.call(listChangeRequestChanges, { ...place, limit: 1000 }),
    client.call(listChangeRequestPages, place),
  ]);
  const paths = new Map(allPages(pages).flatMap((page) => ('path' in page ? [[page.id, page.path]] : [])));
  const { revision, updatedAt: at } = changeRequest;
  const steps = [{ revision, at, merged: changeRequest, changes, reviewers: [] }];
  const rows = pageRows([{ space, steps, paths }]).map((row) => previewOf(row, space, changeRequest));
  if (run.flags.format === 'markdown') await run.context.io.out(asMarkdown(rows, space, changeRequest));
  else {
    await printRows(run, rows);
  }
  if (more > 0) note(run.context.io, `and ${more} more changes`);
}

function previewOf(
  { kind, page, path, before }: PageRow,
  { urls }: Space,
  changeRequest: ChangeRequest,
): PreviewRow {
  const published = kind === 'added' ? undefined : urls.published;
  const now = kind === 'moved' ? (before ?? path) : path;
  return {
    ...{ kind, page, path, before },
    preview: kind === 'removed' ? null : pageAddress(changeRequest.urls.app, path),
    live: published === undefined ? null : pageAddress(published, now),
  };
}

/** GitHub takes no comment above 65,536 characters. */
const MOST_TEXT = 60_000;

/** The first line tells the comment of one change request from every other. */
function asMarkdown(
  rows: readonly PreviewRow[],
  space: Space,
  { id, number, subject }: ChangeRequest,
): string {
  const link = (text: string, url: string | null) =>
    url === null ? '' : `[${text}](<${url.replace(/[<>\s|]/g, encodeURIComponent)}>)`;
  const head = `<!-- docs cr preview ${id} -->\n**${markdownText(space.title)}**, change request ${number}: ${markdownText(subject)}\n\n`;
  if (rows.length === 0) return `${head}No page changes.\n`;
  const lines: string[] = [];
  let size = 0;
  for (const { kind, page, preview, live } of rows) {
    const line = `| ${WORDS[kind]} | ${markdownText(page.title)} | ${link('preview', preview)} | ${link('live', live)} |\n`;
    size += line.length;
    if (size > MOST_TEXT) break;
    lines.push(line);
  }
  const left = rows.length - lines.length;
  const rest = left > 0 ? `\nand ${plural(left, 'more page')}\n` : '';
  return `${head}| | Page | Preview | Live |\n|---|---|---|---|\n${lines.join('')}${rest}`;
}
