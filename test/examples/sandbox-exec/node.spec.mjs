// docs sandbox exec -- node --test node.spec.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSpace } from './ask.mjs';

test('a space that was made is listed', async () => {
  assert.ok((await addSpace('Made by node:test')).includes('Made by node:test'));
});
