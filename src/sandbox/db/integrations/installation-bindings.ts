// Spaces and sites that installations were put on by name, and their settings there.
import { perDatabase } from '../database.ts';
import { insertRow } from '../rows.ts';

export const installationBindingTables = `
CREATE TABLE installationBindings (
  installation TEXT NOT NULL REFERENCES installations(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  selected INTEGER NOT NULL,
  configuration TEXT NOT NULL,
  externalIds TEXT NOT NULL,
  PRIMARY KEY (installation, kind, target)
) STRICT`;

export type BindingKind = 'space' | 'site';

export interface BindingRow {
  installation: string;
  kind: BindingKind;
  /** Id of the space or site. */
  target: string;
  /** 0: it has settings there, and is there only while it is on all of them. */
  selected: 0 | 1;
  /** JSON. */
  configuration: string;
  /** JSON list. */
  externalIds: string;
}

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
  configuration: row.boundConfiguration ?? '{}',
  externalIds: row.boundIds ?? '[]',
});

type Key = Pick<BindingRow, 'installation' | 'kind' | 'target'>;

export const bindingStore = perDatabase((db) => ({
  row: ({ installation, kind, target }: Key) =>
    db.get<BindingRow>(
      'SELECT * FROM installationBindings WHERE installation = ? AND kind = ? AND target = ?',
      installation,
      kind,
      target,
    ),
  /** In the place of what was there. */
  put(row: BindingRow) {
    this.remove(row);
    insertRow(db, 'installationBindings', row);
  },
  remove: ({ installation, kind, target }: Key) =>
    db.run(
      'DELETE FROM installationBindings WHERE installation = ? AND kind = ? AND target = ?',
      installation,
      kind,
      target,
    ).changes > 0,
}));
