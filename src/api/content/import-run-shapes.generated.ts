// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Literal, Obj, Optional, Str, Union, Uri } = builders;

export const ContentImportRun = Obj({
  id: Str(),
  startedAt: Optional(DateTime()),
  completedAt: Optional(DateTime()),
  status: Enum(['pending', 'in-progress', 'completed', 'failed', 'cancelled']),
  pages: Optional(
    ArrayOf(
      Obj({
        id: Str(),
        sourceURL: Optional(Str()),
        type: Optional(Enum(['page', 'folder'])),
        status: Optional(Enum(['complete', 'pending'])),
      }),
    ),
  ),
  object: Optional(Literal('import-run')),
  createdAt: Optional(DateTime()),
  updatedAt: Optional(DateTime()),
  reason: Optional(Str()),
  source: Optional(
    Union([
      Obj({ type: Literal('website'), url: Uri({ maxLength: 2048 }) }),
      Obj({ type: Literal('file'), files: ArrayOf(Str(), { maxItems: 50 }) }),
    ]),
  ),
  target: Optional(Obj({ space: Str(), changeRequest: Optional(Str()), page: Optional(Str()) })),
  site: Optional(Str()),
  createdBy: Optional(Str()),
  urls: Optional(Obj({ location: Uri() })),
});
export type ContentImportRun = Static<typeof ContentImportRun>;
