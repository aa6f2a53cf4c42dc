// What a row of a plan sets to the ID of something that another row is about, it calls by its name.
import { expect, it } from 'vitest';
import type { PlanRow, PlanTarget } from '../../../../src/engine/plan/plan.ts';
import { changeText } from '../../../../src/engine/plan/plan-lines.ts';

const INTERNAL = 'Fo3YqQ0kRI78MxOpzkX1';
const row = (target: PlanTarget, before: PlanRow['after'], after: PlanRow['after']): PlanRow => ({
  ...{ operation: 'collections.update', input: {}, target, before, after },
  danger: 'mild',
});

it('calls a space so, also where a row is about what is on it', () => {
  const about = { kind: 'installation on space', title: 'Internal', id: INTERNAL };
  const own = row(about, { space: null }, { space: INTERNAL });
  expect(changeText(own, { rows: [own] })).toBe('space: space "Internal"');
  const made = row({ ...about, kind: 'site space' }, null, { spaceId: INTERNAL });
  const named = () => ({ kind: 'space', title: 'Internal', id: INTERNAL });
  expect(changeText(made, { rows: [made], named })).toBe('spaceId: space "Internal"');
});
