// --home: the page that a space on a site opens with, by its path or title.
import { listSiteSpaces } from '../../api/sites/site-spaces.ts';
import { getPath } from '../../engine/references/names.ts';
import { settleOne } from '../../engine/references/resolve-names.ts';
import type { Run } from '../../engine/run/run.ts';

/** The page is one of the space that is shown, or will be. */
export async function settleHome(run: Run): Promise<void> {
  const { pageId, spaceId } = run.input;
  if (typeof pageId !== 'string') return;
  const input = { ...run.input, spaceId: spaceId ?? (await spaceShown(run)) };
  run.input = { ...run.input, pageId: await settleOne({ ...run, input }, 'pageId', pageId) };
}

async function spaceShown(run: Run): Promise<unknown> {
  const { organizationId, siteId, siteSpaceId } = run.input;
  const place = { organizationId: String(organizationId), siteId: String(siteId) };
  const known = getPath(run.target, ['space', 'id']);
  if (known !== undefined) return known;
  for await (const { items } of (await run.client()).pages(listSiteSpaces, place))
    for (const { id, space } of items) if (id === siteSpaceId) return space.id;
  return undefined;
}
