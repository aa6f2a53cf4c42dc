import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { CancelledError } from '../../../../src/errors.ts';
import { sandboxedCli } from '../../../helpers/cli.ts';
import { perTest } from '../../../helpers/lasting.ts';
import { openOutside } from '../../../helpers/outside.ts';

const outside = perTest(openOutside, (it) => it.close());
const cli = perTest(() => sandboxedCli({ reach: outside.reach }));
beforeEach(async () => {
  const markdown = 'A [fine](http://fine.example/) and a [silent](http://silent.example/) place.\n';
  const edits = [{ operation: 'insert_page', title: 'Elsewhere', document: { markdown } }];
  const made = await cli(['cr', 'edit', '4', '--space', 'Guides', '--changes', JSON.stringify(edits)]);
  expect(made.exitCode, made.stderr).toBe(0);
});

const LINE = 'links check --cr Guides#4 --new-only --external --cache links.json';
const cached = () => Object.keys(JSON.parse(readFileSync(join(cli.cwd, 'links.json'), 'utf8')).links);

it('a check that waits for a silent host ends by --timeout, and keeps what it found', async () => {
  const { exitCode, stderr } = await cli(`${LINE} --timeout 3`);
  expect([exitCode, stderr]).toEqual([
    8,
    'docs: the time limit of 3 s ran out while external links were asked\nhint: run it again: what was found is in the cache\n',
  ]);
  expect(cached()).toEqual(['http://fine.example/']);
});

it('Ctrl-C ends it at once, and keeps what it found', async () => {
  const control = new AbortController();
  const run = cli(LINE, { signal: control.signal });
  while (!outside.asked.some((line) => line.startsWith('HEAD silent')))
    await new Promise((go) => setTimeout(go, 20));
  control.abort(new CancelledError('interrupted by SIGINT', { exit: 130 }));
  const { exitCode, stderr } = await run;
  // The silent host was given up by the signal, before its own time was up: it is not in the cache.
  expect(exitCode).toBe(130);
  expect(stderr).toMatch(/interrupted by SIGINT/);
  expect(cached()).toEqual(['http://fine.example/']);
});
