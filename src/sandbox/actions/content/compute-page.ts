// The content of pages that are computed: of an OpenAPI specification, as its last version has it.
import { isRecord } from '../../../files/is-record.ts';
import type { PageNode } from '../../content/model.ts';
import { spaces } from '../../db/content/spaces.ts';
import { openApiSpecOf, openApiVersions } from '../../db/integrations/openapi.ts';
import type { Sandbox } from '../../sandbox.ts';

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

/** `{spec: {ref: {kind: openapi, spec}}}`: the reference may stand under any name. */
function specOf(dependencies: unknown): string | undefined {
  const refs = isRecord(dependencies)
    ? Object.values(dependencies).map((one) => isRecord(one) && one.ref)
    : [];
  const found = refs.find((ref) => isRecord(ref) && ref.kind === 'openapi' && typeof ref.spec === 'string');
  return isRecord(found) ? String(found.spec) : undefined;
}
