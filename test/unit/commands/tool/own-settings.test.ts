import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';

const docs = perTest(freshCli);

it('settings can be repaired when their file is broken', async () => {
  await docs('sandbox init --demo');
  await docs('config set output json');
  const { stderr } = await docs('config list');
  expect(stderr).toBe('');
  const file = join(docs.home, '.config/docs/defaults.json');
  writeFileSync(file, '{');
  const broken = await docs('spaces list');
  expect(broken.exitCode).toBe(1);
  expect(broken.stderr).toContain('is not valid JSON');
});
