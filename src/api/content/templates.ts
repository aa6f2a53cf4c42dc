// Applying a template to a space.
import { operation, SpaceRef } from '../schema.ts';
import * as wire from './templates.generated.ts';

export const applyTemplate = operation('templates.apply', {
  ...wire.applyTemplateToSpace,
  summary: 'Apply a template to a space',
  params: SpaceRef,
  says: {
    changeRequestId: 'change request to apply it in',
    id: 'template',
    params: 'values for the parameters of the template',
    'params.contentRefs': 'content the template refers to, by name',
  },
});
