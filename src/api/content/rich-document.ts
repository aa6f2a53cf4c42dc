// The platform's rich document: change request descriptions, comment bodies, instructions (src/api/README.md#documents).
import type { Static, TUnsafe } from '@sinclair/typebox';
import { builders } from '../schema.ts';
import { DocumentTopNode } from './rich-document.generated.ts';

const { ArrayOf, Obj, Str, Optional, Literal, Integer } = builders;

export const RichDocument = Obj({
  object: Literal('document'),
  data: Obj({ schemaVersion: Optional(Integer()) }, { additionalProperties: true }),
  nodes: ArrayOf(DocumentTopNode as TUnsafe<object> as TUnsafe<{ object: 'block'; type: string }>),
});
export type RichDocument = Static<typeof RichDocument>;

/** A comment's or reply's text: Markdown, a rich document, or nothing. */
export const Body = builders.Union([
  Obj({ markdown: Str() }),
  Obj({ document: RichDocument }),
  Obj({}, { additionalProperties: false }),
]);
export type Body = Static<typeof Body>;
