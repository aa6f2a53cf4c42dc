import { expect, it } from 'vitest';
import type { PlanRow } from '../../../../src/engine/plan/plan.ts';
import { headline } from '../../../../src/engine/plan/plan-lines.ts';

const rowsOf = (...kinds: string[]) => ({
  rows: kinds.map((kind) => ({
    ...{ operation: 'spaces.update', input: {}, target: { kind }, before: {}, after: {} },
    danger: 'mild' as const,
  })),
});

it('counts things by their name, and as changes what one row changes together', () => {
  expect(headline(rowsOf('member'))).toBe('1 member to change');
  expect(headline(rowsOf('glossary of organization', 'glossary of organization'))).toBe(
    '2 glossaries of organization to change',
  );
  expect(headline(rowsOf('installation on space', 'installation on space'))).toBe(
    '2 installations on space to change',
  );
  expect(headline(rowsOf('redirects of site'))).toBe('1 change');
  expect(headline(rowsOf('agent settings of site', 'agent settings of site'))).toBe('2 changes');
  expect(headline(rowsOf('member', 'team'))).toBe('2 changes');
  expect(headline(rowsOf())).toBe('nothing to change');
  const emails = ['a@x.example', 'b@x.example'];
  const [invite] = rowsOf('invite').rows;
  const row = { ...invite, operation: 'invites.send', input: { emails }, before: null } as PlanRow;
  expect(headline({ rows: [row] })).toBe('2 invites to create');
});

it('counts a thing that two rows change as changes: it is no two things', () => {
  const [row] = rowsOf('space').rows;
  const about = (id: string) => ({ ...row, target: { kind: 'space', id } }) as PlanRow;
  expect(headline({ rows: [about('a'), about('b')] })).toBe('2 spaces to change');
  expect(headline({ rows: [about('a'), about('b'), about('a')] })).toBe('3 changes');
});
