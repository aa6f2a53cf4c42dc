// Spaces and sites that installations were put on by name, and their settings there.
import type { IntegrationInstallation as Installation } from '../../../api/integrations/integration-installations.generated.ts';
import { integer, json, partOf, type RowOf, table, text } from '../table.ts';

export const installationBindings = table(
  'installationBindings',
  {
    installation: partOf('installations'),
    kind: text<BindingKind>(),
    /** Id of the space or site. */
    target: text(),
    /** 0: it has settings there, and is there only while it is on all of them. */
    selected: integer<0 | 1>(),
    configuration: json<Installation['configuration']>(),
    externalIds: json<string[]>(),
  },
  { keys: ['installation', 'kind', 'target'] },
);
export type BindingRow = RowOf<typeof installationBindings>;

export type BindingKind = 'space' | 'site';

/** Whether an installation is on a space or site, in SQL: on all, or on this one. `target` is an expression. */
export const isOn = (kind: BindingKind, installation: string, target: string): string =>
  `(${installation}.${kind}Selection = 'all' OR EXISTS (SELECT 1 FROM installationBindings b
    WHERE b.installation = ${installation}.id AND b.kind = '${kind}' AND b.selected = 1 AND b.target = ${target}))`;

/** The settings of an installation `i` on a space or site, joined as `o`. */
export const boundTo = (kind: BindingKind, target: string): string =>
  `LEFT JOIN installationBindings o ON o.installation = i.id AND o.kind = '${kind}' AND o.target = ${target}`;

/** Columns of it in SQL, beside those of the space or site. */
export const BOUND = `i.id AS boundBy, i.status AS boundStatus,
  o.configuration AS boundConfiguration, o.externalIds AS boundIds`;

export interface BoundColumns {
  boundBy: string;
  boundStatus: InstallationStatus;
  boundConfiguration: string | null;
  boundIds: string | null;
}

type InstallationStatus = 'active' | 'pending' | 'paused';

/** An installation on one space or site, as it is shown. */
export interface Bound extends Pick<BindingRow, 'installation' | 'configuration' | 'externalIds'> {
  integration: string;
  status: InstallationStatus;
}

export const boundOf = (integration: string, row: BoundColumns): Bound => ({
  integration,
  installation: row.boundBy,
  status: row.boundStatus,
  configuration: JSON.parse(row.boundConfiguration ?? '{}') as Installation['configuration'],
  externalIds: JSON.parse(row.boundIds ?? '[]') as string[],
});
