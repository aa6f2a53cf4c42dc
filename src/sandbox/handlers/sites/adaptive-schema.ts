// The claims a site adapts to.
import {
  type AdaptiveSchema,
  getAdaptiveSchema,
  listTemplateConditions,
  setAdaptiveSchema,
} from '../../../api/sites/adaptive-schema.ts';
import { adaptiveSchemaProblems } from '../../../api/sites/adaptive-schema-rules.ts';
import { readSite, siteToChange } from '../../actions/sites/settings.ts';
import { templateConditions } from '../../actions/sites/template-conditions.ts';
import { type AdaptiveSchemaRow, adaptiveSchemaStore } from '../../db/sites/adaptive-schemas.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { handle } from '../../handler.ts';
import { badRequest, WireError } from '../../wire-error.ts';

const view = ({ jsonSchema, updatedAt }: AdaptiveSchemaRow): AdaptiveSchema => ({
  object: 'site-adaptive-schema',
  // Written below only, after it was checked.
  jsonSchema: JSON.parse(jsonSchema) as AdaptiveSchema['jsonSchema'],
  updatedAt,
});

export default [
  handle(getAdaptiveSchema, (call, ref) => {
    const site = readSite(call, ref);
    const row = adaptiveSchemaStore(call.db).row(site.id);
    if (!row) throw new WireError(404, `site "${site.title}" has no schema of visitor claims`);
    return view(row);
  }),

  handle(setAdaptiveSchema, (call, { jsonSchema, ...ref }) => {
    const [problem] = adaptiveSchemaProblems(jsonSchema);
    if (problem) throw badRequest(`jsonSchema${problem.path} ${problem.message}`);
    return call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const row = { jsonSchema: JSON.stringify(jsonSchema), updatedAt: call.now().toISOString() };
      adaptiveSchemaStore(call.db).set(site.id, row);
      return view(row);
    });
  }),

  handle(listTemplateConditions, (call, ref) => {
    const site = readSite(call, ref);
    const row = adaptiveSchemaStore(call.db).row(site.id);
    return { items: row ? templateConditions(JSON.parse(row.jsonSchema)) : [] };
  }),
];

export const fidelity: FidelityOf = {
  get: 'real',
  conditions: 'real',
  set: { limited: 'Stored: the claims of visitors are not compared with it.' },
};
