// Which claims of a visitor a site adapts to (src/api/README.md#sites).
import type { Static } from '@sinclair/typebox';
import { builders, DateTime, resource } from '../schema.ts';

const op = resource('adaptiveSchema');

const { ArrayOf, Obj, Str, Literal } = builders;

/** A draft-07 JSON Schema of an object; adaptive-schema-rules.ts says what the platform accepts of it. */
const ClaimsSchema = Obj(
  { type: Literal('object') },
  { additionalProperties: true, description: 'draft-07 JSON Schema of the claims' },
);

export const AdaptiveSchema = Obj({
  object: Literal('site-adaptive-schema'),
  jsonSchema: ClaimsSchema,
  updatedAt: DateTime(),
});
export type AdaptiveSchema = Static<typeof AdaptiveSchema>;

export const TemplateCondition = Obj({ description: Str(), condition: Str() });
export type TemplateCondition = Static<typeof TemplateCondition>;

export const getAdaptiveSchema = op('get', 'Show the visitor schema of a site', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  result: AdaptiveSchema,
  errors: [404],
  token: 'any',
});
export const setAdaptiveSchema = op('set', 'Replace the visitor schema of a site', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  body: Obj({ jsonSchema: ClaimsSchema }),
  result: AdaptiveSchema,
  errors: [400],
  token: 'any',
});
export const listTemplateConditions = op('conditions', 'List suggested conditions for the visitor schema', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
  result: Obj({ items: ArrayOf(TemplateCondition) }),
  token: 'any',
});
