// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { ContentRef } from '../content/content-ref.ts';
import {
  RevisionPageDocumentCover,
  RevisionPageLayoutOptions,
  Variables,
} from '../content/content-shapes.generated.ts';
import { ChangeRequest } from './change-requests.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Num, Obj, Optional, Paging, RecordOf, Str, Union } = builders;

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
              Obj({
                before: Optional(Union([Enum(['docs', 'editorial', 'landing']), RevisionPageLayoutOptions])),
                after: Optional(Union([Enum(['docs', 'editorial', 'landing']), RevisionPageLayoutOptions])),
              }),
            ),
            variables: Optional(Obj({ before: Optional(Variables), after: Optional(Variables) })),
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
export type RevisionSemanticChanges = Static<typeof RevisionSemanticChanges>;

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
