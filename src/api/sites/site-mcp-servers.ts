// MCP servers that the assistant of a site may use.
import type { Static } from '@sinclair/typebox';
import { Enum, operation, Paging, pageOf, SiteRef, Type, Uri } from '../schema.ts';
import { Condition } from './site-spaces.ts';

const { Object: Obj, String: Str, Optional, Literal, Record: RecordOf } = Type;

/** Headers authorize the assistant at the server: they are secret. */
const Headers = (options?: { description: string }) =>
  RecordOf(Str(), Str({ minLength: 1, maxLength: 512 }), options);
const Transport = (options?: { description: string }) => Enum(['sse', 'http'], options);
const Name = (options?: { description: string }) => Str({ minLength: 1, maxLength: 100, ...options });

export const SiteMcpServer = Obj({
  object: Literal('site-mcp-server'),
  id: Str(),
  name: Name(),
  url: Uri(),
  transport: Transport(),
  headers: Headers(),
  condition: Optional(Str({ minLength: 0, maxLength: 1024 })),
  urls: Obj({ location: Str() }),
});
export type SiteMcpServer = Static<typeof SiteMcpServer>;

const SiteMcpServerRef = Obj({
  ...SiteRef.properties,
  siteMcpServerId: Str({ description: 'MCP server: ID or name' }),
});

export const listMcpServers = operation('siteMcpServers.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers',
  summary: 'List the MCP servers of a site',
  lists: { param: 'siteMcpServerId', noun: 'MCP server', names: ['name'] },
  params: SiteRef,
  query: Obj({ ...Paging }),
  result: pageOf(SiteMcpServer),
  paging: 'pages',
});

export const createMcpServer = operation('siteMcpServers.create', {
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers',
  summary: 'Add an MCP server to a site',
  params: SiteRef,
  body: Obj({
    name: Name({ description: 'name of the server' }),
    url: Uri({ description: 'URL of the server' }),
    transport: Optional(Transport({ description: 'transport of the server' })),
    headers: Headers({ description: 'headers to send to the server' }),
    condition: Optional(Condition()),
  }),
  result: SiteMcpServer,
  success: [201],
});

export const getMcpServer = operation('siteMcpServers.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
  summary: 'Show an MCP server of a site',
  params: SiteMcpServerRef,
  result: SiteMcpServer,
});

export const updateMcpServer = operation('siteMcpServers.update', {
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
  summary: 'Update an MCP server of a site',
  params: SiteMcpServerRef,
  body: Obj({
    name: Optional(Name({ description: 'new name' })),
    url: Optional(Uri({ description: 'new URL' })),
    transport: Optional(Transport({ description: 'transport of the server' })),
    headers: Optional(Headers({ description: 'headers to send to the server: all of them' })),
    condition: Optional(Condition()),
  }),
  result: SiteMcpServer,
});

export const deleteMcpServer = operation('siteMcpServers.delete', {
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}',
  summary: 'Remove an MCP server from a site',
  params: SiteMcpServerRef,
});
