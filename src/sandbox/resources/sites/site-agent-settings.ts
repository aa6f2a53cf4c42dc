// What the agent of a site may do, its MCP servers, and search on the site.
import type { SiteAgentSettings, SiteMcpServer } from '../../../api/sites/site-agent-settings.generated.ts';
import * as api from '../../../api/sites/site-agent-settings.ts';
import { liveSpace } from '../../db/content/spaces.ts';
import {
  agentSettingsOf,
  type SiteMcpServerRow,
  siteAgentSettings,
  siteMcpServers,
} from '../../db/sites/site-settings.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle, handleChange } from '../../handler.ts';
import { pageOfItems, pageOfRows } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { newId, sitePartUrl } from '../../urls.ts';
import { conflict } from '../../wire-error.ts';
import { wholeDocument } from '../content/bodies.ts';
import { viewOf } from '../content/content-target.ts';
import { analyzeRevision } from '../content/resolved-links.ts';
import { searchIn, tellHits, wantedOf } from '../content/search-rules.ts';
import { recordSearch } from '../insights/visits.ts';
import { placesOf, type Scope } from './published.ts';
import { readCondition, readSite, siteToChange } from './settings.ts';

function settingsView(call: Call, site: SiteRow): SiteAgentSettings {
  const row = siteAgentSettings(call.db).find({ site: site.id });
  return {
    object: 'site-agent-settings',
    ...(row && { updatedAt: row.updatedAt, updatedBy: row.updatedBy }),
    urls: { location: sitePartUrl(call, site, 'agent-settings') },
    ...agentSettingsOf(call.db, site.id),
  };
}

function serverView(call: Call, site: SiteRow, row: SiteMcpServerRow): SiteMcpServer {
  return {
    object: 'site-mcp-server',
    id: row.id,
    name: row.name,
    url: row.url,
    transport: row.transport,
    headers: row.headers,
    ...(row.condition !== null && { condition: row.condition }),
    urls: { location: sitePartUrl(call, site, `mcp-servers/${row.id}`) },
  };
}

const serverOf = (call: Call, site: SiteRow, id: string): SiteMcpServerRow =>
  siteMcpServers(call.db).get({ id, site: site.id }, 'MCP server');

function requireFree(call: Call, site: SiteRow, name: string, id?: string): void {
  const other = siteMcpServers(call.db).find({ site: site.id, name });
  if (other && other.id !== id)
    throw conflict(`site "${site.title}" has an MCP server "${name}" already (${other.id})`);
}

const NOTE = 'Stored and shown: the sandbox has no assistant that would call the server.';

/** Pages of one space that are told. */
const MOST_PAGES = 20;

export default [
  handle(api.getSiteAgentSettings, (call, ref) => settingsView(call, siteToChange(call, ref))),

  handleChange(
    api.setSiteAgentSettings,
    siteToChange,
    (call, { scans, findings, editing: { customInstructions } }, site) => {
      const editing = { customInstructions: wholeDocument(customInstructions) };
      siteAgentSettings(call.db).put({
        site: site.id,
        settings: { scans, findings, editing },
        updatedAt: call.now().toISOString(),
        updatedBy: call.caller.userId,
      });
      return settingsView(call, site);
    },
  ),

  handle(api.listMcpServers, siteToChange, (call, { page, limit }, site) => {
    const item = (row: SiteMcpServerRow) => serverView(call, site, row);
    return pageOfRows(call.db, siteMcpServers, {
      ...{ where: { site: site.id }, order: ['rowid'], query: { page, limit }, item },
    });
  }),

  handleChange(api.createMcpServer, siteToChange, (call, input, site) => {
    const { name, url, transport = 'http', headers, condition = null } = input;
    requireFree(call, site, name);
    const row: SiteMcpServerRow = {
      ...{ id: newId(), site: site.id, name, url, transport, headers },
      condition: readCondition(condition),
    };
    siteMcpServers(call.db).insert(row);
    return created(serverView(call, site, row));
  }),

  handle(api.getMcpServer, siteToChange, (call, { siteMcpServerId }, site) =>
    serverView(call, site, serverOf(call, site, siteMcpServerId)),
  ),

  handleChange(api.updateMcpServer, siteToChange, (call, { siteMcpServerId, ...input }, site) => {
    const { id } = serverOf(call, site, siteMcpServerId);
    const { name, url, transport, headers } = input;
    if (name !== undefined) requireFree(call, site, name, id);
    const condition = readCondition(input.condition);
    siteMcpServers(call.db).update({ id }, { name, url, transport, headers, condition });
    return serverView(call, site, serverOf(call, site, id));
  }),

  handleChange(api.deleteMcpServer, siteToChange, (call, { siteMcpServerId }, site) =>
    deleted(siteMcpServers(call.db).remove({ id: siteMcpServerId, site: site.id })),
  ),

  handle(
    api.searchSite,
    readSite,
    async (call, { query, page, limit, organizationId, siteId, ...scope }, site) => {
      // The body was checked: what may be absent is absent.
      const places = placesOf(call, site, scope as Scope);
      if (page === undefined) await recordSearch(call, site, { text: query, places });
      const wanted = wantedOf(query);
      if (!wanted) return { items: [], count: 0 };
      const found = [];
      for (const [at, place] of places.entries()) {
        const space = liveSpace(call.db, place.space);
        await analyzeRevision(call, space.revision);
        const search = await searchIn(call.db, space.revision, wanted);
        if (search.count === 0) continue;
        const hits = search.hits(0, MOST_PAGES);
        const pages = tellHits(call.db, viewOf(call, { space }, {}), hits, wanted).map((hit) => ({
          ...hit,
          resultType: 'page' as const,
          sections: hit.sections.map((section) => ({
            ...section,
            score: hit.score,
            resultType: 'section' as const,
          })),
        }));
        const id = space.id;
        found.push({
          at,
          item: { type: 'space' as const, id, title: place.title, score: search.count, pages },
        });
      }
      return pageOfItems(found, {
        list: `${api.searchSite.id} ${site.id} ${query}`,
        key: ({ at }) => String(at).padStart(6, '0'),
        query: { page, limit },
        item: ({ item }) => item,
      });
    },
  ),
];

export const fidelity: FidelityOf = {
  'siteAgentSettings.set':
    'Scans and their change requests follow it; the instructions are stored, as no AI writes.',
  'siteMcpServers.create': NOTE,
  'siteMcpServers.update': NOTE,
  'siteSearch.search':
    'Results are ranked by their text alone, without tolerance of typing errors, and there are no records beside the pages.',
};
