// docs sandbox scan: looks for findings on a site now, as the caller of the profile in use.
import { getSite } from '../../api/sites/sites.ts';
import { isSandboxUrl } from '../../config/base-url.ts';
import { withReferences } from '../../engine/references/with-references.ts';
import type { Run } from '../../engine/run/run.ts';
import { sandboxFile } from '../../engine/run/sandbox-transport.ts';
import { fillContext } from '../../engine/run/scope.ts';
import { UsageError } from '../../errors.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { refuseReadOnly } from './sandbox-make.ts';

export async function scanSite(run: Run): Promise<void> {
  const { context } = run;
  const baseUrl = run.config().baseUrl.value;
  if (!isSandboxUrl(baseUrl)) {
    throw new UsageError(`${baseUrl} is not a sandbox file: scans start by themselves there`, {
      hint: 'docs scans list',
    });
  }
  const database = sandboxFile(context, baseUrl);
  refuseReadOnly(run, 'scan a site', database);
  const { id, organizationId, title } = await findSite(run);
  const { runSiteScan } = await import('../../sandbox/door.ts');
  const { found } = await runSiteScan(database, {
    token: run.config().token().reveal(),
    organizationId,
    siteId: id,
    now: context.now,
    env: context.env,
  });
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
