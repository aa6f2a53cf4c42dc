// Editing the pages and files of a change request.
import type { Static } from '@sinclair/typebox';
import { File } from '../content/content.ts';
import { RichDocument } from '../content/rich-document.ts';
import { ChangeRequestRef, Nullable, operation, Type, Uri } from '../schema.ts';
import { ChangeRequest } from './change-requests.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional, Union, Literal, Boolean: Bool, Integer } = Type;

/** A rich document, or Markdown (src/api/README.md#documents). */
const Document = Union([RichDocument, Obj({ markdown: Str() })]);

const RevisionPageUpdate = {
  slug: Optional(Str({ maxLength: 100 })),
  emoji: Optional(Str({ maxLength: 50 })),
  icon: Optional(Str({ maxLength: 50 })),
  description: Optional(Str()),
  hidden: Optional(Bool()),
  noIndex: Optional(Bool()),
  noRobotsIndex: Optional(Bool()),
  condition: Optional(Str()),
};
const at = Optional(Integer({ minimum: 0 }));

/** One edit. A page is named by its ID, or by the `ref` of one that the same request inserts. */
const ChangeRequestContentChange = Union([
  Obj({
    operation: Literal('update_page'),
    page: Str(),
    title: Optional(Str({ minLength: 1 })),
    ...RevisionPageUpdate,
    document: Optional(Document),
    into: Optional(Nullable(Str())),
    at,
  }),
  Obj({
    operation: Literal('insert_page'),
    title: Optional(Str({ minLength: 1 })),
    ...RevisionPageUpdate,
    into: Optional(Str()),
    at,
    ref: Optional(Str()),
    document: Document,
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
    files: ArrayOf(Union([Obj({ url: Uri() }), Obj({ base64: Str() })]), { minItems: 1, maxItems: 20 }),
  }),
]);
export type ChangeRequestContentChange = Static<typeof ChangeRequestContentChange>;

const PageRef = Obj({ object: Literal('page'), id: Str(), urls: Obj({ location: Uri() }) });

/** What came of one edit of a page. */
const ChangeRequestContentUpdateChange = Union([
  Obj({ object: Literal('created_page'), ref: Optional(Str()), page: PageRef }),
  Obj({ object: Literal('updated_page'), page: PageRef }),
  Obj({ object: Literal('deleted_page'), page: Str() }),
]);

const ChangeRequestContentUpdate = Obj({
  changeRequest: ChangeRequest,
  changes: ArrayOf(ChangeRequestContentUpdateChange),
  insertedFiles: Optional(ArrayOf(File)),
});
export type ChangeRequestContentUpdate = Static<typeof ChangeRequestContentUpdate>;

export const updateChangeRequestContent = operation('changeRequestContent.update', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
  summary: 'Make several edits to a change request (for one page: docs pages edit)',
  params: ChangeRequestRef,
  query: Obj({
    compat: Optional(Bool({ description: 'answer with the change request alone, as older versions did' })),
  }),
  body: Obj({
    changes: ArrayOf(ChangeRequestContentChange, {
      minItems: 1,
      maxItems: 50,
      description: 'edits, in order (at most 50)',
    }),
  }),
  result: Union([ChangeRequestContentUpdate, ChangeRequest]),
  errors: [404],
  large: true,
  newer: 'content edits',
});
