// Applying a template to a space.
import { resource } from '../schema.ts';
import * as wire from './templates.generated.ts';

const op = resource('templates');
export const applyTemplate = op('apply', 'Apply a template to a space', {
  ...wire.applyTemplateToSpace,
  says: {
    changeRequestId: 'change request to apply it in',
    id: 'template',
    params: 'values for the parameters of the template',
    'params.contentRefs': 'content the template refers to, by name',
  },
});
