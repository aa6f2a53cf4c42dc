// MCP servers of sites.
import type { SiteMcpServer } from '../../../api/sites/site-mcp-servers.generated.ts';
import { json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const siteMcpServers = table(
  'siteMcpServers',
  {
    id: key(),
    site: partOf('sites'),
    name: text(),
    url: text(),
    transport: text<'sse' | 'http'>(),
    headers: json<SiteMcpServer['headers']>(),
    condition: textOrNull(),
  },
  { rest: ['UNIQUE (site, name)'] },
);
export type SiteMcpServerRow = RowOf<typeof siteMcpServers>;
