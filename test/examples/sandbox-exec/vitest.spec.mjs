// docs sandbox exec -- npx vitest run vitest.spec.mjs
import { expect, test } from 'vitest';
import { addSpace } from './ask.mjs';

test('a space that was made is listed', async () => {
  expect(await addSpace('Made by Vitest')).toContain('Made by Vitest');
});
