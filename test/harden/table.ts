// The table of promises: every row of every section, in the order of the report.

import type { Row } from './row.ts';
import { agents } from './rows/agents.ts';
import { attacksOnBulk } from './rows/bulk.ts';
import { digests } from './rows/digests.ts';
import { files } from './rows/files.ts';
import { health } from './rows/health.ts';
import { keptAnswers } from './rows/kept.ts';
import { network } from './rows/network.ts';
import { processes } from './rows/process.ts';
import { restores } from './rows/restores.ts';
import { sandbox } from './rows/sandbox.ts';
import { secrets } from './rows/secrets.ts';
import { state } from './rows/state.ts';
import { supply } from './rows/supply.ts';
import { terminal } from './rows/terminal.ts';
import { walks } from './rows/walks.ts';

export const table: readonly Row[] = [
  ...secrets,
  ...network,
  ...terminal,
  ...files,
  ...state,
  ...processes,
  ...sandbox,
  ...restores,
  ...health,
  ...attacksOnBulk,
  ...supply,
  ...agents,
  ...keptAnswers,
  ...digests,
  ...walks,
];

/** The number wanted of a unit of a row. @throws Error when the table does not have it. */
export function wantedOf(id: string, unit: string): number {
  const wanted = table.find((row) => row.id === id)?.wanted[unit];
  if (wanted === undefined) throw new Error(`the table of promises has no ${unit} in row ${id}`);
  return wanted;
}
