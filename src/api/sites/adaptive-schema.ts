// Which claims of a visitor a site adapts to (src/api/README.md#sites).
import type { ItemOf, ResultOf } from '../operation.ts';
import { resource } from '../schema.ts';
import * as wire from './adaptive-schema.generated.ts';

const op = resource('adaptiveSchema', { says: { jsonSchema: 'draft-07 JSON Schema of the claims' } });
export const getAdaptiveSchema = op('get', 'Show the visitor schema of a site', wire.getSiteAdaptiveSchema);
export type AdaptiveSchema = ResultOf<typeof getAdaptiveSchema>;
export const setAdaptiveSchema = op('set', 'Replace the visitor schema of a site', {
  ...wire.updateSiteAdaptiveSchema,
});
export const listTemplateConditions = op('conditions', 'List suggested conditions for the visitor schema', {
  ...wire.listSiteAdaptiveTemplateConditions,
});
export type TemplateCondition = ItemOf<typeof listTemplateConditions>;
