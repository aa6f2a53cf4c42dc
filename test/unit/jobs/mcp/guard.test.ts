import { expect, it } from 'vitest';
import { entries } from '../../../../src/commands/index.ts';
import { loadLeaf } from '../../../../src/engine/model/load.ts';
import { readingOnly } from '../../../../src/jobs/mcp/guard.ts';

it.each(['jq', 'watch'])('refuses --%s by name, and takes flags of form without effect', async (name) => {
  const { command } = await loadLeaf(entries, ['spaces', 'list']);
  if (!command) throw new Error('no spaces list');
  const read = (flags: Record<string, unknown>) =>
    readingOnly({}, () => ({}))(command, { catalog: entries, path: 'docs spaces list', args: [], flags });
  expect(() => read({ [name]: '30s' })).toThrow(`--${name} is refused here`);
  expect(read({ output: 'csv' }).flags).toEqual({});
});
