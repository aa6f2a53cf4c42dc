// docs sandbox edit: the sandbox's own way to write a page, as the caller of the profile in use.

import { isSandboxUrl } from '../../config/base-url.ts';
import type { Flags } from '../../engine/model/command-type.ts';
import { parseReference } from '../../engine/references/pasted.ts';
import { requestIn } from '../../engine/references/with-change-requests.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import { readFileOrStdin } from '../../engine/run/input.ts';
import type { Run } from '../../engine/run/run.ts';
import { sandboxFile } from '../../engine/run/sandbox-transport.ts';
import { UsageError } from '../../errors.ts';
import { done } from '../../output/note.ts';
import { refuseReadOnly } from './sandbox-make.ts';

export async function editPage(run: Run<Flags<'--page <path>' | '--file <file>'>>): Promise<void> {
  const { context, flags } = run;
  const { page, file } = flags;
  if (typeof page !== 'string' || typeof file !== 'string') {
    const flag = typeof page === 'string' ? '--file' : '--page';
    throw new UsageError(`${flag} is required`, { hint: 'docs sandbox edit --help' });
  }
  const baseUrl = run.config().baseUrl.value;
  if (!isSandboxUrl(baseUrl)) {
    throw new UsageError(`${baseUrl} is not a sandbox: the API has no call that edits a page`, {
      hint: 'docs cr create, and edit in the app',
    });
  }
  const database = sandboxFile(context, baseUrl);
  refuseReadOnly(run, `write page ${page}`, database);
  const markdown = await readFileOrStdin(context, file, '--file');
  const { readPageFile } = await import('../page-edits/page-file.ts');
  // The sandbox keeps front matter that it cannot read in the text: here it is refused.
  readPageFile(markdown, file === '-' ? 'standard input' : file);
  const spaceId = await findSpace(run, run.args.space ?? '');
  const cr = flags.cr === undefined ? undefined : await requestIn(run, flags.cr, spaceId);
  const { writePage } = await import('../../sandbox/door.ts');
  const written = await writePage(database, {
    token: run.config().token().reveal(),
    spaceId,
    ...(cr !== undefined && { changeRequestId: cr }),
    path: page,
    markdown,
    now: context.now,
    env: context.env,
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
