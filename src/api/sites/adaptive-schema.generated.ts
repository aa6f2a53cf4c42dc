// Made by npm run contract from version 0.202.0 of the published contract.
import { builders } from '../schema.ts';
import { ClaimsSchema } from './adaptive-schema-rules.ts';

const { ArrayOf, DateTime, Literal, Obj, Str } = builders;

export const getSiteAdaptiveSchema = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  result: Obj({ object: Literal('site-adaptive-schema'), jsonSchema: ClaimsSchema, updatedAt: DateTime() }),
  errors: [404],
  token: 'any',
} as const;

export const updateSiteAdaptiveSchema = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
  body: Obj({ jsonSchema: ClaimsSchema }),
  result: Obj({ object: Literal('site-adaptive-schema'), jsonSchema: ClaimsSchema, updatedAt: DateTime() }),
  errors: [400],
  token: 'any',
} as const;

export const listSiteAdaptiveTemplateConditions = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
  result: Obj({ items: ArrayOf(Obj({ description: Str(), condition: Str() })) }),
  token: 'any',
} as const;
