// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { RichDocument } from './rich-document.ts';
import { builders } from '../schema.ts';

const { DateTime, Literal, Obj, Str } = builders;

export const OrganizationAgentInstructions = Obj({
  object: Literal('agent-instructions'),
  instructions: RichDocument,
  updatedAt: DateTime(),
  updatedBy: Str(),
  urls: Obj({ location: Str() }),
});
export type OrganizationAgentInstructions = Static<typeof OrganizationAgentInstructions>;

export const getOrganizationAgentInstructions = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/agent-instructions',
  result: OrganizationAgentInstructions,
} as const;

export const updateOrganizationAgentInstructions = {
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/agent-instructions',
  body: Obj({ instructions: RichDocument }),
  result: OrganizationAgentInstructions,
} as const;
