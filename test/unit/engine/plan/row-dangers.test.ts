// How dangerous a row of a plan is, whatever its file says: by what is said of such a request.
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/api/index.ts';
import type { PlanRow } from '../../../../src/engine/plan/plan.ts';
import { type RowToJudge, withDangers } from '../../../../src/engine/plan/row-dangers.ts';

describe('a row of a plan', () => {
  it.each([
    ['new', '{row 1}.id', '{row 1}.id'],
    ['there', 'site', 'site'],
    ['there, and called as if it were new', 'site', '{row 1}.id'],
  ])(
    'asks where it opens a site that another row publishes, and that is %s',
    async (_, siteId, published) => {
      const rows: PlanRow[] = [
        { operation: 'sites.create', input: { title: 'New', visibility: 'share-link' } },
        {
          operation: 'sites.update',
          input: { siteId, visibility: 'public' },
          before: { visibility: 'share-link', published: false },
        },
        {
          operation: 'sites.publish',
          input: { siteId: published },
          before: { visibility: 'share-link', published: false },
        },
      ].map((row) => ({ ...row, target: { kind: 'site' }, after: {}, danger: 'mild' as const }));
      const judged = rows.map((row) => ({
        row,
        operation: operations.find(({ id }) => id === row.operation),
      }));
      const dangers = async (of: PlanRow[]) =>
        (await withDangers(judged as RowToJudge[], of)).map(({ danger }) => danger);
      expect(await dangers(rows)).toEqual(['mild', 'moderate', 'mild']);
      expect(await dangers(rows.slice(0, 2))).toEqual(['mild', 'mild', 'mild']);
    },
  );
});
