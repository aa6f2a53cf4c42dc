// MCP servers that the assistant of a site may use.
import { resource } from '../schema.ts';
import * as wire from './site-mcp-servers.generated.ts';

const op = resource('siteMcpServers', {
  says: { siteMcpServerId: 'MCP server: ID or name', transport: 'transport of the server' },
});
export const listMcpServers = op('list', 'List the MCP servers of a site', {
  ...wire.listSiteMcpServers,
  lists: { param: 'siteMcpServerId', noun: 'MCP server', names: ['name'] },
});
export const createMcpServer = op('create', 'Add an MCP server to a site', {
  ...wire.createSiteMcpServer,
  says: { name: 'name of the server', url: 'URL of the server', headers: 'headers to send to the server' },
});
export const getMcpServer = op('get', 'Show an MCP server of a site', wire.getSiteMcpServerById);
export const updateMcpServer = op('update', 'Update an MCP server of a site', {
  ...wire.updateSiteMcpServerById,
  says: { name: 'new name', url: 'new URL', headers: 'headers to send to the server: all of them' },
});
export const deleteMcpServer = op('delete', 'Remove an MCP server from a site', wire.deleteSiteMcpServerById);
