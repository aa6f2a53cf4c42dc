// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Bool, Enum, Literal, Num, Obj, Optional, RecordOf, Str, Union } = builders;

export const GitSyncBlob = Obj({ oid: Str(), path: Str() });
export type GitSyncBlob = Static<typeof GitSyncBlob>;

export const RevisionFile = Obj({
  id: Str(),
  name: Str(),
  contentType: Str(),
  downloadURL: Str(),
  size: Num(),
  dimensions: Optional(Obj({ width: Num(), height: Num() })),
  git: Optional(GitSyncBlob),
});
export type RevisionFile = Static<typeof RevisionFile>;

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
export type RevisionPageDocumentCover = Static<typeof RevisionPageDocumentCover>;

export const RevisionPageLayoutOptions = Obj({
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
});
export type RevisionPageLayoutOptions = Static<typeof RevisionPageLayoutOptions>;

export const Variables = RecordOf(Str(), Union([Str({ maxLength: 256 }), Num(), Bool()]));
export type Variables = Static<typeof Variables>;
