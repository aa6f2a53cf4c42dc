// Made by npm run contract from version 0.202.0 of the published contract.
import { ContentImportRun } from '../content/import-run-shapes.generated.ts';
import { RichDocument as JSONDocument } from '../content/rich-document.ts';
import { Space } from '../content/spaces.generated.ts';
import { User } from '../people/users.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, DateTime, Enum, Literal, Num, Obj, Optional, Paging, Str, Union, Uri, pageOf } =
  builders;

export const SiteStyleguideRun = Obj({
  object: Literal('styleguide-run'),
  id: Str(),
  site: Str(),
  styleguide: Str(),
  spaces: ArrayOf(Str()),
  createdAt: DateTime(),
  createdBy: User,
});

export const applyTemplateToSite = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/template',
} as const;

export const createSiteStyleguideById = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide',
  body: Obj({ template: Optional(Str()) }),
  result: Space,
  errors: [404],
} as const;

export const createSiteStyleguideRun = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  body: Obj({ spaces: ArrayOf(Str(), { minItems: 1, maxItems: 3 }) }),
  result: Obj({
    run: SiteStyleguideRun,
    changeRequests: ArrayOf(
      Obj({
        object: Literal('change-request'),
        id: Str(),
        number: Num(),
        status: Enum(['draft', 'open', 'archived', 'merged']),
        subject: Str({ minLength: 0, maxLength: 100 }),
        description: Optional(JSONDocument),
        createdBy: User,
        createdAt: DateTime(),
        updatedAt: DateTime(),
        space: Str(),
        revision: Str(),
        revisionInitial: Str(),
        revisionMergedAncestor: Optional(Str()),
        revisionMerged: Optional(Str()),
        comments: Num(),
        outdated: Bool(),
        conversationsIssuesCluster: Optional(Str()),
        urls: Obj({ app: Uri(), location: Uri() }),
        mergedBy: Optional(User),
        mergedAt: Optional(DateTime()),
        siteTopic: Optional(Obj({ site: Str(), topic: Str(), finding: Optional(Str()) })),
        styleguide: Optional(
          Obj({ site: Str(), run: Str(), changedPages: Optional(Num()), checkedAt: Optional(DateTime()) }),
        ),
        imports: Optional(ArrayOf(ContentImportRun)),
        links: Optional(
          ArrayOf(
            Obj({
              id: Str(),
              ref: Obj({ kind: Literal('url'), url: Str() }),
              title: Optional(Str({ maxLength: 128 })),
              expanded: Optional(
                Union([
                  Obj({
                    kind: Literal('external-ticket'),
                    provider: Literal('jira'),
                    state: Literal('connected'),
                    key: Str(),
                    url: Uri(),
                    status: Obj({ id: Str(), name: Str() }),
                    summary: Str(),
                  }),
                  Obj({
                    kind: Literal('external-ticket'),
                    provider: Literal('jira'),
                    state: Literal('error'),
                  }),
                ]),
              ),
            }),
            { maxItems: 10 },
          ),
        ),
      }),
    ),
  }),
  success: [201],
  errors: [404],
} as const;

export const listSiteStyleguideRuns = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/styleguide/runs',
  query: Obj({ ...Paging }),
  result: pageOf(SiteStyleguideRun),
  paging: 'pages',
} as const;
