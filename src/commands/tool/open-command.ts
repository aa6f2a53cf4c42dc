// docs open: anything, in the browser.

import { getChangeRequestPage, getPage } from '../../api/content/pages.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/command-type.ts';
import { YES_FLAG } from '../../engine/model/globals.ts';
import { flag, type Option } from '../../engine/model/option.ts';
import { findThings, isPublished, type Thing } from '../../engine/references/find-things.ts';
import { changed } from '../../engine/references/look-up.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';
import { fromContext } from '../../engine/run/session.ts';
import { openThing } from '../../engine/run/web.ts';
import { AmbiguousError, NotFoundError, UsageError } from '../../errors.ts';
import { shellLine } from '../../files/shell-word.ts';

const OPEN_FLAGS = [
  flag('--published', 'open the published page instead of the app', { reach: 'machine' }),
  flag('--print', 'print the URL without opening it', { reach: 'machine' }),
  flag('--page <page>', 'this page of the space or change request'),
  flag('--org <org>', 'look in this organization', { group: 'Context:' }),
  flag('--space <space>', 'also look at its pages and change requests', { group: 'Context:' }),
  flag('--site <site>', 'also look on this site', { group: 'Context:' }),
  { ...YES_FLAG, description: 'open a URL on any host without asking' },
] as const satisfies readonly Option[];

export type OpenRun = Run<FlagsOf<typeof OPEN_FLAGS>>;

export default handmade('open', {
  summary: 'Open a space, site, page or change request in the browser',
  args: [arg('text', false)],
  options: OPEN_FLAGS,
  examples: [
    ['Print the URL of a space', 'docs open Guides --print'],
    ['Print the URL of a change request', 'docs open "Guides#1" --print'],
    ['Print the URL of a page in a change request', 'docs open "Guides#1" --page webhooks --print'],
    ['Print the published URL of a site', 'docs open "Tarnpost Docs" --published --print'],
  ],
  notes:
    'Without a name, opens the space, site or organization in use. The URL is always printed. Only https URLs are opened; you are asked before other hosts than that of the profile, except with --published. BROWSER sets the program.',
  run: openAnything,
});

async function openAnything(run: OpenRun): Promise<void> {
  const text = run.args.text ?? inUse(run);
  const found = await findThings(run, text);
  const [only, second] = found;
  // What a page is on is not another thing that may be meant.
  if (!only || (second && !isPublished(text))) throw ambiguous(text, found);
  const { published, print, page } = run.flags;
  const item = page === undefined ? only.item : await pageOf(run, only, page);
  await openThing(run, item, { published: published === true, printOnly: print === true });
}

/** A page by what it is called in that space or change request. Throws NotFoundError, UsageError for what has no pages. */
async function pageOf(run: OpenRun, { kind, id, item }: Thing, page: string): Promise<unknown> {
  if (kind !== 'space' && kind !== 'change request')
    throw new UsageError(`--page is for spaces and change requests, and this is a ${kind}`);
  const space = { spaceId: kind === 'space' ? id : String(item.space) };
  const place = kind === 'space' ? space : { ...space, changeRequestId: id };
  const pageId = await settleOne({ ...run, input: place }, 'pageId', page).catch((error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    const inRequest = kind === 'space' ? [] : ['--cr', String(item.number)];
    throw changed(error, {
      hint: shellLine(['docs', 'pages', 'list', '--space', space.spaceId, ...inRequest]),
    });
  });
  const client = await run.client();
  return kind === 'space'
    ? client.call(getPage, { ...space, pageId })
    : client.call(getChangeRequestPage, { ...space, changeRequestId: id, pageId });
}

function inUse(run: OpenRun): string {
  const text = ['spaceId', 'siteId', 'organizationId'].map((param) => fromContext(run, param)).find(Boolean);
  if (text !== undefined) return text;
  throw new UsageError('nothing to open: name it', {
    hint: 'docs open <title>, or docs use --space <space>',
  });
}

function ambiguous(text: string, found: Awaited<ReturnType<typeof findThings>>): AmbiguousError {
  const candidates = found.map(({ kind, id, title }) => ({ kind, id, title }));
  const listed = candidates.map(({ kind, id, title }) => `${kind} ${id} (${title})`).join(', ');
  return new AmbiguousError(`"${text}" may be ${candidates.length} things: ${listed}`, {
    hint: 'use the ID',
    details: { candidates },
  });
}
