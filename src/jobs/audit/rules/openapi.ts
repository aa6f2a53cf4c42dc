// Rules about OpenAPI specifications.

import type { Page } from '../../../api/content/content-shapes.ts';
import { listSpaceLinks } from '../../../api/content/links.ts';
import { listPages } from '../../../api/content/pages.ts';
import { listSpaces } from '../../../api/content/spaces.ts';
import type { OpenAPISpec as OpenApiSpec } from '../../../api/integrations/openapi.generated.ts';
import { listOpenApiSpecs } from '../../../api/integrations/openapi.ts';
import { shell } from '../../../files/shell-word.ts';
import { everyLink } from '../../links/space-links.ts';
import type { AuditContext, AuditRule, Target } from '../rule.ts';
import { allSpaces } from './spaces.ts';

const specsOf = ({ lists, organizationId }: AuditContext): Promise<readonly OpenApiSpec[]> =>
  lists.all(listOpenApiSpecs, { organizationId });

const specTarget = ({ id, slug }: OpenApiSpec): Target => ({
  kind: 'OpenAPI specification',
  id,
  title: slug,
});

/** Everything that a page is computed from. */
const computedOf = (page: Page): unknown[] => [
  ...('computed' in page ? [page.computed] : []),
  ...('pages' in page ? page.pages.flatMap(computedOf) : []),
];

export const rules: readonly AuditRule[] = [
  {
    id: 'openapi/failing',
    severity: 'high',
    summary: 'An OpenAPI specification could not be processed.',
    why: 'The reference shows the last version that worked, which may no longer be true.',
    mend: 'docs openapi set <slug> --file <file>',
    reads: [listOpenApiSpecs],
    async find(context) {
      return (await specsOf(context)).flatMap((spec) => {
        const [first] = spec.lastProcessedErrors ?? [];
        const why = first?.message ?? spec.lastProcessErrorCode;
        if (why === undefined) return [];
        const mend = spec.sourceURL && shell`docs openapi set ${spec.slug} --url ${spec.sourceURL}`;
        return [{ target: specTarget(spec), message: `could not be processed: ${why}`, mend }];
      });
    },
  },
  {
    id: 'openapi/unused',
    severity: 'low',
    summary: 'An OpenAPI specification is on no page.',
    why: 'A specification without readers is easy to forget and goes out of date.',
    mend: 'docs openapi delete <slug>',
    reads: [listOpenApiSpecs, listSpaces, listPages, listSpaceLinks],
    onRequest: true,
    async find(context) {
      const { lists } = context;
      const specs = await specsOf(context);
      const spaces = specs.length === 0 ? [] : await allSpaces(context);
      const used = await lists.each(spaces, async ({ id: spaceId }) => {
        const { pages } = await lists.one(listPages, { spaceId });
        const links = await everyLink(lists.client, spaceId);
        const targets = links.map(({ targetReference: target }) => target?.kind === 'openapi' && target);
        return [JSON.stringify([pages.flatMap(computedOf), targets])];
      });
      // A space that cannot be read may use any of them.
      if (used.skipped !== undefined) return { skipped: used.skipped };
      return specs
        .filter(
          ({ id, slug }) =>
            !used.findings.some((text) => text.includes(`"${id}"`) || text.includes(`"${slug}"`)),
        )
        .map((spec) => ({
          target: specTarget(spec),
          message: 'no page is computed from it and no link leads to it',
          // A block of a page may still name it: nothing is deleted on that evidence alone.
          mend: undefined,
        }));
    },
  },
];
