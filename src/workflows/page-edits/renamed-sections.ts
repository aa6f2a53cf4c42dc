// Links to sections whose headings an edit renames: those of the space are led to the new anchors.
import type { Page } from '../../api/content/content.ts';
import { type Analysis, loadMarkdown } from '../../markdown/analyze.ts';
import { appLink } from '../../markdown/app-link.ts';
import { loadMapTargets, partsOfTarget } from '../../markdown/link-targets.ts';
import { pageOfPath } from './resolve-targets.ts';

/** A page of a space, as it is and as it will be. */
export interface EditedText {
  space: string;
  page: Page;
  before: string;
  after: string;
}

export interface FollowedLinks {
  /** New texts of pages whose links were led on, and how many links. */
  texts: ReadonlyMap<string, { text: string; links: number }>;
  /** Links of other spaces to the sections, which stay. By space that they lead to. */
  elsewhere: ReadonlyMap<string, number>;
}

/** The new anchor by the old one, by page. */
type Renamed = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function followSections(texts: readonly EditedText[]): Promise<FollowedLinks> {
  const { analyze } = await loadMarkdown();
  const renamed: Renamed = new Map(
    texts
      .filter(({ before, after }) => before !== after)
      .map(({ page, before, after }) => [page.id, renamedIn(analyze(before), analyze(after))] as const)
      .filter(([, anchors]) => anchors.size > 0),
  );
  const followed = new Map<string, { text: string; links: number }>();
  const elsewhere = new Map<string, number>();
  if (renamed.size === 0) return { texts: followed, elsewhere };
  const mapTargets = await loadMapTargets();
  const bySpace = new Map(texts.map(({ space }): [string, EditedText[]] => [space, []]));
  for (const text of texts) bySpace.get(text.space)?.push(text);
  for (const { space, page, after } of texts) {
    const pages = (bySpace.get(space) ?? []).map((one) => one.page);
    let links = 0;
    const text = mapTargets(after, (target) => {
      const there = foreignSection(target, space, { bySpace, renamed });
      if (there !== undefined) elsewhere.set(there, (elsewhere.get(there) ?? 0) + 1);
      const led = ledOn(target, { page, pages, renamed });
      if (led !== undefined) links += 1;
      return led;
    });
    if (links > 0) followed.set(page.id, { text, links });
  }
  return { texts: followed, elsewhere };
}

/** Sections are told by their order: a change of words makes and takes none. */
function renamedIn(before: Analysis, after: Analysis): Map<string, string> {
  const pairs = before.sections.map(
    ({ anchor }, at) => [anchor, after.sections[at]?.anchor ?? anchor] as const,
  );
  const isSame = before.sections.length === after.sections.length;
  return new Map(isSame ? pairs.filter(([old, now]) => old !== '' && old !== now) : []);
}

interface Here {
  page: Page;
  pages: readonly Page[];
  renamed: Renamed;
}

function ledOn(target: string, { page, pages, renamed }: Here): string | undefined {
  const { path, rest, isUrl } = partsOfTarget(target);
  const anchor = anchorOf(rest);
  if (anchor === undefined || isUrl) return undefined;
  const git = 'git' in page ? page.git?.path : undefined;
  const at = { path: 'path' in page ? page.path : '', ...(git !== undefined && { git }) };
  const to = path === '' ? page : pageOfPath(path, { pages, at });
  const now = to && renamed.get(to.id)?.get(anchor);
  return now === undefined ? undefined : target.slice(0, target.indexOf('#') + 1) + encodeURIComponent(now);
}

/** The other space that a target leads to a renamed section of. */
function foreignSection(
  target: string,
  own: string,
  { bySpace, renamed }: { bySpace: ReadonlyMap<string, readonly EditedText[]>; renamed: Renamed },
): string | undefined {
  const link = appLink(target);
  if (link?.anchor === undefined || link.space === own) return undefined;
  const pages = (bySpace.get(link.space) ?? []).map(({ page }) => page);
  const page = pageOfPath(`/${link.path}`, { pages, at: { path: '' } });
  return page && renamed.get(page.id)?.has(link.anchor) ? link.space : undefined;
}

function anchorOf(rest: string): string | undefined {
  const at = rest.indexOf('#');
  return at === -1 ? undefined : partsOfTarget(rest.slice(at + 1)).path;
}
