// The state of the links of a change request; on request only of those that it breaks.
import type { Page } from '../../api/content/content-shapes.ts';
import type { ContentReferenceUsage as Link } from '../../api/content/links.generated.ts';
import { listChangeRequestPageLinks, listSpaceLinks } from '../../api/content/links.ts';
import { listChangeRequestPages } from '../../api/content/pages.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Client } from '../../client/client.ts';
import { allInOrder, type Width } from '../../client/pool.ts';
import { type ContentChange, toldChanges } from '../../domain/content/content-change.ts';
import { walkPages } from '../../domain/content/page-place.ts';
import { externalOf, findingsOf, keyOf, type LinkFinding, type SpaceRef } from './link-findings.ts';
import { LINKS_A_PAGE, type SpaceLinks } from './space-links.ts';

/** Links page by page. */
export type LinkPages = AsyncIterable<{ items: readonly Link[] }>;

/** Throws what reading a page of them throws. */
export const readMainLinks = (client: Client, spaceId: string): LinkPages =>
  client.pages(listSpaceLinks, { spaceId }, { pageSize: LINKS_A_PAGE });

interface Options {
  concurrency: Width;
  /** Leaves out what is broken on main too. */
  newOnly: boolean;
  /** The links of main, where somebody has read them already. */
  mainLinks?: (spaceId: string) => LinkPages;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Checks a change request page by page: the platform has no list of all its links. Pages that are as they are on main,
 * and fine there, are not read. Throws the first failure: a page that was not looked at may be the broken one.
 */
export async function checkChangeRequest(
  client: Client,
  { changeRequest, space }: { changeRequest: ChangeRequest; space: SpaceRef },
  { concurrency, newOnly, mainLinks, onProgress }: Options,
): Promise<SpaceLinks> {
  const ref = { spaceId: space.id, changeRequestId: String(changeRequest.number) };
  const { pages } = await client.call(listChangeRequestPages, { ...ref, metadata: false, computed: false });
  const documents = [...walkPages(pages)].filter(({ type }) => type === 'document');
  const before =
    newOnly || holdsMain(changeRequest)
      ? await mainBefore(client, ref, { space, pages, mainLinks })
      : undefined;
  const wanted = documents.filter(
    ({ id }) => before === undefined || before.mayBreak(id) || (!newOnly && before.broken.has(id)),
  );
  const known = newOnly ? before?.known : undefined;
  const findings: LinkFinding[] = [];
  const external = unread(before, newOnly ? [] : documents, wanted);
  let done = 0;
  const check = ({ id }: Page) => pageFindings(client, { ...ref, pageId: id }, space);
  for await (const found of allInOrder(client, wanted, concurrency, check)) {
    findings.push(...found.findings.filter((finding) => !known?.has(keyOf(finding))));
    external.push(...found.external.filter((finding) => !known?.has(keyOf(finding))));
    onProgress?.(++done, wanted.length);
  }
  return { space, pages: newOnly ? wanted.length : documents.length, findings, external };
}

/** External links of pages that are as they are on main, and were read there. */
function unread(
  before: Before | undefined,
  documents: readonly Page[],
  read: readonly Page[],
): LinkFinding[] {
  const others = new Set(documents.map(({ id }) => id));
  for (const { id } of read) others.delete(id);
  return (before?.external ?? []).filter(({ page }) => others.has(page.id));
}

/** Then a page that it does not touch is what main shows now. */
const holdsMain = ({ outdated, status }: ChangeRequest) => !outdated && status !== 'merged';

async function pageFindings(
  client: Client,
  ref: { spaceId: string; changeRequestId: string; pageId: string },
  space: SpaceRef,
): Promise<Pick<Before, 'external'> & { findings: LinkFinding[] }> {
  const findings: LinkFinding[] = [];
  const external: LinkFinding[] = [];
  for await (const { items } of client.pages(listChangeRequestPageLinks, ref, { pageSize: LINKS_A_PAGE })) {
    for (const link of items) {
      findings.push(...findingsOf(space, link));
      external.push(...externalOf(space, link));
    }
  }
  return { findings, external };
}

interface Before {
  /** Findings of main. */
  known: Set<string>;
  /** Pages that have some. */
  broken: Set<string>;
  external: LinkFinding[];
  /** Whether a page of this id may have a broken link more than on main. */
  mayBreak(pageId: string): boolean;
}

/** Links of main lead to what the change request removes or moves: those pages are looked at beside the edited ones. */
async function mainBefore(
  client: Client,
  ref: { spaceId: string; changeRequestId: string },
  {
    space,
    pages,
    mainLinks = (spaceId) => readMainLinks(client, spaceId),
  }: { space: SpaceRef; pages: readonly Page[]; mainLinks: Options['mainLinks'] | undefined },
): Promise<Before> {
  const changes = await toldChanges(client, ref);
  const touched = changes && touchedBy(changes, pages);
  const known = new Set<string>();
  const broken = new Set<string>();
  const affected = new Set<string>(touched?.edited);
  const external: LinkFinding[] = [];
  for await (const { items } of mainLinks(ref.spaceId)) {
    for (const link of items) {
      const found = findingsOf(space, link);
      const outside = externalOf(space, link);
      addAll(known, found.concat(outside).map(keyOf));
      addAll(
        broken,
        found.map(({ page }) => page.id),
      );
      external.push(...outside);
      if (touched && leadsTo(link, touched)) addAll(affected, pagesWith(link));
    }
  }
  return { known, broken, external, mayBreak: (id) => touched === undefined || affected.has(id) };
}

function addAll<T>(to: Set<T>, items: readonly T[]): void {
  for (const item of items) to.add(item);
}

interface Touched {
  /** Pages that are new or may have other links. */
  edited: Set<string>;
  /** Pages and files that are gone or have another address. */
  unsettled: Set<string>;
}

function touchedBy(changes: readonly ContentChange[], pages: readonly Page[]): Touched {
  const edited = new Set<string>();
  const unsettled = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'page' && change.change !== 'removed') edited.add(change.id);
    const from = change.kind === 'page' ? change.fromPath : change.fromName;
    if (change.change === 'removed' || from !== undefined) unsettled.add(change.id);
  }
  for (const { id } of pagesUnder(pages, unsettled)) {
    edited.add(id);
    unsettled.add(id);
  }
  return { edited, unsettled };
}

/** With a page move all that are under it, without being named: their addresses change, and what they link to. */
const pagesUnder = (pages: readonly Page[], moved: ReadonlySet<string>): Page[] =>
  [...walkPages(pages)].flatMap((page) =>
    'pages' in page && moved.has(page.id) ? [...walkPages(page.pages)] : [],
  );

/** A link into a section breaks when the page loses the section. */
function leadsTo({ targetReference: target }: Link, { edited, unsettled }: Touched): boolean {
  if (target?.kind === 'file') return unsettled.has(target.file.id);
  if (target?.kind !== 'page') return false;
  return (
    unsettled.has(target.page.id) || (target.internalLocation !== undefined && edited.has(target.page.id))
  );
}

const pagesWith = ({ locationReferences }: Link): string[] =>
  locationReferences.flatMap((place) => (place.kind === 'page' ? [place.page.id] : []));
