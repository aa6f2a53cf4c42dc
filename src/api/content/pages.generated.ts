// Made by npm run contract from version 0.202.0 of the published contract.
import { Page } from './content-shapes.ts';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Obj, Optional, Union } = builders;

export const listPages = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/pages',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Obj({ pages: ArrayOf(Page) }),
} as const;

export const listPagesInChangeRequest = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
  query: Obj({ metadata: Optional(Bool({ default: true })), computed: Optional(Bool({ default: true })) }),
  result: Obj({ pages: ArrayOf(Page) }),
} as const;

export const getPageById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
} as const;

export const getPageInChangeRequestById = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
} as const;

export const getPageByPath = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
} as const;

export const getPageInChangeRequestByPath = {
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
  query: Obj({
    format: Optional(Enum(['document', 'markdown'])),
    evaluated: Optional(Union([Bool(), Literal('deterministic-only')])),
    metadata: Optional(Bool({ default: true })),
    computed: Optional(Bool({ default: true })),
  }),
  result: Page,
} as const;
