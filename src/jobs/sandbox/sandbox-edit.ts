// docs sandbox edit and docs sandbox scan: what is done in the file itself, as the caller of the profile in use.

import { getSite } from '../../api/sites/sites.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { parseReference } from '../../engine/references/pasted.ts';
import { requestIn } from '../../engine/references/with-change-requests.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { UsageError } from '../../errors.ts';
import { shell, shellLine } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { inOwnFile } from './sandbox-make.ts';

export async function editPage(run: Run<Flags<'--page <path>' | '--file <file>'>>): Promise<void> {
  const { context, flags } = run;
  const { page, file } = flags;
  if (typeof page !== 'string' || typeof file !== 'string') {
    const flag = typeof page === 'string' ? '--file' : '--page';
    throw new UsageError(`${flag} is required`, { hint: 'docs sandbox edit --help' });
  }
  const onHost = [page, '--space', run.args.space ?? '', '--cr', flags.cr ?? '1', '--file', file];
  const own = inOwnFile(
    run,
    `write page ${page}`,
    ' file: on a host, a page is edited in a change request',
    shellLine(['docs', 'pages', 'edit', ...onHost]),
  );
  const markdown = await readFileOrStdin(context, file, '--file');
  const { readPageFile } = await import('../page-edits/page-file.ts');
  // The sandbox keeps front matter that it cannot read in the text: here it is refused.
  readPageFile(markdown, file === '-' ? 'standard input' : file);
  const spaceId = await findSpace(run, run.args.space ?? '');
  const cr = flags.cr === undefined ? undefined : await requestIn(run, flags.cr, spaceId);
  const { writePage } = await import('../../sandbox/door.ts');
  const written = await writePage(own.file, {
    ...own.as(),
    spaceId,
    ...(cr !== undefined && { changeRequestId: cr }),
    path: page,
    markdown,
  });
  const where = cr === undefined ? 'main' : `change request #${cr}`;
  const outcome = written.created ? 'created' : 'changed';
  done(context.io, `${outcome} page ${written.path} on ${where} (revision ${written.revision})`, {
    ...{ outcome, space: spaceId, path: written.path, revision: written.revision },
  });
}

async function findSpace(run: Run, text: string): Promise<string> {
  const { getSpace } = await import('../../api/content/spaces.ts');
  const named = parseReference('spaceId', text)?.spaceId;
  const scoped: Run = { ...run, operation: getSpace, input: { spaceId: named ?? text } };
  const client = await run.client();
  const { id } = await withReferences(scoped, ({ spaceId }) =>
    client.call(getSpace, { spaceId: String(spaceId) }),
  );
  return id;
}

export async function scanSite(run: Run): Promise<void> {
  const { context } = run;
  const own = inOwnFile(run, 'scan a site', ' file: scans start by themselves there', 'docs scans list');
  const { id, organizationId, title } = await findSite(run);
  const { runSiteScan } = await import('../../sandbox/door.ts');
  const { found } = await runSiteScan(own.file, { ...own.as(), organizationId, siteId: id });
  done(context.io, `scanned site "${title}": ${plural(found, 'open finding')}`, {
    ...{ outcome: 'scanned', site: id, findings: found },
  });
  if (found > 0) note(context.io, shell`to list them: docs findings list --status open --site ${title}`);
}

async function findSite(run: Run): Promise<{ id: string; organizationId: string; title: string }> {
  const scoped: Run = { ...run, operation: getSite, input: { siteId: run.args.site ?? '' } };
  await fillContext(scoped);
  const client = await run.client();
  return withReferences(scoped, async (input) => {
    const organizationId = String(input.organizationId);
    const { id, title } = await client.call(getSite, { organizationId, siteId: String(input.siteId) });
    return { id, title, organizationId };
  });
}
