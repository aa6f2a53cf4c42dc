// Which claims of a visitor a site adapts to (specification, document 2, Sites; open points, section 16).
import type { Static } from '@sinclair/typebox';
import { DateTime, operation, SiteRef, Type } from './schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Literal } = Type;

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

export const getAdaptiveSchema = operation('adaptiveSchema.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  summary: 'Get the schema of the visitor claims a site adapts to',
  params: SiteRef,
  result: AdaptiveSchema,
  errors: [404],
  source: 'document 2, Sites',
});

export const setAdaptiveSchema = operation('adaptiveSchema.set', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  summary: 'Replace the schema of the visitor claims a site adapts to',
  params: SiteRef,
  body: Obj({ jsonSchema: ClaimsSchema }),
  result: AdaptiveSchema,
  errors: [400],
  source: 'document 2, Sites',
});

export const listTemplateConditions = operation('adaptiveSchema.conditions', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
  summary: 'List ready-made conditions for the claims of a site',
  params: SiteRef,
  result: Obj({ items: ArrayOf(TemplateCondition) }),
  source: 'document 2, Sites',
});
