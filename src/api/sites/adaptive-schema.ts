// Which claims of a visitor a site adapts to (src/api/README.md#sites).
import type { Static } from '@sinclair/typebox';
import { DateTime, operation, SiteRef, Type } from '../schema.ts';

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
  summary: 'Show the visitor schema of a site',
  params: SiteRef,
  result: AdaptiveSchema,
  errors: [404],
  token: 'any',
});

export const setAdaptiveSchema = operation('adaptiveSchema.set', {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  summary: 'Replace the visitor schema of a site',
  params: SiteRef,
  body: Obj({ jsonSchema: ClaimsSchema }),
  result: AdaptiveSchema,
  errors: [400],
  token: 'any',
});

export const listTemplateConditions = operation('adaptiveSchema.conditions', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
  summary: 'List suggested conditions for the visitor schema',
  params: SiteRef,
  result: Obj({ items: ArrayOf(TemplateCondition) }),
  token: 'any',
});
