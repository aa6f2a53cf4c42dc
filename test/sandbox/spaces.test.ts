import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSpace, getSpace, listSpaces } from '../../src/api/spaces.ts';
import { openTestSandbox, type TestSandbox } from '../helpers/sandbox.ts';

let box: TestSandbox;
beforeEach(async () => {
  box = await openTestSandbox();
});
afterEach(() => box.cleanup());

describe('spaces', () => {
  it('a new space starts locked, with one page', async () => {
    const space = await box.call(createSpace, { organizationId: box.organizationId, title: 'Guides' });
    expect(space.editMode).toBe('locked');
    expect((await box.call(getSpace, { spaceId: space.id })).title).toBe('Guides');
    expect((await box.call(listSpaces, { organizationId: box.organizationId })).items).toHaveLength(1);
  });
});
