// docs redirects suggest: rows for docs redirects push, for pages that moved or were renamed.
import { listPages } from '../../api/content/pages.ts';
import { listRevisionPages } from '../../api/content/revisions.ts';
import { getSpace } from '../../api/content/spaces.ts';
import { listRedirects } from '../../api/sites/site-redirects.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { handmade, type Option } from '../../engine/model/command.ts';
import type { FlagsOf } from '../../engine/model/flag-types.ts';
import { CONTEXT_FLAGS } from '../../engine/model/globals.ts';
import { idIn, readNamed } from '../../engine/references/named.ts';
import type { Run } from '../../engine/run/run.ts';
import { viewOf } from '../../engine/run/view.ts';
import { NotFoundError, UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note } from '../../output/note.ts';
import { listWriter } from '../../output/render.ts';
import type { Suggestions } from '../../workflows/redirect-lint/suggest.ts';

const SUGGEST_FLAGS = [
  {
    flags: '--since <revision|folder>',
    reach: 'machine',
    description: 'revision ID or export folder with the old paths',
    group: 'Fields:',
  },
  ...['spaceId', 'siteId', 'organizationId'].flatMap((name) => CONTEXT_FLAGS[name] ?? []),
] as const satisfies readonly Option[];

type SuggestRun = Run<FlagsOf<typeof SUGGEST_FLAGS>>;

const COLUMNS = ['source', 'destination', 'id'] as const;

export const redirectSuggest = handmade('suggest', {
  summary: 'Suggest redirects for pages that moved or were renamed',
  uses: [getSite, getSpace, getSiteStructure, listRevisionPages, listPages, listRedirects],
  columns: COLUMNS,
  idField: 'id',
  fields: COLUMNS,
  paged: true,
  options: SUGGEST_FLAGS,
  run: suggest,
  examples: [
    [
      'See what moved since a revision',
      'docs redirects suggest --since mmPPY5YLNpc3PvV8nfpL --space Guides --site "Tarnpost Docs"',
    ],
    [
      'Write the redirects for it, ready to be pushed',
      'docs redirects suggest --since mmPPY5YLNpc3PvV8nfpL --space Guides --site "Tarnpost Docs" -o csv',
    ],
  ],
  notes: `Pages are compared by ID: the revision with the space as it is. Old paths that have a redirect or another page are left
out, and pages that no longer exist are only counted. It only reads. To find revision IDs, see the revision field of docs spaces get; the folder of docs export says the revision it holds.`,
});

async function suggest(run: SuggestRun): Promise<void> {
  const { since } = run.flags;
  if (since === undefined)
    throw new UsageError('--since is missing: the revision or export that had the old paths', {
      hint: 'docs redirects suggest --help',
    });
  const { readSite } = await import('./release/release-steps.ts');
  const { readingClient } = await import('../../client/reading-client.ts');
  const { suggestRedirects } = await import('../../workflows/redirect-lint/suggest.ts');
  const client = readingClient(await run.client());
  const { site, place } = await readSite(run, client);
  const space = await readNamed({ ...run }, getSpace, (input) =>
    client.call(getSpace, { spaceId: idIn(input, 'spaceId') }),
  );
  const { organizationId } = place;
  const revisionId = (await revisionInExport(run, since, { space, host: client.origin })) ?? since;
  const found = await suggestRedirects(client, { organizationId, site, space, revisionId });
  const writer = await listWriter(run.context.io, viewOf(run));
  await writer.page(found.rows);
  await writer.end();
  note(run.context.io, summaryOf(found));
}

/** The revision that an export holds; undefined for what is not a folder. Throws NotFoundError for another space or host. */
async function revisionInExport(
  { context }: SuggestRun,
  since: string,
  { space, host }: { space: { id: string; title: string }; host: string },
): Promise<string | undefined> {
  const { statSync } = await import('node:fs');
  const { resolve } = await import('node:path');
  const path = resolve(context.cwd, since);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    if (!/[/\\.]/.test(since)) return undefined;
    throw new NotFoundError(`folder "${since}" does not exist`, {
      code: 'NO_EXPORT',
      hint: 'docs export --help',
    });
  }
  const { openExportFolder } = await import('../../workflows/export/folder.ts');
  const { MANIFEST, parseManifest } = await import('../../workflows/export/manifest.ts');
  const folder = await openExportFolder(path, { readOnly: true });
  try {
    const text = await folder.read(MANIFEST);
    const manifest = text && parseManifest(text);
    const entry = manifest?.spaces.find(({ id }) => id === space.id);
    if (manifest && entry && manifest.host === host && entry.revision !== null) return entry.revision;
    throw new NotFoundError(
      `"${since}" does not have a whole export of space "${space.title}" from this host`,
      {
        code: 'NO_EXPORT',
        hint: shell`docs export verify ${since}`,
      },
    );
  } finally {
    await folder.close({ finished: false });
  }
}

function summaryOf({ rows, moved, redirected, taken, deleted }: Suggestions): string {
  const others = [
    ...(redirected > 0 ? [`${redirected} with a redirect already`] : []),
    ...(taken > 0 ? [`${taken} with another page at the old path`] : []),
    ...(deleted > 0 ? [`${plural(deleted, 'page')} deleted`] : []),
  ];
  return `${plural(moved, 'page')} moved: ${[plural(rows.length, 'redirect'), ...others].join(', ')}`;
}
