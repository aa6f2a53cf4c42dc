// Content that comes from a URL: a website, a page, an archive.
import type { ImportSource } from '../../../api/content/imports.ts';
import { importChangeRequestContent, importContent } from '../../../api/content/imports.ts';
import { commitOn, headOf, requireEditable, type TargetRef } from '../../actions/content/content-target.ts';
import { visibleTarget } from '../../actions/content/content-view.ts';
import { importFetch } from '../../content/import/web-fetch.ts';
import { appendPages } from '../../content/tree.ts';
import { bufferedContent } from '../../db/content/buffered-content.ts';
import { revisionsStore } from '../../db/content/content.ts';
import { created, type FidelityOf, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { whenFree } from '../../lock.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { badRequest } from '../../wire-error.ts';

interface Input extends TargetRef {
  url: string;
  source: ImportSource;
}

function editable(call: Call, ref: TargetRef) {
  const target = visibleTarget(call, ref);
  call.access.requireSpace(target.space, 'edit');
  requireEditable(target);
  return { target, tree: revisionsStore(call.db).tree(headOf(target)) };
}

/** Fetches first, then adds the pages to the content as it is by then: one new revision, or none. */
async function run(call: Call, input: Input) {
  const { tree: before } = editable(call, input);
  const content = bufferedContent(call.db);
  const { importContent: read } = await import('../../content/import/content-import.ts');
  const { pages, files, ...counts } = await read({
    url: input.url,
    source: input.source,
    fetch: importFetch(input.url),
    content,
    newId,
    now: call.now().toISOString(),
    taken: before.pages.map(({ slug }) => slug),
  });
  if (counts.importedResources === 0)
    throw badRequest(`nothing to import: ${input.url} contains nothing that can be read`);
  await content.flushInSlices();
  await whenFree(call.db);
  return call.db.transaction(() => {
    const { target, tree } = editable(call, input);
    const grown = appendPages(tree, pages);
    const next = { ...grown, files: [...grown.files, ...files] };
    const revision = commitOn(call, target, { tree: next, userId: call.caller.userId });
    const location = locationUrl(call, `/v1/spaces/${target.space.id}/revisions/${revision}`);
    return created({ revision, ...counts }, location);
  });
}

export default [handle(importContent, run), handle(importChangeRequestContent, run)];

const NOTE =
  "Takes websites of up to 50 pages, HTML, Markdown and ZIP files; the platform's other sources are refused.";

export const fidelity: FidelityOf = {
  'imports.createInChangeRequest': { limited: NOTE },
  'imports.create': { limited: NOTE },
};
