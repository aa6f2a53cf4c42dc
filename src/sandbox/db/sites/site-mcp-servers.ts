// MCP servers of sites.
import { key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const siteMcpServers = table(
  'siteMcpServers',
  {
    id: key(),
    site: partOf('sites'),
    name: text(),
    url: text(),
    transport: text<'sse' | 'http'>(),
    /** JSON of names and values. */
    headers: text(),
    condition: textOrNull(),
  },
  { rest: ['UNIQUE (site, name)'] },
);
export type SiteMcpServerRow = RowOf<typeof siteMcpServers>;
