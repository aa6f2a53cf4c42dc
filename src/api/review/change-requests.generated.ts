// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import {
  RevisionFile,
  RevisionPageDocumentCover,
  RevisionPageLayoutOptions,
  Variables,
} from '../content/content-shapes.generated.ts';
import { ContentImportRun } from '../content/import-run-shapes.generated.ts';
import { Body, RichDocument } from '../content/rich-document.ts';
import { User } from '../people/members.generated.ts';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  Bool,
  DateTime,
  Enum,
  Integer,
  Literal,
  Nullable,
  Num,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Union,
  Uri,
  pageOf,
} = builders;

export const ChangeRequest = Obj({
  object: Literal('change-request'),
  id: Str(),
  number: Num(),
  status: Enum(['draft', 'open', 'archived', 'merged']),
  subject: Str({ minLength: 0, maxLength: 100 }),
  description: Optional(RichDocument),
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
            Obj({ kind: Literal('external-ticket'), provider: Literal('jira'), state: Literal('error') }),
          ]),
        ),
      }),
      { maxItems: 10 },
    ),
  ),
});
export type ChangeRequest = Static<typeof ChangeRequest>;

export const ChangeRequestContentUpdate = Obj({
  changeRequest: ChangeRequest,
  changes: ArrayOf(
    Union([
      Obj({
        object: Literal('created_page'),
        ref: Optional(Str()),
        page: Obj({ object: Literal('page'), id: Str(), urls: Obj({ location: Uri({ maxLength: 2048 }) }) }),
      }),
      Obj({
        object: Literal('updated_page'),
        page: Obj({ object: Literal('page'), id: Str(), urls: Obj({ location: Uri({ maxLength: 2048 }) }) }),
      }),
      Obj({ object: Literal('deleted_page'), page: Str() }),
    ]),
  ),
  insertedFiles: Optional(ArrayOf(RevisionFile)),
});
export type ChangeRequestContentUpdate = Static<typeof ChangeRequestContentUpdate>;

