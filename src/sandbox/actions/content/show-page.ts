// One page with its content, in the format asked for.
import type { Page } from '../../../api/content/content-shapes.ts';
import { isRecord } from '../../../files/is-record.ts';
import type { PageNode, Tree } from '../../content/model.ts';
import type { Placed } from '../../content/tree.ts';
import { contentStore } from '../../db/content/content.ts';
import { spaces } from '../../db/content/spaces.ts';
import { openApiSpecOf, openApiVersions } from '../../db/integrations/openapi.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type ContentView, pageView } from '../../views/content/pages.ts';
import type { BodyFormat } from './bodies.ts';

export interface PageOptions {
  format?: BodyFormat | undefined;
  evaluated?: boolean | 'deterministic-only' | undefined;
  computed?: boolean | undefined;
}

/** Without a format the content comes as Markdown: which one is the platform's default is not told. */
export async function showPage(
  view: ContentView,
  tree: Tree,
  { page, path }: Placed,
  { format, evaluated = false, computed = true }: PageOptions,
): Promise<Page> {
  const shown = pageView(view, page, path);
  if (shown.type !== 'document' || (page.computed && !computed)) return shown;
  const kept = await contentOf(view, page);
  const markdown = evaluated === false ? kept : await evaluate(view, tree, page, kept, evaluated);
  if (format !== 'document') return { ...shown, markdown };
  const { loadToDocument } = await import('../../../markdown/to-document.ts');
  return { ...shown, document: (await loadToDocument())(markdown) };
}

/** What a person wrote; on a computed page that nobody wrote on, what is computed. */
async function contentOf({ sandbox, space }: ContentView, page: Placed['page']): Promise<string> {
  const written = page.markdown === undefined ? '' : contentStore(sandbox.db).text(page.markdown);
  if (!page.computed || written.trim() !== '') return written;
  return computeMarkdown(sandbox, space, page);
}

async function evaluate(
  view: ContentView,
  tree: Tree,
  page: Placed['page'],
  markdown: string,
  mode: true | 'deterministic-only',
): Promise<string> {
  const { evaluate: evaluateExpressions } = await import('../../content/expressions/evaluate.ts');
  const scope = { page: page.variables ?? {}, space: tree.variables, now: view.sandbox.now() };
  return evaluateExpressions(markdown, scope, mode);
}

/** Markdown; empty when there is nothing to compute it from, or nothing here that could. */
export async function computeMarkdown(
  { db }: Pick<Sandbox, 'db'>,
  spaceId: string,
  { computed }: PageNode,
): Promise<string> {
  const organization = spaces(db).find({ id: spaceId })?.organization;
  const slug = specOf(computed?.dependencies);
  if (organization === undefined || slug === undefined) return '';
  const spec = openApiSpecOf(db, organization, slug);
  const version = spec?.lastVersion && openApiVersions(db).find({ id: spec.lastVersion, spec: spec.id });
  if (!version) return '';
  const { parseSpec } = await import('../integrations/openapi/read-spec.ts');
  const { openApiMarkdown } = await import('../../content/openapi-markdown.ts');
  return openApiMarkdown((await parseSpec(version.text)).content);
}

/** `{spec: {ref: {kind: openapi, spec}}}`: the reference may be under any name. */
function specOf(dependencies: unknown): string | undefined {
  const refs = isRecord(dependencies)
    ? Object.values(dependencies).map((one) => isRecord(one) && one.ref)
    : [];
  const found = refs.find((ref) => isRecord(ref) && ref.kind === 'openapi' && typeof ref.spec === 'string');
  return isRecord(found) ? String(found.spec) : undefined;
}
