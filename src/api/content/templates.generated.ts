// Made by npm run contract from version 0.202.0 of the published contract.
import { ContentRef } from './content-ref.ts';
import { builders } from '../schema.ts';

const { Obj, Optional, RecordOf, Str } = builders;

export const applyTemplateToSpace = {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/content/template',
  body: Obj({
    id: Str(),
    params: Optional(Obj({ contentRefs: Optional(RecordOf(Str(), ContentRef)) })),
    changeRequestId: Optional(Str()),
  }),
  success: [201],
} as const;