export const RevisionSemanticChanges = Obj({
  mergedFrom: Optional(ChangeRequest),
  changes: ArrayOf(
    Union([
      Obj({
        type: Literal('page_created'),
        page: Obj({
          id: Str(),
          type: Enum(['document', 'group', 'link', 'computed']),
          title: Str(),
          path: Optional(Str()),
        }),
      }),
      Obj({
        type: Literal('page_edited'),
        page: Obj({
          id: Str(),
          type: Enum(['document', 'group', 'link', 'computed']),
          title: Str(),
          path: Optional(Str()),
        }),
        attributes: Union([
          Obj(
            {
              title: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              description: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              slug: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              document: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              cover: Optional(
                Obj({
                  before: Optional(RevisionPageDocumentCover),
                  after: Optional(RevisionPageDocumentCover),
                }),
              ),
              emoji: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              layout: Optional(
                Obj({
                  before: Optional(
                    Union([Enum(['docs', 'editorial', 'landing']), RevisionPageLayoutOptions]),
                  ),
                  after: Optional(Union([Enum(['docs', 'editorial', 'landing']), RevisionPageLayoutOptions])),
                }),
              ),
              variables: Optional(Obj({ before: Optional(Variables), after: Optional(Variables) })),
            },
            { minProperties: 1 },
          ),
          Obj(
            {
              title: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              emoji: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              slug: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            },
            { minProperties: 1 },
          ),
          Obj(
            {
              title: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              emoji: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
              target: Optional(Obj({ before: Optional(ContentRef), after: Optional(ContentRef) })),
            },
            { minProperties: 1 },
          ),
        ]),
      }),
      Obj({
        type: Literal('page_deleted'),
        page: Obj({
          id: Str(),
          type: Enum(['document', 'group', 'link', 'computed']),
          title: Str(),
          path: Optional(Str()),
        }),
      }),
      Obj({
        type: Literal('page_moved'),
        page: Obj({
          id: Str(),
          type: Enum(['document', 'group', 'link', 'computed']),
          title: Str(),
          path: Optional(Str()),
        }),
        parent: Obj({
          before: Optional(
            Obj({
              id: Str(),
              type: Enum(['document', 'group', 'link', 'computed']),
              title: Str(),
              path: Optional(Str()),
            }),
          ),
          after: Optional(
            Obj({
              id: Str(),
              type: Enum(['document', 'group', 'link', 'computed']),
              title: Str(),
              path: Optional(Str()),
            }),
          ),
        }),
      }),
      Obj({
        type: Literal('file_created'),
        file: Obj({ id: Str(), name: Str(), contentType: Str(), downloadURL: Str() }),
      }),
      Obj({
        type: Literal('file_edited'),
        file: Obj({ id: Str(), name: Str(), contentType: Str(), downloadURL: Str() }),
        attributes: Obj(
          {
            name: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            downloadURL: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            size: Optional(Obj({ before: Optional(Num()), after: Optional(Num()) })),
            contentType: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            dimensions: Optional(
              Obj({
                before: Optional(Obj({ height: Num(), width: Num() })),
                after: Optional(Obj({ height: Num(), width: Num() })),
              }),
            ),
          },
          { minProperties: 1 },
        ),
      }),
      Obj({
        type: Literal('file_deleted'),
        file: Obj({ id: Str(), name: Str(), contentType: Str(), downloadURL: Str() }),
      }),
      Obj({
        type: Literal('variables_edited'),
        variables: RecordOf(
          Str(),
          Obj({
            before: Optional(Union([Str({ maxLength: 256 }), Num(), Bool()])),
            after: Optional(Union([Str({ maxLength: 256 }), Num(), Bool()])),
          }),
        ),
      }),
      Obj({
        type: Literal('reusable_content_created'),
        reusableContent: Obj({ id: Str(), title: Str(), document: Optional(Str()) }),
      }),
      Obj({
        type: Literal('reusable_content_deleted'),
        reusableContent: Obj({ id: Str(), title: Str(), document: Optional(Str()) }),
      }),
      Obj({
        type: Literal('reusable_content_edited'),
        reusableContent: Obj({ id: Str(), title: Str(), document: Optional(Str()) }),
        attributes: Obj(
          {
            title: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            document: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
          },
          { minProperties: 1 },
        ),
      }),
      Obj({ type: Literal('tag_created'), tag: Obj({ slug: Str(), label: Str() }) }),
      Obj({ type: Literal('tag_deleted'), tag: Obj({ slug: Str(), label: Str() }) }),
      Obj({
        type: Literal('tag_edited'),
        tag: Obj({ slug: Str(), label: Str() }),
        attributes: Obj(
          { label: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })) },
          { minProperties: 1 },
        ),
      }),
    ]),
  ),
  more: Optional(Num()),
});
export type RevisionSemanticChanges = Static<typeof RevisionSemanticChanges>;

export const AgentConversation = Obj({
  object: Literal('agent-conversation'),
  id: Str(),
  title: Optional(Str()),
  shared: Bool(),
  changeRequest: Optional(Str()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
});

export const listChangeRequestsForSpace = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests',
  query: Obj({
    ...Paging,
    status: Optional(Enum(['draft', 'open', 'archived', 'merged'])),
    creator: Optional(Str()),
    contributor: Optional(Str()),
    requestedReviewer: Optional(Str()),
    topic: Optional(Str()),
    orderBy: Optional(Enum(['updatedAt', 'createdAt'], { default: 'updatedAt' })),
    conversationsIssuesCluster: Optional(Str()),
  }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
} as const;

export const listChangeRequestsForOrganization = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/change-requests',
  query: Obj({
    ...Paging,
    status: Optional(ArrayOf(Enum(['draft', 'open', 'archived', 'merged']))),
    creator: Optional(Str()),
    contributor: Optional(Str()),
    requestedReviewer: Optional(Str()),
    site: Optional(Str()),
    space: Optional(Str()),
    topic: Optional(Str()),
    styleguideRun: Optional(Str()),
    finding: Optional(Enum(['none', 'all'])),
    orderBy: Optional(Enum(['updatedAt', 'createdAt'], { default: 'updatedAt' })),
    conversationsIssuesCluster: Optional(Str()),
  }),
  result: pageOf(ChangeRequest),
  paging: 'pages',
} as const;

export const createChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests',
  body: Obj({ subject: Optional(Str()), agentTaskId: Optional(Str()) }, { additionalProperties: true }),
  result: ChangeRequest,
  success: [201],
  lacks: ['template'],
} as const;

