// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { Enum, Literal, Nullable, Obj, Optional, Paging, RecordOf, Str, Uri, pageOf } = builders;

export const SiteMcpServer = Obj({
  object: Literal('site-mcp-server'),
  id: Str(),
  name: Str({ minLength: 1, maxLength: 100 }),
  url: Uri({ maxLength: 2048 }),
  headers: RecordOf(Str(), Str({ minLength: 1, maxLength: 512 })),
  urls: Obj({ location: Uri() }),
  transport: Optional(Enum(['sse', 'http'], { default: 'sse' })),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
});
export type SiteMcpServer = Static<typeof SiteMcpServer>;

export const listSiteMcpServers = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers',
  query: Obj({ ...Paging }),
  result: pageOf(SiteMcpServer),
  paging: 'pages',
} as const;

export const createSiteMcpServer = {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers',
  body: Obj({
    name: Str({ minLength: 1, maxLength: 100 }),
    url: Uri({ maxLength: 2048 }),
    headers: RecordOf(Str(), Str({ minLength: 1, maxLength: 512 })),
    transport: Optional(Enum(['sse', 'http'], { default: 'sse' })),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
  }),
  result: SiteMcpServer,
  success: [201],
} as const;

export const getSiteMcpServerById = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
  result: SiteMcpServer,
} as const;

export const updateSiteMcpServerById = {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
  body: Obj({
    name: Optional(Str({ minLength: 1, maxLength: 100 })),
    url: Optional(Uri({ maxLength: 2048 })),
    headers: Optional(RecordOf(Str(), Str({ minLength: 1, maxLength: 512 }))),
    transport: Optional(Enum(['sse', 'http'], { default: 'sse' })),
    condition: Optional(Nullable(Str({ minLength: 0, maxLength: 1024 }))),
  }),
  result: SiteMcpServer,
} as const;

export const deleteSiteMcpServerById = {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
} as const;
