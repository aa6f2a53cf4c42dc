// Editing the pages and files of a change request.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from '../content/rich-document.ts';
import { Nullable, resource, Type, Uri } from '../schema.ts';
import * as wire from './change-request-content.generated.ts';

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

const ChangeRequestContentUpdate = wire.ChangeRequestContentUpdate;
export type ChangeRequestContentUpdate = Static<typeof ChangeRequestContentUpdate>;

const op = resource('changeRequestContent', { newer: 'content edits' });
export const updateChangeRequestContent = op(
  'update',
  'Make several edits to a change request (for one page: docs pages edit)',
  {
    ...wire.updateChangeRequestContent,
    body: Obj({
      changes: ArrayOf(ChangeRequestContentChange, {
        minItems: 1,
        maxItems: 50,
        description: 'edits, in order (at most 50)',
      }),
    }),
    large: true,
    says: { compat: 'answer with the change request alone, as older versions did' },
  },
);
