// What a diff of pages leaves unsaid: it shows the pages that change, in whatever requests they are sent.

import { plural } from '../../output/format.ts';
import type { PlanRow, Rows } from './plan.ts';
import { headline } from './plan-lines.ts';

const isEdit = ({ operation }: PlanRow): boolean => operation === 'changeRequestContent.update';
const isNew = ({ operation }: PlanRow): boolean => operation === 'changeRequests.create';

/** The rows that a diff does not show. */
export const besidePages = (rows: Rows): PlanRow[] =>
  Array.from(rows).filter((row) => !isEdit(row) && !isNew(row));

/** `3 pages to change in a new change request`. */
export function amountOfPages({ rows }: { rows: Rows }): string {
  const all = Array.from(rows);
  const edits = all.filter(isEdit).flatMap(({ input }) => [input.changes ?? []].flat().map(Object));
  const pages = new Set(
    edits.flatMap((edit) => (edit.operation === 'insert_files' ? [] : (edit.page ?? edit.ref ?? edit))),
  );
  if (pages.size === 0) return headline({ rows });
  const made = all.filter(isNew).length;
  const place = made === 0 ? '' : made === 1 ? ' in a new change request' : ` in ${made} new change requests`;
  const others = besidePages(rows);
  return `${plural(pages.size, 'page')} to change${place}${others.length === 0 ? '' : `, ${headline({ rows: others })}`}`;
}
