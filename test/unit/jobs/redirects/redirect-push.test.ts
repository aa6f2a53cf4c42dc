import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { untilEnd } from '../../../helpers/lasting.ts';

it('pushes 1,700 redirects in four calls', async () => {
  const cli = untilEnd(await sandboxedCli());

  const rows = Array.from({ length: 1700 }, (_, n) => `/old-${n},https://tarnpost.example/${n}`);
  writeFileSync(join(cli.cwd, 'many.csv'), ['source,destination', ...rows, ''].join('\n'));
  const { exitCode, stderr } = await cli([
    ...['redirects', 'push', 'many.csv', '--site', 'Tarnpost Docs', '-o', 'ndjson', '--debug', '--yes'],
  ]);
  expect([exitCode, exitCode === 0 ? '' : stderr.slice(-2000)]).toEqual([0, '']);
  expect(stderr).toContain('pushed 1700 redirects: 1700 created');
  expect(stderr.match(/^(?:POST|PUT|PATCH) \S+\/redirects\S* \d+ /gm)).toHaveLength(4);
});
