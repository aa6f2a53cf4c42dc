// Made by npm run contract from version 0.202.0 of the published contract.
import { ContentRef } from '../content/content-ref.ts';
import { ChangeRequest } from './change-requests.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Num, Obj, Optional, RecordOf, Str, Union } = builders;

export const RevisionPageDocumentCover = Obj({
  ref: Optional(
    Union([
      Obj({ kind: Literal('file'), file: Str(), space: Optional(Str()) }),
      Obj({ kind: Literal('url'), url: Str() }),
    ]),
  ),
  refDark: Optional(
    Union([
      Obj({ kind: Literal('file'), file: Str(), space: Optional(Str()) }),
      Obj({ kind: Literal('url'), url: Str() }),
    ]),
  ),
  yPos: Num({ default: 0 }),
  height: Optional(Num({ minimum: 10, maximum: 700, default: 240 })),
  textColor: Optional(Enum(['black', 'white'])),
  textColorDark: Optional(Enum(['black', 'white'])),
});

export const RevisionPageLayout = Union([
  Enum(['docs', 'editorial', 'landing']),
  Obj({
    width: Enum(['default', 'wide']),
    cover: Bool(),
    coverSize: Enum(['hero', 'full', 'background']),
    title: Bool(),
    description: Bool(),
    tableOfContents: Bool(),
    outline: Bool(),
    pagination: Bool(),
    metadata: Bool(),
    coverMask: Optional(Enum(['none', 'radial'])),
    tags: Optional(Bool()),
    actions: Optional(Bool()),
    anchors: Optional(Bool()),
  }),
]);

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
          Obj({
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
              Obj({ before: Optional(RevisionPageLayout), after: Optional(RevisionPageLayout) }),
            ),
            variables: Optional(
              Obj({
                before: Optional(RecordOf(Str(), Union([Str({ maxLength: 256 }), Num(), Bool()]))),
                after: Optional(RecordOf(Str(), Union([Str({ maxLength: 256 }), Num(), Bool()]))),
              }),
            ),
          }),
          Obj({
            title: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            emoji: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            slug: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
          }),
          Obj({
            title: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            emoji: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
            target: Optional(Obj({ before: Optional(ContentRef), after: Optional(ContentRef) })),
          }),
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
        attributes: Obj({
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
        }),
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
        attributes: Obj({
          title: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
          document: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })),
        }),
      }),
      Obj({ type: Literal('tag_created'), tag: Obj({ slug: Str(), label: Str() }) }),
      Obj({ type: Literal('tag_deleted'), tag: Obj({ slug: Str(), label: Str() }) }),
      Obj({
        type: Literal('tag_edited'),
        tag: Obj({ slug: Str(), label: Str() }),
        attributes: Obj({ label: Optional(Obj({ before: Optional(Str()), after: Optional(Str()) })) }),
      }),
    ]),
  ),
  more: Optional(Num()),
});

export const getChangeRequestChanges = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
  query: Obj({ limit: Optional(Num({ default: 10 })) }),
  result: RevisionSemanticChanges,
  errors: [404],
} as const;

export const getRevisionSemanticChanges = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/changes',
  query: Obj({
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
    limit: Optional(Num({ default: 10 })),
  }),
  result: RevisionSemanticChanges,
} as const;
