// Sources that sites learn from. Their settings hold secrets, which are kept as they were given.

import type {
  ContextConnection,
  ContextUsageSettings,
} from '../../../api/insights/context-connections.generated.ts';
import { json, key, partOf, type RowOf, table, text, textOrNull } from '../table.ts';

export const contextConnections = table(
  'contextConnections',
  {
    id: key(),
    site: partOf('sites'),
    connector: text(),
    /** JSON; `null` where there are none. */
    settings: text(),
    usageSettings: json<ContextUsageSettings>(),
    label: textOrNull(),
    filter: textOrNull(),
    status: text<ContextConnection['status']>(),
    failureMessage: textOrNull(),
    failureReason: textOrNull<NonNullable<ContextConnection['failureReason']>>(),
    /** The process that syncs it. */
    owner: text(),
    createdAt: text(),
    syncedAt: textOrNull(),
    updatedAt: text(),
  },
  { indexes: ['CREATE INDEX contextConnections_by_site ON contextConnections (site)'] },
);
export type ContextConnectionRow = RowOf<typeof contextConnections>;
