// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RevisionFile } from '../content/content-shapes.generated.ts';
import { Body } from '../content/rich-document.ts';
import { ChangeRequest } from './change-requests.generated.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Integer, Literal, Nullable, Obj, Optional, Str, Union, Uri } = builders;

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
          files: ArrayOf(Union([Obj({ url: Uri({ maxLength: 2048 }) }), Obj({ base64: Str() })]), {
            minItems: 1,
            maxItems: 20,
          }),
        }),
      ]),
      { minItems: 1, maxItems: 50 },
    ),
  }),
  result: Union([ChangeRequest, ChangeRequestContentUpdate]),
  errors: [404],
  only: '0.202.0',
} as const;
