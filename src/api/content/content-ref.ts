// What content can point to (src/api/README.md#documents).
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Obj, Str, Optional, Literal, Union } = builders;

export const ContentRef = Union([
  Obj({ kind: Literal('file'), file: Str(), space: Optional(Str()) }),
  Obj({ kind: Literal('url'), url: Str({ maxLength: 2048, format: 'uri-reference' }) }),
  Obj({ kind: Literal('page'), page: Str(), space: Optional(Str()) }),
  Obj({ kind: Literal('anchor'), anchor: Str(), page: Optional(Str()), space: Optional(Str()) }),
  Obj({ kind: Literal('user'), user: Str() }),
  Obj({ kind: Literal('collection'), collection: Str() }),
  Obj({ kind: Literal('space'), space: Str() }),
  Obj({ kind: Literal('reusable-content'), reusableContent: Str(), space: Optional(Str()) }),
  Obj({ kind: Literal('tag'), tag: Str(), space: Optional(Str()) }),
  // The platform puts the slug here, the documents write an id: both are read (src/api/README.md#documents).
  Obj({ kind: Literal('openapi'), spec: Str() }),
]);
export type ContentRef = Static<typeof ContentRef>;
