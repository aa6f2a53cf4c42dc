// What a row of a plan sets to the ID of something that another row is about, it calls by its name.
import { expect, it } from 'vitest';
import type { PlanRow, PlanTarget } from '../../../../src/engine/plan/plan.ts';
import { changeText } from '../../../../src/engine/plan/plan-lines.ts';

const INTERNAL = 'Fo3YqQ0kRI78MxOpzkX1';
const row = (target: PlanTarget, before: PlanRow['after'], after: PlanRow['after']): PlanRow => ({
  ...{ operation: 'collections.update', input: {}, target, before, after },
  danger: 'mild',
});

const rows = [
  row({ kind: 'collection', title: 'Internal', id: INTERNAL }, { title: 'In' }, { title: 'Internal' }),
  row({ kind: 'section', title: 'Guides' }, null, { title: 'Guides' }),
];

it.each([
  [{ parent: INTERNAL }, 'parent: (none) -> collection "Internal"'],
  [{ sections: ['{row 2}.id'] }, 'sections: (none) -> section "Guides"'],
  [{ parent: 'Another0kRI78MxOpzkX' }, 'parent: (none) -> Another0kRI78MxOpzkX'],
])('%j', (after, text) => {
  const own = row({ kind: 'space', title: 'Handbook', id: 'x' }, { title: 'Handbook' }, after);
  expect(changeText(own, { rows: [...rows, own] })).toBe(text);
});

it('calls what a thing comes to stand next to by its name', () => {
  const before = { previous: INTERNAL, next: 'Another0kRI78MxOpzkX' };
  const after = { position: { after: { type: 'section', section: '{row 2}.id' } } };
  const own = row({ kind: 'section', title: 'API', id: 'x' }, before, after);
  const text = 'place: between "Internal" and Another0kRI78MxOpzkX -> after "Guides"';
  expect(changeText(own, { rows: [...rows, own] })).toBe(text);
});

it('calls a space so, also where a row is about what is on it', () => {
  const about = { kind: 'installation on space', title: 'Internal', id: INTERNAL };
  const own = row(about, { space: null }, { space: INTERNAL });
  expect(changeText(own, { rows: [own] })).toBe('space: space "Internal"');
  const made = row({ ...about, kind: 'site space' }, null, { spaceId: INTERNAL });
  const named = () => ({ kind: 'space', title: 'Internal', id: INTERNAL });
  expect(changeText(made, { rows: [made], named })).toBe('spaceId: space "Internal"');
});
