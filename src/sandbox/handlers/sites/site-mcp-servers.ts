// MCP servers of a site. Headers are shown to whoever may change them.

import type { SiteMcpServer } from '../../../api/sites/site-mcp-servers.generated.ts';
import {
  createMcpServer,
  deleteMcpServer,
  getMcpServer,
  listMcpServers,
  updateMcpServer,
} from '../../../api/sites/site-mcp-servers.ts';
import { readCondition } from '../../actions/sites/condition.ts';
import { siteToChange } from '../../actions/sites/settings.ts';
import { type SiteMcpServerRow, siteMcpServers } from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { newId } from '../../ids.ts';
import { pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { badRequest, conflict } from '../../wire-error.ts';

function view(call: Call, site: SiteRow, row: SiteMcpServerRow): SiteMcpServer {
  const path = `/v1/orgs/${site.organization}/sites/${site.id}/mcp-servers/${row.id}`;
  return {
    object: 'site-mcp-server',
    id: row.id,
    name: row.name,
    url: row.url,
    transport: row.transport,
    headers: row.headers,
    ...(row.condition !== null && { condition: row.condition }),
    urls: { location: locationUrl(call, path) },
  };
}

const serverOf = (call: Call, site: SiteRow, id: string): SiteMcpServerRow =>
  siteMcpServers(call.db).get({ id, site: site.id }, 'MCP server');

function requireFree(call: Call, site: SiteRow, name: string, id?: string): void {
  const other = siteMcpServers(call.db).find({ site: site.id, name });
  if (other && other.id !== id)
    throw conflict(`site "${site.title}" has an MCP server "${name}" already (${other.id})`);
}

function requireWeb(url: string | undefined): void {
  if (url !== undefined && !/^https?:\/\//i.test(url))
    throw badRequest('url must begin with https:// or http://');
}

export default [
  handle(listMcpServers, (call, { page, limit, ...ref }) => {
    const site = siteToChange(call, ref);
    const item = (row: SiteMcpServerRow) => view(call, site, row);
    return pageOfRows(call.db, siteMcpServers, {
      ...{ where: { site: site.id }, order: ['rowid'], query: { page, limit }, item },
    });
  }),

  handle(createMcpServer, (call, input) =>
    call.db.transaction(() => {
      const site = siteToChange(call, input);
      const { name, url, transport = 'http', headers, condition = null } = input;
      requireFree(call, site, name);
      requireWeb(url);
      const row: SiteMcpServerRow = {
        ...{ id: newId(), site: site.id, name, url, transport, headers },
        condition: readCondition(condition),
      };
      siteMcpServers(call.db).insert(row);
      const made = view(call, site, row);
      return created(made, made.urls.location);
    }),
  ),

  handle(getMcpServer, (call, { siteMcpServerId, ...ref }) => {
    const site = siteToChange(call, ref);
    return view(call, site, serverOf(call, site, siteMcpServerId));
  }),

  handle(updateMcpServer, (call, { siteMcpServerId, ...input }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, input);
      const { id } = serverOf(call, site, siteMcpServerId);
      const { name, url, transport, headers, condition } = input;
      if (name !== undefined) requireFree(call, site, name, id);
      requireWeb(url);
      siteMcpServers(call.db).update(
        { id },
        {
          ...{ name, url, transport, headers },
          condition: readCondition(condition),
        },
      );
      return view(call, site, serverOf(call, site, id));
    }),
  ),

  handle(deleteMcpServer, (call, { siteMcpServerId, ...ref }) =>
    call.db.transaction(() => {
      const site = siteToChange(call, ref);
      return deleted(siteMcpServers(call.db).remove({ id: siteMcpServerId, site: site.id }));
    }),
  ),
];

const NOTE = 'Stored and shown: the sandbox has no assistant that would call the server.';

export const fidelity: FidelityOf = {
  'siteMcpServers.create': { limited: NOTE },
  'siteMcpServers.update': { limited: NOTE },
};
