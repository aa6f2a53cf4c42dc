import { expect, it } from 'vitest';
import { operations } from '../../../../src/api/index.ts';
import { freshCli } from '../../../helpers/cli.ts';
import { perFile } from '../../../helpers/lasting.ts';

const cli = perFile(freshCli);

it('docs explain can tell of every operation', async () => {
  for (const { id, body } of operations) {
    const { exitCode, stderr } = await cli(['explain', id, ...(body ? ['--skeleton'] : ['--json'])]);
    expect([id, exitCode, stderr]).toEqual([id, 0, '']);
  }
});
