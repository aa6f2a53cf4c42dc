// MCP servers that the assistant of a site may use.
import type { Static } from '@sinclair/typebox';
import { operation, SiteRef, Type } from '../schema.ts';
import * as wire from './site-mcp-servers.generated.ts';

const { Object: Obj, String: Str } = Type;

export const SiteMcpServer = wire.SiteMcpServer;
export type SiteMcpServer = Static<typeof SiteMcpServer>;

const SiteMcpServerRef = Obj({
  ...SiteRef.properties,
  siteMcpServerId: Str({ description: 'MCP server: ID or name' }),
});

export const listMcpServers = operation('siteMcpServers.list', {
  ...wire.listSiteMcpServers,
  summary: 'List the MCP servers of a site',
  lists: { param: 'siteMcpServerId', noun: 'MCP server', names: ['name'] },
  params: SiteRef,
});

export const createMcpServer = operation('siteMcpServers.create', {
  ...wire.createSiteMcpServer,
  summary: 'Add an MCP server to a site',
  params: SiteRef,
  says: {
    name: 'name of the server',
    url: 'URL of the server',
    transport: 'transport of the server',
    headers: 'headers to send to the server',
    condition: 'expression that decides which visitors see it',
  },
});

export const getMcpServer = operation('siteMcpServers.get', {
  ...wire.getSiteMcpServerById,
  summary: 'Show an MCP server of a site',
  params: SiteMcpServerRef,
});

export const updateMcpServer = operation('siteMcpServers.update', {
  ...wire.updateSiteMcpServerById,
  summary: 'Update an MCP server of a site',
  params: SiteMcpServerRef,
  says: {
    name: 'new name',
    url: 'new URL',
    transport: 'transport of the server',
    headers: 'headers to send to the server: all of them',
    condition: 'expression that decides which visitors see it',
  },
});

export const deleteMcpServer = operation('siteMcpServers.delete', {
  ...wire.deleteSiteMcpServerById,
  summary: 'Remove an MCP server from a site',
  params: SiteMcpServerRef,
});
