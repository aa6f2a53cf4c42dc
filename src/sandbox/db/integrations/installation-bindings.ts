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
