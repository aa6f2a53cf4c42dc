// Pages of other spaces as the host lists them: one list a space, and the text of a page only where a heading is asked for.
import { listPages } from '../../api/content/pages.ts';
import type { Client } from '../../client/client.ts';
import { allPages } from '../../domain/content/page-place.ts';
import { readTexts } from '../../domain/stand-ins/linked-space.ts';
import { ForbiddenError, NotFoundError } from '../../errors.ts';
import { type AppLink, appLink } from '../../markdown/link-targets.ts';
import type { KnownSpace } from './links.ts';

/** Every space that a link names and that there is; `unseen` are those that the caller may not read. */
export async function onlineSpaces(
  client: Client,
  links: ReadonlySet<string>,
): Promise<{ spaces: Map<string, KnownSpace>; unseen: string[] }> {
  const bySpace = new Map<string, AppLink[]>();
  for (const link of links) {
    const app = appLink(link);
    if (app) bySpace.set(app.space, [...(bySpace.get(app.space) ?? []), app]);
  }
  const spaces = new Map<string, KnownSpace>();
  const unseen: string[] = [];
  for (const [spaceId, asked] of bySpace) {
    try {
      spaces.set(spaceId, await readSpace(client, spaceId, asked));
    } catch (error) {
      if (error instanceof ForbiddenError) {
        unseen.push(spaceId);
        spaces.set(spaceId, { title: spaceId, page: () => ({ anchors: undefined }) });
      } else if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return { spaces, unseen };
}

async function readSpace(client: Client, spaceId: string, asked: readonly AppLink[]): Promise<KnownSpace> {
  const { pages } = await client.call(listPages, { spaceId });
  const byPath = new Map(
    allPages(pages).flatMap((page) =>
      'path' in page ? [[String(page.path).toLowerCase(), page] as const] : [],
    ),
  );
  const withAnchors = new Set(
    asked.flatMap(({ path, anchor }) => (anchor === undefined ? [] : (byPath.get(path.toLowerCase()) ?? []))),
  );
  const texts = await readTexts(client, { spaceId }, [...withAnchors], { kept: undefined, revision: '' });
  return {
    title: `space ${spaceId}`,
    page: (path) => {
      const page = byPath.get(path.toLowerCase());
      return page && { anchors: texts.get(page.id)?.anchors };
    },
  };
}
