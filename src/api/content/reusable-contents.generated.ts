// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { GitSyncBlob } from './content-shapes.generated.ts';
import { RichDocument } from './rich-document.ts';
import { Language, builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Nullable, Num, Obj, Optional, RecordOf, Str, Union, Unknown } =
  builders;

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