export const getChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  result: ChangeRequest,
  errors: [404],
} as const;

export const updateChangeRequestById = {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}',
  body: Obj({
    subject: Optional(Str({ minLength: 0, maxLength: 100 })),
    description: Optional(RichDocument),
    status: Optional(Enum(['draft', 'open', 'archived'])),
  }),
  result: ChangeRequest,
  success: [200, 204],
  lacks: ['links'],
} as const;

export const mergeChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
  result: Obj({ revision: Str(), result: Enum(['merge', 'conflicts']) }),
} as const;

export const updateChangeRequest = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
  result: Obj({ revision: Str(), result: Enum(['update', 'conflicts']) }),
} as const;

export const getChangeRequestPDF = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
  query: Obj({ only: Optional(Bool()), page: Optional(Str()) }),
  result: Obj({ url: Uri({ maxLength: 2048 }) }),
} as const;

export const updateChangeRequestContent = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
  query: Obj({ compat: Optional(Bool({ default: true })) }),
  body: Obj({
    changes: ArrayOf(
      Union([
        Obj({
          title: Optional(Str({ minLength: 1 })),
          slug: Optional(Str({ minLength: 0, maxLength: 100 })),
          emoji: Optional(Str({ maxLength: 50 })),
          icon: Optional(Str({ maxLength: 50 })),
          description: Optional(Str()),
          hidden: Optional(Bool()),
          noIndex: Optional(Bool()),
          noRobotsIndex: Optional(Bool()),
          condition: Optional(Str()),
          operation: Literal('update_page'),
          page: Str(),
          document: Optional(Body),
          into: Optional(Nullable(Str())),
          at: Optional(Integer({ minimum: 0 })),
        }),
        Obj({
          title: Optional(Str({ minLength: 1 })),
          slug: Optional(Str({ minLength: 0, maxLength: 100 })),
          emoji: Optional(Str({ maxLength: 50 })),
          icon: Optional(Str({ maxLength: 50 })),
          description: Optional(Str()),
          hidden: Optional(Bool()),
          noIndex: Optional(Bool()),
          noRobotsIndex: Optional(Bool()),
          condition: Optional(Str()),
          operation: Literal('insert_page'),
          into: Optional(Str()),
          at: Optional(Integer({ minimum: 0 })),
          ref: Optional(Str()),
          document: Body,
        }),
        Obj({ operation: Literal('delete_page'), page: Str() }),
        Obj({
          operation: Literal('revert_page'),
          page: Str(),
          revision: Optional(Str()),
          block: Optional(ArrayOf(Str())),
        }),
        Obj({
          operation: Literal('insert_files'),
          files: ArrayOf(
            Union([
              Obj({
                ref: Optional(Str()),
                name: Str({ minLength: 1, maxLength: 256 }),
                contentType: Optional(Str()),
                url: Uri({ maxLength: 2048 }),
              }),
              Obj({
                ref: Optional(Str()),
                name: Str({ minLength: 1, maxLength: 256 }),
                contentType: Optional(Str()),
                base64: Str(),
              }),
            ]),
            { minItems: 1, maxItems: 20 },
          ),
        }),
      ]),
      { minItems: 1, maxItems: 50 },
    ),
  }),
  result: Union([ChangeRequest, ChangeRequestContentUpdate]),
  errors: [404],
  only: '0.202.0',
} as const;

export const getChangeRequestChanges = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
  query: Obj({ limit: Paging.limit }),
  result: RevisionSemanticChanges,
  errors: [404],
} as const;

export const getRevisionSemanticChanges = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/changes',
  query: Obj({ limit: Paging.limit }),
  result: RevisionSemanticChanges,
  token: 'any',
} as const;

export const listChangeRequestConversations = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations',
  query: Obj({ ...Paging }),
  result: pageOf(AgentConversation),
  paging: 'pages',
  only: '0.202.0',
} as const;

export const updateChangeRequestConversation = {
  method: 'PATCH',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}',
  body: Obj({ title: Str() }),
  result: AgentConversation,
  only: '0.202.0',
} as const;

export const deleteChangeRequestConversation = {
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations/{conversationId}',
  success: [205],
  only: '0.202.0',
} as const;
