// Applying a template to a space.

import { described, operation, SpaceRef, Type } from '../schema.ts';
import { ContentRef } from './content-ref.ts';

const { Object: Obj, String: Str, Optional, Record: RecordOf } = Type;

export const applyTemplate = operation('templates.apply', {
  method: 'POST',
  path: '/v1/spaces/{spaceId}/content/template',
  summary: 'Apply a template to a space',
  params: SpaceRef,
  body: Obj({
    id: Str({ description: 'template' }),
    params: Optional(
      described(
        Obj({
          contentRefs: Optional(
            RecordOf(Str(), ContentRef, { description: 'content the template refers to, by name' }),
          ),
        }),
        'values for the parameters of the template',
      ),
    ),
  }),
  success: [201],
});
