// Made by npm run contract from version 0.202.0 of the published contract.
import { Revision } from './content-shapes.ts';
import { builders } from '../schema.ts';

const { Bool, Obj, Optional } = builders;

export const getCurrentRevision = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Revision,
  token: 'any',
} as const;

export const getRevisionOfChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Revision,
} as const;
