// The page rules on a space or a change request; on request only what the change request brought in.
import type { Page } from '../../api/content/content-shapes.ts';
import type { ChangeRequest } from '../../api/review/change-requests.generated.ts';
import type { Client } from '../../client/client.ts';
import { mapAll, type Width } from '../../client/pool.ts';
import { toldChanges } from '../../domain/content/content-change.ts';
import {
  type ContentSource,
  changeRequestContent,
  mainContent,
} from '../../domain/content/content-source.ts';
import { walkPages } from '../../domain/content/page-place.ts';
import type { SpaceRef } from '../links/link-findings.ts';
import {
  type DocumentPage,
  keyOfPage,
  loadTextFacts,
  type PageFinding,
  type PageProblem,
  TEXT_PROBLEMS,
  textFindings,
  treeFindings,
} from './problems.ts';

export interface LintOptions {
  concurrency: Width;
  now: Date;
  /** Only these rules; texts are read only where one of them needs them. */
  only: readonly PageProblem[];
}

export interface LintedPages {
  space: SpaceRef;
  /** How many pages were looked at. */
  pages: number;
  findings: PageFinding[];
}

export const documentsOf = (pages: readonly Page[]): DocumentPage[] =>
  [...walkPages(pages)].filter((page) => page.type === 'document');

/** Throws the first failure: a page that was not read may be the one with findings. */
export async function lintSpace(client: Client, space: SpaceRef, options: LintOptions): Promise<LintedPages> {
  return lintContent(client, { space, source: mainContent(client, space.id) }, options);
}

interface Content {
  space: SpaceRef;
  source: ContentSource;
  /** Pages whose texts are read; absent: all. */
  among?: ReadonlySet<string> | undefined;
}

async function lintContent(
  client: Client,
  { space, source, among }: Content,
  { concurrency, now, only }: LintOptions,
): Promise<LintedPages> {
  const documents = documentsOf(await source.pages());
  const read = documents.filter(({ id }) => among?.has(id) ?? true);
  const findings = treeFindings(space, documents, now);
  if (TEXT_PROBLEMS.some((problem) => only.includes(problem))) {
    const factsOf = await loadTextFacts();
    const found = await mapAll(client, read, concurrency, async (page) =>
      textFindings(space, page, factsOf(await source.markdown(page.id))),
    );
    findings.push(...found.flat());
  }
  const order = new Map(documents.map(({ id }, at) => [id, at]));
  const place = ({ page }: PageFinding) => order.get(page.id) ?? 0;
  const wanted = findings.filter(({ problem }) => only.includes(problem));
  return { space, pages: read.length, findings: wanted.sort((a, b) => place(a) - place(b)) };
}

/** With `newOnly`, what main has too is left out, and texts that are as on main are not read. */
export async function lintChangeRequest(
  client: Client,
  { changeRequest, space }: { changeRequest: ChangeRequest; space: SpaceRef },
  { newOnly, ...options }: LintOptions & { newOnly: boolean },
): Promise<LintedPages> {
  const ref = { spaceId: space.id, changeRequestId: String(changeRequest.number) };
  const source = changeRequestContent(client, ref, `#${changeRequest.number}`);
  if (!newOnly) return lintContent(client, { space, source }, options);
  const among = await editedPages(client, ref);
  const linted = await lintContent(client, { space, source, among }, options);
  const main = await lintContent(client, { space, source: mainContent(client, space.id), among }, options);
  const known = new Set(main.findings.map(keyOfPage));
  return { ...linted, findings: linted.findings.filter((finding) => !known.has(keyOfPage(finding))) };
}

/** Undefined where the host cannot tell: then all are read. */
async function editedPages(
  client: Client,
  ref: { spaceId: string; changeRequestId: string },
): Promise<Set<string> | undefined> {
  const changes = await toldChanges(client, ref);
  return changes && new Set(changes.flatMap(({ kind, id }) => (kind === 'page' ? [id] : [])));
}
