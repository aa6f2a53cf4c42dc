// Rows of a plan that its host cannot do.
import type { Client } from '../../client/client.ts';
import { refuseLacking } from '../../workflows/stand-ins/refuse-lacking.ts';
import type { CheckedRow } from './check-rows.ts';
import { textOfTarget } from './plan.ts';

/** Throws UnsupportedError (exit 5) with the number and target of the first of them; nothing was sent. */
export const refuseLackingRows = (client: Client, rows: readonly NumberedRow[]): Promise<void> =>
  refuseLacking(
    client,
    rows.map(({ row, operation, number }) => ({
      operation,
      what: `row ${number} (${textOfTarget(row.target)})`,
    })),
  );

/** Numbers count from 1. */
interface NumberedRow extends CheckedRow {
  number: number;
}
