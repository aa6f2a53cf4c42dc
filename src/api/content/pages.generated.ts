// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { GitSyncBlob, RevisionFile } from './content-shapes.generated.ts';
import { Page, Revision } from './content-shapes.ts';
import { RichDocument } from './rich-document.ts';
import { Language, builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  Enum,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Unknown,
  pageOf,
} = builders;

export const RevisionPageMetaLinks = Obj({
  canonical: Optional(
    Union([
      Obj({ kind: Literal('page'), page: Str(), space: Optional(Str()) }),
      Obj({ kind: Literal('url'), url: Str() }),
    ]),
  ),
  alternates: Optional(
    ArrayOf(
      Union([
        Obj({ kind: Literal('page'), page: Str(), space: Optional(Str()) }),
        Obj({ kind: Literal('url'), url: Str() }),
      ]),
    ),
  ),
});
export type RevisionPageMetaLinks = Static<typeof RevisionPageMetaLinks>;

export const ComputedContentDependencyOpenAPI = Obj({
  ref: Obj({ kind: Literal('openapi'), spec: Str() }),
  value: Nullable(
    Obj({
      object: Literal('openapi-spec'),
      id: Str(),
      slug: Str(),
      lastVersion: Optional(Str()),
      visibility: Optional(Enum(['private', 'public'])),
    }),
  ),
});

export const RevisionReusableContent = Obj({
  id: Str(),
  title: Str(),
  git: Optional(GitSyncBlob),
  computed: Optional(
    Union([
      Obj({
        type: Literal('builtin:openapi'),
        dependencies: Obj({
          spec: Union([
            Obj({ ref: Obj({ kind: Literal('openapi'), spec: Str() }) }),
            ComputedContentDependencyOpenAPI,
          ]),
        }),
        props: Union([
          Obj({ doc: Literal('models') }),
          Obj({ doc: Enum(['operations', 'info']), page: Str({ minLength: 1 }) }),
          Obj({
            doc: Literal('operation'),
            page: Str({ minLength: 1 }),
            method: Enum(['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'trace', 'hook']),
            deprecated: Optional(Bool()),
          }),
          Obj({ doc: Literal('tag'), page: Str({ minLength: 1 }) }),
        ]),
      }),
      Obj({
        type: Literal('builtin:translation'),
        props: Obj({ space: Str(), document: Str() }),
        dependencies: Optional(
          Obj({
            translation: Union([
              Obj({ ref: Obj({ kind: Literal('translation'), translation: Str() }) }),
              Obj({
                ref: Obj({ kind: Literal('translation'), translation: Str() }),
                value: Nullable(Obj({ space: Str(), revision: Str(), language: Optional(Language) })),
              }),
            ]),
          }),
        ),
      }),
      Obj({
        type: Str({ pattern: '^integration:[^:]+:[^:]+$' }),
        props: RecordOf(
          Str(),
          Union([Unknown(), Str(), Bool(), Num(), ArrayOf(Union([Str(), Bool(), Num(), Unknown()]))]),
        ),
        dependencies: Optional(
          RecordOf(
            Str(),
            Union([
              Obj({
                ref: Union([
                  Obj({ kind: Literal('space'), space: Str() }),
                  Obj({ kind: Literal('openapi'), spec: Str() }),
                  Obj({ kind: Literal('translation'), translation: Str() }),
                ]),
              }),
              Union([
                Obj({
                  ref: Obj({ kind: Literal('space'), space: Str() }),
                  value: Nullable(Obj({ object: Literal('space'), id: Str(), revision: Str() })),
                }),
                ComputedContentDependencyOpenAPI,
                Obj({
                  ref: Obj({ kind: Literal('translation'), translation: Str() }),
                  value: Nullable(Obj({ space: Str(), revision: Str(), language: Optional(Language) })),
                }),
              ]),
            ]),
          ),
        ),
      }),
    ]),
  ),
  computedSeed: Optional(Str()),
  document: Optional(Str()),
});
export type RevisionReusableContent = Static<typeof RevisionReusableContent>;

export const listPages = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/pages',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Obj({ pages: ArrayOf(Page) }),
} as const;

export const listPagesInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Obj({ pages: ArrayOf(Page) }),
} as const;

export const getPageById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
  lacks: ['dereferenced', 'format.markdown.refs'],
} as const;

export const getPageInChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
  lacks: ['dereferenced', 'format.markdown.refs'],
} as const;

export const getPageByPath = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
  lacks: ['dereferenced', 'format.markdown.refs'],
} as const;

export const getPageInChangeRequestByPath = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
  lacks: ['dereferenced', 'format.markdown.refs'],
} as const;

export const getCurrentRevision = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Revision,
  token: 'any',
} as const;

export const getRevisionOfChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Revision,
} as const;

export const listSpacePageMetaLinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/meta-links',
  result: RevisionPageMetaLinks,
  only: '0.202.0',
} as const;

export const listChangeRequestPageMetaLinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
  result: RevisionPageMetaLinks,
  only: '0.202.0',
} as const;

export const listRevisionPageMetaLinks = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links',
  result: RevisionPageMetaLinks,
  only: '0.202.0',
} as const;

export const getReusableContentById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: RevisionReusableContent,
} as const;

export const getReusableContentInChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: RevisionReusableContent,
} as const;

export const getReusableContentInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: RevisionReusableContent,
} as const;

export const getReusableContentDocumentInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
  query: Obj({
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    dereferenced: Optional(Union([Bool(), Literal('reusable-contents')])),
  }),
  result: RichDocument,
} as const;

export const getRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Revision,
  token: 'any',
} as const;

export const listPagesInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/pages',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Obj({ pages: ArrayOf(Page) }),
} as const;

export const listFilesInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files',
  query: Obj({
    ...Paging,
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: pageOf(RevisionFile),
  paging: 'pages',
} as const;

export const getPageInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
  token: 'any',
  lacks: ['dereferenced', 'format.markdown.refs'],
} as const;

export const getPageInRevisionByPath = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
  lacks: ['dereferenced', 'format.markdown.refs'],
} as const;

export const getFileInRevisionById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: RevisionFile,
} as const;
