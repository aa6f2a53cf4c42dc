// The claims a site adapts to.

import * as api from '../../../api/sites/adaptive-schema.ts';
import { adaptiveSchemaProblems } from '../../../api/sites/adaptive-schema-rules.ts';
import { type AdaptiveSchemaRow, adaptiveSchemas } from '../../db/sites/site-settings.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { badRequest, WireError } from '../../wire-error.ts';
import { readSite, siteToChange } from './settings.ts';

// Ready-made conditions for the claims of a site, one for each thing that can be asked of them.

type Json = Readonly<Record<string, unknown>>;

/** Takes a schema that follows the platform's rules; conditions that the sandbox itself accepts. */
const templateConditions = (schema: unknown): api.TemplateCondition[] =>
  conditionsOf(schema, 'visitor.claims');

function conditionsOf(schema: unknown, path: string): api.TemplateCondition[] {
  const { properties } = asObject(schema);
  return Object.entries(asObject(properties)).flatMap(([name, claim]) =>
    claimConditions(asObject(claim), path + memberOf(name)),
  );
}

function claimConditions(claim: Json, path: string): api.TemplateCondition[] {
  const says = typeof claim.description === 'string' ? claim.description : path;
  switch (claim.type) {
    case 'object':
      return conditionsOf(claim, path);
    case 'boolean':
      return [
        { description: `${says}: yes`, condition: `${path} == true` },
        { description: `${says}: no`, condition: `${path} == false` },
      ];
    case 'string':
      return valuesOf(claim).map((value) => ({
        description: `${says}: ${value}`,
        condition: `${path} == ${JSON.stringify(value)}`,
      }));
    case 'array':
      return valuesOf(asObject(claim.items)).map((value) => ({
        description: `${says}: has ${value}`,
        condition: `${path}.includes(${JSON.stringify(value)})`,
      }));
    default:
      return [{ description: `${says}: more than 0`, condition: `${path} > 0` }];
  }
}

/** The values that can come; where anything can, a place to write one. */
const valuesOf = ({ enum: values }: Json): string[] =>
  Array.isArray(values) ? values.map(String) : ['value'];

const memberOf = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});

const view = ({ jsonSchema, updatedAt }: AdaptiveSchemaRow): api.AdaptiveSchema => ({
  object: 'site-adaptive-schema',
  jsonSchema,
  updatedAt,
});

export default [
  handle(api.getAdaptiveSchema, readSite, (call, _, site) => {
    const row = adaptiveSchemas(call.db).find({ site: site.id });
    if (!row) throw new WireError(404, `site "${site.title}" has no schema of visitor claims`);
    return view(row);
  }),

  handle(api.setAdaptiveSchema, (call, { jsonSchema, ...ref }) => {
    const [problem] = adaptiveSchemaProblems(jsonSchema);
    if (problem) throw badRequest(`jsonSchema${problem.path} ${problem.message}`);
    return call.db.transaction(() => {
      const site = siteToChange(call, ref);
      const row = { site: site.id, jsonSchema, updatedAt: call.now().toISOString() };
      adaptiveSchemas(call.db).put(row);
      return view(row);
    });
  }),

  handle(api.listTemplateConditions, readSite, (call, _, site) => {
    const row = adaptiveSchemas(call.db).find({ site: site.id });
    return { items: row ? templateConditions(row.jsonSchema) : [] };
  }),
];

export const fidelity: FidelityOf = {
  'adaptiveSchema.set': 'Stored: the claims of visitors are not compared with it.',
};
